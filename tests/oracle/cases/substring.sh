#!/bin/bash
# oracle: launches 1
V=abcdefgh
N=2
python3 train.py "${V:2}" "${V:2:3}" "${V: -3}" "${V: -3:2}" "${V:0:-2}" "${V:N:N+1}" "${V:$N}" "${V:20}" "${V:(-2)}" "${#V}"
