#!/bin/bash
# oracle: launches 1
NAME=“my run”
python3 train.py --name “my run” --cp ‘2’ ${NAME}
