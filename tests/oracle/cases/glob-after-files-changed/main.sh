#!/bin/bash
# oracle: launches 3
# oracle: expect any
rm data/a.txt
python3 train.py data/*.txt
touch data/c.txt
python3 train.py data/*.txt
mkdir made && cd made
python3 train.py ../data/*
