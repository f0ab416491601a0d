#!/bin/bash
# oracle: launches 1
bash --context-parallel-size <<'EOF'
python3 train.py never
EOF
python3 train.py after
