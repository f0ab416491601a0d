# The plugin's arguments in plugstack.conf.
# shellcheck shell=bash disable=SC2154

optional_and_required_both_refuse_and_allow() {
	local kind how

	for kind in optional required; do
		cluster_plugstack both "$kind $PLUGIN"
		for how in sbatch srun salloc; do
			submit "$how" "${BAD[@]}"
			assert_refused
			submit "$how" "${GOOD[@]}"
			assert_ran "$how"
		done
	done
}

plugin_listed_twice_refuses_once_and_allows_silently() {
	cluster_plugstack both "optional $PLUGIN" "optional $PLUGIN"
	submit sbatch "${BAD[@]}"
	assert_refused
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
	submit sbatch "${GOOD[@]}"
	assert_ran sbatch
	submit srun "${GOOD[@]}"
	assert_ran srun
}

plugin_listed_twice_on_the_node_refuses_once() {
	cluster_plugstack login ''
	cluster_plugstack node "optional $PLUGIN" "optional $PLUGIN"
	run srun -n2 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_said_once stderr
	assert_nodes_idle
}

mode_warn_says_why_and_submits() {
	plugin mode=warn
	submit sbatch "${BAD[@]}"
	assert_status 0
	JOB=$NEXT_ID
	assert_stdout_is "Submitted batch job $JOB"
	assert_stderr_lines_begin_with cpguard:
	assert_said_once stderr
	assert_stderr_has "$QWEN/config.json" Qwen3ForCausalLM
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_has "slurm-$JOB.out" ran
}

mode_warn_says_why_and_runs() {
	local how

	plugin mode=warn
	for how in srun salloc; do
		submit "$how" "${BAD[@]}"
		assert_status 0
		assert_stdout_is ran
		assert_said_once stderr
		assert_stderr_has "$QWEN/config.json" Qwen3ForCausalLM
	done
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
	assert_said_once stderr
	assert_stderr_has Qwen3ForCausalLM
}

mode_warn_is_said_once_in_the_output_of_a_batch_job() {
	plugin mode=warn
	script job.sh <<-SH
		#!/bin/bash
		#SBATCH -n2
		python3 $TRAIN ${ARGS_BAD[*]}
		srun -n2 python3 $TRAIN ${ARGS_BAD[*]}
		srun -n1 --export=NONE /usr/bin/env python3 $TRAIN ${ARGS_BAD[*]}
	SH
	run sbatch job.sh
	assert_submitted_with_a_warning
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_said_once "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "$QWEN/config.json" Qwen3ForCausalLM
	expect 'trainings' 4 "$(grep -c '^trained with' "slurm-$JOB.out")"
}

mode_warn_is_said_by_the_node_where_the_login_node_has_no_cpguard() {
	plugin mode=warn
	cluster_plugstack login ''
	run srun -n2 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_said_once stderr
}

mode_warn_is_silent_about_what_is_allowed() {
	local how

	plugin mode=warn
	for how in sbatch srun salloc; do
		submit "$how" "${GOOD[@]}"
		assert_ran "$how"
	done
}

mode_off_lets_everything_run_silently() {
	local how

	plugin mode=off
	for how in sbatch srun salloc; do
		submit "$how" "${BAD[@]}"
		assert_ran "$how"
	done
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
	assert_stderr_empty
}

scripts_off_reads_no_command_but_the_options() {
	plugin scripts=off
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
	assert_stderr_empty
	submit srun "${BAD[@]}"
	assert_refused
}

scripts_warn_says_why_and_runs_the_command() {
	plugin scripts=warn
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
	assert_stderr_has cpguard: "$QWEN/config.json" Qwen3ForCausalLM
	submit srun "${BAD[@]}"
	assert_refused
}

unverified_allow_submits_what_cannot_be_checked() {
	plugin unverified=allow
	submit sbatch --hf-checkpoint="$PWD/absent" --allgather-cp --context-parallel-size=2
	assert_status 0
	JOB=$NEXT_ID
	assert_stdout_is "Submitted batch job $JOB"
	assert_job_ends "$JOB" COMPLETED 0:0
	submit sbatch "${BAD[@]}"
	assert_refused
}

architectures_of_the_site_are_permitted() {
	plugin architectures=Other,Qwen3ForCausalLM
	submit srun "${BAD[@]}"
	assert_ran srun
	plugin architectures=Other
	submit srun "${BAD[@]}"
	assert_refused
}

path_map_leads_to_the_checkpoint_behind_a_container_path() {
	plugin "path_map=/inside:$MODELS"
	run sbatch --hf-checkpoint=/inside/dense --allgather-cp --context-parallel-size=2 job.sh
	assert_refused
	run sbatch --hf-checkpoint=/inside/sparse --allgather-cp --context-parallel-size=2 job.sh
	assert_ran sbatch
}

hf_home_is_the_cache_when_the_environment_names_none() {
	local name

	for name in dense sparse; do
		mkdir -p "cache/hub/models--org--$name/snapshots/1" "cache/hub/models--org--$name/refs"
		printf 1 >"cache/hub/models--org--$name/refs/main"
		cp "$MODELS/$name/config.json" "cache/hub/models--org--$name/snapshots/1"
	done
	plugin "hf_home=$PWD/cache"
	run sbatch --hf-checkpoint=org/dense --allgather-cp --context-parallel-size=2 job.sh
	assert_refused "$PWD/cache/hub/models--org--dense/snapshots/1"
	run sbatch --hf-checkpoint=org/sparse --allgather-cp --context-parallel-size=2 job.sh
	assert_ran sbatch
}

unknown_setting_is_named_once_and_the_defaults_apply() {
	plugin mod=warn
	submit sbatch "${GOOD[@]}"
	assert_status 0
	assert_stdout_is "Submitted batch job $NEXT_ID"
	assert_stderr_lines_begin_with cpguard:
	expect 'lines that name the setting' 1 "$(grep -c mod=warn stderr)"
	assert_job_ends "$NEXT_ID" COMPLETED 0:0
	submit sbatch "${BAD[@]}"
	assert_refused_with 1 mod=warn Qwen3ForCausalLM
}

unknown_value_is_named_once_and_the_default_applies() {
	plugin mode=maybe
	submit sbatch "${GOOD[@]}"
	assert_status 0
	assert_stdout_is "Submitted batch job $NEXT_ID"
	assert_stderr_lines_begin_with cpguard:
	expect 'lines that name the value' 1 "$(grep -c maybe stderr)"
	assert_stderr_has mode
	assert_job_ends "$NEXT_ID" COMPLETED 0:0
	submit sbatch "${BAD[@]}"
	assert_refused_with 1 maybe Qwen3ForCausalLM
}

bad_setting_is_said_once_by_srun() {
	plugin mode=maybe
	submit srun "${GOOD[@]}"
	assert_status 0
	assert_stdout_is ran
	assert_said_once stderr
	run srun -N2 -n4 "${GOOD[@]}" true
	assert_status 0
	assert_said_once stderr
}

bad_setting_beside_a_good_one_leaves_the_good_one() {
	plugin scripts=off mode=maybe
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
	assert_stderr_has maybe
}
