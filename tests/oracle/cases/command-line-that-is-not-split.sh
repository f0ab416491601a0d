#!/bin/bash
# oracle: launches 2
IFS=$'\n'
CMD="python3 train.py"
${CMD} --allgather-cp
"$CMD"
python3 "my train.py"
IFS=' '
$CMD
