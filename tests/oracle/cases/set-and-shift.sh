#!/bin/bash
# oracle: launches 4
# oracle: args p q r
python3 train.py "$@" $#
shift
python3 train.py "$1" "${2:-none}"
set -- "a b" c
python3 train.py "$@" "$*" $* ${#}
set --
python3 train.py "$@" $#
