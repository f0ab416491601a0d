#!/bin/bash
# oracle: launches 3
if=1
python3 train.py if then fi "$if" { } ! [[ case esac
for in in in; do python3 train.py $in; done
function time2 { python3 train.py done; }; time2
