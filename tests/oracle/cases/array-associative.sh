#!/bin/bash
# oracle: launches 3
declare -A SIZE=([4B]=4 ["big one"]=70)
SIZE[8B]=8
SIZE[4B]+=.5
K="big one"
python3 train.py "${SIZE[4B]}" "${SIZE[$K]}" "${SIZE[none]:-missing}" "${#SIZE[@]}"
for M in 4B 8B; do
  python3 train.py --size ${SIZE[$M]}
done
