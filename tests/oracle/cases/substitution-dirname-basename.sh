#!/bin/bash
# oracle: launches 1
P=/data/models/qwen-4B/
python3 train.py "$(dirname "$P")" "$(basename $P)" "$(basename -- a/b.sh .sh)" "$(dirname a)" "$(dirname /)" "$(basename /)" "$(dirname //x//y//)" "$(dirname -- "-x/y")" `dirname a/b/c` "$(basename .sh .sh)"
