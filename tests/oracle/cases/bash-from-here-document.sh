#!/bin/bash
# oracle: launches 3
V=outer
bash <<EOF
V=inner
python3 train.py $V \$V
EOF
bash -s one two <<'EOF'
python3 train.py "$@" "${V-unset}"
EOF
echo 'python3 train.py piped' | bash
