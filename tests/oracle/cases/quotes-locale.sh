#!/bin/bash
# oracle: launches 1
V=v
python3 train.py $"plain" $"with $V" "$"
