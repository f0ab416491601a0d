#!/bin/bash
# run.sh BUILD [PART...]: runs every test on what was built there, or those of the parts, and
# ends with "N passed, N failed". Parts: programs install slurm oracle yaml sanitizers clang, which
# are the usual ones, and packages and releases, which need chroots.
set -uo pipefail

build=${1:?the build directory}
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 2
passed=0
failed=0
missed=()
child=
log=$(mktemp)
trap 'kill "$child" 2>/dev/null && wait "$child"; rm -f "$log"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Runs a command, with its output in the log. In the background, since it is only while bash waits
# that a signal ends it at once; SIGINT would be ignored there.
logged() { # [NAME=VALUE...] COMMAND...
	env --default-signal "$@" >"$log" 2>&1 &
	child=$!
	wait "$child"
}

# Counts one named check of this script's own.
check() {
	local name=$1
	shift
	if logged "$@"; then
		passed=$((passed + 1))
		echo "ok $name"
	else
		failed=$((failed + 1))
		echo "not ok $name"
		tail -n 30 "$log"
	fi
}

# Runs a cmocka program and counts its tests. One that dies without a word has failed.
cmocka() {
	local status=0 good bad
	echo "== $1"
	logged CMOCKA_MESSAGE_OUTPUT=TAP "$@" || status=$?
	# A skipped test is "not ok N # SKIP" of cmocka 1.1 and "ok N # SKIP" of later ones.
	good=$(grep '^ok' "$log" | grep -vc '# SKIP')
	bad=$(grep '^not ok' "$log" | grep -vc '# SKIP')
	[ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
	[ $((good + bad)) -gt 0 ] || bad=1
	passed=$((passed + good))
	failed=$((failed + bad))
	[ "$bad" -eq 0 ] || cat "$log"
}

# Runs a script that ends with a line of its own "N passed, N failed". Where that is allowed
# (may_miss=yes), status 3 says that something, or all of it, was not run.
script() {
	local status=0 last
	echo "== $*"
	logged "$@" || status=$?
	last=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
	if [ "$status" -eq 3 ] && [ -n "${may_miss:-}" ]; then
		missed+=("$1")
		last=${last:-0 passed, 0 failed}
	elif [ -z "$last" ] || { [ "$status" -ne 0 ] && [[ $last == *" 0 failed"* ]]; }; then
		failed=$((failed + 1))
		tail -n 30 "$log"
		return
	fi
	passed=$((passed + ${last%% *}))
	last=${last#*, }
	failed=$((failed + ${last%% *}))
	if [ "${last%% *}" -eq 0 ]; then
		grep -E '^(not run|cpguard|[a-z]+: Slurm.*): ' "$log"
	else
		grep -v '^ok' "$log"
	fi
}

# The unit tests, and those that drive the plugin through the stand-in SPANK host.
run_programs() {
	for program in "$build"/tests/unit/test_* "$build"/tests/spank/test_*; do
		case $program in *.d) continue ;; esac
		cmocka "$program"
	done
}

run_install() {
	script tests/install.sh "$build"
}

run_slurm() {
	script tests/slurm/run.sh "$build/spank_cpguard.so"
	script tests/slurm/run.sh --configless "$build/spank_cpguard.so"
}

run_oracle() {
	check the_oracle_itself_is_right python3 tests/oracle/test_oracle.py
	script python3 tests/oracle/run.py --cpguard "$build/cpguard"
	script python3 tests/oracle/argparse_oracle.py --cpguard "$build/cpguard"
}

run_yaml() {
	script python3 tests/oracle/yaml_oracle.py --dump "$build/tests/oracle/yaml_dump"
}

# Memory errors and undefined behaviour show only under the sanitizers.
run_sanitizers() {
	check unit_tests_build_with_sanitizers \
		make -s BUILD="$build/sanitize" SANITIZE=address,undefined unit-tests
	for program in "$build"/sanitize/tests/unit/test_*; do
		case $program in *.d) continue ;; esac
		[ -x "$program" ] && cmocka "$program"
	done
	check fuzz_targets_build_with_sanitizers \
		make -s BUILD="$build/sanitize" SANITIZE=address,undefined fuzz-programs
	script tests/fuzz/run.sh "$build/sanitize"
}

run_clang() {
	command -v clang >/dev/null || return
	check builds_with_clang_without_a_warning \
		make -s BUILD="$build/clang" CC=clang all unit-tests
}

run_packages() {
	may_miss=yes script tests/packaging/run.sh "$build"
}

# Those in RELEASES.
run_releases() {
	# shellcheck disable=SC2086 # several names
	may_miss=yes script tests/releases/run.sh ${RELEASES:?names of Debian releases}
}

run_usual() {
	local part
	for part in programs install slurm oracle yaml sanitizers clang; do
		"run_$part"
	done
}

for part in "${@:-usual}"; do
	"run_$part"
done

[ ${#missed[@]} -eq 0 ] || echo "not run, or not all of it: ${missed[*]}"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
