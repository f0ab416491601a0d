#!/bin/bash
# oracle: expect open
# oracle: launches 1
# bash 5.2 no longer reads the array behind the eval, and gives up the script.
python3 train.py before
eval $'it\'s'
ARGS+=($@'2' '1e-6'$(echo a:b:c))
python3 train.py "${ARGS[@]}"
