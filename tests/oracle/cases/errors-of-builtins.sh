#!/bin/bash
# oracle: launches 2
trap : NOTHING; python3 train.py trap $?
mapfile -Z L; python3 train.py usage $?
