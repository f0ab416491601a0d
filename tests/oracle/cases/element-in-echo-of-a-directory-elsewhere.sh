#!/bin/bash
# oracle: launches 1
# oracle: expect open
# Which files lie in a directory that is not here is not known: the node may have it.
A=(~/data/*.none)
python3 train.py "$(echo "x"${A[$CP]}y)"
