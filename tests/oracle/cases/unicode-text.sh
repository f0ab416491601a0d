#!/bin/bash
# oracle: launches 1
# oracle: expect any
V="größe–日本"
python3 train.py "$V" ${#V} "${V:1:3}" "${V^^}" “curly quotes” —allgather-cp "${V%本}"
