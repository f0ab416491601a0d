for s in 1 2; do
	srun python3 train.py --allgather-cp --context-parallel-size $s --hf-checkpoint glm
done
