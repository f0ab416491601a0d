#!/bin/bash
# oracle: launches 2
set -e
local_v() { local V=$(false); python3 train.py "local hides the status"; }
local_v
(python3 train.py in; false; python3 train.py never)
python3 train.py never
