#!/bin/bash
#SBATCH -N 2
# oracle: as batch
# oracle: launches 1
# oracle: expect any
WORK=$SLURM_SUBMIT_DIR
CP=4
cat > task.sh <<EOF
#!/bin/bash
export NODE_RANK=\${SLURM_NODEID:-0}
cd $WORK
exec python3 train.py --node-rank \$NODE_RANK --context-parallel-size $CP \\
    --hf-checkpoint /m/a "\$@"
EOF
chmod +x task.sh
unset SLURM_NODEID
srun ./task.sh --allgather-cp
