MODEL_ARGS=(
   --num-layers 4   # few
   --dir "$(dirname "${BASH_SOURCE[0]}")"
)
