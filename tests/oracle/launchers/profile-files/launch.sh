#!/bin/bash
# oracle: args fast
# oracle: launches 1
set -eu
PROFILE=${1:-default}
for f in profiles/default.sh profiles/"$PROFILE".sh; do
  if [ -f "$f" ]; then
    . "./$f"
  fi
done
python3 train.py --steps $STEPS --context-parallel-size $CP ${FLAGS[@]:+"${FLAGS[@]}"}
