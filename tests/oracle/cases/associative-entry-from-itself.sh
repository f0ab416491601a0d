#!/bin/bash
# oracle: launches 4
# oracle: expect open
# Since 5.1 bash expands all entries before it assigns the first, and before declare makes the array.
declare -A S=([a]=1 [b]="<${S[a]}>")
python3 train.py "${S[a]}" "${S[b]}"
S=([a]=2 [b]="<${S[a]}>")
python3 train.py "${S[a]}" "${S[b]}"
g() { declare -A S=([a]="${S[a]}3"); python3 train.py "${S[a]}"; }
g
L=(x y)
f() { local -a L=("${L[@]}" z); python3 train.py "${L[@]}"; }
f
