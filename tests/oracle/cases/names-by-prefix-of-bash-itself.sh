#!/bin/bash
# oracle: launches 6
python3 train.py ${!SH*} ${!HO@} ${!OPT@} ${!U@} ${!PW@} ${!DIR@} ${!BASH_SO*} ${!FUNC@} ${!BASH_LI@}
f() { python3 train.py ${!FUNC*} ${!SH*}; }
f
cat > child.sh <<'E'
python3 train.py ${!SH*} ${!TERM*} ${!BASH_SO*}
E
bash child.sh
(unset SHELL; python3 train.py ${!SH*}; bash child.sh)
bash -c 'python3 train.py ${!BASH_SO*} ${!SH*} "${#BASH_SOURCE[@]}"; f() { true "${#FUNCNAME[@]}" "${FUNCNAME[@]}"; }; f'
