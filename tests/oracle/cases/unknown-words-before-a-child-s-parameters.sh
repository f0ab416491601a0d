#!/bin/bash
# oracle: launches 3
# oracle: expect open
# How many words come first is not known, and so not which parameter the later ones are.
bash -c 'python3 train.py "$@" $0 "$1"' $(probe) last
f() { python3 train.py "$2" "$#" "$1"; }
f $(probe) last
set -- $(probe) last
python3 train.py "${@: -1}" "${2}"
