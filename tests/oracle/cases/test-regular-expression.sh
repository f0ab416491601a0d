#!/bin/bash
# oracle: launches 1
M=qwen3-30B-A3B
if [[ $M =~ ^([a-z]+[0-9]*)-([0-9]+)B ]]; then
  FAMILY=${BASH_REMATCH[1]} SIZE=${BASH_REMATCH[2]}
fi
[[ 12a =~ ^[0-9]+$ ]] || KIND=text
[[ a.b =~ a"."b ]] && KIND+=-dot
python3 train.py "$FAMILY" "$SIZE" "$KIND"
