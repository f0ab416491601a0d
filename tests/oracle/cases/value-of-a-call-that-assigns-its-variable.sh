#!/bin/bash
# oracle: launches 5
# The value is expanded before the variable hides the one outside, which ${V=x} sets.
V="${V=outer}+" bash -c 'python3 train.py "$V"'
python3 train.py "$V"
f() { python3 train.py "$W"; }
W="${W=outer}+" f
python3 train.py "$W" "${X-unset}"
X=${V}1 Y=$X bash -c 'python3 train.py "$X" "$Y"'
