#!/bin/bash
# oracle: launches 1
conda run -n base --no-capture-output python3 train.py a
