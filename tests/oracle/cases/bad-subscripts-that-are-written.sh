#!/bin/bash
# oracle: launches 2
A=(a b); A[9]=z; unset 'A[-99]'; python3 train.py $?
unset 'A[-1]' 'NONE[-1]'
S=str; S[-1]+=ing
declare -A M; M[@]=all
A[-5]=x; python3 train.py never
M[$NONE]=x; python3 train.py never
python3 train.py $? "${A[@]}" "${S[*]}" "${S[-1]}" "${!M[@]}" "${!NONE[@]}" "$((T[-1] + 1))"
