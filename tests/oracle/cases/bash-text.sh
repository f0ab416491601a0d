#!/bin/bash
# oracle: launches 5
V=outer
export W=exported
bash -c 'python3 train.py "$V$W" "$0" "$@"' zero one "t w"
bash -c "python3 train.py '$V' \$W"
bash -c "set -e; false; python3 train.py never" || true
bash -lc "cd / && python3 train.py \$(pwd)"
bash -c 'python3 train.py '"'$V'"' '$V
bash -ec $'python3 train.py a\\\n  b'
