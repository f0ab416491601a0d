#!/bin/bash
# oracle: launches 2
python3 train.py a#b #c d
python3 train.py "#x" \#y ;# python3 train.py
