#!/bin/bash
python3 train.py "$0" "$(basename "${BASH_SOURCE[0]}")" "${A-unset}" "$B" "${C-unset}" $# "$@"
A=changed
B=changed
