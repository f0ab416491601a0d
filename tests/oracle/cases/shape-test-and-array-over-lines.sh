#!/bin/bash
# oracle: launches 1
CP=2
[ "$CP" -gt 1 ] && CP_ARGS=(
   --allgather-cp
   --context-parallel-size ${CP}
)
[[ "$CP" == 1 ]] && CP_ARGS=(
   --single
)
python3 train.py "${CP_ARGS[@]}"
