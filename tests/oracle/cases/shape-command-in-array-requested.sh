#!/bin/bash
# oracle: env RUN=1
# oracle: launches 1
CMD=(python3 train.py --allgather-cp "--save=/out dir")
printf '%q ' "${CMD[@]}"; echo
[ "${RUN:-0}" = 1 ] && "${CMD[@]}"
