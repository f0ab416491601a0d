#!/bin/bash
# oracle: launches 4
# oracle: expect open
check | true; python3 train.py "${PIPESTATUS[@]}"
check; STATUS=${PIPESTATUS[0]}
if [ $STATUS -ne 0 ]; then python3 train.py again; fi
python3 train.py "$STATUS" | cat
[ ${PIPESTATUS[1]} -eq 0 ] && python3 train.py behind
source after.sh
python3 train.py end
exit ${PIPESTATUS[0]}
