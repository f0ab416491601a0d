#!/bin/bash
# oracle: launches 3
# oracle: expect open
nvidia-smi | while read -r word rest; do python3 train.py "$word"; done
