#!/bin/bash
# oracle: launches 1
# oracle: expect open
python3 train.py --seed $RANDOM --port $((20000 + RANDOM % 1000)) $$
