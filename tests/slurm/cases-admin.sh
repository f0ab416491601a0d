# What an administrator meets: the plugin missing, built for another release, listed twice, in
# one part of the cluster alone, beside another plugin.
# shellcheck shell=bash disable=SC2154

# ---- a plugin that Slurm does not load --------------------------------------

missing_optional_plugin_stops_only_those_who_use_its_options() {
	cluster_plugstack both "optional $CLUSTER_DIR/absent.so"
	assert_unguarded
}

missing_required_plugin_stops_every_submission() {
	local how

	cluster_plugstack login "required $CLUSTER_DIR/absent.so"
	for how in sbatch srun salloc; do
		submit "$how"
		assert_stopped_for_want_of "$CLUSTER_DIR/absent.so"
	done
}

# Slurm 20.11 does not look for which release a plugin was built.
plugin_of_another_release_is_as_good_as_missing() {
	local other=$CLUSTER_DIR/other.so

	"$HERE/other-release.py" "$PLUGIN" "$other"
	chmod 644 "$other"
	cluster_plugstack both "optional $other"
	if [[ $CLUSTER_VERSION == 20.* ]]; then
		submit sbatch "${BAD[@]}"
		assert_refused
		return
	fi
	assert_unguarded
	cluster_plugstack login "required $other"
	submit sbatch
	assert_stopped_for_want_of "$other"
}

# ---- in one part of the cluster ---------------------------------------------

plugin_listed_again_by_an_include_refuses_once() {
	mkdir plugstack.d
	echo "optional $PLUGIN" | tee plugstack.d/a.conf >plugstack.d/b.conf
	cluster_plugstack both "include $PWD/plugstack.d/*.conf" "optional $PLUGIN"
	submit sbatch "${BAD[@]}"
	assert_refused
	submit sbatch "${GOOD[@]}"
	assert_ran sbatch
	cluster_plugstack login ''
	run srun -n2 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_said_once stderr
	assert_nodes_idle
}

on_the_login_node_alone_it_judges_at_submission() {
	local how

	cluster_plugstack node ''
	submit sbatch "${BAD[@]}"
	assert_refused
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
	for how in sbatch srun salloc; do
		submit "$how" "${GOOD[@]}"
		assert_ran "$how"
	done
}

on_the_login_node_alone_nobody_judges_what_is_deferred() {
	cluster_plugstack login "optional $PLUGIN unverified=defer"
	cluster_plugstack node ''
	submit_before_its_checkpoint Qwen3ForCausalLM
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" ran
}

on_the_compute_nodes_alone_it_has_no_options() {
	local how

	cluster_plugstack login ''
	for how in sbatch srun salloc; do
		submit "$how" "${GOOD[@]}"
		assert_option_unknown
	done
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_said_once stderr
	assert_nodes_idle
}

# ---- jobs that no command of Slurm submits ----------------------------------

# slurmrestd loads no plugin of this kind. Of its own it may only load those that need no
# accounting database.
job_of_slurmrestd_is_refused_by_its_node() {
	local rest socket=$PWD/socket kinds

	rest=$(command -v slurmrestd)
	kinds=$(cluster_user "$rest" -s list 2>&1 | grep -oE 'openapi/(v0.*|slurmctld)$' | paste -sd ,)
	install -m 755 "$HERE/rest-submit.py" .
	script train.sh <<<$'#!/bin/sh\n'"python3 $TRAIN ${ARGS_BAD[*]}"
	cluster_user "$rest" -a rest_auth/local -s "$kinds" "unix:$socket" &>rest.log &
	# shellcheck disable=SC2046 # one pid
	trap 'kill $(cluster_processes slurmrestd)' EXIT
	wait_until 10 test -S "$socket" || fail 'slurmrestd does not start:' "$(indent <rest.log)"
	run ./rest-submit.py "$socket" train.sh
	assert_status 0
	assert_stdout_is "$NEXT_ID"
	assert_job_ends "$NEXT_ID" FAILED 78:0
	assert_said_once slurm-rest.out
	assert_file_has slurm-rest.out "$QWEN/config.json" Qwen3ForCausalLM
	assert_nodes_idle
}

# ---- beside a plugin that puts tasks into containers ------------------------

behind_a_container_plugin_the_checkpoint_inside_counts() {
	models_inside_and_outside GlmMoeDsaForCausalLM Qwen3ForCausalLM
	cluster_plugstack node "$(container_plugin)" "optional $PLUGIN"
	run srun -n2 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 78
	assert_said_once stderr
	assert_stderr_has "$PWD/inside/config.json" Qwen3ForCausalLM
	assert_nodes_idle
	models_inside_and_outside Qwen3ForCausalLM GlmMoeDsaForCausalLM
	run srun -n2 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 0
	assert_stderr_empty
}

behind_a_container_plugin_that_makes_the_user_root_it_counts_too() {
	models_inside_and_outside GlmMoeDsaForCausalLM Qwen3ForCausalLM
	cluster_plugstack node "$(container_plugin root)" "optional $PLUGIN"
	run srun -n2 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 78
	assert_said_once stderr
	assert_stderr_has "$PWD/inside/config.json" Qwen3ForCausalLM
	assert_nodes_idle
}

before_a_container_plugin_the_checkpoint_outside_counts() {
	models_inside_and_outside GlmMoeDsaForCausalLM Qwen3ForCausalLM
	cluster_plugstack node "optional $PLUGIN" "$(container_plugin)"
	run srun -n1 cat "$PWD/inside/config.json"
	assert_file_has stdout Qwen3ForCausalLM
	run srun -n1 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 0
	assert_stderr_empty
	models_inside_and_outside Qwen3ForCausalLM GlmMoeDsaForCausalLM
	run srun -n1 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 78
	assert_said_once stderr
}
