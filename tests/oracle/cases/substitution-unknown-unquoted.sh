#!/bin/bash
# oracle: launches 1
# oracle: expect open
python3 train.py $(probe) --context-parallel-size 2
