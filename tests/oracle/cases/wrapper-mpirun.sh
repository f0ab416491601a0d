#!/bin/bash
# oracle: launches 3
mpirun -np 8 python3 train.py a
mpirun -n 4 -H host1,host2 --bind-to none -x NCCL_DEBUG=INFO --mca btl self python3 train.py b
mpiexec -n 2 python3 train.py c
