#!/bin/bash
# oracle: launches 14
# env -S cuts its text by rules of its own.
export V="a b" W=
env -S 'python3 train.py one' two
env -S'python3 train.py "a b" '"'c d'" e
env --split-string='python3 train.py x\_y "p\_q" t\tt "n\"q" \#h' end
env -S 'python3 train.py ${V} "${V}" ${W} "" '"'\${V}'" rest
env -S 'A=1 B="2 3" bash -c' 'python3 train.py "$A" "$B"'
env -i -S 'PATH='"$PATH"' C=4 bash' -c 'python3 train.py "${V-unset}" "$C"'
env -vS 'python3 train.py cut # not this' 2>/dev/null
env -u V -S 'bash -c' 'python3 train.py "${V-unset}"'
env -S 'python3 train.py stop\c not this' tail
env -S '-u V python3 train.py options'
env -S 'env -S "python3 train.py nested"' x
env -S '  python3	train.py  blanks  '
env python3 train.py -S plain
env -S 'python3 train.py a'"'b'"'"c"d'
