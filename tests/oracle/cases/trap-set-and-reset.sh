#!/bin/bash
# oracle: launches 3
trap 'python3 never.py' EXIT
trap 'python3 second.py "$1" $?' EXIT
(python3 train.py in-subshell)
f() { trap - EXIT; }
g() { set -- of-function; python3 train.py; exit 3; }
g
