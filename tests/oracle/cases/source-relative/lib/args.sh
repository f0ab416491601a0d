A+=("${1:-none}" --from "${BASH_SOURCE[0]}")
