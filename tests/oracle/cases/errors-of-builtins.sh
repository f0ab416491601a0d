#!/bin/bash
# oracle: launches 25
readonly R=1; readonly -a RA=(r); declare -A M=([k]=v); L=(a b)
declare R=2; python3 train.py declare $?
export R=2; python3 train.py export $?
read R <<< x; python3 train.py read $?
read -a RA <<< x; python3 train.py read-array $?
printf -v R x; python3 train.py printf $?
mapfile R <<< x; python3 train.py mapfile $?
read 'L[-9]' <<< x; python3 train.py subscript $?
mapfile -Z L; python3 train.py usage $?
printf -v 'M[$NONE]' x; python3 train.py key $?
unset R; python3 train.py unset $?
unset 'L[-9]'; python3 train.py unset-element $?
declare -A L; python3 train.py kind $?
declare -n REF=1x; python3 train.py name $?
set -o nothing; python3 train.py set $?
shopt -s nothing; python3 train.py shopt $?
trap : NOTHING; python3 train.py trap $?
let 1+; python3 train.py let $?
(( R = 2 )); python3 train.py arithmetic $?
[[ 1+ -eq 2 ]]; python3 train.py test $?
for R in a; do python3 train.py never; done; python3 train.py for $?
for (( i = 1+; i < 2; i++ )); do python3 train.py never; done; python3 train.py for $?
declare RA=(x); python3 train.py never
python3 train.py array $?
false
declare -i N=1+; python3 train.py never
python3 train.py integer $?
let 'L[1+]'; python3 train.py never
python3 train.py line $?
R=2 L[0]=x python3 train.py before "$R" "${L[@]}" "${RA[@]}" "${#M[@]}"
