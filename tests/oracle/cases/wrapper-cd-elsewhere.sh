#!/bin/bash
# oracle: launches 2
# oracle: expect any
# Whether the directory is there, inside the container or on the other machine, is not known.
docker run --rm img bash -c "cd / && python3 train.py --context-parallel-size 2"
ssh node02 "cd / && python3 train.py --context-parallel-size 2"
