# What becomes of a node whose plugstack.conf says "required" and that lacks the plugin. Daemons
# complain here and end, so these cases come behind the one that looks for that.
# shellcheck shell=bash disable=SC2154

node_is_drained() { # NODE
	sinfo -h -N -n "$1" -o %T | grep -qx drained
}

slurmd_n3_ended() { ! kill -0 "${CLUSTER_DAEMONS[4]}" 2>/dev/null; }

# Starts the slurmd of n3; leaves STATUS 124 when it still runs after so many seconds.
try_slurmd() { # SECONDS NAME
	STATUS=0
	timeout -k 2 "$1" slurmd -D -N n3 &>"$2.log" || STATUS=$?
}

# The job is lost, and shows as COMPLETED or is requeued, after the release.
running_slurmd_that_lacks_a_required_plugin_drains_its_node_at_the_next_batch_job() {
	cluster_plugstack login ''
	cluster_plugstack node "required $CLUSTER_DIR/absent.so"
	run sbatch -w n3 job.sh
	assert_status 0
	JOB=$NEXT_ID
	wait_until 20 node_is_drained n3 || fail 'n3 is not drained:' "$(node_states | indent)"
	cluster_root scancel "$JOB"
	cluster_root scontrol update NodeName=n3 State=RESUME
	assert_nodes_idle
	((++ASSERTIONS))
	[[ ! -e slurm-$JOB.out ]] || fail 'the job has run:' "$(indent <"slurm-$JOB.out")"
}

running_slurmd_that_lacks_a_required_plugin_starts_no_step() {
	cluster_plugstack login ''
	cluster_plugstack node "required $CLUSTER_DIR/absent.so"
	run srun -w n3 -n1 echo ran
	assert_stdout_is ''
	assert_stderr_has 'launch failed'
	assert_nodes_idle
}

slurmd_starts_without_an_optional_plugin_and_not_without_a_required_one() {
	kill "${CLUSTER_DAEMONS[4]}"
	wait_until 10 slurmd_n3_ended || fail 'the slurmd of n3 does not end'
	cluster_plugstack node "optional $CLUSTER_DIR/absent.so"
	try_slurmd 3 optional
	assert_status 124
	cluster_plugstack node "required $CLUSTER_DIR/absent.so"
	try_slurmd 20 required
	((++ASSERTIONS))
	[[ $STATUS != 124 && $STATUS != 0 ]] || fail "slurmd ended with $STATUS:" "$(indent <required.log)"
	assert_file_has required.log "$CLUSTER_DIR/absent.so"
}
