#!/bin/bash
# oracle: launches 1
I=1
X=$((I++)) Y=$((++I)) Z=$((I += 5))
(( J = I * 2, J -= 1 ))
let K=J+1 'L = 3'
python3 train.py $I $X $Y $Z $J $K $L
