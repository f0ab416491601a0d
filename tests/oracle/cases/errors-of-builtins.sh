#!/bin/bash
# oracle: launches 1
trap : NOTHING; python3 train.py trap $?
