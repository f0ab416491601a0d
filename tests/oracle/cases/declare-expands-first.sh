#!/bin/bash
# oracle: launches 3
# The elements are expanded before the variable is what declare makes of it.
declare -A M=([k]="${M[a b]:-none}"); python3 train.py never
python3 train.py "${M[k]-unset}"
declare -A N=([k]=v); N+=([k]="${N[k]}w"); S=s; declare -a S; declare -A T=([x y]=z)
f() { local N=("${N[@]}" x); local U=(1 "$S"); python3 train.py "${N[@]}" "${U[@]}"; }
f
python3 train.py "${N[k]}" "${S[@]}" "${T[x y]}"
