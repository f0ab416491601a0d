#!/bin/bash
# oracle: launches 31
# Only where export and its kin stand as such are their words assignments, and not split.
s() { python3 train.py "$@"; }
x="1 2" ; A=(p q)
builtin export A1=$x B=3; s 1 "$A1" "$B" "${2-unset}"
command export A2=$x C=~ ; s 2 "$A2" "$C"
export A3=$x D=~; s 3 "$A3" "$D"
e=export; $e A4=$x E=~; s 4 "$A4" "$E"
\export A5=$x; s 5 "$A5"
'export' A6=$x; s 6 "$A6"
command -p export A7=$x; s 7 "$A7"
builtin declare A8=$x; s 8 "$A8"
f() { builtin local L=$x M=~; s 10 "$L" "$M"; local N=$x; s 11 "$N"; command local O=$x; s 12 "$O"; }; f
command builtin export B1=$x; s 13 "$B1"
X=1 export B2=$x; s 14 "$B2" "$X"
command eval export B3=\$x; s 15 "$B3"
eval export B4=$x; s 16 "$B4"
readonly B5=$x; s 17 "$B5"
command readonly B6=$x; s 18 "$B6"
! export B8=$x; s 20 "$B8"
> /dev/null export B9=$x; s 21 "$B9"
export "C1=$x" 'C2'=$x C3"="$x; s 22 "$C1" "$C2" "$C3"
export C4=a:~ C5=$x:~; s 23 "$C4" "$C5"
v=C6; export $v=$x; s 24 "$C6"
export $v=~; s 25 "$C6"
typeset C7=$x; s 26 "$C7"
declare -x C8=$x C9; s 27 "$C8"
local Z=1 2>/dev/null; s 28 "${Z-unset}"
alias D1=$x; s 29
export D2=*; s 30 "$D2"
builtin export D3=*; s 31 "$D3"
export D4={a,b}; s 32 "$D4"
export D5+=$x; s 33 "$D5"
