#!/usr/bin/env bash
# Shows what cpguard does, in a real Slurm that exists only while this runs.
#
#   tests/slurm/demo.sh [PLUGIN.so]
#
# PLUGIN.so is build/spank_cpguard.so by default. Exits with 1 when the plugin did
# something else than what is shown, with 2 when Slurm cannot be started here.
set -u

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2

# shellcheck source=tests/slurm/cluster.sh
. "$HERE/cluster.sh"
# shellcheck source=tests/slurm/assert.sh
. "$HERE/assert.sh"

# A directory as a user might have it: two models, a training program, a batch script.
prepare() {
	install -d -o "$CLUSTER_USER" "$CLUSTER_DIR/demo"
	cd "$CLUSTER_DIR/demo" || exit 2
	checkpoint models/Qwen3-4B Qwen3ForCausalLM
	checkpoint models/GLM-5 GlmMoeDsaForCausalLM
	script train.py <<-'PYTHON'
		import sys
		print("train.py is training with", *sys.argv[1:])
	PYTHON
	script train.sh <<-'SCRIPT'
		#!/bin/sh
		python3 train.py $CPGUARD_ARGS
	SCRIPT
}

note() { printf '\n# %s\n' "$*"; }

# Runs the command as somebody at a terminal would see it.
show() {
	printf '$ %s\n' "$*"
	run "$@"
	cat stdout stderr
}

failed() {
	printf '\nThe demonstration failed: %s.\n' "$*"
	exit 1
}

expect_status() { ((STATUS == $1)) || failed "exit status $STATUS instead of $1"; }

main() {
	local job

	printf '%s\n' 'A private Slurm with cpguard in its plugstack.conf, on this machine alone.'
	cluster_up "${1:-$HERE/../../build/spank_cpguard.so}" 1
	prepare

	note 'This model cannot be trained with --allgather-cp: the job is refused, nothing queues.'
	show sbatch --hf-checkpoint=models/Qwen3-4B --allgather-cp --context-parallel-size=2 train.sh
	expect_status 1

	note 'This one can: the job is submitted, and not a word is said.'
	show sbatch --hf-checkpoint=models/GLM-5 --allgather-cp --context-parallel-size=2 train.sh
	expect_status 0
	job=$NEXT_ID
	wait_until "$COMMAND_LIMIT" job_ended "$job"
	show cat "slurm-$job.out"
	expect_status 0
	[[ $(job_field "$job" JobState) == COMPLETED ]] || failed "the accepted job has not completed"

	note 'Without the options, the command itself is read.'
	show srun python3 train.py --allgather-cp --context-parallel-size 2 --hf-checkpoint models/Qwen3-4B
	expect_status 1
	cluster_stop
	note 'That is all: the private Slurm is gone again.'
}

main "$@"
