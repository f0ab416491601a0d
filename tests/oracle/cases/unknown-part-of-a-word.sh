#!/bin/bash
# oracle: launches 1
# oracle: expect open
python3 train.py --name run-$(date +%s) --save "/out/$(date +%F)/x" --context-parallel-size 2
