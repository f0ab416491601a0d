#!/bin/bash
# oracle: launches 5
# oracle: expect open
# Without -e bash 5.3 gives up the line, and others go on with the next element.
A=(a [$NONE]=b [-9]=c [@]=d e [-1]=f)
python3 train.py "${A[@]}"
L=(x); L+=([-5]=y z)
python3 train.py "${L[@]}"
(set -e; A=([-9]=x y) || python3 train.py never); python3 train.py ended $?
(set -e; declare -A M=([$NONE]=x [j]=w); python3 train.py never); python3 train.py ended $?
declare -A M=([k]=v); (set -e; M+=([$NONE]=w) || python3 train.py never)
python3 train.py $? "${M[k]}"
