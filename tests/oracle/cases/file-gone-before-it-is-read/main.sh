#!/bin/bash
# oracle: launches 1
# oracle: expect any
rm -rf data
mapfile -t LIST < data/list.txt
python3 train.py ${#LIST[@]} data/*.txt d?ta/list.txt
