#!/bin/bash
# oracle: launches 3
V=before
echo x | read -r V
python3 train.py $V
echo "a b" | while read -r p q; do V=inside; python3 train.py $q $p; done
python3 train.py $V
