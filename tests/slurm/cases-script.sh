# Batch scripts, and shell scripts behind srun and salloc: what they would launch.
# shellcheck shell=bash disable=SC2154

launcher_of_three_files_is_refused_by_every_command() {
	launcher "$QWEN"
	run sbatch job.sh
	assert_refused_by_script
	run sbatch --wrap="bash $PWD/scripts/run.sh"
	assert_refused_by_script
	run srun -n1 bash "$PWD/scripts/run.sh"
	assert_refused_by_script
	run srun -n1 "$PWD/scripts/run.sh"
	assert_refused_by_script
	run salloc -n1 bash "$PWD/scripts/run.sh"
	assert_refused_by_script
}

launcher_of_three_files_runs_in_silence_with_a_dsa_model() {
	launcher "$GLM"
	run srun -n1 bash "$PWD/scripts/run.sh"
	assert_status 0
	assert_stderr_empty
	assert_stdout_is "trained with --num-layers 78 --allgather-cp --hf-checkpoint $GLM --context-parallel-size 2"
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" "trained with --num-layers 78 --allgather-cp --hf-checkpoint $GLM --context-parallel-size 2"
}

batch_script_is_read_from_a_file_on_standard_input() {
	launcher "$QWEN"
	INPUT=job.sh run sbatch
	assert_refused_by_script
}

batch_script_through_a_pipe_is_judged_on_the_node() {
	launcher "$QWEN"
	# shellcheck disable=SC2002
	run bash -c 'cat job.sh | sbatch'
	assert_submitted
	assert_job_ends "$JOB" FAILED 78:0
	assert_nodes_idle
	assert_said_once "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "($PWD/scripts/models/model.sh:3)"
}

batch_script_is_judged_on_the_node_where_the_login_node_has_no_cpguard() {
	launcher "$QWEN"
	cluster_plugstack login ''
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" FAILED 78:0
	assert_nodes_idle
	assert_said_once "slurm-$JOB.out"
}

arguments_of_the_batch_script_decide() {
	script job.sh <<-SH
		#!/bin/bash
		while [ \$# -gt 0 ]; do
			case \$1 in
			--cp) CP=\$2; shift 2 ;;
			*) shift ;;
			esac
		done
		python3 $TRAIN --allgather-cp --context-parallel-size \${CP:-1} --hf-checkpoint $QWEN
	SH
	run sbatch job.sh --cp 4
	assert_refused_with 1 "--context-parallel-size 4" Qwen3ForCausalLM
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

directives_give_the_directory_in_which_the_script_runs() {
	mkdir bad
	checkpoint bad/model Qwen3ForCausalLM
	checkpoint model GlmMoeDsaForCausalLM
	script job.sh <<-SH
		#!/bin/bash
		#SBATCH --chdir=$PWD/bad
		python3 $TRAIN --allgather-cp --context-parallel-size 2 --hf-checkpoint model
	SH
	run sbatch job.sh
	assert_refused_with 1 "$PWD/bad/model/config.json" "job.sh:3"
}

files_beside_a_batch_script_are_not_beside_its_copy() {
	launcher "$QWEN"
	script job.sh <<-'SH'
		#!/bin/bash
		set -e
		source "$(dirname "$0")/scripts/run.sh"
	SH
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" FAILED 1:0
}

submit_directory_is_known() {
	launcher "$QWEN"
	script job.sh <<-'SH'
		#!/bin/bash
		source "$SLURM_SUBMIT_DIR/scripts/run.sh"
	SH
	run sbatch job.sh
	assert_refused_with 1 Qwen3ForCausalLM "($PWD/scripts/models/model.sh:3)"
}

launch_behind_an_unknown_condition_is_a_warning() {
	script job.sh <<-SH
		#!/bin/bash
		if [ "\$SLURM_JOB_ID" = 0 ]; then
			python3 $TRAIN --allgather-cp --context-parallel-size 2 --hf-checkpoint $QWEN
		fi
		echo ran
	SH
	run sbatch job.sh
	assert_submitted_with_a_warning
	assert_stderr_has 'hangs on what is not known at job.sh:2'
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" ran
}

python_program_as_the_batch_script_is_judged() {
	cp "$TRAIN" train.py
	run sbatch train.py "${ARGS_BAD[@]}"
	assert_refused
	run sbatch train.py "${ARGS_GOOD[@]}"
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

wrappers_are_looked_through() {
	run srun -n1 env A=b nohup nice -n 5 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_refused
	run srun -n1 bash -c "python3 $TRAIN ${ARGS_BAD[*]}"
	assert_refused
	run srun -n1 timeout 60 python3 "$TRAIN" "${ARGS_GOOD[@]}"
	assert_status 0
	assert_stderr_empty
}

multi_prog_file_is_read() {
	script multi.conf <<<"0 python3 $TRAIN ${ARGS_BAD[*]}"
	run srun -n1 --multi-prog multi.conf
	assert_refused
}

script_that_only_prints_a_launch_is_no_launch() {
	script job.sh <<-SH
		#!/bin/bash
		echo python3 $TRAIN ${ARGS_BAD[*]}
		cat <<EOF
		python3 $TRAIN ${ARGS_BAD[*]}
		EOF
	SH
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

scripts_warn_says_why_and_submits_the_script() {
	plugin scripts=warn
	launcher "$QWEN"
	run sbatch job.sh
	assert_submitted_with_a_warning
	assert_stderr_has "$QWEN/config.json"
	assert_job_ends "$JOB" COMPLETED 0:0
}

scripts_off_reads_no_script() {
	plugin scripts=off
	launcher "$QWEN"
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

script_steps_inside_the_job_are_judged_with_it() {
	script job.sh <<-SH
		#!/bin/bash
		srun -n1 python3 $TRAIN ${ARGS_BAD[*]}
	SH
	run sbatch job.sh
	assert_refused_with 1 "job.sh:2" Qwen3ForCausalLM
}

miles_is_not_judged_by_the_rule_of_slime() {
	install -d -o "$CLUSTER_USER" miles
	script train.sh <<-SH
		#!/bin/bash
		python3 $TRAIN ${ARGS_BAD[*]}
	SH
	run sbatch --chdir="$PWD/miles" "$PWD/train.sh"
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "miles/slurm-$JOB.out" "trained with ${ARGS_BAD[*]}"
	run srun -n1 python3 "$TRAIN" --miles-router-timeout 3 "${ARGS_BAD[@]}"
	assert_status 0
	assert_stderr_empty
	run srun -n1 python3 "$TRAIN" --save "$PWD/miles" "${ARGS_BAD[@]}"
	assert_refused
}
