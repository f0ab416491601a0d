#!/bin/bash
# packages.sh build|demo|test|fuzz|package|releases: sees to it that what that needs is there.
#
# On Debian as root it installs what is missing, without starting any service that a package
# brings. Otherwise it says what is missing, and fails.
set -euo pipefail

what=${1:?build, demo, test, fuzz, package or releases}

# A thing, how to see that it is there, and the Debian package that brings it.
needs=(
	'build|gcc|command -v "${CC:-gcc}"|gcc libc6-dev'
	'build|make|command -v make|make'
	'build|pkg-config|command -v pkg-config|pkg-config'
	'build|cJSON|pkg-config --exists libcjson|libcjson-dev'
	'build|libyaml|pkg-config --exists yaml-0.1|libyaml-dev'
	'build|slurm/spank.h|header slurm/spank.h|libslurm-dev'
	'demo|slurmctld|command -v slurmctld|slurmctld'
	'demo|slurmd|command -v slurmd|slurmd'
	'demo|sbatch|command -v sbatch|slurm-client'
	'demo|munged|command -v munged|munge'
	'demo|python3|command -v python3|python3'
	'demo|ps|command -v ps|procps'
	'demo|setpriv|command -v setpriv|util-linux'
	'test|cmocka|pkg-config --exists cmocka|libcmocka-dev'
	'test|PyYAML|python3 -c "import yaml"|python3-yaml'
	'test|mandoc|command -v mandoc|mandoc'
	'package|dpkg-buildpackage|dpkg -s build-essential|build-essential'
	'package|debhelper|command -v dh|debhelper'
	'package|lintian|command -v lintian|lintian'
	'package|rpmbuild|command -v rpmbuild|rpm'
	'package|rpmlint|command -v rpmlint|rpmlint'
	'test|nm and readelf|command -v readelf|binutils'
	'test|slurmrestd|command -v slurmrestd|slurmrestd'
	'fuzz|clang|command -v clang|clang'
	'fuzz|libFuzzer|links_fuzzer|libclang-rt-dev'
	'releases|debootstrap|command -v debootstrap|debootstrap'
	'releases|keys of Debian|ls /usr/share/keyrings/debian-archive-keyring.*|debian-archive-keyring'
	'releases|gpgv|command -v gpgv|gpgv'
	'releases|unshare and setpriv|command -v unshare && command -v setpriv|util-linux'
	'releases|mount|command -v mount|mount'
	'releases|ps|command -v ps|procps'
)

# Daemons lie in directories that an ordinary user's PATH need not have.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

header() {
	[ -z "${SLURM_INCLUDEDIR:-}" ] || [ ! -e "$SLURM_INCLUDEDIR/$1" ] || return 0
	printf '#include <stdint.h>\n#include <%s>\n' "$1" |
		"${CC:-gcc}" -E -x c - >/dev/null 2>&1
}

links_fuzzer() {
	echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' |
		clang -fsanitize=fuzzer,address,undefined -x c -o /dev/null -
}

is_wanted() {
	case $what in
	build) [ "$1" = build ] ;;
	demo) [[ $1 =~ ^(build|demo)$ ]] ;;
	test) [[ $1 =~ ^(build|demo|test)$ ]] ;;
	fuzz) [[ $1 =~ ^(build|fuzz)$ ]] ;;
	package) [[ $1 =~ ^(build|package|releases)$ ]] ;;
	*) [ "$1" = "$what" ] ;;
	esac
}

find_missing() {
	local level thing check packages
	missing=()
	wanted=()
	for need in "${needs[@]}"; do
		IFS='|' read -r level thing check packages <<<"$need"
		is_wanted "$level" || continue
		if ! eval "$check" >/dev/null 2>&1; then
			missing+=("$thing")
			# shellcheck disable=SC2206 # a row may name two packages
			wanted+=($packages)
		fi
	done
}

# A package's service must not start here: the tests bring up daemons of their own.
install() {
	local policy=/usr/sbin/policy-rc.d
	if [ ! -e "$policy" ]; then
		# shellcheck disable=SC2064 # the path is fixed
		trap "rm -f '$policy'" EXIT
		printf '#!/bin/sh\nexit 101\n' >"$policy"
		chmod 755 "$policy"
	fi
	export DEBIAN_FRONTEND=noninteractive
	apt-get -qq update && apt-get -qq -y --no-install-recommends install "$@"
}

find_missing
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	echo "cpguard: missing here: ${missing[*]}." >&2
	echo "cpguard: on Debian, install as root: apt-get install ${wanted[*]}" >&2
	exit 2
fi
echo "installing ${wanted[*]}"
if ! log=$(install "${wanted[@]}" 2>&1); then
	printf '%s\n' "$log" | tail -n 20 >&2
	echo "cpguard: apt-get could not install: ${wanted[*]}" >&2
	exit 2
fi
find_missing
if [ ${#missing[@]} -gt 0 ]; then
	echo "cpguard: still missing after the installation: ${missing[*]}" >&2
	exit 2
fi
