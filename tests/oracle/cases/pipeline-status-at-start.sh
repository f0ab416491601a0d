#!/bin/bash
# oracle: launches 2
python3 train.py "${PIPESTATUS[0]}" "$?"
true | false | true
python3 train.py "${PIPESTATUS[@]}"
