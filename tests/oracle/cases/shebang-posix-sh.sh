#!/bin/sh
# oracle: as batch
# oracle: launches 2
V="a b"
[ "$V" = "a b" ] && python3 train.py "$V" ${V%% *}
for i in 1; do python3 train.py $i $((i + 1)); done
