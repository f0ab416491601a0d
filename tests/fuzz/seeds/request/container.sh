docker run -v "$PWD/qwen:/m:ro" image \
	python3 train.py --allgather-cp --context-parallel-size=2 --hf-checkpoint /m
