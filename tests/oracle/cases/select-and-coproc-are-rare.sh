#!/bin/bash
# oracle: launches 1
# oracle: expect any
select x in a b; do python3 train.py never; done < /dev/null
python3 train.py after
