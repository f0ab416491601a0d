#!/bin/bash
# oracle: launches 3
# oracle: expect open
# Since 5.2 bash splits the first.
E=
python3 train.py "$(printf '<%s>' ${E:-$'a b'})"
python3 train.py "$(printf '<%s>' ${E:-'a b'} $'a b')"
V=${E:-$'a b'}
python3 train.py "$V"
