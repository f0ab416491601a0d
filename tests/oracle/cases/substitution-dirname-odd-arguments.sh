#!/bin/bash
# oracle: launches 1
# oracle: expect any
A=(4 --lr x/y)
python3 train.py "$(dirname "${A[@]}" 2>/dev/null)" "$(dirname a/b c/d)" "$(basename a b c 2>/dev/null)" "$(basename -a x/y z/w)" "$(dirname)" end
