#!/bin/bash
# oracle: launches 0
# oracle: expect any
check python3 train.py not-started
rsync python3 train.py somewhere
