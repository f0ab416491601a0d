#!/bin/bash
# oracle: launches 4
# oracle: expect open
# Up to 5.2 bash makes plain words of [2]={p,q}, since 5.3 it leaves the braces alone.
A=([2]={p,q}x [0]=y)
python3 train.py "${A[@]}"
f() { local -a L=(a [2]={1..3} [0]=x); python3 train.py "${#L[@]}"; }
f
A=([2]="{p,q}" [3]={p} [4]=\{p,q} y)
python3 train.py "${A[@]}" "${!A[@]}"
declare -A M=([{a,b}]={c,d})
K="{a,b}"
python3 train.py "${M["$K"]}" "${M["{a,b}"]}"
