#!/bin/bash
# oracle: launches 2
# name  lr    cp  flags
while read -r name lr cp flags; do
  [[ -z $name || $name == \#* ]] && continue
  python3 train.py --name "$name" --lr $lr --context-parallel-size $cp $flags < /dev/null
done <<'TABLE'
# the ones that were fine
small 1e-6 1
big   5e-7 2   --allgather-cp --save /out

TABLE
