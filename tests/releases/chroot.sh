# Small Debian systems, of this release and others, kept between runs; to be sourced by bash.
#
#   chroot_is_permitted     whether this environment lets us have one
#   chroot_make SUITE       makes the system of that suite, CHROOT_CACHE/SUITE
#   chroot_prepare SUITE    makes it unless it is there, and brings it up to what
#                           tests/packages.sh asks for; CHROOT is then its directory
#   chroot_run ro|rw COMMAND...   runs COMMAND in the system CHROOT, see enter.sh
#   chroot_stop             ends whatever of this is under way, for a trap
#
# CHROOT_CACHE is in CPGUARD_CACHE, or else in cpguard below XDG_CACHE_HOME or /var/cache, which
# one run at a time uses. To begin afresh, remove the directory.
#
# What fails says why on standard error and returns 1; or 3 when it is the environment that
# does not permit it: then no system was made, and nothing was tested.
# shellcheck shell=bash

CHROOT=
CHROOT_CACHE=${CPGUARD_CACHE:-${XDG_CACHE_HOME:-/var/cache}/cpguard}/releases
CHROOT_SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
CHROOT_PID=
CHROOT_LOCK=

chroot_say() { printf 'cpguard: %s\n' "$*" >&2; }

# ---- running ----------------------------------------------------------------

# Runs COMMAND so that the kernel ends all that it started when it ends, or when this shell
# does, however that is; with the last process go all mounts. It is waited for in a way that a
# trap can interrupt.
chroot_guarded() {
	setpriv --pdeathsig KILL -- unshare --mount --propagation private --pid --mount-proc --ipc \
		--uts --fork --kill-child "$@" </dev/null &
	CHROOT_PID=$!
	wait "$CHROOT_PID"
	set -- "$?"
	CHROOT_PID=
	return "$1"
}

chroot_run() { # ro|rw COMMAND...
	chroot_guarded "$CHROOT_SOURCE/tests/releases/enter.sh" "$CHROOT" "$CHROOT_SOURCE" "$@"
}

# To end the first process of a namespace ends all of them. A system that is half made goes.
chroot_stop() {
	local first

	if [[ -n $CHROOT_PID ]]; then
		first=$(ps -o pid= --ppid "$CHROOT_PID")
		# shellcheck disable=SC2086 # a number with blanks before it
		kill -KILL ${first:-$CHROOT_PID} 2>/dev/null
		wait "$CHROOT_PID" 2>/dev/null
	fi
	[[ $CHROOT != *.new ]] || rm -rf --one-file-system "$CHROOT" "$CHROOT".*
}

# Runs COMMAND with its output in a log, and shows the log's end when it fails.
chroot_logged() { # LOG COMMAND...
	local log=$1 status=0

	shift
	"$@" >"$log" 2>&1 || status=$?
	((status == 0)) || tail -n 8 "$log" >&2
	return "$status"
}

# ---- whether it can be done -------------------------------------------------

chroot_is_permitted() {
	local complaint

	if ((EUID != 0)); then
		chroot_say 'a chroot with a Slurm of its own needs root'
		return 3
	fi
	if ! command -v debootstrap >/dev/null; then
		chroot_say 'debootstrap is missing'
		return 3
	fi
	mkdir -p "$CHROOT_CACHE" || return 1
	# shellcheck disable=SC2016 # for the inner shell
	complaint=$(chroot_guarded sh -c \
		'mount -t tmpfs -o mode=755 tmpfs "$1" && mknod "$1/null" c 1 3 && : >"$1/null"' \
		sh "$CHROOT_CACHE" 2>&1) && return
	chroot_say "chroots and namespaces are not permitted here (${complaint//$'\n'/; })"
	return 3
}

# ---- where packages come from -----------------------------------------------

# shellcheck disable=SC2016 # for apt-get
chroot_indexes() {
	apt-get indextargets --format '$(ORIGIN) $(SUITE) $(REPO_URI)' 'Created-By: Packages' |
		awk '$1 == "Debian" && $2 !~ /-/ { print $3 }'
}

# The mirror from which this machine's own apt takes Debian.
chroot_mirror() {
	local mirror

	mirror=$(chroot_indexes)
	if [[ -z $mirror ]]; then
		apt-get -qq update >/dev/null 2>&1
		mirror=$(chroot_indexes)
	fi
	if [[ -z $mirror ]]; then
		chroot_say "apt's configuration here names no Debian mirror"
		return 3
	fi
	mirror=${mirror%%$'\n'*}
	printf '%s\n' "${mirror%/}"
}

# An old suite's key may have been retired; it then is in another file than the newer ones.
chroot_keyring() { # FILE
	cat /usr/share/keyrings/debian-archive-{keyring,removed-keys}.{gpg,pgp} >"$1" 2>/dev/null
	[[ -s $1 ]] && return
	chroot_say 'there are no keys of Debian here (package debian-archive-keyring)'
	return 1
}

# ---- making one -------------------------------------------------------------

chroot_debootstrap() { # SUITE DIRECTORY MIRROR
	local suite=$1 directory=$2 mirror=$3 script=/usr/share/debootstrap/scripts/$1 proxy=

	# A suite that is younger than debootstrap is made as sid is.
	[[ -e $script ]] || script=/usr/share/debootstrap/scripts/sid
	eval "$(apt-config shell proxy Acquire::http::Proxy)"
	chroot_keyring "$directory.keys" || return
	http_proxy=${http_proxy:-$proxy} chroot_guarded debootstrap --variant=minbase \
		--force-check-gpg --keyring="$directory.keys" "$suite" "$directory" "$mirror" "$script"
}

# For a small system that is soon there: no documentation, no waiting for the disk, no services.
# Release files of suites that are not stable can be past their date on a mirror.
chroot_configure() { # SUITE DIRECTORY
	local suite=$1 etc=$2/etc bundle=/etc/ssl/certs/ca-certificates.crt

	printf 'path-exclude=/usr/share/%s/*\n' doc man locale info >"$etc/dpkg/dpkg.cfg.d/small"
	echo force-unsafe-io >"$etc/dpkg/dpkg.cfg.d/fast"
	{
		printf '%s\n' 'Acquire::Check-Valid-Until "false";' 'APT::Sandbox::User "root";'
		apt-config dump | grep '^Acquire::.*::Proxy'
	} >"$etc/apt/apt.conf.d/mirror"
	[[ ! -e $bundle ]] || install -D -m 644 "$bundle" "$2$bundle"
	printf '127.0.0.1 localhost %s\n' "$suite" >"$etc/hosts"
	printf '#!/bin/sh\nexit 101\n' >"$2/usr/sbin/policy-rc.d"
	chmod 755 "$2/usr/sbin/policy-rc.d"
}

# From trixie on, apt brings all of systemd for the sake of Slurm's users, unless it is told of
# a smaller way.
chroot_sysusers() { # SUITE
	case $1 in
	bullseye | bookworm) return 0 ;;
	esac
	chroot_run rw sh -c 'apt-get -qq update &&
		apt-get -qq -y --no-install-recommends install systemd-standalone-sysusers'
}

chroot_is_offered() { # SUITE MIRROR
	/usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file \
		"$2/dists/$1/Release" "$CHROOT.release"
}

chroot_make() { # SUITE
	local suite=$1 mirror status=0

	mirror=$(chroot_mirror) || return
	CHROOT=$CHROOT_CACHE/$suite.new
	rm -rf --one-file-system "$CHROOT"
	if ! chroot_logged "$CHROOT.log" chroot_is_offered "$suite" "$mirror"; then
		chroot_say "the mirror that apt uses here has no $suite, or cannot be reached"
		status=3
	else
		chroot_say "making a Debian $suite in $CHROOT_CACHE"
		chroot_logged "$CHROOT.log" chroot_debootstrap "$suite" "$CHROOT" "$mirror" &&
			chroot_configure "$suite" "$CHROOT" &&
			chroot_logged "$CHROOT.log" chroot_sysusers "$suite" &&
			mv "$CHROOT" "$CHROOT_CACHE/$suite" || status=1
	fi
	chroot_stop
	return "$status"
}

# A kept system may lack what tests/packages.sh has come to ask for since, or have been left
# when half of it was installed.
chroot_packages() { # SUITE
	local log=$CHROOT_CACHE/$1.packages.log

	cat /etc/resolv.conf >"$CHROOT/etc/resolv.conf"
	chroot_logged "$log" chroot_run rw sh -c 'dpkg --configure -a && tests/packages.sh test' || return 1
	rm -rf "$CHROOT"/var/lib/apt/lists/* "$CHROOT"/var/cache/apt/{*.bin,archives/*.deb} "$log"
}

chroot_lock() {
	[[ -z $CHROOT_LOCK ]] || return 0
	exec {CHROOT_LOCK}<"$CHROOT_CACHE" || return
	flock -n "$CHROOT_LOCK" && return
	chroot_say "waiting for another run that uses $CHROOT_CACHE"
	flock "$CHROOT_LOCK"
}

chroot_prepare() { # SUITE
	mkdir -p "$CHROOT_CACHE" && chroot_lock || return 1
	[[ -d $CHROOT_CACHE/$1 ]] || chroot_make "$1" || return
	CHROOT=$CHROOT_CACHE/$1
	chroot_packages "$1"
}
