#!/bin/bash
# oracle: as batch
# oracle: launches 3
# oracle: expect open
# slurmd's spool directory holds the script alone. The interpreter is started all the same, with
# a file that is not there.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python3 "$here/train.py" --context-parallel-size 2
cd $(dirname $0)
torchrun "$here/../train.py" --nothing
python3 train.py
