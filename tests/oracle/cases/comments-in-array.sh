#!/bin/bash
# oracle: launches 1
ARGS=( # opening
   --lr 1e-6   # a note
   #--allgather-cp
   # it's (not) "closed
   --x#y --url http://h/#frag

   --end)
python3 train.py ${ARGS[@]}
