#!/bin/bash
# oracle: launches 1
# bash runs what it has read before it meets the error.
python3 train.py first
if true; then
python3 train.py never
