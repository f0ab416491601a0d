#!/bin/bash
# oracle: as batch
# oracle: launches 15
# oracle: expect open
# Text for another shell in which something is not known before the job runs. What is one plain
# word changes nothing of what the rest means.
head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
srun bash -c "torchrun --nnodes=$SLURM_NNODES --master_addr=$head train.py --cp 2 --id $SLURM_JOB_ID"
bash -c "python3 train.py 'a $SLURM_JOB_ID b' \"$SLURM_JOB_ID\" x$SLURM_JOB_ID y"
bash -c "if [ $SLURM_JOB_ID -gt 5000 ]; then python3 train.py large; fi; python3 train.py any"
bash -c "for i in $SLURM_JOB_ID last; do python3 train.py \$i; done"
cat > made.sh <<END
export JOB=$SLURM_JOB_ID
python3 train.py made-\$JOB --cp ${CP:-4}
cat <<IN > list
$SLURM_JOB_ID
IN
python3 train.py \$(cat list) a{b,$SLURM_JOB_ID}c
END
bash made.sh
eval "V_$SLURM_JOB_ID=3; W=$SLURM_JOB_ID"
python3 train.py "$W" "$V_4711"
eval "case $SLURM_JOB_ID in 4711) python3 train.py first;; *) python3 train.py second;; esac"
ssh node01 "echo $SLURM_JOB_ID && python3 train.py elsewhere"
# What may be any text may be any command.
some=$(probe)
bash -c "python3 train.py $some"
bash -c "cd made-by-nobody; python3 train.py \"$some\" && python3 train.py more"
eval "python3 train.py ${some% x}"
python3 train.py end
