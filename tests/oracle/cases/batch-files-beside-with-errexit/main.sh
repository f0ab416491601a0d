#!/bin/bash
#SBATCH --nodes=1
# oracle: as batch
# oracle: launches 0
# oracle: expect any
set -e
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "${SCRIPT_DIR}/lib.sh"
python3 train.py never
