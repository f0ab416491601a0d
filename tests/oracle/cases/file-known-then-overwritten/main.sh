#!/bin/bash
# oracle: launches 2
# oracle: expect any
# What is in the file now is not what is read.
python3 train.py "$(cat size.txt)"
echo 2 > size.txt
python3 train.py "$(cat size.txt)"
