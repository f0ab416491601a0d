#!/bin/bash
# oracle: launches 3
bash -x sub.sh a 2>/dev/null
bash -e -u sub.sh b
bash -o errexit sub.sh c
bash -n sub.sh never
