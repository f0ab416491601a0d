#!/bin/bash
# oracle: launches 4
run() {
  local name=$1
  shift
  python3 train.py --name "$name" --count $# "$@" "${0##*/}"
}
run a
run "b c" -x --y "z z"
function other { run other "$@"; }
other 1 2
python3 train.py "$#"
