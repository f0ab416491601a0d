#!/bin/bash
# oracle: launches 8
bash -eo pipefail -c 'false | true; python3 train.py never'
python3 train.py pipefail $?
bash -o pipefail -c 'false | true; python3 train.py goes-on $?'
bash --nothing -c 'python3 train.py never'; python3 train.py long $?
bash -Z -c 'python3 train.py never'; python3 train.py short $?
bash -x -o errexit -c 'false; python3 train.py never'; python3 train.py errexit $?
bash -o errexit -o nounset +o errexit -uo pipefail -c 'false | true; python3 train.py off'
bash -o errexit -eo nounset -c '(: $NONE); python3 train.py never'; python3 train.py both $?
bash -o nothing -c 'python3 train.py never'; python3 train.py name $?
