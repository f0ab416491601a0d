#!/bin/bash
# oracle: launches 1
# oracle: expect any
LAUNCHER=${LAUNCHER-$(probe > /dev/null)}
$LAUNCHER python3 train.py a
