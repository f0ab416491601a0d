#!/bin/bash
# oracle: launches 0
# oracle: expect any
srun $(probe) python3 train.py --x
