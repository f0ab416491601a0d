#!/bin/bash
# oracle: launches 1
# oracle: expect any
HEAD=node01
CP=2
ssh -o StrictHostKeyChecking=no "$HEAD" "cd /tmp && CP=$CP python3 train.py --context-parallel-size $CP --user \$USER"
