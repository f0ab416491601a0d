#!/bin/bash
# oracle: launches 1
python3 launcher.py --extra-args "--context-parallel-size 2 --allgather-cp" --nodes 2
