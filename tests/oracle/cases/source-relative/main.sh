#!/bin/bash
# oracle: launches 3
A=(before)
source lib/args.sh
python3 train.py "${A[@]}"
. ./lib/args.sh
python3 train.py "${A[@]}"
source lib/args.sh "given" && python3 train.py "${A[@]}" $#
