#!/bin/bash
# oracle: launches 1
A=()
V="a b"
P='a*'
[[ $V == a* ]] && A+=(1)
[[ $V == "a*" ]] || A+=(2)
[[ $V == $P ]] && A+=(3)
[[ $V == "$P" ]] || A+=(4)
[[ -n $V && ( -z $U || x == y ) ]] && A+=(5)
[[ 10 -gt 9 && 10 < 9 ]] && A+=(6)
[[ ! $U ]] && A+=(7)
[[ -v V && ! -v U ]] && A+=(8)
python3 train.py ${A[@]}
