#!/bin/bash
# run.sh BUILD: installs, upgrades and removes the packages that `make deb` and `make rpm` have put
# into BUILD, in a chroot with this Debian release and its Slurm, where no daemon runs.
#
# Needs root, debootstrap, and a mirror that apt uses; where chroot is not permitted it says so and
# fails. The chroot is made once (a minute) and kept in BUILD/packages; each run works on a copy.
#
# Every function in cases.sh is a case. They run in the order in which they stand there: each
# finds what the ones before it have installed.
set -uo pipefail

build=$(realpath "${1:?the build directory}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.." || exit 2
base=$build/packages/chroot
root=$build/packages/root

die() {
	echo "cpguard: the packages cannot be tested: $*" >&2
	exit 2
}

require() {
	[ "$(id -u)" = 0 ] || die 'this needs root'
	chroot / /bin/true 2>/dev/null || die 'chroot is not permitted here'
	command -v debootstrap >/dev/null || die 'debootstrap is missing'
	# shellcheck source=/dev/null
	suite=$(. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME")
	[ -n "$suite" ] || die 'this is no release of Debian'
	# shellcheck disable=SC2016 # apt's own expression
	mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | head -n 1)
	[ -n "$mirror" ] || die 'apt knows no mirror'
}

in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }

fill_base() { # DEBOOTSTRAP-SCRIPT
	local root=$base
	debootstrap --variant=minbase "$suite" "$base" "$mirror" "$1" || return 1
	printf '#!/bin/sh\nexit 101\n' >"$base/usr/sbin/policy-rc.d"
	chmod 755 "$base/usr/sbin/policy-rc.d"
	in_root apt-get -qq -y --no-install-recommends -o APT::Sandbox::User=root \
		install slurm-client libcjson1 libyaml-0-2
}

# A small Debian with Slurm's commands, and what the package needs besides.
make_base() {
	local script=/usr/share/debootstrap/scripts/$suite
	[ ! -e "$base.done" ] || return 0
	echo "making a chroot with Debian $suite"
	rm -rf --one-file-system "$base"
	[ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
	if ! fill_base "$script" >"$base.log" 2>&1; then
		tail -n 5 "$base.log" >&2
		die 'the chroot cannot be made'
	fi
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
		if wait "$!"; then
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
require
make_base
make_root
run_cases
rm -rf --one-file-system "$root"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
