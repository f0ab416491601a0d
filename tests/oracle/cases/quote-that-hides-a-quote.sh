#!/bin/bash
# oracle: launches 2
# oracle: expect open
# In an operand within double quotes ' opens a pair: here all up to #' is one word, in which bash
# finds braces all the same.
A=(
"${X:-it's}"
'{a,b}'
)
{a,b}{c,d}
#'"
)
python3 train.py ${#A[@]}
python3 train.py "${X:-'x'}"
