#!/bin/bash
# oracle: launches 0
CMD=(python3 train.py --allgather-cp "--save=/out dir")
printf '%q ' "${CMD[@]}"; echo
if [ "${RUN:-0}" = 1 ]; then
  "${CMD[@]}"
fi
