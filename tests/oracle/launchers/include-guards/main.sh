#!/bin/bash
# oracle: launches 1
source lib/common.sh
source lib/args.sh
source lib/common.sh
python3 train.py "${ARGS[@]}" --loaded "$LOADED"
