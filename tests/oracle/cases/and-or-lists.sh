#!/bin/bash
# oracle: launches 5
true && python3 train.py a
false && python3 train.py never
false || python3 train.py b
true || python3 train.py never
true && false || python3 train.py c
false && true || true && python3 train.py d
! false && python3 train.py e
