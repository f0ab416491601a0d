#!/bin/bash
# oracle: launches 3
# Parameters that a sourced file sets stay set; the ones it was given do not.
set -- x
source plain.sh a "b c"
python3 train.py "$@"
source sets.sh a "b c"
python3 train.py "$@"
shift
source shifts.sh p q
python3 train.py "$@"
