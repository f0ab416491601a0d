#!/bin/bash
# oracle: launches 2
launch() { prepare; python3 train.py "${A[@]}"; }
prepare() { A+=(--from prepare); }
A=(--first)
launch
prepare() { A=(replaced); }
launch
