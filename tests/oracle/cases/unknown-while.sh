#!/bin/bash
# oracle: launches 1
# oracle: expect open
TRIES=0
until check; do
  TRIES=$((TRIES + 1))
  [ $TRIES -gt 3 ] && break
done
python3 train.py --tries "$TRIES"
