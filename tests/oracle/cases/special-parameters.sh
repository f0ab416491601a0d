#!/bin/bash
# oracle: launches 2
# oracle: args one two
false
python3 train.py $? "$0" "${0##*/}" $# "${!#}" "${@: -1}" "${#@}"
f() { python3 train.py "${FUNCNAME[0]}" "${BASH_SOURCE[0]}" "$0" $#; }
f x
