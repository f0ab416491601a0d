LIB=1
python3 train.py never
