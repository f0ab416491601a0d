#!/bin/bash
# oracle: launches 1
# oracle: expect any
T=$(mktemp)
cat > "$T" <<EOF
python3 train.py --in temporary
EOF
bash "$T"
