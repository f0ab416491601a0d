#!/bin/bash
# oracle: launches 3
case a in
  a) python3 train.py one ;&
  b) python3 train.py two ;;&
  c) python3 train.py never ;;
  [a-z]) python3 train.py three ;;
esac
