#!/usr/bin/env bash
# The plugin in a real, private Slurm.
#
#   tests/slurm/run.sh [--configless] [PLUGIN.so [PATTERN]]
#
# PLUGIN.so is build/spank_cpguard.so by default; the command lies beside it, and what
# `make slurm-tests` builds in tests/slurm there. With PATTERN, a bash regular
# expression, only the cases whose name matches run. Needs root and the Debian
# packages slurmctld, slurmd, slurm-client and munge; says so otherwise and exits
# with 2. Exits with 1 when a case fails.
#
# Every function in a cases-*.sh file is a case, but those that take arguments, which a comment
# behind the brace names.
set -u

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2
CASE_FILES=(options command script yaml container job node nodes settings override log doctor admin end broken)

# shellcheck source=tests/slurm/cluster.sh
. "$HERE/cluster.sh"
# shellcheck source=tests/slurm/assert.sh
. "$HERE/assert.sh"

# A case takes no arguments. What a file's cases share does, and names them behind the brace.
case_names() { # FILE
	sed -n 's/^\([a-z][a-z0-9_]*\)() {$/\1/p' "$1"
}

# What all cases use, where the jobs' user can read it. $1 is the plugin in its build directory.
# shellcheck disable=SC2034
prepare() { # PLUGIN.so
	PLUGIN=$CLUSTER_PLUGIN
	CPGUARD=$CLUSTER_DIR/cpguard
	install -m 755 "$(dirname "$1")/cpguard" "$CPGUARD" || exit 2
	PYXIS=$CLUSTER_DIR/spank_pyxis.so
	install -m 644 "$(dirname "$1")/tests/slurm/spank_pyxis.so" "$PYXIS" || exit 2
	MODELS=$CLUSTER_DIR/models
	QWEN=$MODELS/dense
	GLM=$MODELS/sparse
	checkpoint "$QWEN" Qwen3ForCausalLM
	checkpoint "$GLM" GlmMoeDsaForCausalLM
	mapfile -t BAD < <(options_for "$QWEN")
	mapfile -t GOOD < <(options_for "$GLM")
	ARGS_BAD=(--allgather-cp --context-parallel-size 2 --hf-checkpoint "$QWEN")
	ARGS_GOOD=(--allgather-cp --context-parallel-size 2 --hf-checkpoint "$GLM")
	TRAIN=$CLUSTER_DIR/train.py
	script "$TRAIN" <<-'PYTHON'
		#!/usr/bin/env python3
		import sys
		print("trained with", *sys.argv[1:])
	PYTHON
	readonly PLUGIN PYXIS CPGUARD MODELS QWEN GLM BAD GOOD ARGS_BAD ARGS_GOOD TRAIN
}

# In a subshell: ends with 0 when every check of the case held.
run_case() {
	local name=$1

	set -eE
	# shellcheck disable=SC2154
	trap '((BASH_SUBSHELL > 1)) || echo "line $LINENO of ${BASH_SOURCE[0]##*/} failed: $BASH_COMMAND"' ERR
	cd "$CLUSTER_DIR/cases/$name"
	script job.sh <<<$'#!/bin/sh\necho ran'
	"$name"
	((ASSERTIONS > 0)) || fail 'the case checks nothing'
}

# A case that failed may leave jobs behind, which would be in the next one's way.
no_jobs() { [[ -z $(squeue -h -o %i) ]]; }
clear_jobs() {
	wait_until 2 no_jobs && return
	scancel -p main >/dev/null 2>&1
	wait_until 10 no_jobs
}

if [[ ${1:-} == --configless ]]; then
	shift
	CLUSTER_CONFIGLESS=yes
	CASE_FILES=(configless end)
	if ! unshare --mount true 2>/dev/null; then
		printf '%s\n' 'not run: a cluster without files: it needs mount namespaces' \
			'0 passed, 0 failed, 1 not run'
		exit
	fi
fi

main() {
	local so=${1:-$HERE/../../build/spank_cpguard.so} pattern=${2:-.}
	local file name names status passed=0 failed=0 missed=0

	# shellcheck disable=SC2034 # for cluster_up
	CLUSTER_LOG_LIBRARY=$(dirname "$so")/tests/slurm/log_socket.so
	cluster_up "$so"
	prepare "$so"

	for file in "${CASE_FILES[@]}"; do
		# shellcheck source=/dev/null
		. "$HERE/cases-$file.sh" || exit 2
		names=$(case_names "$HERE/cases-$file.sh")
		[[ -n $names ]] || exit 2
		for name in $names; do
			[[ $name =~ $pattern ]] || continue
			# shellcheck disable=SC2119 # a plugin without arguments
			plugin
			install -d -o "$CLUSTER_USER" "$CLUSTER_DIR/cases/$name"
			run_case "$name" >"$CLUSTER_DIR/cases/$name.log" 2>&1 </dev/null &
			CLUSTER_CLIENT=$!
			wait "$CLUSTER_CLIENT" && status=0 || status=$?
			CLUSTER_CLIENT=
			if ((status == 0)); then
				printf 'ok %s\n' "$name"
				((++passed))
			elif ((status == NOT_RUN)); then
				printf 'not run: %s: %s\n' "$name" "$(tail -n 1 "$CLUSTER_DIR/cases/$name.log")"
				((++missed))
			else
				printf 'not ok %s\n' "$name"
				indent <"$CLUSTER_DIR/cases/$name.log"
				((++failed))
			fi
			clear_jobs
		done
	done
	printf '%d passed, %d failed' "$passed" "$failed"
	((missed == 0)) || printf ', %d not run' "$missed"
	echo
	((failed == 0 && passed > 0))
}

main "$@"
