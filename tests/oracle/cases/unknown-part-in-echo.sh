#!/bin/bash
# oracle: launches 1
# oracle: expect open
python3 train.py "$(true && echo "x${RANDOM}y" end)" "$(echo "z$(date +%s)")" --n=$(echo a"$(probe)"b)
