#!/bin/bash
# oracle: launches 1
cat > settings.env <<'EOF'
CP_SIZE=4
NAME="two words"
EOF
set -a
source settings.env
set +a
LATER=no
bash -c 'python3 train.py $CP_SIZE "$NAME" "${LATER-unset}"'
