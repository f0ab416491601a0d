#!/bin/bash
# oracle: launches 3
# The elements are expanded before the variable is what declare makes of it.
declare -A M=([k]="${M[a b]:-none}"); python3 train.py never
python3 train.py "${M[k]-unset}"
declare -A N=([k]=v); N=([k]="${N[k]}w"); S=s; declare -a S; declare -A T=([x y]=z)
f() { local N=("${N[@]}" x); declare -A T=([x y]="${T[x y]}z"); python3 train.py "${N[@]}" "${T[x y]}"; }
f
python3 train.py "${N[k]}" "${S[@]}" "${T[x y]}"
