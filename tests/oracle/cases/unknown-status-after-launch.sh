#!/bin/bash
# oracle: launches 2
# oracle: expect open
python3 flaky.py || python3 train.py --fallback
python3 train.py $?
