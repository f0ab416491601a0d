#!/bin/bash
# oracle: launches 1
SIZE=4
read -r -d '' TEXT <<EOF
line $SIZE
  second
EOF
python3 train.py "$TEXT" "$?"
