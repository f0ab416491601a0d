#!/bin/bash
# oracle: launches 1
# oracle: env FROM_ENV=outer
B=b
python3 train.py "${A:-${B:-c}}" "${A:-${C:-${FROM_ENV}}}" ${A:-${C:-$(echo d)}} "${FROM_ENV:-no}"
