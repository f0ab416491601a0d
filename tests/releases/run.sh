#!/bin/bash
# The plugin on other Slurm releases, each that of a Debian suite.
#
#   tests/releases/run.sh [--prepare] SUITE...
#
# Each suite's system is made in a directory of the cache (see chroot.sh). The source is built
# there with that suite's own compiler, headers and libraries, and tested: the unit tests, the
# stand-in SPANK host, the installation, the YAML reader against PyYAML, the whole table of the
# real Slurm. Ends with a line for each suite and "N passed, N failed". With --prepare the
# systems are made, and no more.
#
# Exits with 1 when a test fails or a system cannot be made, and with 3 when chroots are not
# permitted here or a suite's packages are out of reach: then something was not run.
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/releases/chroot.sh
. "$here/chroot.sh"

passed=0
failed=0
summary=()
log=

# In the system; the source lies in the working directory.
# shellcheck disable=SC2016 # for the inner shell
check='
first() { "$@" | grep -o "[0-9][0-9.]*[0-9]" | head -n 1; }
echo "built for: Slurm $(first slurmd -V), gcc $(gcc -dumpfullversion)," \
	"glibc $(first getconf GNU_LIBC_VERSION), cJSON $(pkg-config --modversion libcjson)," \
	"libyaml $(pkg-config --modversion yaml-0.1)"
make -s -j"$(nproc)" BUILD=/tmp/build test-programs &&
	tests/run.sh /tmp/build programs install slurm yaml'

# A pipe to tee would put chroot_run into a subshell, and its process out of a trap's reach.
run_shown() { # COMMAND...
	local out tee status=0

	exec {out}> >(tee "$log")
	tee=$!
	"$@" >&"$out" 2>&1 || status=$?
	exec {out}>&-
	wait "$tee"
	return "$status"
}

count() { # SUITE STATUS
	local result bad

	result=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
	if [[ -z $result || ($2 -ne 0 && $result == *' 0 failed'*) ]]; then
		result="0 passed, 1 failed (it ended with status $2)"
	fi
	passed=$((passed + ${result%% *}))
	bad=${result#* passed, }
	failed=$((failed + ${bad%% *}))
	summary+=("$1: $(sed -n 's/^built for: //p' "$log"): $result")
}

# Returns 3 when the suite was not run.
run_suite() { # SUITE
	local status=0

	printf '== %s\n' "$1"
	chroot_prepare "$1" || status=$?
	if ((status == 3)); then
		summary+=("$1: not run")
		return 3
	fi
	: >"$log"
	if ((status == 0)) && [[ -z $prepare ]]; then
		run_shown chroot_run ro bash -c "$check" || status=$?
	fi
	[[ $status -eq 0 && -n $prepare ]] || count "$1" "$status"
}

trap 'chroot_stop; rm -f "$log"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

prepare=
if [[ ${1:-} == --prepare ]]; then
	prepare=yes
	shift
fi
(($#)) || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
log=$(mktemp) || exit 1
"$here/../packages.sh" releases
chroot_is_permitted || { status=$?; printf 'not run: %s\n' "$*"; exit "$status"; }

missed=()
for suite; do
	run_suite "$suite" || missed+=("$suite")
done
((${#summary[@]} == 0)) || printf '%s\n' "${summary[@]}"
((passed + failed == 0)) || printf '%d passed, %d failed\n' "$passed" "$failed"
((${#missed[@]} == 0)) || printf 'not run: %s\n' "${missed[*]}"
((failed == 0)) || exit 1
((${#missed[@]} == 0)) || exit 3
