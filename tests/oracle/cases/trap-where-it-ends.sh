#!/bin/bash
# oracle: launches 5
# oracle: expect open
# Where a script ends hangs on a check, and with it what the trap sees, or which one it is.
(
	STEP=one
	trap 'python3 train.py "step $STEP" same' EXIT
	check || exit 1
	STEP=two
)
(
	trap 'python3 first.py' EXIT
	check && exit 0
	trap 'python3 second.py' EXIT
)
(
	if check; then trap 'python3 third.py' EXIT; else trap 'python3 fourth.py' EXIT; fi
)
(
	f() { check || exit 1; }
	trap 'python3 train.py "parameter $1"' EXIT
	f of-function
)
(
	trap 'python3 never-or-not.py' EXIT
	check && trap - EXIT
)
python3 train.py end
