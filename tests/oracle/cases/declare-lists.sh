#!/bin/bash
# oracle: launches 9
# A list is expanded before any variable of the command is set.
name=outer
f() { local name=$1 cmd=("$name" x) copy=$name; python3 train.py "$name" "${cmd[@]}" "$copy"; }
f inner
g() { local -i N=(1+1 2); local -u U=(a b); N+=(3*2); python3 train.py "${N[@]}" "${U[@]}"; }
g
S=text
declare -A S=([k]=v)
python3 train.py "${S[k]}" "${S[0]-none}" "${#S[@]}"
T=text
declare -A T
python3 train.py "${T[0]}" "${#T[@]}"
I=(a b)
declare -A I
python3 train.py "$?" "${I[@]}"
# An error in a list gives up the line.
declare E=($((1/0))); python3 train.py never
python3 train.py "$?" "${#E[@]}"
h() { local E=(x ${V!bad}); python3 train.py never; }
h; python3 train.py never
python3 train.py "$?"
declare -A M=([a]=1); M+=([b]="${M[a]}2")
python3 train.py "${M[b]}"
(declare Q=(${V:?missing}); python3 train.py never)
python3 train.py "$?"
declare R=(${V:?missing}) || python3 train.py never
python3 train.py never
