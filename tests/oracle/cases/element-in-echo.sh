#!/bin/bash
# oracle: launches 1
A=(~/data/*.none)
python3 train.py "$(echo "x"${A[$CP]}y)"
