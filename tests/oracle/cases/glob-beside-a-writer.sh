#!/bin/bash
# oracle: launches 3
# oracle: expect open
# Whether tee has made its file when the pattern is looked at hangs on which is first.
python3 train.py * | tee log.txt
python3 train.py data/* | grep -v x
echo * | { read -r FIRST REST; python3 train.py "$FIRST"; }
