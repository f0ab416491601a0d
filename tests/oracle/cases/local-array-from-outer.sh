#!/bin/bash
# oracle: launches 2
A=(-n "o p")
S=outer
f() {
  local A=(x "y${A}" "${A[@]}")
  local S=in-$S T=$S
  python3 train.py "${A[@]}" "$S" "$T"
}
f
python3 train.py "${A[@]}" "$S"
