#!/bin/bash
# oracle: launches 1
V="a   b *"
W=$V
X=~/x
Y=a:~/b
Z="~/c"
python3 train.py "$W" "$X" "$Y" "$Z"
