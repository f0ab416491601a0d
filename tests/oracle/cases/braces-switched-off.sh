#!/bin/bash
# oracle: launches 9
set +B
python3 train.py {a,b} {1..3} $(echo {c,d})
(set -B; python3 train.py {a,b})
bash -c 'python3 train.py {a,b}'
A=([2]={a,b} {c,d})
python3 train.py "${A[@]}" "${!A[@]}"
[[ -o braceexpand ]] || python3 train.py off
set -B
python3 train.py {a,b}
bash +B -c 'python3 train.py {a,b}'
f() { set +o braceexpand; }
f
python3 train.py {a,b}
set -o braceexpand
python3 train.py {a,b}
