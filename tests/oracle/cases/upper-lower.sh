#!/bin/bash
# oracle: launches 1
V=qWen
python3 train.py "${V^}" "${V^^}" "${V,}" "${V,,}" "${V^^[e-w]}"
