#!/bin/bash
# oracle: launches 1
python3 train.py $(cat args.txt) "$(<args.txt)" "$(cat args.txt args.txt)"
while read -r k v; do X+=("$k=$v"); done < args.txt
true
