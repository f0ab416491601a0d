#!/bin/bash
# oracle: launches 13
# What resets a trap, what replaces it, and what has one of its own.
(trap 'python3 train.py one' EXIT)
(trap 'python3 never.py' EXIT; trap - EXIT)
(trap 'python3 never.py' EXIT; trap '' EXIT)
(trap 'python3 never.py' EXIT; trap EXIT)
(trap 'python3 never.py' EXIT; trap 2 0)
(trap -- 'python3 train.py two' exit INT)
(trap 'python3 never.py' NOSUCH INT TERM)
(trap 'python3 never.py' EXIT; exec python3 train.py three)
(trap 'python3 train.py "four $X $1 $?"' EXIT; X=late; set -- p; exit 5)
(trap 'python3 train.py five' EXIT; (exit 2); x=$(true); bash -c 'python3 train.py inner')
(trap 'python3 train.py seven; exit 4' EXIT; exit 3); python3 train.py "status $?"
f() { local v=local; shift; exit 3; }
(trap 'python3 train.py "$v $1 $?"' EXIT; v=global; f a b)
(set -e; trap 'python3 train.py "errexit $1 $?"' EXIT; g() { set -- changed; false; }; g arg)
(trap 'python3 train.py "$T"' EXIT; h() { exit; }; T=temporary h)
(i() { trap 'python3 train.py from-function' EXIT; }; i; python3 train.py before)
