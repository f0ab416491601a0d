# Jobs that only a compute node can judge. Either the checkpoint comes to be after
# submission, or the login node has no cpguard (or one that is told to look away).
# shellcheck shell=bash disable=SC2154

checkpoint_visible_to_the_node_alone_fails_the_job() {
	plugin unverified=defer
	submit_before_its_checkpoint Qwen3ForCausalLM
	assert_job_ends "$JOB" FAILED 78:0
	assert_nodes_idle
	assert_file_has "slurm-$JOB.out" "$PWD/later/config.json" Qwen3ForCausalLM
	assert_said_once "slurm-$JOB.out"
	assert_file_lacks_line "slurm-$JOB.out" ran
}

checkpoint_visible_to_the_node_alone_completes_the_job() {
	plugin unverified=defer
	submit_before_its_checkpoint GlmMoeDsaForCausalLM
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" ran
}

checkpoint_that_no_node_sees_fails_the_deferred_job() {
	plugin unverified=defer
	submit_before_its_checkpoint ''
	assert_job_ends "$JOB" FAILED 78:0
	assert_nodes_idle
	assert_said_once "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "$PWD/later"
}

checkpoint_replaced_before_the_job_starts_fails_it() {
	checkpoint model GlmMoeDsaForCausalLM
	mapfile -t options < <(options_for "$PWD/model")
	run sbatch --hold "${options[@]}" job.sh
	assert_submitted
	checkpoint model Qwen3ForCausalLM
	cluster_user scontrol release "$JOB"
	assert_job_ends "$JOB" FAILED 78:0
	assert_nodes_idle
	assert_said_once "slurm-$JOB.out"
}

command_is_refused_by_the_node_and_said_once_for_four_tasks() {
	cluster_plugstack login ''
	run srun -n4 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_stdout_is ''
	assert_said_once stderr
	assert_stderr_has "$QWEN/config.json" Qwen3ForCausalLM
	assert_job_ends "$NEXT_ID" FAILED 78:0
	assert_nodes_idle
}

message_of_four_tasks_is_as_long_as_that_of_one() {
	local one

	cluster_plugstack login ''
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	one=$(grep ^cpguard: stderr)
	run srun -n4 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	expect 'message' "$one" "$(grep ^cpguard: stderr)"
	assert_stderr_has Qwen3ForCausalLM
}

command_that_the_node_allows_runs_silently() {
	cluster_plugstack login ''
	run srun -n1 python3 "$TRAIN" "${ARGS_GOOD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_GOOD[*]}"
	assert_stderr_empty
}

relative_checkpoint_on_the_node_counts_from_the_working_directory() {
	mkdir bad
	checkpoint bad/model Qwen3ForCausalLM
	checkpoint model GlmMoeDsaForCausalLM
	cluster_plugstack login ''
	run srun -n1 -D "$PWD/bad" python3 "$TRAIN" --allgather-cp --context-parallel-size 2 --hf-checkpoint model
	assert_status 78
	assert_stderr_has bad/model/config.json
	assert_said_once stderr
}

heterogeneous_component_refused_by_the_node_says_why() {
	cluster_plugstack login ''
	run srun -Q -n1 echo ran : -n2 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_stdout_is ran
	assert_said_once stderr
	assert_stderr_has "$QWEN/config.json" Qwen3ForCausalLM
	assert_nodes_idle
}

refused_step_of_a_batch_job_fails_that_step_alone() {
	hide words python3 "$TRAIN" "${ARGS_BAD[@]}"
	script steps.sh <<-SCRIPT
		#!/bin/sh
		SLURM_CONF=$CLUSTER_DIR/login/slurm.conf
		export SLURM_CONF
		srun -n1 \$(base64 -d words) 2>step.err
		echo "refused: \$?"
		srun -Q -n1 python3 $TRAIN ${ARGS_GOOD[*]}
		echo "allowed: \$?"
	SCRIPT
	cluster_plugstack login ''
	run sbatch steps.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" "$(printf '%s\n' 'refused: 78' "trained with ${ARGS_GOOD[*]}" 'allowed: 0')"
	assert_said_once step.err
	assert_nodes_idle
}

options_that_the_login_node_let_pass_are_refused_by_the_node() {
	cluster_plugstack login "optional $PLUGIN mode=off"
	run srun -n4 "${BAD[@]}" echo ran
	assert_status 78
	assert_stdout_is ''
	assert_said_once stderr
	assert_stderr_has "$QWEN/config.json" Qwen3ForCausalLM
	assert_nodes_idle
}

options_reach_the_node_whatever_is_exported() {
	local exported jobs=()

	cluster_plugstack login "optional $PLUGIN mode=off"
	for exported in ALL NONE NIL A=b; do
		run_exporting sbatch --export="$exported" "${BAD[@]}" job.sh
		assert_submitted
		jobs+=("$JOB")
	done
	for JOB in "${jobs[@]}"; do
		assert_job_ends "$JOB" FAILED 78:0
		assert_said_once "slurm-$JOB.out"
		assert_file_has "slurm-$JOB.out" "$QWEN/config.json" Qwen3ForCausalLM
	done
	assert_nodes_idle
}

root_is_refused_by_the_node_too() {
	cluster_plugstack login ''
	run_as_root srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_said_once stderr
	assert_nodes_idle
}

node_refuses_when_the_plugin_is_required() {
	cluster_plugstack login ''
	cluster_plugstack node "required $PLUGIN"
	run srun -n2 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_said_once stderr
	assert_nodes_idle
}

node_that_only_warns_lets_the_job_run() {
	cluster_plugstack login ''
	cluster_plugstack node "optional $PLUGIN mode=warn"
	run srun -n2 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "$(printf 'trained with %s\n' "${ARGS_BAD[*]}" "${ARGS_BAD[*]}")"
	assert_said_once stderr
	assert_stderr_has Qwen3ForCausalLM
}

node_that_is_switched_off_says_nothing() {
	cluster_plugstack login ''
	cluster_plugstack node "optional $PLUGIN mode=off"
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
	assert_stderr_empty
}
