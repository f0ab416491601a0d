#!/bin/bash
# oracle: launches 1
S=1
E=
python3 train.py ${S:+--flag $S} ${E:+--no} "${E+yes}" "${U+no}" "${S:+a b}" ${S:+"a b"} ${U:+no}
