#!/bin/bash
# oracle: launches 1
set -Eeuo pipefail
cleanup() { ray stop --force >/dev/null 2>&1 || true; }
trap cleanup EXIT
trap 'echo "failed at line $LINENO"' ERR
ray start --head
python3 train.py --context-parallel-size 1 --hf-checkpoint /m/a
