#!/bin/bash
# oracle: launches 1
# oracle: expect any
mkdir -p made/inner
python3 train.py "$(cd made/inner && pwd)" "$(cd made/inner/.. && pwd)"
