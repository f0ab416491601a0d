#!/bin/bash
# oracle: launches 3
while read -r name size; do
  python3 train.py --name "$name" --size "$size"
done <<EOF
small 1
  big  two words
EOF
while IFS=, read -r a b; do python3 train.py "$a" "$b"; done <<< "x,y,z"
