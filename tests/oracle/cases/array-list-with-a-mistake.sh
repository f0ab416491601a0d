#!/bin/bash
# oracle: launches 14
# A mistake in the list of an array gives up its line, or all lines that bash has read for it, and
# bash goes on with the next.
SAVE=(old)
python3 train.py never; SAVE=(--save <path>) && python3 train.py never
python3 train.py $? "${SAVE[@]}"
SAVE=(
	--save <path>
python3 train.py behind $? "${SAVE[@]}"
eval 'SAVE=(a | b)
python3 train.py in-eval $?'
for N in 1 2; do declare -a SAVE=(a & b); done
python3 train.py after-loop $?
cat <<EOF; SAVE=(a (b))
python3 train.py no-document
SAVE=(a ; b) \
	python3 train.py new-line
printf 'SAVE=(<a>)\npython3 train.py in-file $?\n' >file.sh
. ./file.sh
bash file.sh
printf 'if true; then\nSAVE=(<a>)\npython3 train.py in-branch\nfi\npython3 train.py never\n' >file.sh
bash file.sh
python3 train.py $?
printf 'f() {\nSAVE=(<a>)\n}\npython3 train.py never\n' >file.sh
. ./file.sh
python3 train.py sourced
OUT=`echo lost; SAVE=(a < b)
echo lost`
python3 train.py $? "$OUT"
if ! eval 'SAVE=(<a>)'; then python3 train.py failed; fi
set -e
trap 'python3 train.py trap $?' EXIT
SAVE=(<a>)
python3 train.py never
