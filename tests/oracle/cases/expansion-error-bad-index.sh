#!/bin/bash
# oracle: launches 1
# Reading a bad index is an error message and nothing more.
A=()
V="${A[-1]}x${A[5]}"
python3 train.py "$V" "${A[-1]:-none}" "$?"
