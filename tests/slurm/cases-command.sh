# The command that srun and salloc are given, read at submission; heterogeneous jobs.
# shellcheck shell=bash disable=SC2154

srun_argv_is_refused_before_an_allocation_is_made() {
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
}

srun_argv_that_is_allowed_runs_with_its_arguments() {
	run srun -n1 python3 "$TRAIN" "${ARGS_GOOD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_GOOD[*]}"
	assert_stderr_empty
}

srun_argv_with_one_rank_is_allowed() {
	run srun -n1 python3 "$TRAIN" --allgather-cp --context-parallel-size 1 --hf-checkpoint "$QWEN"
	assert_status 0
	assert_stdout_is "trained with --allgather-cp --context-parallel-size 1 --hf-checkpoint $QWEN"
	assert_stderr_empty
}

srun_argv_is_found_behind_every_form_of_srun_options() {
	local form

	for form in '-n1' '-n 1' '--ntasks=1 --' '-n1 --job-n name' '-n1 --' '-n1 -J name' '-n1 --job-name=a:b'; do
		# shellcheck disable=SC2086
		run srun $form python3 "$TRAIN" "${ARGS_BAD[@]}"
		assert_refused
	done
}

srun_argv_in_other_spellings_is_refused() {
	run srun -n1 python3 -u -B "$TRAIN" --allgather-cp --context-parallel-size=2 --hf-checkpoint="$QWEN"
	assert_refused
	run srun -n1 /usr/bin/python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
	run srun -n1 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
	run srun -n1 python3 -m train "${ARGS_BAD[@]}"
	assert_refused
}

srun_command_that_is_no_launch_is_not_read() {
	run srun -n1 echo train.py "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "train.py ${ARGS_BAD[*]}"
	assert_stderr_empty
}

srun_argv_relative_checkpoint_counts_from_chdir() {
	mkdir bad good
	checkpoint bad/model Qwen3ForCausalLM
	checkpoint good/model GlmMoeDsaForCausalLM
	checkpoint model GlmMoeDsaForCausalLM
	run srun -n1 -D "$PWD/bad" python3 "$TRAIN" --allgather-cp --context-parallel-size 2 --hf-checkpoint model
	assert_refused_with 1 bad/model/config.json Qwen3ForCausalLM
	checkpoint model Qwen3ForCausalLM
	run srun -n1 -D "$PWD/good" python3 "$TRAIN" --allgather-cp --context-parallel-size 2 --hf-checkpoint model
	assert_status 0
	assert_stderr_empty
}

srun_chdir_may_be_relative_or_come_from_the_environment() {
	mkdir bad
	checkpoint bad/model Qwen3ForCausalLM
	checkpoint model GlmMoeDsaForCausalLM
	run srun -n1 -D bad python3 "$TRAIN" --allgather-cp --context-parallel-size 2 --hf-checkpoint model
	assert_refused_with 1 "$PWD/bad/model/config.json" Qwen3ForCausalLM
	run env SLURM_WORKING_DIR="$PWD/bad" \
		srun -n1 python3 "$TRAIN" --allgather-cp --context-parallel-size 2 --hf-checkpoint model
	assert_refused_with 1 "$PWD/bad/model/config.json" Qwen3ForCausalLM
}

options_fill_what_the_command_leaves_open_and_the_command_wins() {
	run srun -n1 --hf-checkpoint="$GLM" python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
	run srun -n1 --context-parallel-size=1 --hf-checkpoint="$QWEN" \
		python3 "$TRAIN" --allgather-cp --context-parallel-size 1
	assert_status 0
	assert_stderr_empty
}

salloc_argv_is_refused_before_an_allocation_is_made() {
	run salloc -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
}

salloc_argv_that_is_allowed_runs_with_its_arguments() {
	run salloc -n1 python3 "$TRAIN" "${ARGS_GOOD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_GOOD[*]}"
	assert_stderr_lines_begin_with 'salloc: '
}

srun_inside_an_allocation_is_refused_before_its_step() {
	hide words python3 "$TRAIN" "${ARGS_BAD[@]}"
	# shellcheck disable=SC2016 # for the inner shell
	run salloc -Q -n1 sh -c 'srun -n1 $(base64 -d words); echo "srun ended with $?"'
	assert_status 0
	assert_stdout_is 'srun ended with 1'
	assert_stderr_lines_begin_with cpguard:
	assert_said_once stderr
	assert_stderr_has "$QWEN/config.json" Qwen3ForCausalLM
}

srun_inside_a_batch_job_is_refused_before_its_step() {
	hide words python3 "$TRAIN" "${ARGS_BAD[@]}"
	script inner.sh <<-'SCRIPT'
		#!/bin/sh
		srun -n1 $(base64 -d words) 2>inner.err
		echo "srun ended with $?"
	SCRIPT
	run sbatch inner.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" 'srun ended with 1'
	assert_said_once inner.err
	assert_file_has inner.err "$QWEN/config.json" Qwen3ForCausalLM
}

# ---- heterogeneous jobs -----------------------------------------------------

heterogeneous_srun_is_refused_for_its_first_component() {
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}" : -n1 python3 "$TRAIN" "${ARGS_GOOD[@]}"
	assert_refused
}

heterogeneous_srun_is_refused_for_its_last_component() {
	run srun -n1 python3 "$TRAIN" "${ARGS_GOOD[@]}" : -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
	run srun -n1 echo ran : -n1 echo ran : -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
}

heterogeneous_srun_with_good_components_runs() {
	run srun -Q -n1 python3 "$TRAIN" "${ARGS_GOOD[@]}" : -n1 python3 "$TRAIN" "${ARGS_GOOD[@]}"
	assert_status 0
	assert_stdout_is "$(printf 'trained with %s\n' "${ARGS_GOOD[*]}" "${ARGS_GOOD[*]}")"
	assert_stderr_empty
}

heterogeneous_sbatch_is_refused_by_options_of_any_component() {
	run sbatch -n1 "${BAD[@]}" : -n1 job.sh
	assert_refused
	run sbatch -n1 : -n1 "${BAD[@]}" job.sh
	assert_refused
	run sbatch -n1 "${GOOD[@]}" : -n1 "${BAD[@]}" job.sh
	assert_refused
}

heterogeneous_sbatch_allowed_by_options_runs() {
	run sbatch -n1 "${GOOD[@]}" : -n1 "${GOOD[@]}" job.sh
	assert_ran sbatch
}

heterogeneous_directives_are_refused() {
	script het.sh <<-SCRIPT
		#!/bin/sh
		#SBATCH -n1
		#SBATCH hetjob
		#SBATCH -n1 --hf-checkpoint=$QWEN --allgather-cp --context-parallel-size=2
		echo ran
	SCRIPT
	run sbatch het.sh
	assert_refused
}

steps_of_a_heterogeneous_allocation_are_judged_each() {
	local step

	hide words python3 "$TRAIN" "${ARGS_BAD[@]}"
	script steps.sh <<-SCRIPT
		#!/bin/sh
		say() { echo "\$1 \$?"; }
		srun --het-group=0,1 python3 $TRAIN ${ARGS_GOOD[*]} >good
		say good
		srun --het-group=0,1 \$(base64 -d words) 2>both.err
		say both
		srun --het-group=1 \$(base64 -d words) 2>second.err
		say second
		srun --het-group=0 echo ran : --het-group=1 \$(base64 -d words) 2>after.err
		say after
	SCRIPT
	run salloc -Q -n1 : -n1 ./steps.sh
	assert_status 0
	assert_stdout_is $'good 0\nboth 1\nsecond 1\nafter 1'
	assert_file_is good "$(printf 'trained with %s\n' "${ARGS_GOOD[*]}" "${ARGS_GOOD[*]}")"
	for step in both second after; do
		assert_said_once "$step.err"
		assert_file_has "$step.err" "$QWEN/config.json" Qwen3ForCausalLM
	done
}
