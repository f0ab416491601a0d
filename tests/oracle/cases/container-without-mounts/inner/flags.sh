FLAGS=(--allgather-cp --context-parallel-size 2)
