#!/bin/bash
# oracle: launches 2
python3 train.py --stage warmup || true
python3 train.py --stage main || { echo failed; exit 1; }
