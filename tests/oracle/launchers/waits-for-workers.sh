#!/bin/bash
# oracle: launches 1
# oracle: expect any
EXPECTED=2
while true; do
  READY=$(ray status | grep -c node_)
  [ "$READY" -ge 0 ] && break
  sleep 5
done
ray job submit -- python3 train.py --nodes $EXPECTED --allgather-cp
