#!/bin/bash
# oracle: launches 1
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "${SCRIPT_DIR}/models/small.sh"
ROOT=$(dirname "$(dirname "$(realpath "$0")")")
source "$(dirname "$0")/../common.sh"
python3 train.py "${MODEL_ARGS[@]}" "${COMMON[@]}" --root "$ROOT"
