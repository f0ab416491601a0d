#!/bin/bash
# oracle: launches 1
exec python3 train.py --last
python3 train.py never
