#!/bin/bash
# oracle: launches 1
E=
S=set
python3 train.py "${U:-d}" "${U-d}" "${E:-d}" "${E-d}" "${S:-d}" ${U:-a b} "${U:-a b}" ${U:-"a b"} "${U:-"a b"}" "${U:-'q'}" ${U:-'q r'}
