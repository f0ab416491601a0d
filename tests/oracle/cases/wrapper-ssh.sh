#!/bin/bash
# oracle: launches 3
V="a b"
ssh node02 python3 train.py $V
ssh -o StrictHostKeyChecking=no -p 22 user@node02 "python3 train.py '$V'"
ssh node02 'python3 train.py "x y"'
