#!/bin/bash
# oracle: launches 1
printf -v A '%03d-%s' 7 x
printf -v B '%s,' a b c
printf -v C '%q' "it's"
python3 train.py "$A" "$B" "$C" "$(printf '%s\n' a b)" "$(printf 'x%%%5sy' z)"
