#!/bin/bash
# oracle: launches 1
# oracle: expect any
# The array is there before its entries are expanded.
MODEL_ARGS=(${!MODEL*} end)
python3 train.py "${MODEL_ARGS[@]}"
