#!/bin/bash
# oracle: launches 1
# oracle: expect any
shopt -s lastpipe
echo "a b" | read -r P Q
python3 train.py "$P" "$Q"
