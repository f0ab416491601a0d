#!/bin/bash
# oracle: launches 2
false; A=${PIPESTATUS[*]}
(exit 3) | true | false; B="${PIPESTATUS[*]}"
python3 train.py "$A" "$B"
[ a = b ]
python3 train.py "${PIPESTATUS[0]}"
