#!/bin/bash
# oracle: launches 2
set +B
python3 train.py {a,b} {1..3} $(echo {c,d})
set -B
python3 train.py {a,b}
