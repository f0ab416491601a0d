#!/bin/bash
# oracle: launches 8
# oracle: expect any
rm data/a.txt
python3 train.py data/*.txt
touch data/c.txt
python3 train.py data/*.txt
mkdir made && cd made
python3 train.py ../data/*

cd ..
exec > log-of-run
python3 train.py l*n
python3 train.py "$(readlink -f data/a.txt)"

mkdir -p data/sub other/one
python3 train.py data/*
python3 train.py oth* other/*
python3 train.py data/[ab].txt
