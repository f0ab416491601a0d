#!/bin/bash
# oracle: launches 15
# What bash reports as an error ends a shell under -e, there and then, in a condition too.
A=(); declare -A M=([k]=v); readonly R=1
( set -e; V="${A[-1]}"; python3 train.py never ); python3 train.py element $?
( set -e; V="${M[$NONE]}"; python3 train.py never ); python3 train.py key $?
( set -e; if : "${A[-1]}"; then :; fi; python3 train.py never ); python3 train.py condition $?
( set -e; : "${A[-1]}" || python3 train.py never ); python3 train.py tested $?
( set -e; A[-1]=x || :; python3 train.py never ); python3 train.py assigned $?
( set -e; L=([-1]=x y); python3 train.py never ); python3 train.py listed $?
( set -e; R=2 || :; python3 train.py never ); python3 train.py readonly $?
( set -e; (( A[-1] )) || :; python3 train.py never ); python3 train.py arithmetic $?
( set -e; [ -v 'A[-1]' ] || :; python3 train.py never ); python3 train.py test $?
( set -e; (exit 5) || V="${A[-1]}"; python3 train.py never ); python3 train.py status $?
# An error of arithmetic, or of a length, is another one: the line is given up, and no more.
bash -ec 'X=$((1 +)); python3 train.py never
python3 train.py next-line'
bash -ec 'V=; : "${V:0:-1}"; python3 train.py never
python3 train.py next-line'
# $( ) has no -e, and neither has what is evaluated within a condition.
( set -e; V=$(echo "${A[-1]}"; echo on); python3 train.py "$V" )
( set -e; if eval ': "${A[-1]}"'; then python3 train.py evaluated; fi )
set -e
python3 train.py before
V="${A[-1]}"
python3 train.py never
