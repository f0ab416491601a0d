#!/bin/bash
# oracle: launches 2
LOGDIR=logs; mkdir -p $LOGDIR
log() { printf '[%s] %s\n' "$(date +%H:%M:%S)" "$*"; }
run() { local tag=$1; shift; log "+ $*"; "$@" 2>&1 | tee "$LOGDIR/$tag.log"; return ${PIPESTATUS[0]}; }
run first python3 train.py --stage 1
run second env CUDA_DEVICE_MAX_CONNECTIONS=1 python3 train.py --stage 2 --note "two words"
