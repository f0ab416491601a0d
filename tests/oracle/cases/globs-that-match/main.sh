#!/bin/bash
# oracle: launches 4
# oracle: expect any
for f in data/*.json; do python3 train.py --data "$f"; done
FILES=(data/*)
python3 train.py ${#FILES[@]} data/[ab].* *.sh
