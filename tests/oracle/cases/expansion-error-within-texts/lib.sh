f() { A[$1]=x; python3 train.py never; }
if true; then : "${!NOWHERE}"; python3 train.py never; fi; python3 train.py never
python3 train.py lib
f "1 +"; python3 train.py never
python3 train.py never
