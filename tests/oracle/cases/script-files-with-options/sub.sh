python3 train.py "$1"
false
