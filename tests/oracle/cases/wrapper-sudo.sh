#!/bin/bash
# oracle: launches 3
sudo python3 train.py a
sudo -E -u alice python3 train.py b
sudo X=1 bash -c 'python3 train.py c$X'
