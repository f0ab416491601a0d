# YAML files that the training program lays over its command line.
# shellcheck shell=bash disable=SC2154

# A batch script that trains with two ranks on a checkpoint and the further words.
job_with() { # CHECKPOINT WORD...
	local checkpoint=$1

	shift
	script job.sh <<-SH
		#!/bin/bash
		python3 $TRAIN --context-parallel-size 2 --hf-checkpoint $checkpoint $*
	SH
}

flag_only_in_custom_config_is_refused_at_submission() {
	mkdir conf
	printf '%s\n' '# for this run' 'lr: 1e-6' 'allgather_cp: yes' >conf/custom.yaml
	job_with "$QWEN" --custom-config-path conf/custom.yaml
	run sbatch job.sh
	assert_refused_with 1 "$QWEN/config.json" Qwen3ForCausalLM \
		"--allgather-cp ($PWD/conf/custom.yaml:3)" \
		"--context-parallel-size 2 (job.sh:2)"
	run srun -n1 python3 "$TRAIN" --context-parallel-size 2 --hf-checkpoint "$QWEN" \
		--custom-config-path="$PWD/conf/custom.yaml"
	assert_refused_with 1 "--allgather-cp ($PWD/conf/custom.yaml:3)"
}

flag_in_custom_config_runs_in_silence_with_a_dsa_model() {
	echo 'allgather_cp: "false"' >custom.yaml
	job_with "$GLM" --custom-config-path custom.yaml
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

custom_config_that_takes_the_flag_back_is_allowed() {
	echo 'allgather_cp: off' >custom.yaml
	job_with "$QWEN" --allgather-cp --custom-config-path custom.yaml
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

override_of_the_critic_alone_is_refused() {
	cat >roles.yaml <<-'YAML'
		megatron:
		  - name: default
		    role: actor
		  - name: value
		    role: critic
		    overrides:
		      allgather_cp: true
	YAML
	job_with "$QWEN" --advantage-estimator ppo --megatron-config-path roles.yaml
	run sbatch job.sh
	assert_refused_with 1 'refused: in the critic, --allgather-cp' \
		"--allgather-cp ($PWD/roles.yaml:7)" "$QWEN/config.json"
	job_with "$QWEN" --megatron-config-path roles.yaml
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

yaml_file_counts_from_the_job_s_directory() {
	mkdir elsewhere
	echo 'allgather_cp: yes' >elsewhere/custom.yaml
	echo 'allgather_cp: no' >custom.yaml
	job_with "$QWEN" --custom-config-path custom.yaml
	run sbatch --chdir="$PWD/elsewhere" job.sh
	assert_refused_with 1 "--allgather-cp ($PWD/elsewhere/custom.yaml:1)"
	run sbatch job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

yaml_file_that_is_missing_is_named_in_one_line() {
	job_with "$QWEN" --allgather-cp --custom-config-path missing.yaml
	run sbatch job.sh
	assert_status 0
	JOB=$NEXT_ID
	assert_stdout_is "Submitted batch job $JOB"
	expect 'standard error' "cpguard: --allgather-cp with --context-parallel-size (not known) was not checked: what --custom-config-path sets is not known: '$PWD/missing.yaml' does not exist. To have it checked: name YAML files that can be read here, or declare --hf-checkpoint=PATH, --allgather-cp and --context-parallel-size=N as options of sbatch, srun or salloc." "$(<stderr)"
	assert_job_ends "$JOB" COMPLETED 0:0
}

yaml_file_that_comes_later_is_judged_on_the_node() {
	job_with "$QWEN" --custom-config-path later.yaml
	run sbatch --hold job.sh
	assert_submitted
	echo 'allgather_cp: yes' >later.yaml
	cluster_user scontrol release "$JOB"
	assert_job_ends "$JOB" FAILED 78:0
	assert_nodes_idle
	assert_said_once "slurm-$JOB.out"
	assert_file_has "slurm-$JOB.out" "--allgather-cp ($PWD/later.yaml:1)"
}

yaml_file_that_the_script_writes_is_read_from_the_script() {
	echo 'allgather_cp: no' >custom.yaml
	script job.sh <<-SH
		#!/bin/bash
		cat >custom.yaml <<EOF
		allgather_cp: yes
		EOF
		python3 $TRAIN --context-parallel-size 2 --hf-checkpoint $QWEN --custom-config-path custom.yaml
	SH
	run sbatch job.sh
	assert_refused_with 1 "--allgather-cp ($PWD/custom.yaml:1)"
}
