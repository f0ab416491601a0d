#!/bin/bash
# oracle: launches 26
# A function is called with variables of its own, which may be unset, exported, made local.
s() { python3 train.py "$@"; }
see() { s "$1" "${T-unset}"; bash -c 'python3 train.py child "${T-unset}"'; unset T; }
f1() { export T=in; }; T=pre f1; see export-value
f2() { T=in; }; T=pre f2; see assigned
f3() { declare -x T; }; T=pre f3; see declare
f4() { local T; s local "${T-unset}"; T=in; }; T=pre f4; see local
T=out; f5() { unset T; s unset "${T-unset}"; T=in; }; T=pre f5; see unset-then-set
f6() { g6; }; g6() { export T; }; T=pre f6; see deeper
f7() { declare -g T=in; }; T=pre f7; see global
T=pre export T; see before-export
T=pre eval 'export T'; see before-eval
h() { local T=l; T=pre f8; s nested "$T"; }; f8() { export T; }; h; see nested
A=(a b); f9() { s array "$A" "${#A[@]}"; }; A=x f9; s after "${A[@]}"
readonly R=fixed; f10() { s readonly "$R" "$B"; }; R=other B=b f10
