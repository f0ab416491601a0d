#!/bin/bash
# oracle: launches 2
# oracle: expect decided
mkdir made && cd made
let N*=2
python3 train.py "${N-unset}"
cd ..
A=5
let A*=2
python3 train.py "$A"
