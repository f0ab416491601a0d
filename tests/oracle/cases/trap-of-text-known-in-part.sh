#!/bin/bash
# oracle: launches 2
# oracle: expect open
made=$(mktemp -d)
trap "rm -rf $made; python3 train.py after" EXIT
python3 train.py "in $made"
