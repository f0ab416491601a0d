#!/bin/bash
# oracle: launches 2
# oracle: expect any
f() { read -r A; read -r B <&3; python3 train.py "$A" "$B"; }
f <<ONE 3<<TWO; python3 train.py after
first
ONE
second
TWO
