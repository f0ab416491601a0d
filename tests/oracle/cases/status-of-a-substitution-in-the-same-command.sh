#!/bin/bash
# oracle: launches 15
false
A=($(true) $?)
python3 train.py "${A[@]}"
true
python3 train.py $? "$(exit 5)$?" $?
true
B=$(exit 4)$? C=$?
python3 train.py $B $C $?
true
python3 train.py $(( $(exit 7) + $? )) ${X:-$(exit 8)} $? $() $?
for N in $(exit 9) $?; do python3 train.py $N; done
for N in $(exit 9); do :; done
python3 train.py $?
case $(exit 9)$? in
9) python3 train.py nine $? ;;
esac
case $(exit 9) in
x) ;;
esac
python3 train.py $?
[[ -z $(exit 9) && $? == 9 ]] && python3 train.py test
false
[[ -n x && ( ! -z x && $? == 1 ) ]] && python3 train.py before
f() { python3 train.py $?; }
f $(exit 3)
X=$(exit 3) f
if [ -z $(exit 3) ]; then python3 train.py $?; fi
cat > x.sh <<EOT
python3 train.py $(exit 3) $?
EOT
bash x.sh
true
let N=$(exit 4)$?
python3 train.py $N
