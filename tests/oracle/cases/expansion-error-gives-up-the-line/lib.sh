Y=$((2 3))
python3 train.py next-line
