#!/bin/bash
#SBATCH -n 4
# oracle: as batch
# oracle: launches 2
# oracle: expect any
cat > ranks.conf <<EOF
0 python3 train.py --role actor --context-parallel-size 2
1-3 python3 rollout.py --role worker
EOF
srun --multi-prog ranks.conf
