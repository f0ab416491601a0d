#!/bin/bash
# oracle: launches 4
# oracle: expect open
trap 'echo "+ $BASH_COMMAND" >&2' DEBUG
python3 train.py one
trap - DEBUG
python3 train.py two
trap 'python3 each.py' DEBUG
python3 train.py three
