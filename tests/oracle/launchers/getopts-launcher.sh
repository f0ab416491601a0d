#!/bin/bash
# oracle: args -m glm -c 4 -x -- --lr 1e-6
# oracle: launches 1
usage() { echo "usage: $0 [-m MODEL] [-c CP] [-x]" >&2; exit 2; }
MODEL=qwen CP=1 AG=
while getopts ":m:c:xh" opt; do
  case "$opt" in
    m) MODEL="$OPTARG" ;;
    c) CP="$OPTARG" ;;
    x) AG=--allgather-cp ;;
    h|:|\?) usage ;;
  esac
done
shift "$((OPTIND-1))"
python3 train.py --hf-checkpoint "/m/$MODEL" --context-parallel-size "$CP" $AG "$@"
