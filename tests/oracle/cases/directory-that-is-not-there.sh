#!/bin/bash
# oracle: launches 3
# oracle: expect open
# What cd to a directory prints hangs on whether it is there; A/.. is there only when A is.
cd data
A=$(cd data &> /dev/null && pwd)
B=$(cd none/.. && pwd)
python3 train.py "$A" "$B"
cd ..
rm -rf data
echo new > data/a.txt
python3 train.py "$(cat data/a.txt)" "$(cd data/.. && pwd)"
mkdir -p data/b
echo new > data/a.txt
python3 train.py "$(cat data/a.txt)"
