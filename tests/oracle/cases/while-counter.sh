#!/bin/bash
# oracle: launches 4
i=0
while [ $i -lt 2 ]; do
  python3 train.py $i
  i=$((i + 1))
done
until (( i == 4 )); do python3 train.py $((i++)); done
