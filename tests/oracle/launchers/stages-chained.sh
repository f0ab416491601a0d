#!/bin/bash
# oracle: launches 3
# oracle: expect any
python3 convert.py --to dist && \
  python3 train.py --load dist && \
  python3 export.py --from dist
