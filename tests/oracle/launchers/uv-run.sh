#!/bin/bash
# oracle: launches 1
# oracle: expect any
set -e
export UV_CACHE_DIR=/tmp/uv
uv run --with flash-attn python3 train.py --allgather-cp
