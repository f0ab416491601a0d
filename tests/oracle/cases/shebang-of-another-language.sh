#!/usr/bin/env python3
# oracle: as batch
# oracle: launches 0
import os
os.system("python3 train.py --allgather-cp")
