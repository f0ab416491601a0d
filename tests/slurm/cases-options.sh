# What the three options declare, at submission.
# shellcheck shell=bash disable=SC2154

sbatch_refused_by_options_gets_no_job_id() {
	submit sbatch "${BAD[@]}"
	assert_refused
}

srun_refused_by_options_gets_no_allocation() {
	submit srun "${BAD[@]}"
	assert_refused
}

salloc_refused_by_options_gets_no_allocation() {
	submit salloc "${BAD[@]}"
	assert_refused
}

sbatch_allowed_by_options_prints_its_job_id_alone() {
	submit sbatch "${GOOD[@]}"
	assert_ran sbatch
}

srun_allowed_by_options_prints_what_the_command_prints() {
	submit srun "${GOOD[@]}"
	assert_ran srun
}

salloc_allowed_by_options_prints_only_its_own_lines() {
	submit salloc "${GOOD[@]}"
	assert_ran salloc
}

without_any_option_nothing_is_printed() {
	local how

	for how in sbatch srun salloc; do
		submit "$how"
		assert_ran "$how"
	done
}

root_is_refused_and_allowed_alike() {
	run_as_root sbatch "${BAD[@]}" job.sh
	assert_refused
	run_as_root srun -n1 "${GOOD[@]}" echo ran
	assert_ran srun
}

wrapped_and_standard_input_scripts_are_refused_by_options() {
	run sbatch "${BAD[@]}" --wrap 'echo ran'
	assert_refused
	INPUT=job.sh run sbatch "${BAD[@]}"
	assert_refused
}

standard_input_script_allowed_by_options_runs() {
	INPUT=job.sh run sbatch "${GOOD[@]}"
	assert_ran sbatch
}

option_value_may_be_a_word_of_its_own() {
	run sbatch --hf-checkpoint "$QWEN" --allgather-cp --context-parallel-size 2 job.sh
	assert_refused
	run sbatch --hf-checkpoint "$GLM" --allgather-cp --context-parallel-size 2 job.sh
	assert_ran sbatch
}

last_value_of_an_option_counts() {
	submit srun "${BAD[@]}" --context-parallel-size=1
	assert_ran srun
	submit srun "${BAD[@]}" --hf-checkpoint="$GLM"
	assert_ran srun
	submit srun "${GOOD[@]}" --hf-checkpoint="$QWEN"
	assert_refused
}

one_rank_is_allowed() {
	submit srun --hf-checkpoint="$QWEN" --allgather-cp --context-parallel-size=1
	assert_ran srun
	submit srun --hf-checkpoint="$QWEN" --allgather-cp
	assert_ran srun
}

ranks_without_the_flag_are_allowed() {
	submit srun --hf-checkpoint="$QWEN" --context-parallel-size=8
	assert_ran srun
}

flag_without_a_checkpoint_is_refused() {
	submit sbatch --allgather-cp --context-parallel-size=2
	assert_refused_with 1 hf-checkpoint
}

checkpoint_that_names_no_architecture_is_refused() {
	mkdir none
	echo '{"model_type": "test"}' >none/config.json
	submit sbatch --hf-checkpoint="$PWD/none" --allgather-cp --context-parallel-size=2
	assert_refused_with 1 "$PWD/none/config.json"
}

checkpoint_that_is_not_there_is_refused() {
	submit sbatch --hf-checkpoint="$PWD/absent" --allgather-cp --context-parallel-size=2
	assert_refused_with 1 "$PWD/absent"
}

checkpoint_with_broken_json_is_refused() {
	mkdir broken
	echo '{"architectures": ["GlmMoeDsaForCausalLM"]' >broken/config.json
	submit sbatch --hf-checkpoint="$PWD/broken" --allgather-cp --context-parallel-size=2
	assert_refused_with 1 "$PWD/broken/config.json"
}

hub_id_is_looked_up_in_the_cache_of_the_environment() {
	local name snapshot

	for name in dense sparse; do
		snapshot=cache/hub/models--org--$name/snapshots/1234
		mkdir -p "$snapshot" "cache/hub/models--org--$name/refs"
		printf 1234 >"cache/hub/models--org--$name/refs/main"
		cp "$MODELS/$name/config.json" "$snapshot"
	done
	run env HF_HOME="$PWD/cache" sbatch --hf-checkpoint=org/dense --allgather-cp --context-parallel-size=2 job.sh
	assert_refused "$PWD/cache/hub/models--org--dense/snapshots/1234"
	run env HF_HOME="$PWD/cache" sbatch --hf-checkpoint=org/sparse --allgather-cp --context-parallel-size=2 job.sh
	assert_ran sbatch
}

directives_of_the_script_are_refused_and_allowed() {
	local checkpoint

	for checkpoint in "$QWEN" "$GLM"; do
		script "${checkpoint##*/}.sh" <<-SCRIPT
			#!/bin/sh
			#SBATCH --hf-checkpoint=$checkpoint
			#SBATCH --allgather-cp
			#SBATCH --context-parallel-size=2
			echo ran
		SCRIPT
	done
	run sbatch dense.sh
	assert_refused
	run sbatch sparse.sh
	assert_ran sbatch
}

command_line_overrides_directives() {
	script one.sh <<-SCRIPT
		#!/bin/sh
		#SBATCH --hf-checkpoint=$QWEN
		#SBATCH --allgather-cp
		#SBATCH --context-parallel-size=1
		echo ran
	SCRIPT
	run sbatch --context-parallel-size=2 one.sh
	assert_refused
	run sbatch one.sh
	assert_ran sbatch
}

environment_form_is_refused_and_allowed() {
	local how name=SLURM_SPANK__SLURM_SPANK_OPTION_cpguard
	local common=("${name}_allgather_cp=" "${name}_context_parallel_size=2")

	for how in 'sbatch job.sh' 'srun -n1 echo ran' 'salloc -n1 echo ran'; do
		# shellcheck disable=SC2086 # a command line
		run env "${common[@]}" "${name}_hf_checkpoint=$QWEN" $how
		assert_refused
		# shellcheck disable=SC2086
		run env "${common[@]}" "${name}_hf_checkpoint=$GLM" $how
		assert_ran "${how%% *}"
	done
}

command_line_overrides_the_environment_form() {
	local name=SLURM_SPANK__SLURM_SPANK_OPTION_cpguard
	local environment=("${name}_allgather_cp=1" "${name}_context_parallel_size=2" "${name}_hf_checkpoint=$QWEN")

	run env "${environment[@]}" sbatch --context-parallel-size=1 job.sh
	assert_ran sbatch
	run env "${environment[@]}" sbatch --context-parallel-size=3 job.sh
	assert_refused
}

chdir_decides_where_a_relative_checkpoint_lies() {
	local how

	mkdir bad good
	checkpoint bad/model Qwen3ForCausalLM
	checkpoint good/model GlmMoeDsaForCausalLM
	chown "$CLUSTER_USER" bad good
	mapfile -t relative < <(options_for model)

	checkpoint model GlmMoeDsaForCausalLM
	for how in --chdir=bad "--chdir=$PWD/bad" '--chdir bad' '-D bad' -Dbad; do
		# shellcheck disable=SC2086
		run sbatch $how "${relative[@]}" ./job.sh
		assert_refused_with 1 bad/model/config.json Qwen3ForCausalLM
	done
	run srun -D "$PWD/bad" -n1 "${relative[@]}" echo ran
	assert_refused_with 1 bad/model/config.json Qwen3ForCausalLM
	run salloc -D "$PWD/bad" -n1 "${relative[@]}" echo ran
	assert_refused_with 1 bad/model/config.json Qwen3ForCausalLM

	checkpoint model Qwen3ForCausalLM
	run sbatch --chdir="$PWD/good" "${relative[@]}" "$PWD/job.sh"
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "good/slurm-$JOB.out" ran
	run srun -D "$PWD/good" -n1 "${relative[@]}" echo ran
	assert_ran srun
}

chdir_directive_decides_where_a_relative_checkpoint_lies() {
	mkdir bad good
	checkpoint bad/model Qwen3ForCausalLM
	checkpoint good/model GlmMoeDsaForCausalLM
	chown "$CLUSTER_USER" bad good
	mapfile -t relative < <(options_for model)
	script bad.sh <<<$'#!/bin/sh\n#SBATCH --chdir='"$PWD/bad"$'\necho ran'
	script good.sh <<<$'#!/bin/sh\n#SBATCH --chdir='"$PWD/good"$'\necho ran'

	checkpoint model GlmMoeDsaForCausalLM
	run sbatch "${relative[@]}" bad.sh
	assert_refused_with 1 bad/model/config.json Qwen3ForCausalLM
	checkpoint model Qwen3ForCausalLM
	run sbatch "${relative[@]}" good.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "good/slurm-$JOB.out" ran
}

relative_checkpoint_counts_from_the_current_directory() {
	checkpoint model Qwen3ForCausalLM
	mapfile -t relative < <(options_for model)
	submit sbatch "${relative[@]}"
	assert_refused "$PWD/model"
	checkpoint model GlmMoeDsaForCausalLM
	submit sbatch "${relative[@]}"
	assert_ran sbatch
}

wrong_number_of_ranks_is_refused_with_the_value() {
	local how value

	for how in sbatch srun salloc; do
		for value in 0 two -1 2.0 ''; do
			submit "$how" --context-parallel-size="$value"
			((++ASSERTIONS))
			((STATUS != 0)) || fail 'a wrong value was accepted'
			assert_stdout_is ''
			assert_stderr_has cpguard: context-parallel-size "$value"
			assert_nothing_submitted
		done
	done
}

number_of_ranks_is_read_as_python_reads_it() {
	local value

	for value in +2 02 ' 2 ' 1_0; do
		submit sbatch --hf-checkpoint="$QWEN" --allgather-cp --context-parallel-size="$value"
		assert_refused
	done
	for value in +1 01 ' 1 '; do
		submit srun --hf-checkpoint="$QWEN" --allgather-cp --context-parallel-size="$value"
		assert_ran srun
	done
}

slurm_exit_error_sets_the_exit_status_of_a_refusal() {
	local how

	for how in 'sbatch job.sh' 'srun -n1 echo ran' 'salloc -n1 echo ran'; do
		# shellcheck disable=SC2086
		run env SLURM_EXIT_ERROR=42 ${how%% *} "${BAD[@]}" ${how#* }
		assert_refused_with 42 "$QWEN/config.json" Qwen3ForCausalLM
	done
}

parsable_prints_the_job_id_and_nothing_else() {
	run sbatch --parsable "${GOOD[@]}" job.sh
	assert_status 0
	assert_stdout_is "$NEXT_ID"
	assert_stderr_empty
	run sbatch --parsable "${BAD[@]}" job.sh
	assert_refused
}

test_only_is_refused_too() {
	run sbatch --test-only "${BAD[@]}" job.sh
	assert_refused
}

quiet_sbatch_still_says_why() {
	run sbatch --quiet "${BAD[@]}" job.sh
	assert_refused
	run sbatch --quiet "${GOOD[@]}" job.sh
	assert_status 0
	assert_stderr_empty
}

help_lists_each_option_once() {
	local how option

	for how in sbatch srun salloc; do
		run "$how" --help
		assert_status 0
		assert_stderr_empty
		for option in --hf-checkpoint=PATH --allgather-cp --context-parallel-size=N; do
			expect "lines of $how --help with $option" 1 "$(grep -c -e "^ *$option" stdout)"
		done
	done
}
