#!/bin/bash
# oracle: launches 1
# oracle: expect any
shopt -s expand_aliases
alias go='python3 train.py'
go b
