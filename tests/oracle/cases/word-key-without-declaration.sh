#!/bin/bash
# oracle: launches 1
# oracle: expect any
# Not associative: the subscript is arithmetic, and 4B is none.
{
  M=([small]=x [big]="${M[4B]}")
  python3 train.py never
}
python3 train.py "${M[@]}" ${#M[@]}
