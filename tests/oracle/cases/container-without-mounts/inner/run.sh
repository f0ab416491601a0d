#!/bin/bash
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "$SCRIPT_DIR/flags.sh"
if [ -f "$SCRIPT_DIR/flags.sh" ] && ! [ -d "$SCRIPT_DIR/run.sh" ]; then
  python3 train.py "${FLAGS[@]}" "$1"
fi
