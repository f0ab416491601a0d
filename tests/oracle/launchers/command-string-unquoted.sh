#!/bin/bash
# oracle: launches 1
OPTS="--lr 1e-6 \
      --seed 42 \
      --note 'not quoted'"
LAUNCH="nohup python3 -u"
$LAUNCH train.py $OPTS > nohup.log 2>&1
