#!/bin/bash
# oracle: launches 1
mapfile -t A < <(printf '%s\n' one 'two three')
readarray -t B <<< "x"
mapfile -t C <<EOF
p
q r
EOF
python3 train.py "${A[@]}" "${B[@]}" "${C[@]}"
