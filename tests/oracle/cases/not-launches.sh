#!/bin/bash
# oracle: launches 1
log() { echo "[$(date +%T)] $*"; }
echo python3 train.py --allgather-cp
printf '%s\n' "python3 train.py"
log python3 train.py --context-parallel-size 2
grep -q "python3 train.py" notes 2>/dev/null
python3 -c 'import train' --allgather-cp
python3 --version
python3 tools/convert_hf_to_torch_dist.py --allgather-cp --context-parallel-size 2
cat <<< "python3 train.py"
: python3 train.py
true python3 train.py
pkill -f "python3 train.py"
# python3 train.py
which python3 train.py >/dev/null 2>&1
python3 train.py the-only-one
