#!/usr/bin/env bash
# oracle: as batch
# oracle: launches 1
python3 train.py a
