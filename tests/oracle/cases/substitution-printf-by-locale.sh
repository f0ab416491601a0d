#!/bin/bash
# oracle: launches 1
# oracle: expect any
# The decimal point and what \u writes hang on the job's locale.
python3 train.py "$(printf '%5.1f|' 2.25)" "$(printf '%.2f' 1.5)" "$(printf '\u00e9')"
