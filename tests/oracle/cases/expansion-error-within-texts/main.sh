#!/bin/bash
# oracle: launches 10
# Most errors give up a line of the text that they are in; one of arithmetic in a subscript, or
# in what an integer is given, all texts and with them the line of the script.
eval ': "${!NOWHERE}"; python3 train.py never
python3 train.py evaluated; :'; python3 train.py same-line $?
eval 'A[1 +]=x
python3 train.py never'; python3 train.py never
python3 train.py 1 $?
f() { source lib.sh; python3 train.py never; }
f; python3 train.py never
python3 train.py 2
declare -i I=1
g() { local V=1; eval 'I=2/0'; python3 train.py never; }
V=0; set -- a b
g c; python3 train.py never
python3 train.py 3 "$V" "$I" "$@"
(eval 'A[1 +]=x
python3 train.py never'; python3 train.py never); python3 train.py 4 $?
bash -c 'A[1 +]=x
python3 train.py never'; python3 train.py 5 $?
bash -c ': ${X:?}'; python3 train.py 6 $?
(: ${X:?}); python3 train.py 7 $?
