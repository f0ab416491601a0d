#!/bin/bash
# oracle: launches 1
alias python3='python3 -u'
python3 train.py a
