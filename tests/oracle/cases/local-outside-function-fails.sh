#!/bin/bash
# oracle: launches 1
if local V=1 2>/dev/null; then python3 train.py never; fi
local W=2 2>/dev/null || python3 train.py "${V-unset}" "${W-unset}"
