#!/bin/bash
# oracle: launches 1
V=4
A=$(cat <<EOF
{"size": $V}
EOF
)
B=$(cat <<< "two  words")
printf 'three\n\n' > made.txt
python3 train.py "$A" $B "$B" "$(cat made.txt)" "$(<made.txt)end"
