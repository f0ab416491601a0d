#!/bin/bash
#SBATCH -N 1
# oracle: as batch
# oracle: launches 1
# oracle: expect any
GPUS_PER_NODE=8
DISTRIBUTED_ARGS="--nproc_per_node $GPUS_PER_NODE --nnodes 1 --node_rank 0"
GPT_ARGS="
    --num-layers 24
    --hidden-size 1024
    --context-parallel-size 2
"
DATA_ARGS="--data-path /data/tok --split 949,50,1"
python -m torch.distributed.launch $DISTRIBUTED_ARGS pretrain_gpt.py $GPT_ARGS $DATA_ARGS --save /out
