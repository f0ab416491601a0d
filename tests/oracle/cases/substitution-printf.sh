#!/bin/bash
# oracle: launches 1
python3 train.py "$(printf '%s-%s\n' a b c)" "$(printf '%d' 0x1f)" "$(printf x)" "$(printf '\x41\101\n\n')" "$(printf '%b' 'a\nb')" "$(printf '%q' 'a b')" "$(printf -- '--x=%s ' 1 2)" "$(printf '%05d' 42)" "$(printf '%s')"
