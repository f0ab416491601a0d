# What must be true after everything else ran.
# shellcheck shell=bash

no_node_was_drained_or_lost() {
	assert_nodes_idle
}

daemons_are_alive_and_their_logs_show_no_crash() {
	local file

	((++ASSERTIONS))
	cluster_daemons_alive || fail 'a daemon has ended' "$(cluster_show_logs 2>&1)"
	for file in "$CLUSTER_DIR"/log/*; do
		((++ASSERTIONS))
		! grep -nEi 'fatal:|segv|segmentation|aborted|core dumped|assertion|draining|backtrace|failed to send return code' "$file" ||
			fail "the lines above are in ${file##*/}"
	done
}
