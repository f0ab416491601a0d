source "$(dirname -- "${BASH_SOURCE[0]}")/dense-4B.sh"
MODEL_ARGS+=(--vision-tower /m/tower --num-layers 40)
