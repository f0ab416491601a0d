#!/bin/bash
A=(--allgather-cp)
python3 train.py "${A[@]}" "$@"
