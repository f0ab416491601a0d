#!/bin/bash
# oracle: launches 1
M=glm
if [ "$M" = qwen ]; then A=1
elif [[ $M == glm ]]; then A=2
else A=3; fi
python3 train.py $A
