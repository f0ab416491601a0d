#!/bin/bash
# oracle: launches 1
A=()
[ -f here.txt ] && A+=(file)
[ -d dir ] && A+=(dir)
[[ -e dir/inner.txt && ! -d here.txt ]] && A+=(both)
[ -s here.txt ] || A+=(empty)
if test -r here.txt; then A+=(readable); fi
python3 train.py "${A[@]}"
