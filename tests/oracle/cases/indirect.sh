#!/bin/bash
# oracle: launches 1
QWEN_SIZE=4
R=QWEN_SIZE
AR=(x y)
RR='AR[1]'
python3 train.py "${!R}" "${!RR}" "${!R:-no}" ${!QWEN*}
