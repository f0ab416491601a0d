#!/bin/bash
# oracle: launches 9
# What is assigned before a command has no -i, -u or -l of the variable that it hides.
declare -i N=5
declare -u NAME=a
export N NAME
N=1+1 NAME=b bash -c 'python3 train.py "$N" "$NAME"'
N=$NONE bash -c 'python3 train.py "[$N]"'
N+=2 NAME+=b bash -c 'python3 train.py "$N" "$NAME"'
N=1+1 eval 'python3 train.py $N'
f() {
	python3 train.py "$N" "$NAME"
	N=2+2 NAME=c
	python3 train.py "$N" "$NAME"
}
N=1+1 NAME=b f
N+=1 f
N=3+3 NAME=d
python3 train.py "$N" "$NAME"
