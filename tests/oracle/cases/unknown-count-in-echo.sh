#!/bin/bash
# oracle: launches 1
# oracle: expect open
check && A+=(x)
N="$(echo "count" "${#A[*]}")"
python3 train.py "$N" "$(echo ${#A[@]})" "$(printf '%s-' "${#A[@]}")"
