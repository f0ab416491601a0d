#!/bin/bash
# oracle: launches 2
A=(); S=text; declare -A M
python3 train.py "${A[-1]}" "${A[-1]-none}" "${A[-1]:-none}" "${A[-1]+some}" "${S[-1]}" \
  "${M[$NONE]}" "${NONE[-1]}" "${#NONE[-1]}" "${!A[-1]}" "$((A[-1] + 2))" "${NONE@Z}"
: "${#A[-1]}"; python3 train.py never
: "${A[-1]:=x}"; python3 train.py never
python3 train.py "$?"
