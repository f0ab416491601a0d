#!/bin/bash
# oracle: launches 7
python3 train.py a > out.log 2>&1
> out.log python3 train.py b
python3 >> out.log train.py c 2>/dev/null d
python3 train.py e 2>&1 | tee out.log
python3 train.py f &> out.log </dev/null
python3 train.py g 3>&1 >| out.log 2
python3 train.py h{fd}>x {fd2}> y
