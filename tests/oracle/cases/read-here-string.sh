#!/bin/bash
# oracle: launches 1
read A B <<< "one two three"
read -r C <<< 'back\slash'
read D <<< 'back\slash'
IFS=: read -r E F <<< "x:y:z"
IFS= read -r G <<< "  kept  "
read -r H <<< "  trimmed  "
python3 train.py "$A" "$B" "$C" "$D" "$E" "$F" "$G" "$H"
