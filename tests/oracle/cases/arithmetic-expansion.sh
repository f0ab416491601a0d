#!/bin/bash
# oracle: launches 1
N=4 M=3
python3 train.py $((N*2)) $(( N / M )) $((N % M)) $((N ** 2)) $((-N)) $((N > M ? 1 : 2)) $((0x10 + 010)) $((N<<2|1)) $(($N$M)) $((UNSET_N + 1)) $((!N)) $((~N)) $((N == 4 && M != 3))
