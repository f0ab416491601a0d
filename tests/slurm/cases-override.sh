# CPGUARD_OVERRIDE: with the site's permission and without it, at submission and on the node.
# shellcheck shell=bash disable=SC2154

WHY='CPGUARD_OVERRIDE=measuring the damage'

override_with_permission_lets_every_command_pass_with_one_line() {
	local how

	plugin override=yes
	run env "$WHY" sbatch "${BAD[@]}" job.sh
	assert_status 0
	assert_stdout_is "Submitted batch job $NEXT_ID"
	assert_overridden "measuring the damage" stderr
	JOB=$NEXT_ID
	for how in srun salloc; do
		run env "$WHY" "$how" -n1 "${BAD[@]}" echo ran
		assert_status 0
		assert_stdout_is ran
		assert_overridden "measuring the damage" stderr
	done
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_overridden "measuring the damage" "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" ran
}

override_without_permission_is_refused_and_the_refusal_says_so() {
	local setting

	for setting in '' override=no; do
		plugin $setting
		run env "$WHY" sbatch "${BAD[@]}" job.sh
		assert_refused
		assert_stderr_has 'CPGUARD_OVERRIDE is set, but this site does not allow it'
		run env "$WHY" srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
		assert_refused
		assert_stderr_has 'this site does not allow it'
	done
}

override_without_a_reason_is_refused_and_the_refusal_says_so() {
	plugin override=yes
	run env CPGUARD_OVERRIDE= sbatch "${BAD[@]}" job.sh
	assert_refused
	assert_stderr_has 'CPGUARD_OVERRIDE is set, but says nothing'
	submit sbatch "${BAD[@]}"
	assert_refused
	assert_stderr_has 'let it pass with CPGUARD_OVERRIDE=REASON'
}

override_reaches_the_node_whatever_is_exported() {
	local exported jobs=()

	plugin override=yes
	for exported in ALL NONE NIL A=b ALL,A=b HOME; do
		run_exporting env "$WHY" sbatch --export="$exported" "${BAD[@]}" job.sh
		assert_status 0
		assert_overridden "measuring the damage" stderr
		jobs+=("$NEXT_ID")
	done
	for JOB in "${jobs[@]}"; do
		assert_job_ends "$JOB" COMPLETED 0:0
		assert_overridden "measuring the damage" "slurm-$JOB.out"
		assert_file_has "slurm-$JOB.out" ran
	done
	for exported in ALL NONE A=b; do
		run env "$WHY" srun -n2 --export="$exported" /usr/bin/env python3 "$TRAIN" "${ARGS_BAD[@]}"
		assert_status 0
		assert_overridden "measuring the damage" stderr
	done
}

override_of_a_script_reaches_its_steps_and_is_said_once() {
	plugin override=yes
	script job.sh <<-SH
		#!/bin/bash
		srun -n1 python3 $TRAIN ${ARGS_BAD[*]}
		echo "srun ended with \$?"
	SH
	run env "$WHY" sbatch job.sh
	assert_status 0
	assert_overridden "measuring the damage" stderr
	JOB=$NEXT_ID
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_overridden "measuring the damage" "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "trained with ${ARGS_BAD[*]}" 'srun ended with 0'
}

override_reaches_srun_in_a_job_that_was_given_no_environment() {
	plugin override=yes
	hide "$PWD/words" /usr/bin/env python3 "$TRAIN" "${ARGS_BAD[@]}"
	script job.sh <<-SH
		#!/bin/sh
		$(dirname "$(command -v srun)")/srun -n1 \$(/usr/bin/base64 -d $PWD/words)
		echo "srun ended with \$?"
	SH
	run_exporting env "$WHY" sbatch --export=NONE job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_overridden "measuring the damage" "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "trained with ${ARGS_BAD[*]}" 'srun ended with 0'
}

override_taken_back_in_the_job_does_not_count() {
	plugin override=yes
	hide words python3 "$TRAIN" "${ARGS_BAD[@]}"
	script job.sh <<-'SH'
		#!/bin/sh
		CPGUARD_OVERRIDE= srun -n1 $(base64 -d words) 2>step.err
		echo "srun ended with $?"
	SH
	run env "$WHY" sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" 'srun ended with 1'
	assert_file_has step.err 'says nothing'
}

override_on_the_node_alone_lets_the_job_pass_with_one_line() {
	plugin override=yes
	cluster_plugstack login ''
	run env "$WHY" srun -n4 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_overridden "measuring the damage" stderr
	run env "$WHY" sbatch --wrap="python3 $TRAIN ${ARGS_BAD[*]}"
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_overridden "measuring the damage" "slurm-$JOB.out"
}

override_that_the_node_does_not_allow_ends_the_job_there() {
	cluster_plugstack login "optional $PLUGIN override=yes"
	run env "$WHY" sbatch "${BAD[@]}" job.sh
	assert_status 0
	JOB=$NEXT_ID
	assert_overridden "measuring the damage" stderr
	assert_job_ends "$JOB" FAILED 78:0
	assert_nodes_idle
	assert_said_once "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" 'this site does not allow it'
	cluster_plugstack login ''
	run env "$WHY" srun -n2 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 78
	assert_said_once stderr
	assert_stderr_has 'this site does not allow it'
}
