#!/bin/bash
# oracle: launches 5
empty=
python3 train.py --n 1 > "$empty"
python3 train.py --n 2 >> $empty
python3 train.py --n 3 &> "${none:-}"
python3 train.py --n 4 2> "$empty"
python3 train.py --n 5 < "$empty"
python3 train.py --n 6 $?
{ python3 train.py --n 7; } > "$empty" || python3 train.py --n 8
exec 3> "$empty"
python3 train.py --n 9
set -e
(echo done > "$empty"; python3 train.py --n 10) || :
python3 train.py --n 11
echo done > "$empty"
python3 train.py --n 12
