#!/bin/bash
# oracle: launches 9
# oracle: expect open
# A redirection makes its file before what it is for runs, not before the words of a command.
python3 train.py words *.l1 >made.l1
{
	python3 train.py group *.l2
} >made.l2
f() { python3 train.py function *.l3; } >made.l3
f
true 2>4.err
python3 train.py other *.err
{ [ -f 5.txt ] && python3 train.py there; } >5.txt
cat old.txt >6.txt
{ python3 train.py "open $(cat 6.txt)"; } >6.txt
echo more >>6.txt
python3 train.py "$(cat 6.txt)"
true 2>old.txt
python3 train.py "emptied $(cat old.txt)"
echo one >7.txt
{ echo two >>7.txt; } >>7.txt
python3 train.py "twice $(cat 7.txt)"
