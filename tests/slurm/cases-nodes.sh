# Jobs on all nodes of the cluster, and jobs that run more than once. The login node has no
# cpguard here, so that the compute nodes judge.
# shellcheck shell=bash disable=SC2154

NODES=(n1 n2 n3)

# A program that trains and leaves a file for each node that it ran on.
EACH="$CLUSTER_DIR/on-each-node.sh"
script "$EACH" <<-SCRIPT
	#!/bin/sh
	python3 $TRAIN "\$@" >"trained.\$SLURMD_NODENAME"
SCRIPT

step_over_all_nodes_is_refused_once_and_drains_none() {
	cluster_plugstack login ''
	run srun -N3 -n6 "$EACH" "${ARGS_BAD[@]}"
	assert_status 78
	assert_stdout_is ''
	assert_said_once stderr
	assert_stderr_has "$QWEN/config.json" Qwen3ForCausalLM
	assert_job_ends "$NEXT_ID" FAILED 78:0
	assert_nothing_trained
	assert_nodes_idle
}

step_over_all_nodes_that_is_allowed_starts_on_each() {
	cluster_plugstack login ''
	run srun -N3 -n3 "$EACH" "${ARGS_GOOD[@]}"
	assert_status 0
	assert_stderr_empty
	assert_trained_on "${NODES[@]}"
}

options_over_all_nodes_are_judged_on_each_and_said_once() {
	cluster_plugstack login "optional $PLUGIN mode=off"
	run srun -N3 -n3 "${BAD[@]}" "$EACH"
	assert_status 78
	assert_said_once stderr
	assert_nothing_trained
	run srun -N3 -n3 "${GOOD[@]}" printenv SLURMD_NODENAME
	assert_status 0
	expect 'nodes' "$(printf '%s\n' "${NODES[@]}")" "$(sort stdout)"
	assert_stderr_empty
	assert_nodes_idle
}

batch_job_over_all_nodes_is_refused_once_and_drains_none() {
	cluster_plugstack login ''
	script train.sh <<<$'#!/bin/sh\n'"srun -N3 $EACH ${ARGS_BAD[*]}"
	run sbatch -N3 train.sh
	assert_submitted
	assert_job_ends "$JOB" FAILED 78:0
	assert_said_once "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "$QWEN/config.json" Qwen3ForCausalLM
	assert_nothing_trained
	assert_nodes_idle
}

step_over_all_nodes_of_a_batch_job_fails_alone() {
	cluster_plugstack login ''
	hide words "${ARGS_BAD[@]}"
	script steps.sh <<-SCRIPT
		#!/bin/sh
		SLURM_CONF=$CLUSTER_DIR/login/slurm.conf
		export SLURM_CONF
		srun -N3 -n6 $EACH \$(base64 -d words) 2>step.err
		echo "refused: \$?"
		srun -Q -N3 -n3 $EACH ${ARGS_GOOD[*]}
		echo "allowed: \$?"
	SCRIPT
	run sbatch -N3 -n6 steps.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" $'refused: 78\nallowed: 0'
	assert_said_once step.err
	assert_trained_on "${NODES[@]}"
	assert_nodes_idle
}

# ---- heterogeneous jobs -----------------------------------------------------

heterogeneous_step_over_two_nodes_starts_on_both() {
	cluster_plugstack login ''
	run srun -Q -n1 "$EACH" "${ARGS_GOOD[@]}" : -n1 "$EACH" "${ARGS_GOOD[@]}"
	assert_status 0
	assert_stderr_empty
	expect 'nodes that trained' 2 "$(compgen -G 'trained.*' | wc -l)"
}

heterogeneous_batch_job_is_refused_by_its_first_node() {
	cluster_plugstack login ''
	script train.sh <<<$'#!/bin/sh\n'"srun --het-group=0,1 $EACH ${ARGS_BAD[*]}"
	run sbatch -w n1 : -w n2 train.sh
	assert_submitted
	assert_job_ends "$JOB" FAILED 78:0
	assert_said_once "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "$QWEN/config.json" Qwen3ForCausalLM
	assert_nothing_trained
	assert_nodes_idle
}

step_of_a_heterogeneous_batch_job_fails_alone() {
	cluster_plugstack login ''
	hide words "${ARGS_BAD[@]}"
	script steps.sh <<-SCRIPT
		#!/bin/sh
		SLURM_CONF=$CLUSTER_DIR/login/slurm.conf
		export SLURM_CONF
		srun --het-group=0,1 $EACH \$(base64 -d words) 2>step.err
		echo "refused: \$?"
		srun -Q --het-group=0,1 $EACH ${ARGS_GOOD[*]}
		echo "allowed: \$?"
	SCRIPT
	run sbatch -w n1 : -w n3 steps.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" $'refused: 78\nallowed: 0'
	expect 'refusals, one for each component' 2 "$(grep -c '^cpguard: refused' step.err)"
	assert_file_has step.err "$QWEN/config.json"
	assert_trained_on n1 n3
	assert_nodes_idle
}

# ---- jobs that run more than once -------------------------------------------

# Which of the two models a job of the array trains is not known before it runs.
each_job_of_an_array_is_judged_by_its_own_node() {
	local index

	script train.sh <<-SCRIPT
		#!/bin/bash
		MODELS=($GLM $QWEN)
		python3 $TRAIN --allgather-cp --context-parallel-size 2 \
			--hf-checkpoint \${MODELS[SLURM_ARRAY_TASK_ID % 2]}
	SCRIPT
	run sbatch --array=0-3 --output=array-%a.out train.sh
	assert_status 0
	JOB=$NEXT_ID
	for index in 0 2; do
		assert_job_ends "${JOB}_$index" COMPLETED 0:0
		assert_file_is "array-$index.out" "trained with ${ARGS_GOOD[*]}"
	done
	for index in 1 3; do
		assert_job_ends "${JOB}_$index" FAILED 78:0
		assert_said_once "array-$index.out"
		assert_file_has "array-$index.out" "$QWEN/config.json" Qwen3ForCausalLM
	done
	assert_nodes_idle
}

array_that_no_job_of_may_run_is_refused_once() {
	run sbatch --array=0-3 "${BAD[@]}" job.sh
	assert_refused
}

refused_job_is_not_requeued() {
	cluster_plugstack login ''
	script train.sh <<<$'#!/bin/sh\n'"python3 $TRAIN ${ARGS_BAD[*]}"
	run sbatch --requeue train.sh
	assert_submitted
	assert_job_ends "$JOB" FAILED 78:0
	expect 'restarts' 0 "$(job_field "$JOB" Restarts)"
	assert_said_once "slurm-$JOB.out"
	assert_nodes_idle
}

requeued_job_is_judged_again() {
	checkpoint model GlmMoeDsaForCausalLM
	script train.sh <<-SCRIPT
		#!/bin/sh
		python3 $TRAIN --allgather-cp --context-parallel-size 2 --hf-checkpoint $PWD/model
	SCRIPT
	run sbatch --requeue --open-mode=append train.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	checkpoint model Qwen3ForCausalLM
	cluster_root scontrol requeue "$JOB"
	# Not in the second in which the first run ended: slurmd takes the job's new credential
	# for the one that was revoked then.
	cluster_root scontrol update "JobId=$JOB" StartTime=now+2
	assert_job_ends "$JOB" FAILED 78:0
	expect 'restarts' 1 "$(job_field "$JOB" Restarts)"
	assert_file_has "slurm-$JOB.out" 'trained with' "$PWD/model/config.json" Qwen3ForCausalLM
	assert_said_once "slurm-$JOB.out"
	assert_nodes_idle
}

# scrontab asks no plugin whether a job may be submitted. Cron jobs start on the full minute.
job_of_scrontab_is_refused_by_its_node() {
	[[ -x $(command -v scrontab) ]] || not_run 'this Slurm has no scrontab'
	printf '%s\n' "#SCRON --chdir=$PWD --output=cron.out" "* * * * * python3 $TRAIN ${ARGS_BAD[*]}" >cron.tab
	trap 'run_exporting scrontab -r' EXIT
	run_exporting scrontab cron.tab
	assert_status 0
	assert_stderr_empty
	wait_until 80 grep -qs Qwen3ForCausalLM cron.out || fail 'cron.out:' "$(indent <cron.out)"
	assert_said_once cron.out
	assert_file_has cron.out "$QWEN/config.json"
	assert_file_lacks_line cron.out "trained with ${ARGS_BAD[*]}"
	assert_nodes_idle
}
