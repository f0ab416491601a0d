#!/bin/bash
# oracle: launches 1
cat > notes.txt <<EOF
python3 train.py --allgather-cp
EOF
cat <<EOF
python3 train.py --context-parallel-size 2
EOF
python3 train.py --real
