#!/bin/bash
# oracle: launches 1
P=a/b/a.b
E=
python3 train.py "${P/a/X}" "${P//a/X}" "${P/#a/X}" "${P/%b/Y}" "${P//\//_}" "${P//[ab]/}" "${P/a}" "${P/$E/z}" "${P//./ }" ${P//// }
