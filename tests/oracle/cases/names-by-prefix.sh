#!/bin/bash
# oracle: launches 2
MODEL_A=1 MODEL_B=2
MODEL_C=(x)
python3 train.py ${!MODEL*} "${!MODEL_@}"
python3 train.py "${!NOTHING_*}" end
