#!/bin/bash
# oracle: launches 1
A=$(printf 'a\n\nb\n\n\n')
B="$(echo; echo x; echo)"
python3 train.py "$A" "$B" $A
