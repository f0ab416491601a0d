#!/bin/bash
# oracle: launches 2
shopt -s nullglob
python3 train.py nothing*here x
shopt -u nullglob
set -f
python3 train.py *
