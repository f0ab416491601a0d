#!/bin/bash
# oracle: launches 0
A=1
<<<<<<< HEAD
B=2
=======
B=3
>>>>>>> other
python3 train.py --context-parallel-size $B
