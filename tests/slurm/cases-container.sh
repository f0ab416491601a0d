# Jobs within containers. Slurm gets the options of pyxis from a stand-in, which starts none: what
# is accepted runs on the host.
# shellcheck shell=bash disable=SC2154

ARGS=(--allgather-cp --context-parallel-size 2 --hf-checkpoint)

mounted_checkpoint_is_judged_as_the_one_of_the_host() {
	containers
	run srun -n1 --container-image=i --container-mounts="$MODELS:/models,/usr" \
		python3 "$TRAIN" "${ARGS[@]}" /models/dense
	assert_refused
	run srun -n1 --container-image=i --container-mounts="$MODELS:/models,/usr" \
		python3 "$TRAIN" "${ARGS[@]}" /models/sparse
	assert_status 0
	assert_stderr_empty
	assert_stdout_is "trained with ${ARGS[*]} /models/sparse"
}

mounts_of_a_batch_script_lead_to_its_checkpoint() {
	local name

	containers
	for name in dense sparse; do
		script "$name.sh" <<-SH
			#!/bin/bash
			#SBATCH --container-image=registry\#image:tag --container-mounts=$MODELS:/models
			#SBATCH --container-workdir=/models
			python3 $TRAIN ${ARGS[*]} /models/$name
		SH
		sed "s,/models/$name$,./$name," "$name.sh" >"relative-$name.sh"
	done
	for name in dense relative-dense; do
		run sbatch "$name.sh"
		assert_refused
	done
	for name in sparse relative-sparse; do
		run sbatch "$name.sh"
		assert_submitted
		assert_job_ends "$JOB" COMPLETED 0:0
	done
}

mounts_of_sbatch_itself_count_before_those_of_the_script() {
	containers
	script job.sh <<-SH
		#!/bin/bash
		#SBATCH --container-image=i --container-mounts=$MODELS/dense:/model
		python3 $TRAIN ${ARGS[*]} /model
	SH
	run sbatch job.sh
	assert_refused
	run sbatch --container-mounts="$MODELS/sparse:/model" job.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
}

path_of_the_host_within_a_container_is_not_judged() {
	containers
	run srun -n1 --container-image=i --container-mounts="$MODELS:/models" \
		python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stderr_lines_begin_with cpguard:
	assert_stderr_has 'was not checked' "$QWEN" 'within a container'
}

script_within_a_container_is_read_where_it_is_mounted() {
	containers
	script run.sh <<-SH
		#!/bin/bash
		python3 $TRAIN ${ARGS[*]} /models/dense
	SH
	run srun -n1 --container-image=i --container-workdir=/work \
		--container-mounts="$PWD:/work,$MODELS:/models" bash run.sh
	assert_refused_with 1 "$QWEN/config.json" "($PWD/run.sh:2)"
}

steps_of_salloc_are_within_its_container() {
	containers
	script run.sh <<-SH
		#!/bin/bash
		srun -n1 python3 $TRAIN ${ARGS[*]} /models/\$1
	SH
	run salloc -n1 --container-image=i --container-mounts="$MODELS:/models" bash run.sh dense
	assert_refused
	run salloc -Q -n1 --container-image=i --container-mounts="$MODELS:/models" \
		bash run.sh sparse
	assert_status 0
	assert_stdout_is "trained with ${ARGS[*]} /models/sparse"
}

binds_of_apptainer_lead_to_the_checkpoint() {
	local name

	# Runs what is behind its own words on the host.
	script apptainer <<-'SH'
		#!/bin/bash
		shift 4
		exec "$@"
	SH
	for name in dense sparse; do
		script "$name.sh" <<-SH
			#!/bin/bash
			export APPTAINER_BIND=$PWD:/work
			$PWD/apptainer exec --bind=$MODELS:/models --nv image.sif \\
			  python3 $TRAIN ${ARGS[*]} /models/$name
		SH
	done
	run sbatch dense.sh
	assert_refused
	run sbatch sparse.sh
	assert_submitted
	assert_job_ends "$JOB" COMPLETED 0:0
	assert_file_is "slurm-$JOB.out" "trained with ${ARGS[*]} /models/sparse"
}
