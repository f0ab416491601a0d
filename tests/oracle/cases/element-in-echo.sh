#!/bin/bash
# oracle: launches 2
A=(*.none)
python3 train.py "$(echo "x"${A[$CP]}y)"
A=(~/'data'/x.none)
python3 train.py "$(echo "x"${A[$CP]}y)"
