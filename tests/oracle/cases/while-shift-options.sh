#!/bin/bash
# oracle: launches 1
# oracle: args --cp 4 --ag --name=x y -- --rest z
CP=1
AG=()
REST=()
while [[ $# -gt 0 ]]; do
  case "$1" in
    --cp) CP="$2"; shift 2 ;;
    --name=*) NAME="${1#*=}"; shift ;;
    --ag) AG=(--allgather-cp); shift ;;
    --) shift; REST+=("$@"); break ;;
    -*) echo "unknown option $1"; exit 1 ;;
    *) REST+=("$1"); shift ;;
  esac
done
python3 train.py --context-parallel-size $CP "${AG[@]}" --name "$NAME" "${REST[@]}"
