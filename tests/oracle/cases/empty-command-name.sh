#!/bin/bash
# oracle: launches 2
# oracle: expect any
"" x
"$NOTHING" python3 train.py never
python3 train.py after
$NOTHING
'' || python3 train.py failed
