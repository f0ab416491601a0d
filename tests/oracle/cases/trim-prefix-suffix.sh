#!/bin/bash
# oracle: launches 1
P=/data/models/qwen.v2.tar.gz
X='a*b*c'
T='*b'
python3 train.py "${P##*/}" "${P#*/}" "${P%/*}" "${P%%.*}" "${P%.gz}" "${X%$T*}" "${X%"$T"*}" "${X#a\*}" "${P#no}" "${P##*[./]}"
