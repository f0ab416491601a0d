# A cluster whose compute nodes have no configuration files: slurmctld sends them.
# shellcheck shell=bash disable=SC2154

each_node_without_files_judges_by_what_it_was_sent() {
	distribute_plugstack
	cluster_plugstack login ''
	run srun -N3 -n3 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_said_once stderr
	run srun -N3 -n3 python3 "$TRAIN" "${ARGS_GOOD[@]}"
	assert_status 0
	assert_stderr_empty
	assert_nodes_idle
}

node_without_files_judges_batch_jobs() {
	distribute_plugstack
	cluster_plugstack login ''
	script train.sh <<<$'#!/bin/sh\n'"python3 $TRAIN ${ARGS_BAD[*]}"
	run sbatch train.sh
	assert_submitted
	assert_job_ends "$JOB" FAILED 78:0
	assert_said_once "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "$QWEN/config.json" Qwen3ForCausalLM
	assert_nodes_idle
}

settings_reach_nodes_without_files_by_reconfigure() {
	cluster_plugstack login ''
	cluster_plugstack node "optional $PLUGIN mode=warn"
	distribute_plugstack
	run srun -N3 -n3 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_said_once stderr
	assert_stderr_has 'cpguard: warning:'
}

commands_without_files_judge_at_submission() {
	distribute_plugstack
	RUN_AS=cluster_user_on_node run sbatch "${BAD[@]}" job.sh
	assert_refused
	RUN_AS=cluster_user_on_node run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
	RUN_AS=cluster_user_on_node run sbatch "${GOOD[@]}" job.sh
	assert_ran sbatch
}

# Slurm sends no files that plugstack.conf includes by a pattern: the line must stand in itself.
line_in_an_included_file_does_not_reach_nodes_without_files() {
	mkdir "$CLUSTER_DIR/node/plugstack.d"
	echo "optional $PLUGIN" >"$CLUSTER_DIR/node/plugstack.d/cpguard.conf"
	cluster_plugstack node 'include plugstack.d/*.conf'
	cluster_plugstack login ''
	distribute_plugstack
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
}
