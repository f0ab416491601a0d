ARGS=(
  --hf-checkpoint "${MODEL:-/m/a}"
  --allgather-cp # always
)
