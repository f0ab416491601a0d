#!/bin/bash
# oracle: stub venv/bin/python
# oracle: launches 1
# oracle: expect any
HERE="$(cd "$(dirname "$0")" && pwd)"
PY="$HERE/venv/bin/python"
"$PY" train.py --context-parallel-size 2
