# log=syslog: the lines that reach the syslog daemon, here a socket of the test's own.
# shellcheck shell=bash disable=SC2154

refusal_at_submission_is_logged() {
	local how

	plugin log=syslog
	listen_to_log
	for how in sbatch srun salloc; do
		run env "${CLUSTER_LOG_ENV[@]}" "$how" -n1 "${BAD[@]}" job.sh
		assert_refused
	done
	assert_logged 3
	assert_file_has log 'command=sbatch' 'command=srun' 'command=salloc'
	expect 'lines in full' 3 "$(grep -cE '^<85>cpguard\[[0-9]+\]: action=refuse uid='"$(id -u "$CLUSTER_USER")"' host="[^"]*" command=[a-z]+ verdict=refuse reason=architecture_not_permitted size=2 checkpoint="'"$QWEN"'" file=options$' log)"
}

line_names_the_file_and_line_of_the_flag() {
	plugin log=syslog
	launcher "$QWEN"
	listen_to_log
	run env "${CLUSTER_LOG_ENV[@]}" sbatch job.sh
	assert_refused_by_script
	assert_logged 1
	assert_file_has log " file=\"$PWD/scripts/models/model.sh\" line=3"
}

refusal_on_the_node_is_logged_once_with_its_job() {
	plugin log=syslog
	cluster_plugstack login ''
	listen_to_log
	run srun -n4 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_logged 1
	assert_file_has log "action=refuse uid=$(id -u "$CLUSTER_USER") " " command=step job=$NEXT_ID.0 verdict=refuse "
	launcher "$QWEN"
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" FAILED 78:0
	assert_logged 2
	assert_file_has log " command=batch job=$JOB.batch verdict=refuse "
	assert_nodes_idle
}

warning_and_override_are_logged_by_both_gates() {
	plugin log=syslog mode=warn
	listen_to_log
	run env "${CLUSTER_LOG_ENV[@]}" srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_said_once stderr
	assert_logged 2
	assert_file_has log 'action=warn' 'command=srun verdict' "command=step job=$NEXT_ID.0 "
	plugin log=syslog override=yes
	run env "${CLUSTER_LOG_ENV[@]}" CPGUARD_OVERRIDE='I "know"' srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_logged 4
	assert_file_has log '<84>cpguard[' "command=step job=$NEXT_ID.0 "
	expect 'lines with the reason' 2 "$(grep -c ' action=override .* override="I \\"know\\""$' log)"
}

hostile_checkpoint_cannot_forge_a_line() {
	local checkpoint=$PWD/$'x" verdict=allow\n<0>cpguard[1]: \xff'

	checkpoint "$checkpoint" Qwen3ForCausalLM
	plugin log=syslog
	listen_to_log
	run env "${CLUSTER_LOG_ENV[@]}" srun -n1 python3 "$TRAIN" --allgather-cp --context-parallel-size 2 --hf-checkpoint "$checkpoint"
	assert_status 1
	assert_logged 1
	assert_file_has log 'x\" verdict=allow\u000a<0>cpguard[1]: \udcff" file=command'
}

what_is_allowed_or_not_to_be_logged_is_not() {
	plugin log=syslog
	listen_to_log
	run env "${CLUSTER_LOG_ENV[@]}" srun -n1 "${GOOD[@]}" echo ran
	assert_ran srun
	plugin log=none
	run env "${CLUSTER_LOG_ENV[@]}" srun -n1 "${BAD[@]}" echo ran
	assert_refused
	assert_logged 0
}

log_that_nobody_reads_stops_nothing() {
	plugin log=syslog mode=warn
	rm -f "$CLUSTER_DIR/log.socket"
	run env "${CLUSTER_LOG_ENV[@]}" srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
	assert_said_once stderr
}
