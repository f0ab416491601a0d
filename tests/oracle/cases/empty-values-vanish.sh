#!/bin/bash
# oracle: launches 1
E=
python3 train.py --a $E --b "$E" --c ""$E --d $UNSET_THING --e "${UNSET_THING}" $E$E end
