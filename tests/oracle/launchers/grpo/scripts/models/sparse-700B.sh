# Sparse attention: the one family that reads contiguous slices.
SPARSE_DENSE_LAYERS=3
SPARSE_MOE_LAYERS=75
LAYER_PATTERN=[0]*$SPARSE_DENSE_LAYERS+[1]*$SPARSE_MOE_LAYERS
MODEL_ARGS=(
    --moe-layer-freq $LAYER_PATTERN
    --num-layers $((SPARSE_DENSE_LAYERS + SPARSE_MOE_LAYERS))
    --multi-latent-attention
    --q-lora-rank 2048
    --allgather-cp
)
