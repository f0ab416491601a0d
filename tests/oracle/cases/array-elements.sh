#!/bin/bash
# oracle: launches 1
A=(zero one two)
I=1
python3 train.py ${A[0]} ${A[I]} ${A[$I+1]} ${A[-1]} "${A[7]}" ${A[7]} $A ${#A[@]} ${#A[1]}
