HYBRID_EVERY=4
MODEL_ARGS=( --num-layers 48 )
for layer in $(seq 0 4 44)
do
   HYBRID_FULL+="${HYBRID_FULL:+,}$((layer + HYBRID_EVERY - 1))"
done
MODEL_ARGS+=(
   --full-attention-layers "${HYBRID_FULL}"
   --attention-output-gate
   --spec "plugins.models.hybrid" "get_spec"
)
