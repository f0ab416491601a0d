#!/bin/bash
# oracle: launches 6
# What `trap ... EXIT` leaves in a process of its own: it runs behind { } and ( ), not behind
# loops, conditions and lists.
f() { trap "python3 train.py $1" EXIT; }
printf 'a\n' | while read -r LINE; do f never; done
printf 'a\n' | while read -r LINE; do
	f never
	exit
done
true | if true; then f never; fi
for N in 1; do f never; done &
wait
true && f never &
wait
true | { f group; } 2>/dev/null
(for N in 1; do f subshell; done)
{ f first; } | cat
{ f behind; } &
wait
X=$(f substitution >&2)
true | { for N in 1; do f loop-in-group; done; }
