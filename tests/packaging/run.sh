#!/bin/bash
# run.sh BUILD: makes the packages with `make deb` and `make rpm`, and installs, upgrades and removes
# them in a chroot with this Debian release and its Slurm, where no daemon runs.
#
# Needs root, and a mirror that apt uses; where chroots are not permitted, or what all this needs is
# not there, it says so and exits with 3. The chroot is made once and kept in BUILD/packages; each
# run works on a copy.
#
# Every function in cases.sh is a case. They run in the order in which they stand there: each
# finds what the ones before it have installed.
set -uo pipefail

build=$(realpath "${1:?the build directory}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.." || exit 2
# shellcheck source=tests/releases/chroot.sh
. "$here/../releases/chroot.sh"
# shellcheck disable=SC2034 # for chroot.sh
CHROOT_CACHE=$build/packages
root=$build/packages/root
case=

die() {
	echo "cpguard: the packages cannot be tested: $*" >&2
	exit 1
}

require() {
	tests/packages.sh package || exit 3
	# shellcheck source=/dev/null
	suite=$(. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME")
	if [ -z "$suite" ]; then
		echo 'cpguard: the packages are tested on a release of Debian, and this is none' >&2
		exit 3
	fi
	mkdir -p "$CHROOT_CACHE"
	chroot_is_permitted || exit
	base=$CHROOT_CACHE/$suite
}

make_packages() {
	MAKEFLAGS='' chroot_logged "$build/packages.log" \
		chroot_guarded make -s BUILD="$build" RPMFLAGS=--nodeps all deb rpm || die 'they cannot be made'
}

# chroot(2), as an administrator would: without /proc and /dev.
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }

# What Slurm's commands need, and the package besides. Documentation is wanted here.
fill_base() {
	CHROOT=$base
	rm "$base/etc/dpkg/dpkg.cfg.d/small"
	chroot_logged "$base.log" chroot_run rw sh -c 'apt-get -qq update &&
		apt-get -qq -y --no-install-recommends install slurm-client libcjson1 libyaml-0-2'
}

make_base() {
	[ ! -e "$base.done" ] || return 0
	rm -rf --one-file-system "$base"
	chroot_make "$suite" || exit
	fill_base || die 'the chroot cannot be made'
	touch "$base.done"
}

# A cluster that no controller serves: enough for sbatch --help, and for a refusal.
make_root() {
	rm -rf --one-file-system "$root"
	cp -a --reflink=auto "$base" "$root" || die 'the chroot cannot be copied'
	printf '%s\n' ClusterName=test 'SlurmctldHost=localhost(127.0.0.1)' NodeName=n1 \
		'PartitionName=p Nodes=n1 Default=YES' >"$root/etc/slurm/slurm.conf"
	mkdir -p "$root/models/dense"
	echo '{"architectures": ["Qwen3ForCausalLM"]}' >"$root/models/dense/config.json"
}

run_case() {
	set -eE
	trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
	"$1"
}

passed=0
failed=0
run_cases() {
	local name names log=$build/packages/case.log
	mapfile -t names < <(sed -n 's/^\([a-z][a-z0-9_]*\)() {.*/\1/p' "$here/cases.sh")
	for name in "${names[@]}"; do
		# In the background: in a condition, bash would not end it at its first failure.
		run_case "$name" >"$log" 2>&1 &
		case=$!
		if wait "$case"; then
			echo "ok $name"
			passed=$((passed + 1))
		else
			echo "not ok $name"
			sed 's/^/    /' "$log"
			failed=$((failed + 1))
		fi
	done
}

# shellcheck source=tests/packaging/assert.sh
. "$here/assert.sh"
# shellcheck source=tests/packaging/cases.sh
. "$here/cases.sh"
trap 'chroot_stop; kill "$case" 2>/dev/null; wait; rm -rf --one-file-system "$root"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
require
make_packages
make_base
make_root
run_cases
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
