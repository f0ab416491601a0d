# A private, throw-away Slurm on loopback, to be sourced by bash.
#
#   cluster_up PLUGIN.so [NODES]    boots munged, slurmctld and 3 or NODES slurmd
#   cluster_user / cluster_root COMMAND...   runs COMMAND as a submitting person would
#   cluster_user_on_node COMMAND...          the same on a compute node without files
#   cluster_plugstack PLACE LINE...          writes plugstack.conf; PLACE is login, node or both
#   wait_until SECONDS COMMAND...            polls COMMAND until it succeeds
#
# cluster_up exits with 2 and says why when it cannot be done. From then on, however
# the script ends, all processes started for the cluster end and its directory goes:
# cluster_stop does that, from a trap.
#
# It needs root, because slurmd changes to the job's user, and nothing else: no
# mount, no namespace, no cgroup, no systemd, no network but 127.0.0.1. With
# CLUSTER_CONFIGLESS set, the slurmd have no slurm.conf, but ask slurmctld for it; then it
# also needs mount namespaces.
#
# Commands and daemons read two slurm.conf files that differ in PlugStackConfig
# alone, so that a login node with other settings than its compute nodes can be
# played on one machine.
#
# After cluster_up:
#   CLUSTER_DIR      holds everything
#   CLUSTER_PLUGIN   a copy of the plugin that every user can read
#   CLUSTER_VERSION  Slurm's version, such as 22.05.8
#   CLUSTER_USER     the ordinary user's name
#   SLURM_CONF       exported: the daemons' configuration
#   CLUSTER_LOG_ENV  words for `env` with which a program's syslog goes to a socket
#                    $CLUSTER_DIR/log.socket, as that of slurmd does; none without the library
#   CLUSTER_DAEMONS  pids of munged, slurmctld, and the slurmd of n1, n2, ...
# The script may set CLUSTER_CLIENT to a background process of its own, to be ended first, and
# before cluster_up CLUSTER_LOG_LIBRARY to what log_socket.c was built into.
# shellcheck shell=bash

CLUSTER_DIR=
CLUSTER_PLUGIN=
CLUSTER_CLIENT=
CLUSTER_CONFIGLESS=
CLUSTER_VERSION=
CLUSTER_USER=nobody
CLUSTER_STOPPED=
CLUSTER_LOG_LIBRARY=
CLUSTER_LOG_ENV=()
CLUSTER_DAEMONS=()              # pids of what was started here, in that order
CLUSTER_PORTS=()

# Ports are taken from below the range that the kernel hands out by itself.
readonly CLUSTER_PORT_FIRST=20000 CLUSTER_PORT_COUNT=12000
readonly CLUSTER_POLL=0.03

wait_until() {
	local deadline=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000))
	shift
	until "$@"; do
		((${EPOCHREALTIME/[.,]/} < deadline)) || return 1
		sleep "$CLUSTER_POLL"
	done
}

cluster_say() { printf 'private Slurm: %s\n' "$*" >&2; }

# ---- before the start -------------------------------------------------------

cluster_require() {
	local row program missing=()

	PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
	for row in slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client \
		munged:munge python3:python3 setpriv:util-linux timeout:coreutils; do
		program=${row%%:*}
		command -v "$program" >/dev/null || missing+=("${row#*:}")
	done
	if ((${#missing[@]})); then
		printf 'A private Slurm cannot be started: missing Debian packages: %s\n' \
			"$(printf '%s\n' "${missing[@]}" | sort -u | paste -sd ' ')" >&2
	fi
	if ((EUID != 0)); then
		printf '%s\n' 'A private Slurm cannot be started: it needs root, as slurmd runs each job as its user.' \
			'Run this as root, in an ordinary container for instance, with the Debian packages' \
			'slurmctld slurmd slurm-client munge installed.' >&2
	fi
	((${#missing[@]} == 0 && EUID == 0)) || exit 2
}

cluster_own_environment() {
	local name

	for name in $(compgen -e); do
		case $name in
		SLURM_* | SLURMD_* | SBATCH_* | SALLOC_* | SRUN_* | SCONTROL_* | SQUEUE_* | SINFO_* | SPANK_* | \
			MUNGE_* | HF_* | HUGGINGFACE_* | TRANSFORMERS_CACHE | PYTORCH_TRANSFORMERS_CACHE | \
			PYTORCH_PRETRAINED_BERT_CACHE | XDG_CACHE_HOME | CPGUARD_* | PYXIS_* | APPTAINER_* | \
			SINGULARITY_* | DOCKER_HOST | BASH_ENV | ENV | POSIXLY_CORRECT)
			unset "$name"
			;;
		esac
	done
	export LC_ALL=C
	umask 022
}

# Sets CLUSTER_PORTS to $1 different ports that no TCP socket has now, whatever its
# state. Somebody may still be faster: then cluster_start tries others.
cluster_pick_ports() {
	local want=$1 port used

	CLUSTER_PORTS=()
	used=$(sed -n 's/^ *[0-9]*: [0-9A-F]*:\([0-9A-F]*\) .*/\1/p' /proc/net/tcp /proc/net/tcp6 2>/dev/null | sort -u)
	while ((${#CLUSTER_PORTS[@]} < want)); do
		port=$((CLUSTER_PORT_FIRST + RANDOM % CLUSTER_PORT_COUNT))
		[[ $used == *"$(printf %04X "$port")"* ]] && continue
		used+=" $(printf %04X "$port")"
		CLUSTER_PORTS+=("$port")
	done
}

# ---- configuration ----------------------------------------------------------

cluster_write_slurm_conf() {
	local plugstack=$1 nodes=$2 major=${CLUSTER_VERSION%%.*} host i

	host=$(uname -n)
	host=${host%%.*}
	cat <<-CONF
		ClusterName=private
		SlurmctldHost=$host(127.0.0.1)
		SlurmctldPort=${CLUSTER_PORTS[0]}
		SlurmUser=root
		SlurmdUser=root
		AuthType=auth/munge
		AuthInfo=socket=$CLUSTER_DIR/munge/socket
		CredType=cred/munge
		StateSaveLocation=$CLUSTER_DIR/state
		SlurmdSpoolDir=$CLUSTER_DIR/spool/%n
		SlurmctldPidFile=$CLUSTER_DIR/state/slurmctld.pid
		SlurmdPidFile=$CLUSTER_DIR/spool/%n.pid
		SlurmctldLogFile=$CLUSTER_DIR/log/slurmctld.log
		SlurmdLogFile=$CLUSTER_DIR/log/slurmd.%n.log
		SlurmctldDebug=verbose
		SlurmdDebug=verbose
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		JobAcctGatherType=jobacct_gather/none
		AccountingStorageType=accounting_storage/none
		MpiDefault=none
		MailProg=/bin/true
		PropagateResourceLimits=NONE
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		SchedulerType=sched/backfill
		SchedulerParameters=bf_interval=1,sched_interval=2,sched_min_interval=1,batch_sched_delay=0
		SlurmdParameters=config_overrides
		ReturnToService=2
		MinJobAge=3600
		KillWait=1
		MessageTimeout=20
		CommunicationParameters=EnableIPv6
		ScronParameters=enable
	CONF
	# EnableIPv6, because otherwise Slurm resolves nothing, not even 127.0.0.1, in a
	# container that has no other interface than the loopback.
	# 0 makes --export=NONE read the user's environment from a file of ours: the
	# default is "su - USER", which fails for a user that has no shell.
	((major < 25)) && echo GetEnvTimeout=0
	# A slurmd without files gets the plugstack.conf that lies beside slurmctld's slurm.conf.
	if [[ -n $CLUSTER_CONFIGLESS ]]; then
		echo SlurmctldParameters=enable_configless
	else
		echo "PlugStackConfig=$plugstack"
	fi
	for ((i = 1; i <= nodes; i++)); do
		printf 'NodeName=n%d NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=8 State=UNKNOWN\n' \
			"$i" "$host" "${CLUSTER_PORTS[i]}"
	done
	printf 'PartitionName=main Nodes=%s Default=YES MaxTime=INFINITE State=UP\n' \
		"$(seq -f n%g -s , "$nodes")"
}

# Without this file, releases from 22.05 on look for a cgroup hierarchy that they
# may change, which a container does not have.
cluster_write_cgroup_conf() {
	case $CLUSTER_VERSION in
	20.* | 21.*) ;;
	22.* | 23.*) echo CgroupPlugin=cgroup/v1 >"$1" ;;
	*) echo CgroupPlugin=disabled >"$1" ;;
	esac
}

cluster_configure() {
	local nodes=$1 place home

	for place in login node; do
		mkdir -p "$CLUSTER_DIR/$place"
		: >>"$CLUSTER_DIR/$place/plugstack.conf"
		cluster_write_slurm_conf "$CLUSTER_DIR/$place/plugstack.conf" "$nodes" >"$CLUSTER_DIR/$place/slurm.conf"
		cluster_write_cgroup_conf "$CLUSTER_DIR/$place/cgroup.conf"
	done
	mkdir -p "$CLUSTER_DIR/state/env_cache" "$CLUSTER_DIR/spool" "$CLUSTER_DIR/log"
	for place in root "$CLUSTER_USER"; do
		home=$CLUSTER_DIR/home/$place
		mkdir -p "$home"
		chown "$place" "$home"
		printf '%s\n' "HOME=$home" "USER=$place" "PATH=$CLUSTER_PATH" >"$CLUSTER_DIR/state/env_cache/$place"
	done
}

# Replaces plugstack.conf of the login node, of the compute nodes, or of both.
# Commands and slurmstepd read it anew each time, so it counts from now on.
cluster_plugstack() {
	local places=$1 place

	shift
	[[ $places == both ]] && places='login node'
	for place in $places; do
		printf '%s\n' "$@" >"$CLUSTER_DIR/$place/plugstack.conf"
	done
}

# ---- daemons ----------------------------------------------------------------

# Starts a daemon in the foreground mode that keeps it our child. A session of
# its own keeps a Ctrl-C at the terminal away from it, and it ends by itself
# should this shell be killed outright.
cluster_daemon() {
	local log=$1

	shift
	setsid setpriv --pdeathsig TERM -- "$@" </dev/null >"$CLUSTER_DIR/log/$log.out" 2>&1 &
	CLUSTER_DAEMONS+=("$!")
}

cluster_daemons_alive() {
	local pid

	for pid in "${CLUSTER_DAEMONS[@]}"; do
		kill -0 "$pid" 2>/dev/null || return 1
	done
}

# A daemon whose port was taken meanwhile ends, or tries again for long.
cluster_port_was_taken() { grep -qsi 'address already in use' "$CLUSTER_DIR"/log/*; }

# Succeeds when COMMAND does, or when there is no use in waiting for it.
cluster_settled() { ! cluster_daemons_alive || cluster_port_was_taken || "$@" >/dev/null 2>&1; }

cluster_munge_up() { munge -n -S "$CLUSTER_DIR/munge/socket"; }
cluster_controller_up() { timeout 2 scontrol ping | grep -q ' UP$\|is UP'; }
cluster_nodes_idle() { [[ $(sinfo -h -N -o %T) == "$(yes idle | head -n "$1")" ]]; }

cluster_start_munge() {
	mkdir -m 755 "$CLUSTER_DIR/munge"
	(umask 077 && head -c 128 /dev/urandom >"$CLUSTER_DIR/munge/key")
	cluster_daemon munged munged --foreground --force --socket="$CLUSTER_DIR/munge/socket" \
		--key-file="$CLUSTER_DIR/munge/key" --pid-file="$CLUSTER_DIR/munge/pid" \
		--log-file="$CLUSTER_DIR/munge/log" --seed-file="$CLUSTER_DIR/munge/seed"
	wait_until 10 cluster_settled cluster_munge_up
	cluster_daemons_alive && cluster_munge_up >/dev/null
}

cluster_start_node() { # N
	if [[ -z $CLUSTER_CONFIGLESS ]]; then
		cluster_daemon "slurmd.n$1" env "${CLUSTER_LOG_ENV[@]}" slurmd -D -N "n$1"
		return
	fi
	# Without a file, slurmd first looks for munge at its usual place, and then makes
	# /run/slurm/conf lead to the files that it got: all in a /run of its own.
	# Source: slurm 22.05: src/slurmd/slurmd/slurmd.c _establish_configuration
	# shellcheck disable=SC2016 # for the inner shell
	cluster_daemon "slurmd.n$1" unshare --mount --propagation private sh -c \
		'mount -t tmpfs -o mode=755 tmpfs /run && mkdir /run/munge &&
		 ln -s "$1" /run/munge/munge.socket.2 && shift && exec env -u SLURM_CONF "$@"' \
		sh "$CLUSTER_DIR/munge/socket" slurmd -D -N "n$1" --conf-server "127.0.0.1:${CLUSTER_PORTS[0]}"
}

cluster_start_slurm() {
	local nodes=$1 i

	cluster_daemon slurmctld slurmctld -D
	wait_until 20 cluster_settled cluster_controller_up
	cluster_daemons_alive && cluster_controller_up || return 1
	for ((i = 1; i <= nodes; i++)); do
		cluster_start_node "$i"
	done
	wait_until 20 cluster_settled cluster_nodes_idle "$nodes"
	cluster_daemons_alive && cluster_nodes_idle "$nodes"
}

# Whoever listens at the socket is a test: until it does, what is sent is lost.
cluster_lead_log() {
	local library=$CLUSTER_DIR/log_socket.so

	[[ -r $CLUSTER_LOG_LIBRARY ]] || return 0
	install -m 644 "$CLUSTER_LOG_LIBRARY" "$library" || exit 2
	CLUSTER_LOG_ENV=("LD_PRELOAD=$library" "CPGUARD_TEST_LOG=$CLUSTER_DIR/log.socket")
}

cluster_show_logs() {
	local file

	for file in "$CLUSTER_DIR"/munge/log "$CLUSTER_DIR"/log/*; do
		[[ -s $file ]] || continue
		printf -- '--- %s\n' "${file##*/}"
		tail -n 8 "$file"
	done >&2
}

cluster_start() {
	local nodes=${1:-3} try

	set +m # with job control, setsid would fork and $! be another's pid
	CLUSTER_VERSION=$(slurmd -V)
	CLUSTER_VERSION=${CLUSTER_VERSION##* }
	CLUSTER_PATH=$(dirname "$(command -v sbatch)"):/usr/local/bin:/usr/bin:/bin
	CLUSTER_DIR=$(mktemp -d /tmp/cpguard-slurm.XXXXXX) || exit 2
	chmod 755 "$CLUSTER_DIR"
	export SLURM_CONF=$CLUSTER_DIR/node/slurm.conf CLUSTER_MARK=$CLUSTER_DIR/
	cluster_lead_log

	for try in 1 2 3; do
		cluster_pick_ports $((nodes + 1))
		cluster_configure "$nodes"
		if { ((try > 1)) || cluster_start_munge; } && cluster_start_slurm "$nodes"; then
			return 0
		fi
		cluster_port_was_taken || break
		cluster_end "${CLUSTER_DAEMONS[@]:1}"
		CLUSTER_DAEMONS=("${CLUSTER_DAEMONS[0]}")
		rm -rf "$CLUSTER_DIR"/state "$CLUSTER_DIR"/spool "$CLUSTER_DIR"/log
	done
	cluster_say 'it does not start; the last lines of its logs:'
	cluster_show_logs
	sinfo -N -o '%N %T %E' >&2 2>/dev/null
	exit 2
}

cluster_up() {
	local so=$1 nodes=${2:-3}

	cluster_require
	if [[ ! -r $so ]]; then
		printf 'There is no plugin %s: run make first.\n' "$so" >&2
		exit 2
	fi
	cluster_own_environment
	trap cluster_stop EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
	cluster_start "$nodes"
	CLUSTER_PLUGIN=$CLUSTER_DIR/spank_cpguard.so
	install -m 644 "$so" "$CLUSTER_PLUGIN" || exit 2
	cluster_plugstack both "optional $CLUSTER_PLUGIN"
}

# ---- commands ---------------------------------------------------------------

# Both run COMMAND as a person on the login node would: a small environment of
# its own, nothing of the caller's.
cluster_user() {
	setpriv --reuid="$CLUSTER_USER" --regid="$(id -g "$CLUSTER_USER")" --clear-groups \
		env -i "PATH=$CLUSTER_PATH" "HOME=$CLUSTER_DIR/home/$CLUSTER_USER" "USER=$CLUSTER_USER" \
		LC_ALL=C "SLURM_CONF=$CLUSTER_DIR/login/slurm.conf" "$@"
}

cluster_root() {
	env -i "PATH=$CLUSTER_PATH" "HOME=$CLUSTER_DIR/home/root" USER=root \
		LC_ALL=C "SLURM_CONF=$CLUSTER_DIR/login/slurm.conf" "$@"
}

# The same on n1 of a cluster without files, where the command finds those that were sent.
cluster_user_on_node() {
	# shellcheck disable=SC2016 # for the inner shell
	nsenter --mount --target "${CLUSTER_DAEMONS[2]}" sh -c 'cd "$1" && shift && exec "$@"' sh "$PWD" \
		setpriv --reuid="$CLUSTER_USER" --regid="$(id -g "$CLUSTER_USER")" --clear-groups \
		env -i "PATH=$CLUSTER_PATH" "HOME=$CLUSTER_DIR/home/$CLUSTER_USER" "USER=$CLUSTER_USER" \
		LC_ALL=C SLURM_CONF=/run/slurm/conf/slurm.conf "$@"
}

# ---- the end ----------------------------------------------------------------

# Processes that descend from this cluster carry its SLURM_CONF, or its mark. A root that lacks
# CAP_SYS_PTRACE, as in a container, may not read another user's environment: so
# that user looks as well. $1 narrows it down to a program, by its name.
cluster_processes() {
	local marks=(-e "SLURM_CONF=$CLUSTER_DIR/" -e "CLUSTER_MARK=$CLUSTER_DIR/") file pid name
	local as_user=(setpriv --reuid="$CLUSTER_USER" --regid="$(id -g "$CLUSTER_USER")" --clear-groups)

	{
		grep -lzsF "${marks[@]}" /proc/[0-9]*/environ
		"${as_user[@]}" grep -lzsF "${marks[@]}" /proc/[0-9]*/environ
	} | sort -u | while read -r file; do
		pid=${file#/proc/}
		pid=${pid%/environ}
		[[ $pid == "$$" || $pid == "$BASHPID" ]] && continue
		name=$(cat "/proc/$pid/comm" 2>/dev/null) || continue
		[[ -z ${1:-} || $name == "$1" ]] && echo "$pid"
	done
}

cluster_gone() {
	local pid state

	for pid in "$@"; do
		# A child that has ended stays a zombie until it is waited for.
		state=$(grep -s ^State: "/proc/$pid/status")
		[[ -z $state || $state == *Z* ]] || return 1
	done
}

# Ends the processes: asks, waits a little, then insists.
cluster_end() {
	(($#)) || return 0
	kill -TERM "$@" 2>/dev/null
	wait_until 5 cluster_gone "$@" || kill -KILL "$@" 2>/dev/null
	wait "$@" 2>/dev/null
	return 0
}

cluster_no_steps() { [[ -z $(cluster_processes slurmstepd) ]]; }

cluster_stop() {
	local left

	[[ -n $CLUSTER_DIR && -z $CLUSTER_STOPPED ]] || return 0
	CLUSTER_STOPPED=yes
	trap '' INT TERM HUP # a second Ctrl-C must not leave half of it behind
	set +e

	[[ -z $CLUSTER_CLIENT ]] || kill "$CLUSTER_CLIENT" 2>/dev/null
	if ((${#CLUSTER_DAEMONS[@]} > 1)) && cluster_daemons_alive; then
		[[ -z $(squeue -h -o %i) ]] || timeout 5 scancel -p main >/dev/null 2>&1
		wait_until 5 cluster_no_steps
	fi
	# Nothing of its state is kept, so slurmctld need not save any: the daemons go
	# first to last at once, and munged, which they need to say goodbye, after them.
	cluster_end "${CLUSTER_DAEMONS[@]:1}"
	cluster_end "${CLUSTER_DAEMONS[@]:0:1}"
	mapfile -t left < <(cluster_processes)
	cluster_end "${left[@]}"
	rm -rf "$CLUSTER_DIR"
}
