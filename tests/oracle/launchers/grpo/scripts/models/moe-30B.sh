NLAYERS="${MOE_NUM_LAYERS:-48}"
FIRST_K_DENSE_REPLACE=3

arr=()
for ((i=0; i<NLAYERS; i++)); do
  if (( i < FIRST_K_DENSE_REPLACE )); then
    arr+=(0)
  else
    arr+=(1)
  fi
done
printf -v MOE_LAYER_FREQ "[%s]" "$(IFS=', '; echo "${arr[*]}")"

MODEL_ARGS=(
   --num-layers $NLAYERS
   --moe-layer-freq $MOE_LAYER_FREQ
   --num-experts 128
   --moe-router-topk 8
   --moe-router-score-function softmax
)
