#!/bin/bash
# oracle: launches 1
# oracle: expect any
trap 'python3 resubmit.py' TERM USR1
python3 train.py
