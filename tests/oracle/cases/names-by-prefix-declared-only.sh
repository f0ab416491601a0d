#!/bin/bash
# oracle: launches 4
# oracle: expect any
# What is declared only is not there, but releases of bash differ in when an array begins to be.
declare -a CKPT_ARGS
declare CKPT_NAME
python3 train.py "${!CK@}" end
CKPT_ARGS=("${!CK@}" end)
python3 train.py "${CKPT_ARGS[@]}"
declare MODEL_ARGS=("${!MODEL@}" end)
python3 train.py "${MODEL_ARGS[@]}"
f() { local CKPT_ARGS; python3 train.py "${!CK@}" end; }
f
