#!/bin/bash
# oracle: env WORK=/data/w
# oracle: launches 2
MODEL=qwen3
CP=2
cat > job.sh <<EOF
#!/bin/bash
export RANKS=\$((2 * $CP))
ARGS=(
  --hf-checkpoint ${WORK}/${MODEL}
  --context-parallel-size ${CP}
)
python3 train.py "\${ARGS[@]}" --ranks \$RANKS \\
  --note "\"quoted\" \`echo tick\`"
for seed in 1; do
  python3 train.py --seed \${seed} ${MODEL}
done
EOF
bash job.sh
