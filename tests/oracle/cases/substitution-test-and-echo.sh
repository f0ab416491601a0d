#!/bin/bash
# oracle: launches 2
CP=2
python3 train.py $([ "$CP" -gt 1 ] && echo --allgather-cp) $([[ -z $CP ]] && echo --no) $(if (( CP == 2 )); then echo two; else echo other; fi)
python3 train.py $([ $CP = 1 ] && echo one || echo many)
