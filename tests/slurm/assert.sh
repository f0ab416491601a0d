# What the cases say: running commands as a person would, and checking what came
# of it. The first check that fails ends the case with a description of why.
#
# A case runs in a directory of its own, which the ordinary user owns and which
# holds job.sh, a batch script that prints "ran". $QWEN is a checkpoint whose
# architecture is not permitted, $GLM one whose architecture is. "${BAD[@]}" and
# "${GOOD[@]}" are the three options for them, "${ARGS_BAD[@]}" and "${ARGS_GOOD[@]}"
# the same as arguments of the training program $TRAIN, which prints its arguments.
# shellcheck shell=bash

readonly COMMAND_LIMIT=20       # seconds for one command, and for a job to end
readonly NOT_RUN=77             # a case's exit status for that

ASSERTIONS=0
COMMAND=()
STATUS=
NEXT_ID=                        # the id that a job submitted by `run` would get
JOB=                            # the job that assert_submitted saw

# ---- doing ------------------------------------------------------------------

next_job_id() { scontrol show config | sed -n 's/^NEXT_JOB_ID *= *//p'; }

# Runs a command to its end as the ordinary user. Leaves STATUS, the files stdout
# and stderr, and NEXT_ID. Standard input is $INPUT, by default empty.
run() {
	COMMAND=("$@")
	NEXT_ID=$(next_job_id)
	STATUS=0
	# In the background, as `wait` is what a signal can interrupt at once.
	"${RUN_AS:-cluster_user}" timeout -k 2 "$COMMAND_LIMIT" "$@" \
		<"${INPUT:-/dev/null}" >stdout 2>stderr &
	wait "$!" || STATUS=$?
}

# As somebody whose environment Slurm can load when --export drops it: releases
# from 25.05 on do that by a login, which the ordinary user's shell refuses.
run_exporting() {
	case $CLUSTER_VERSION in
	2[0-4].*) run "$@" ;;
	*) run_as_root "$@" ;;
	esac
}

run_as_root() { RUN_AS=cluster_root run "$@"; }

# Submits the plainest job there is: `submit sbatch|srun|salloc OPTIONS...`.
submit() {
	local how=$1

	shift
	case $how in
	sbatch) run sbatch "$@" job.sh ;;
	*) run "$how" -n1 "$@" echo ran ;;
	esac
}

# The three options for a checkpoint, a line each.
options_for() { printf '%s\n' "--hf-checkpoint=$1" --allgather-cp --context-parallel-size=2; }

# Writes a command into FILE so that only running `base64 -d FILE` tells what it is.
hide() { # FILE WORD...
	local file=$1

	shift
	base64 <<<"$*" >"$file"
}

# The three files of slime's GLM-5 launcher: a job script, the launcher, and the model file
# that it sources. The launcher's own words come from arrays of all of them.
launcher() { # CHECKPOINT
	mkdir -p scripts/models
	script scripts/models/model.sh <<-'SH'
		MODEL_ARGS=(
		    --num-layers 78 # all of them
		    --allgather-cp
		)
	SH
	script scripts/run.sh <<-SH
		#!/bin/bash
		SCRIPT_DIR="\$(cd -- "\$(dirname -- "\${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
		source "\${SCRIPT_DIR}/models/model.sh"
		CKPT_ARGS=(
		    --hf-checkpoint $1
		)
		PERF_ARGS=(
		    --context-parallel-size 2
		)
		python3 $TRAIN \\
		    \${MODEL_ARGS[@]} \\
		    \${CKPT_ARGS[@]} \${PERF_ARGS[@]}
	SH
	script job.sh <<<$'#!/bin/bash\nbash '"$PWD"'/scripts/run.sh'
}

assert_refused_by_script() {
	assert_refused_with 1 "$QWEN/config.json" Qwen3ForCausalLM \
		"--allgather-cp ($PWD/scripts/models/model.sh:3)" \
		"--context-parallel-size 2 ($PWD/scripts/run.sh:8)" \
		"--hf-checkpoint $QWEN ($PWD/scripts/run.sh:5)"
}

# Writes standard input to an executable file.
script() {
	cat >"$1"
	chmod 755 "$1"
}

# Makes a checkpoint directory $1 whose architecture is $2.
checkpoint() {
	mkdir -p "$1"
	printf '{"architectures": ["%s"], "model_type": "test"}\n' "$2" >"$1/config.json"
}

plugin() { cluster_plugstack both "optional $PLUGIN $*"; }

# Writes each datagram that arrives at the socket as a line to the file "log".
listen_to_log() {
	[[ ${CLUSTER_LOG_ENV[*]} ]] || fail 'there is no tests/slurm/log_socket.so beside the plugin: run make check'
	rm -f "$CLUSTER_DIR/log.socket"
	python3 - "$CLUSTER_DIR/log.socket" >log <<-'PYTHON' &
		import os, socket, sys
		log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
		log.bind(sys.argv[1])
		os.chmod(sys.argv[1], 0o666)
		while True:
		    sys.stdout.buffer.write(log.recv(65536) + b"\n")
		    sys.stdout.buffer.flush()
	PYTHON
	# shellcheck disable=SC2064 # this process
	trap "kill $!" EXIT
	wait_until 10 test -w "$CLUSTER_DIR/log.socket" || fail 'the listener does not start'
}

# cpguard where jobs are submitted; the nodes have pyxis alone.
containers() {
	cluster_plugstack login "optional $PYXIS" "optional $PLUGIN $*"
	cluster_plugstack node "optional $PYXIS"
}

plugstack_arrived() {
	local node

	for node in n1 n2 n3; do
		cmp -s "$CLUSTER_DIR/node/plugstack.conf" "$CLUSTER_DIR/spool/$node/conf-cache/plugstack.conf" ||
			return 1
	done
}

# Has slurmctld send plugstack.conf to nodes that have no files of their own.
distribute_plugstack() {
	cluster_root scontrol reconfigure
	wait_until 10 plugstack_arrived || fail 'plugstack.conf does not arrive'
	wait_until 10 nodes_idle
}

# The directory `inside` of the case has a checkpoint of architecture $2 in containers, and one
# of architecture $1 outside of them. ARGS_INSIDE asks for it.
# shellcheck disable=SC2034 # for the cases
models_inside_and_outside() {
	cluster_user unshare --user --mount true 2>/dev/null ||
		not_run 'users may not make user namespaces here'
	checkpoint inside "$1"
	checkpoint elsewhere "$2"
	ARGS_INSIDE=(--allgather-cp --context-parallel-size 2 --hf-checkpoint "$PWD/inside")
	cluster_plugstack login ''
}

# The line of plugstack.conf for the plugin that makes them; with "root", users are root there.
container_plugin() { echo "required $PYXIS $PWD/elsewhere $PWD/inside $*"; }

# ---- checking ---------------------------------------------------------------

indent() { sed 's/^/    /'; }

fail() {
	printf '%s\n' "$@"
	if ((${#COMMAND[@]})); then
		printf 'command: %s\nstatus: %s\n' "${COMMAND[*]}" "$STATUS"
		printf 'standard output:\n' && indent <stdout
		printf 'standard error:\n' && indent <stderr
	fi
	exit 1
}

# Ends the case without a verdict: what it needs is not to be had here.
not_run() {
	echo "$*"
	exit "$NOT_RUN"
}

expect() { # WHAT EXPECTED ACTUAL
	((++ASSERTIONS))
	[[ $3 == "$2" ]] || fail "$1" 'expected:' "$(indent <<<"$2")" 'actual:' "$(indent <<<"$3")"
}

assert_status() { expect 'exit status' "$1" "$STATUS"; }
assert_stdout_is() { expect 'standard output' "$1" "$(<stdout)"; }
assert_stderr_empty() { expect 'standard error' '' "$(<stderr)"; }
assert_file_is() { expect "$1" "$2" "$(cat "$1" 2>&1)"; }

assert_file_has() { # FILE TEXT...
	local file=$1 text

	shift
	for text; do
		((++ASSERTIONS))
		grep -qsF -e "$text" "$file" || fail "$file does not have '$text':" "$(indent <"$file")"
	done
}

assert_file_lacks_line() { # FILE LINE
	((++ASSERTIONS))
	[[ -e $1 ]] || fail "there is no $1"
	! grep -qxF -e "$2" "$1" || fail "$1 has the line '$2':" "$(indent <"$1")"
}

assert_stdout_has() { assert_file_has stdout "$@"; }
assert_stderr_has() { assert_file_has stderr "$@"; }

assert_stderr_lines_begin_with() {
	((++ASSERTIONS))
	! grep -qv -e "^$1" stderr || fail "a line of standard error does not begin with '$1'"
}

# cpguard's message is in the file, and no line of it twice.
assert_said_once() {
	local file=$1

	((++ASSERTIONS))
	grep -qs '^cpguard:' "$file" || fail "cpguard said nothing in $file:" "$(indent <"$file")"
	[[ -z $(grep '^cpguard:' "$file" | sort | uniq -d) ]] ||
		fail "cpguard repeats itself in $file:" "$(indent <"$file")"
}

# cpguard said one line in the file: that what is refused passes for that reason.
assert_overridden() { # REASON FILE
	assert_file_has "$2" "cpguard: overridden by CPGUARD_OVERRIDE=\"$1\"" "$QWEN/config.json" Qwen3ForCausalLM
	expect "lines of cpguard in $2" 1 "$(grep -c ^cpguard: "$2")"
}

log_has_lines() { (($(wc -l <log) >= $1)); }

# The log has that many lines, now or soon.
assert_logged() {
	((++ASSERTIONS))
	wait_until 5 log_has_lines "$1" || fail "the log has not $1 lines:" "$(indent <log)"
	expect 'lines of the log' "$1" "$(wc -l <log)"
}

assert_nothing_submitted() { expect 'next job id' "$NEXT_ID" "$(next_job_id)"; }

# The last command was refused before anything was asked of the controller, with a
# message of cpguard's alone that has the texts.
assert_refused_with() { # STATUS TEXT...
	assert_status "$1"
	shift
	assert_stdout_is ''
	assert_stderr_lines_begin_with cpguard:
	assert_said_once stderr
	assert_stderr_has "$@"
	assert_nothing_submitted
}

# The same for the checkpoint that is not permitted, at its usual place or at $1.
assert_refused() { assert_refused_with 1 "${1:-$QWEN}/config.json" Qwen3ForCausalLM; }

# sbatch took the job, and cpguard said nothing.
assert_submitted() {
	assert_status 0
	assert_stderr_empty
	JOB=$NEXT_ID
	assert_stdout_is "Submitted batch job $JOB"
}

assert_submitted_with_a_warning() {
	assert_status 0
	JOB=$NEXT_ID
	assert_stdout_is "Submitted batch job $JOB"
	assert_said_once stderr
	assert_stderr_has 'cpguard: warning:'
}

# The different values among the components of a heterogeneous job; mostly one.
job_field() { # JOB FIELD
	scontrol -o show job "$1" | tr ' ' '\n' | sed -n "s/^$2=//p" | sort -u
}

job_ended() { ! job_field "$1" JobState | grep -qE '^(PENDING|CONFIGURING|RUNNING|COMPLETING|)$'; }

# The job comes to this end: `assert_job_ends JOB COMPLETED 0:0`.
assert_job_ends() {
	wait_until "$COMMAND_LIMIT" job_ended "$1" || fail "job $1 does not end:" "$(scontrol show job "$1" | indent)"
	expect "end of job $1" "$2 $3" "$(job_field "$1" JobState) $(job_field "$1" ExitCode)"
}

# What `submit` asked for was allowed, ran, and cpguard said nothing anywhere.
assert_ran() {
	case $1 in
	sbatch)
		assert_submitted
		assert_job_ends "$JOB" COMPLETED 0:0
		assert_file_is "slurm-$JOB.out" ran
		;;
	srun)
		assert_status 0
		assert_stdout_is ran
		assert_stderr_empty
		;;
	salloc)
		assert_status 0
		assert_stdout_is ran
		assert_stderr_lines_begin_with 'salloc: '
		;;
	esac
}

node_states() { sinfo -h -N -o '%N %T %E'; }
nodes_idle() { ! node_states | grep -qv ' idle '; }

# All nodes are free for the next job: none is drained, none is down.
assert_nodes_idle() {
	((++ASSERTIONS))
	wait_until 10 nodes_idle || fail 'nodes are not idle:' "$(node_states | indent)"
}

# Submits job.sh, held, for a checkpoint "later" that does not exist; then makes it
# with the architecture $1 ("" makes none) and lets the job go.
submit_before_its_checkpoint() {
	mapfile -t later < <(options_for "$PWD/later")
	run sbatch --hold "${later[@]}" job.sh
	assert_status 0
	JOB=$NEXT_ID
	assert_stdout_is "Submitted batch job $JOB"
	assert_stderr_lines_begin_with cpguard:
	[[ -z $1 ]] || checkpoint later "$1"
	cluster_user scontrol release "$JOB"
}

# The program $EACH ran to its end on each of the nodes, or on none.
assert_trained_on() { # NODE...
	local node

	for node; do
		assert_file_is "trained.$node" "trained with ${ARGS_GOOD[*]}"
	done
}

assert_nothing_trained() { expect 'files of nodes that trained' '' "$(compgen -G 'trained.*' || true)"; }

# Slurm's command knows none of the plugin's options.
assert_option_unknown() {
	assert_status 255
	assert_stderr_has "unrecognized option '--hf-checkpoint="
	assert_nothing_submitted
}

# The plugin is listed as optional and not loaded: jobs run, whether or not Slurm complains.
assert_unguarded() {
	submit sbatch
	assert_status 0
	assert_stdout_is "Submitted batch job $NEXT_ID"
	assert_job_ends "$NEXT_ID" COMPLETED 0:0
	assert_file_is "slurm-$NEXT_ID.out" ran
	run srun -n1 python3 "$TRAIN" "${ARGS_BAD[@]}"
	assert_status 0
	assert_stdout_is "trained with ${ARGS_BAD[*]}"
	submit sbatch "${GOOD[@]}"
	assert_option_unknown
	assert_nodes_idle
}

# The plugin $1 is listed as required and not loaded.
assert_stopped_for_want_of() {
	assert_status 1
	assert_stdout_is ''
	assert_stderr_has "$1"
	assert_nothing_submitted
}
