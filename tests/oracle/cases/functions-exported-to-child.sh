#!/bin/bash
# oracle: launches 1
# oracle: expect any
go() { python3 train.py "$1"; }
export -f go
bash -c 'go child'
