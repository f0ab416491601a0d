#!/bin/bash
# oracle: launches 1
NAME=x
python3 train.py a"b c"d 'it'\''s' "say \"hi\"" "\$NAME $NAME \a \\ \`" --f='{"a": "'$NAME'"}' ""'' \"
