MODEL_ARGS=(
   --swiglu --qk-layernorm
   --num-layers 36
   --hidden-size 2560
   # grouped queries
   --group-query-attention
   --num-query-groups 8
   --kv-channels 128
   --rotary-base ${DENSE_ROTARY_BASE:-1000000}
)
