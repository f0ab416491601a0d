STEPS=$((STEPS / 100))
FLAGS+=(--allgather-cp "--note=fast one")
