#!/bin/bash
# oracle: launches 1
N=3
python3 train.py {a,b}c {1..4} {08..10} {a..e..2} x{1,2}{3,4} {1..$N} "{a,b}" {} {one} --data={tr,va}/x a{,b} {5..3} {$N,4} \{a,b\}
