#!/bin/bash
# oracle: launches 4
CMD='python3 train.py --name "a b" $V'
V='c d'
eval "$CMD"
eval $CMD --more
$CMD
for n in A B; do eval "SIZE_$n=4$n"; done
python3 train.py $SIZE_A $SIZE_B
