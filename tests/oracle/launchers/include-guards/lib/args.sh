source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ -n ${COMMON_LOADED} ]] || die "no common"
ARGS=(--context-parallel-size 2)
