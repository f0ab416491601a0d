#!/bin/bash
# oracle: launches 1
python3 train.py ~ ~/data "~/q" x~ --p=~/z ~+/here $HOME
