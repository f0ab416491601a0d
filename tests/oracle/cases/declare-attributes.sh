#!/bin/bash
# oracle: launches 2
declare -i N=2+3
N+=4
declare -u UP=qwen
declare -l LOW=QWEN
readonly R=fixed
f() { declare -g MADE=inside; declare HIDDEN=x; }
f
python3 train.py "$N" "$UP" "$LOW" "$R" "$MADE" "${HIDDEN-unset}"
declare -n REF=R
python3 train.py "$REF"
