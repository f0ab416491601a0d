#!/bin/bash
# oracle: launches 2
AG=1
mk() {
  ARGS=(
    --first
    ${AG:+--allgather-cp}   # only when asked for
    ${DEBUG:+--debug "$DEBUG"} # likewise
    "${NAME:-none}" # always
  )
}
mk; python3 train.py "${ARGS[@]}"
AG=
DEBUG="a b"
mk; python3 train.py "${ARGS[@]}"
