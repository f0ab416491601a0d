COMMON=(--allgather-cp "${BASH_SOURCE[0]##*/}")
