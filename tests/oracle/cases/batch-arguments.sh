#!/bin/bash
#SBATCH --time=1:00:00
# oracle: as batch
# oracle: args --cp "2 3"
# oracle: env EXTRA=from-submit
# oracle: launches 1
python3 train.py "$@" "$EXTRA" "$PWD"
