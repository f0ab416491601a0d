#!/bin/bash
# oracle: launches 5
# The array is there before its entries are expanded.
MODEL_ARGS=(${!MODEL*} end)
python3 train.py "${MODEL_ARGS[@]}"
CKPT_ARGS+=(x"${!CK@}" "${#CKPT_ARGS[@]}")
python3 train.py "${CKPT_ARGS[@]}"
unset CKPT_ARGS
CKPT_ARGS=([2]=${!CK@})
python3 train.py "${CKPT_ARGS[@]}"
unset CKPT_ARGS
CKPT_ARGS[1]=${!CK@} CKPT=${!CK@}
python3 train.py "${CKPT_ARGS[@]}" "$CKPT"
f() { LOCAL_NOT=(${!LOCAL_*}); python3 train.py "${LOCAL_NOT[@]}"; }
f
