set -- "$@" more
