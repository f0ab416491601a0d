#!/bin/bash
# oracle: launches 3
PY="python3 -u"
$PY train.py a
SCRIPT=train.py
python3 $SCRIPT b
"${EMPTY[@]}" ${NOTHING} python3 train.py c
