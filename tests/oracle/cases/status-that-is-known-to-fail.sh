#!/bin/bash
# oracle: launches 9
s() { python3 train.py "$@"; }
(set -eo pipefail; (exit 3) | tee log.txt; s never)
(set -o pipefail; (exit 3) | tee log.txt || s one)
(set -o pipefail; if (exit 3) | tee log.txt; then s never; else s two; fi)
(set -o pipefail; ! (exit 3) | tee log.txt && s three)
(set -o pipefail; false | tee log.txt && s never)
(set -o pipefail; until ! false | tee log.txt; do s never; done; s four)
(set -e; X=$(dirname a --no-such-option); s never)
(set -e; X=a$(readlink /); s never)
X=$(basename --no-such-option a); s five "$?" "$X"
(set -e; A=(b $(basename a b c) c); s never)
(local A=(${M:?m}); s never)
(local A=(b c) 2>/dev/null || s six "${A[@]}")
(set -e; set -o pipefail; true | tee log.txt; s seven)
(trap 's eight' ERR; set -o pipefail; false | tee log.txt)
(let N*=2 M=5; s nine "$N$M")
