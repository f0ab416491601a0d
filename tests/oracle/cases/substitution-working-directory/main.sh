#!/bin/bash
# oracle: launches 1
HERE=$(pwd)
THERE="$(cd made/inner && pwd)"
UP=$(cd made/inner/.. && pwd)
python3 train.py "$HERE" "$THERE" "$UP" "$PWD" "$(cd /; pwd)"
