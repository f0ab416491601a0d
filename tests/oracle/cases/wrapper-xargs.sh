#!/bin/bash
# oracle: launches 4
# oracle: expect any
echo a b | xargs python3 train.py
printf '%s\n' 1 2 | xargs -n 1 python3 train.py --n
printf '%s\n' x | xargs -I{} python3 train.py --in={} {}
