#!/bin/bash
# oracle: launches 1
# oracle: expect open
A=(a b)
I=$(probe | cut -c1)
A[$I]=changed
python3 train.py "${A[@]}"
