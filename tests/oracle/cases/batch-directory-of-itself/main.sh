#!/bin/bash
#SBATCH -N 1
# oracle: as batch
# oracle: launches 1
# The files beside the original are not beside the copy, whatever the way there is written.
D="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
bash "$D/lib.sh"
bash "$(dirname "$0")/lib.sh"
source "$D/lib.sh"
python3 train.py "${LIB-unset}"
