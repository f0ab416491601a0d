#!/bin/bash
# oracle: launches 10
# oracle: expect open
# Of an array with unknown words in it those that follow are still in it.
EXTRA=$(probe)
ARGS=(--lr 1e-6 $EXTRA --allgather-cp)
python3 train.py "${ARGS[@]}"
python3 train.py ${ARGS[@]} "${ARGS[*]}" "${ARGS[-1]}" "${ARGS[0]}" "${ARGS[@]: -1}"
ARGS+=(--context-parallel-size 2)
if probe; then ARGS+=(--debug); fi
ARGS+=(--hf-checkpoint "x y")
python3 train.py "${ARGS[@]}"
run() { local cmd=("$@" end); python3 train.py "${cmd[@]:1}" last; }
run first $EXTRA --middle
set -- a $EXTRA b
shift
python3 train.py "$@" "${@: -1}"
bash -c 'python3 train.py "$@" end' name $EXTRA --in-child
for word in one $(probe) two; do LIST+=("$word"); done
python3 train.py "${LIST[0]}" "${LIST[-1]}" "${LIST[@]}"
COPY=("${ARGS[@]/#--/-}")
python3 train.py "${COPY[@]}" x"${COPY[@]}"y
CMD=(python3 train.py $EXTRA --from-command)
"${CMD[@]}"
case $EXTRA in x) MORE=(--a);; *) MORE=(--b --c);; esac
MORE+=(--d)
python3 train.py "${MORE[@]}"
