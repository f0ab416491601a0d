#!/bin/bash
# oracle: launches 2
# oracle: unordered
V=1
{ V=2; python3 train.py $V; } &
wait
python3 train.py $V
