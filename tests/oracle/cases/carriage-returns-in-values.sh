#!/bin/bash
# oracle: launches 1
CP=2
python3 train.py --context-parallel-size "$CP" --end
