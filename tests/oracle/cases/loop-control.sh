#!/bin/bash
# oracle: launches 4
for i in 1 2 3 4 5; do
  [ $i = 2 ] && continue
  [ $i = 4 ] && break
  python3 train.py $i
done
for i in a b; do
  for j in x y; do
    [ $j = y ] && continue 2
    python3 train.py $i$j
  done
  python3 train.py never
done
