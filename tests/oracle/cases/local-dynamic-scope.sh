#!/bin/bash
# oracle: launches 4
inner() { python3 train.py "inner $V"; V=changed; }
outer() { local V=local; inner; python3 train.py "outer $V"; }
V=global
outer
python3 train.py "after $V"
keep() { local V; python3 train.py "${V-unset}"; }
keep
