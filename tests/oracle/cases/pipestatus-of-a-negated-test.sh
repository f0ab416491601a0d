#!/bin/bash
# oracle: launches 10
! [[ a == b ]]
python3 train.py ${PIPESTATUS[@]} $?
! [[ a == a && b == b ]]
python3 train.py ${PIPESTATUS[@]} $?
! ((0))
python3 train.py ${PIPESTATUS[@]} $?
! ((3)) 2>&1
python3 train.py ${PIPESTATUS[@]} $?
! (exit 3)
python3 train.py ${PIPESTATUS[@]} $?
if ! [[ a == b ]]; then python3 train.py ${PIPESTATUS[@]}; fi
if ! [[ a == a ]]; then :; fi
python3 train.py ${PIPESTATUS[@]}
! { [[ a == b ]]; }
python3 train.py ${PIPESTATUS[@]} $?
! [[ a == b ]] | true
python3 train.py ${PIPESTATUS[@]} $?
! false
python3 train.py ${PIPESTATUS[@]} $?
