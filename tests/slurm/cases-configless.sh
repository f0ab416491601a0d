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

# Of what plugstack.conf includes, Slurm sends at most what stands beside it under a plain name:
# the line must stand in itself.
line_in_an_included_file_does_not_reach_nodes_without_files() {
	local place

	for place in login node; do
		mkdir "$CLUSTER_DIR/$place/plugstack.d"
		echo "optional $PLUGIN" >"$CLUSTER_DIR/$place/plugstack.d/cpguard.conf"
	done
	cluster_plugstack both 'include plugstack.d/*.conf'
	distribute_plugstack
	run "$CPGUARD" doctor
	assert_status 0
	assert_stdout_has 'warn line: ' "/plugstack.d/cpguard.conf:1: optional $PLUGIN; machines that get their" \
		' -> move the line into plugstack.conf itself'
	RUN_AS=cluster_user_on_node run "$CPGUARD" doctor
	assert_status 1
	assert_stdout_has 'FAIL line: ' " -> add the line to plugstack.conf beside slurmctld's slurm.conf"
	cluster_plugstack login ''
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
}

beside_arrived() { [[ $(compgen -G "$CLUSTER_DIR/spool/n?/conf-cache/cpguard.conf" | wc -l) == 3 ]]; }

line_in_a_file_beside_plugstack_reaches_nodes_as_the_doctor_says() {
	local place

	for place in login node; do
		echo "optional $PLUGIN" >"$CLUSTER_DIR/$place/cpguard.conf"
	done
	cluster_plugstack both 'include cpguard.conf'
	distribute_plugstack
	run "$CPGUARD" doctor
	assert_status 0
	cluster_plugstack login ''
	if grep -q '^ok   line: ' stdout; then
		wait_until 10 beside_arrived || fail 'cpguard.conf does not arrive'
		run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
		assert_status 78
		assert_said_once stderr
		expect 'release' '' "$(grep -E '^2[0-2]\.' <<<"$CLUSTER_VERSION" || true)"
	else
		assert_stdout_has 'warn line: '
		run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
		assert_status 0
		assert_stdout_is "trained with ${ARGS_BAD[*]}"
	fi
}

# As Debian's plugstack.conf has it.
absolute_include_has_each_node_read_a_file_of_its_own() {
	mkdir plugstack.d
	echo "optional $PLUGIN" >plugstack.d/cpguard.conf
	cluster_plugstack both "include $PWD/plugstack.d/*.conf"
	distribute_plugstack
	run "$CPGUARD" doctor
	assert_status 0
	assert_stdout_has "ok   line: $PWD/plugstack.d/cpguard.conf:1: optional $PLUGIN; each machine reads"
	cluster_plugstack login ''
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_said_once stderr
}

doctor_on_a_node_without_files_looks_at_what_it_was_sent() {
	distribute_plugstack
	RUN_AS=cluster_user_on_node run "$CPGUARD" doctor
	assert_status 0
	assert_stdout_has 'ok   slurm.conf: /run/slurm/conf/slurm.conf' \
		"ok   line: /run/slurm/conf/plugstack.conf:1: optional $PLUGIN" 'cpguard is active on this machine.'
}
