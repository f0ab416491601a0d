#!/bin/bash
# oracle: launches 9
# oracle: expect any
torchrun --nproc_per_node=8 --nnodes 2 --rdzv-endpoint=h:1 train.py a
torchrun --standalone --nproc-per-node gpu train.py b --nnodes 3
python3 -m torch.distributed.run --nproc_per_node 8 train.py c
python -u -m torch.distributed.launch --nproc_per_node=2 train.py d
accelerate launch --num_processes 8 --mixed_precision bf16 train.py e
deepspeed --num_gpus 8 train.py f
uv run train.py g
uv run --with numpy python3 train.py h
poetry run python3 train.py i
