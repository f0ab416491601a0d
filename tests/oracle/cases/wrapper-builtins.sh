#!/bin/bash
# oracle: launches 4
command python3 train.py a
builtin echo python3 train.py never
exec 3>&1
command -- python3 train.py b
command exec env python3 train.py c &
wait
exec -- nohup python3 train.py d
