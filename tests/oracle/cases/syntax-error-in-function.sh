#!/bin/bash
# oracle: launches 0
f() {
  if true; do :; fi
}
python3 train.py never
