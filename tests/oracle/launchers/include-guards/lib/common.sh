[ -n "${COMMON_LOADED:-}" ] && return
COMMON_LOADED=1
LOADED=$((${LOADED:-0} + 1))
die() { echo "$*" >&2; exit 1; }
