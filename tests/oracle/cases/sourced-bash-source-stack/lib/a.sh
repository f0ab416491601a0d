from_a() { python3 train.py "${BASH_SOURCE[0]}" "${FUNCNAME[0]}" "$0"; }
source "$(dirname "${BASH_SOURCE[0]}")/b.sh"
