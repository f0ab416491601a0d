#!/bin/bash
# oracle: launches 1
# oracle: args -vc 4 -n name rest more
V=0
while getopts "vc:n:" opt; do
  case $opt in
    v) V=1 ;;
    c) CP=$OPTARG ;;
    n) NAME=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
python3 train.py $V $CP $NAME "$@" $OPTIND
