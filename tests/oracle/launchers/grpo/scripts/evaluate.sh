#!/bin/bash
# oracle: args /out/x
# oracle: launches 1
CKPT=$1
python3 -m slime.evaluate --checkpoint "${CKPT%/}" --name "$(basename "$CKPT")"
