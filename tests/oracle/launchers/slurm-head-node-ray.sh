#!/bin/bash
#SBATCH --nodes=2
#SBATCH --exclusive
# oracle: as batch
# oracle: launches 1
nodes=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
head_node=${nodes[0]}
head_ip=$(srun --nodes=1 --ntasks=1 -w "$head_node" hostname --ip-address)
port=6379
srun --nodes=1 --ntasks=1 -w "$head_node" ray start --head --node-ip-address="$head_ip" --port=$port --block &
sleep 10
worker_num=$((SLURM_JOB_NUM_NODES - 1))
for ((i = 1; i <= worker_num; i++)); do
  srun --nodes=1 --ntasks=1 -w "${nodes[$i]}" ray start --address "$head_ip:$port" --block &
done
PERF=(--context-parallel-size 4 --allgather-cp)
ray job submit --address="http://${head_ip}:8265" -- python3 train.py --hf-checkpoint /m/a "${PERF[@]}"
