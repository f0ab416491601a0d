#!/bin/bash
HERE=$(cd "$(dirname "$0")" && pwd)
source "$HERE/args.sh"
python3 train.py --ranks $RANKS "${ARGS[@]}" "$@"
