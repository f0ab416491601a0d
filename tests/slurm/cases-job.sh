# What an allowed job finds in its environment, and how the options travel.
# shellcheck shell=bash disable=SC2154

# What `job_environment` prints for ${GOOD[@]}.
DECLARED="CPGUARD_ALLGATHER_CP=1
CPGUARD_ARGS=${GOOD[*]}
CPGUARD_CONTEXT_PARALLEL_SIZE=2
CPGUARD_HF_CHECKPOINT=$GLM"

SHOW="$CLUSTER_DIR/show-declared"
script "$SHOW" <<<$'#!/bin/sh\n/usr/bin/env | /usr/bin/sort | /bin/grep ^CPGUARD_'

job_of_sbatch_has_the_declared_values() {
	run sbatch "${GOOD[@]}" "$SHOW"
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" "$DECLARED"
}

job_of_sbatch_has_the_declared_values_whatever_is_exported() {
	local exported jobs=()

	for exported in ALL NONE NIL A=b ALL,A=b HOME; do
		run_exporting sbatch --export="$exported" "${GOOD[@]}" "$SHOW"
		assert_submitted
		jobs+=("$JOB")
	done
	for JOB in "${jobs[@]}"; do
		assert_job_ends "$JOB" COMPLETED 0:0
		assert_file_is "slurm-$JOB.out" "$DECLARED"
	done
}

job_of_root_has_the_declared_values_without_an_exported_environment() {
	run_as_root sbatch --export=NONE "${GOOD[@]}" "$SHOW"
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" "$DECLARED"
}

job_of_srun_has_the_declared_values_whatever_is_exported() {
	local exported

	for exported in '' --export=ALL --export=NONE --export=A=b --export=ALL,A=b; do
		# shellcheck disable=SC2086 # none, or one word
		run srun $exported -n1 "${GOOD[@]}" "$SHOW"
		assert_status 0
		assert_stdout_is "$DECLARED"
		assert_stderr_empty
	done
}

command_of_salloc_has_the_declared_values() {
	run salloc -Q -n1 "${GOOD[@]}" "$SHOW"
	assert_status 0
	assert_stdout_is "$DECLARED"
	assert_stderr_empty
}

every_task_has_the_declared_values() {
	run srun -N2 -n4 "${GOOD[@]}" printenv CPGUARD_ARGS
	assert_status 0
	assert_stdout_is "$(printf '%s\n' "${GOOD[*]}" "${GOOD[*]}" "${GOOD[*]}" "${GOOD[*]}")"
	assert_stderr_empty
}

job_without_options_has_no_declared_values() {
	run srun -n1 sh -c 'env | grep ^CPGUARD_ || echo none'
	assert_status 0
	assert_stdout_is none
	assert_stderr_empty
}

declared_values_are_words_for_the_training_program() {
	script words.sh <<-SCRIPT
		#!/bin/sh
		exec /usr/bin/env python3 $TRAIN \$CPGUARD_ARGS --lr 1e-6
	SCRIPT
	run sbatch "${GOOD[@]}" words.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" "trained with ${GOOD[*]} --lr 1e-6"
}

directives_give_the_job_the_declared_values() {
	script directives.sh <<-SCRIPT
		#!/bin/sh
		#SBATCH --hf-checkpoint=$GLM
		#SBATCH --allgather-cp --context-parallel-size=2
		exec $SHOW
	SCRIPT
	run sbatch directives.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" "$DECLARED"
}

srun_inside_a_batch_job_is_allowed_silently_with_the_same_values() {
	local exported jobs=()

	script inner.sh <<-SCRIPT
		#!/bin/sh
		srun=$(dirname "$(command -v srun)")/srun
		echo batch
		$SHOW
		echo step
		"\$srun" -n1 $SHOW
	SCRIPT
	for exported in ALL NONE A=b; do
		run_exporting sbatch --export="$exported" "${GOOD[@]}" inner.sh
		assert_submitted
		jobs+=("$JOB")
	done
	for JOB in "${jobs[@]}"; do
		assert_job_ends "$JOB" COMPLETED 0:0
		assert_file_is "slurm-$JOB.out" "$(printf '%s\n' batch "$DECLARED" step "$DECLARED")"
	done
}

srun_inside_an_allocation_has_the_same_values() {
	run salloc -Q -n1 "${GOOD[@]}" srun -n1 "$SHOW"
	assert_status 0
	assert_stdout_is "$DECLARED"
	assert_stderr_empty
}

every_job_of_an_array_has_the_declared_values() {
	run sbatch --array=0-1 --output=array-%a.out "${GOOD[@]}" "$SHOW"
	assert_submitted
	assert_job_ends "${JOB}_0" COMPLETED 0:0
	assert_job_ends "${JOB}_1" COMPLETED 0:0
	assert_file_is array-0.out "$DECLARED"
	assert_file_is array-1.out "$DECLARED"
}
