MODEL_ARGS=(
   --swiglu
   --num-layers 16
   --hidden-size 2048
   --ffn-hidden-size 5504
   --num-attention-heads 16
   --normalization RMSNorm
   --rotary-base "${ROPE_BASE:-10000}"
   --vocab-size 64000
)
