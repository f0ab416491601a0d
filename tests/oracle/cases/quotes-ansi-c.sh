#!/bin/bash
# oracle: launches 1
python3 train.py $'tab\there' $'it\'s' $'\x41\101\u00e9' $'l1\nl2' "$'not'" pre$'\\'post $'\e[0m'
