#!/bin/bash
# oracle: launches 4
# A name that becomes several words, or none, is an error, and the command does not run.
two="a b" one=out.txt
python3 train.py never > $two
python3 train.py "$?" > $one
python3 train.py never > data/*.txt
python3 train.py never > $none
python3 train.py never > {a,b}
python3 train.py never < $two
python3 train.py > "$two"
python3 train.py > none*.txt
f() { python3 train.py never; } > $two
f
python3 train.py "$?"
