#!/bin/bash
# oracle: launches 1
A=() 
yes() { if [ "$@" ]; then A+=(1); else A+=(0); fi; }
yes -n ""; yes -z ""; yes a = a; yes a != a; yes 2 -lt 10; yes 10 -lt 2; yes x; yes ; yes ! x
yes -n "$E" -o a = a; yes a = a -a b = c; yes "(" a = b ")"; yes 1 -eq 01
python3 train.py ${A[@]}
