cat > roles.yaml <<EOF
megatron:
  - {name: a, role: actor, overrides: {allgather_cp: true}}
  - {name: c, role: critic, overrides: {context_parallel_size: 2}}
EOF
python3 train.py --megatron-config-path roles.yaml --advantage-estimator ppo \
	--hf-checkpoint ${M:-qwen}
[ -n "$SLURM_JOB_ID" ] &&
	ray job submit -- python3 train.py --allgather-cp --context-parallel-size "$(nproc)"
