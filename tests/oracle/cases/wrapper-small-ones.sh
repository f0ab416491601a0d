#!/bin/bash
# oracle: launches 14
nohup python3 train.py 1
nohup setsid python3 train.py 2
nice -n 10 python3 train.py 3
nice python3 train.py 4
timeout 3600 python3 train.py 5
timeout -k 30 --signal=TERM 24h python3 train.py 6
stdbuf -oL -eL python3 train.py 7
stdbuf --output=L python3 train.py 8
taskset -c 0 python3 train.py 9
time python3 train.py 10
time -p python3 train.py 11
numactl --cpunodebind=0 --membind=0 python3 train.py 12
numactl -N 0 -m 0 python3 train.py 13
setsid --wait timeout 5 nice -5 python3 train.py 14
