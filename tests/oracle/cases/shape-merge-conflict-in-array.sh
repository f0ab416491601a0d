#!/bin/bash
# oracle: launches 0
ARGS=(
<<<<<<< HEAD
   --context-parallel-size 2
=======
   --context-parallel-size 1
>>>>>>> other
)
python3 train.py "${ARGS[@]}"
