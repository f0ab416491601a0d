#!/bin/bash
# oracle: launches 4
A=private
export B=public
bash sub/run.sh one "t w o"
./sub/run.sh direct
sh sub/posix.sh x y
(cd sub && C=here ./run.sh)
