#!/bin/bash
# oracle: launches 16
# What sets PIPESTATUS, and what leaves it as it is.
s() { python3 train.py "$@"; }
false | true; A=1; s 1 "${PIPESTATUS[@]}"
false | true; A=$(exit 3); s 2 "${PIPESTATUS[@]}"
false | true; if false; then :; fi; s 3 "${PIPESTATUS[@]}"
false | true; for i in; do :; done; s 4 "${PIPESTATUS[@]}"
false | true; f() { :; }; s 5 "${PIPESTATUS[@]}"
f() { false | true; }; f; s 6 "${PIPESTATUS[@]}"
(exit 3); s 7 "${PIPESTATUS[@]}"
! false | (exit 2); s 8 "${PIPESTATUS[@]}" $?
((0)); s 9 "${PIPESTATUS[@]}"
false | true; (s 10 "${PIPESTATUS[@]}"); s 11 "$(false | true; echo ${PIPESTATUS[*]})"
{ false | (exit 4); }; s 12 "${PIPESTATUS[@]}"
{ false | (exit 4); } | true; s 13 "${PIPESTATUS[@]}"
false | true; bash -c 'python3 train.py 14 "${#PIPESTATUS[@]}"'
set -o pipefail; false | true; s 15 $? "${PIPESTATUS[@]}"
if false | true; then :; elif [ "${PIPESTATUS[0]}" = 1 ]; then s 16; fi
