#!/bin/bash
# oracle: launches 1
# oracle: expect open
case "$(hostname)" in
  node01) CP=1; NET=eth0 ;;
  *) CP=2; NET=eth0 ;;
esac
python3 train.py --context-parallel-size $CP $NET
