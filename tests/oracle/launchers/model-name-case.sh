#!/bin/bash
# oracle: env MODEL_NAME=Qwen3-30B-A3B-Instruct
# oracle: launches 1
MODEL_NAME=${MODEL_NAME:-Qwen3-4B}
lower=${MODEL_NAME,,}
case "$lower" in
  qwen3-*b-a*b*) FAMILY=moe; SIZE=${lower#qwen3-}; SIZE=${SIZE%%b-*} ;;
  qwen3-*) FAMILY=dense; SIZE=${lower##*-}; SIZE=${SIZE%b} ;;
  glm-5*|glm5*) FAMILY=dsa; SIZE=744 ;;
esac
if [[ $SIZE -ge 30 ]]; then CP=4; else CP=1; fi
AG=$([[ $FAMILY == dsa ]] && echo "--allgather-cp")
python3 train.py --family "$FAMILY" --size "$SIZE" --context-parallel-size "$CP" $AG
