#!/bin/bash
# oracle: launches 1
set -e
false | true
set -o pipefail
python3 train.py one
false | true
python3 train.py never
