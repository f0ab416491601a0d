#!/bin/bash
# oracle: launches 5
# oracle: expect open
# Where it is not known whether a line is given up, only that line hangs on it.
V=1
for i in 1 2; do
  check || { V=2; : "$((1 +))"; }
  python3 train.py turn $i
done
python3 train.py "$V"
f() {
  local V=local
  if check; then W=set; else A[1 +]=x; fi
  python3 train.py within "$V"
}
V=3
f a b; set -- c
python3 train.py "$V" "${W-unset}" "$@"
