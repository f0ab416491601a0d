#!/bin/bash
# oracle: launches 5
bash -o pipefail -c 'false | true || python3 train.py pipefail'
bash -eo pipefail -c 'python3 train.py first
false | true
python3 train.py never'
bash +e -u -c 'python3 train.py $X never'
bash -O extglob -o errexit -c 'python3 train.py second
false
python3 train.py never'
bash -eo pipefail +e -x -c 'false; python3 train.py third'
bash -o nounset +o nounset -c 'python3 train.py $X fourth'
