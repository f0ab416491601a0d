#!/bin/bash
# oracle: launches 10
trap 'python3 train.py "error $?"' ERR
false
true && false || true
if false; then :; fi
! true
(exit 3) | true
f() { false; return 4; }
f
(false)
x=$(false)
trap - ERR
false
set -E
trap 'python3 train.py traced' ERR
g() { false; true; }
g
(trap 'python3 train.py exits; exit 0' ERR; false; python3 never.py)
(set -e; trap 'python3 train.py both' ERR; false; python3 train.py goes-on) || true
(trap 'python3 train.py leaves' EXIT; trap 'exit 2' ERR; false; python3 train.py goes-on) || true
trap - ERR
python3 train.py end
