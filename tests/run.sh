#!/bin/bash
# run.sh BUILD: runs every test on what was built there, and ends with "N passed, N failed".
set -uo pipefail

build=${1:?the build directory}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 2
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Counts one named check of this script's own.
check() {
	local name=$1
	shift
	if "$@" >"$log" 2>&1; then
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
	CMOCKA_MESSAGE_OUTPUT=TAP "$@" >"$log" 2>&1 || status=$?
	good=$(grep -c '^ok' "$log")
	# cmocka 1.1 marks a skipped test as "not ok N # SKIP".
	bad=$(grep '^not ok' "$log" | grep -vc '# SKIP')
	[ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
	[ $((good + bad)) -gt 0 ] || bad=1
	passed=$((passed + good))
	failed=$((failed + bad))
	[ "$bad" -eq 0 ] || cat "$log"
}

# Runs a script that ends with a line of its own "N passed, N failed".
script() {
	local status=0 last
	echo "== $*"
	"$@" >"$log" 2>&1 || status=$?
	last=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
	if [ -z "$last" ] || { [ "$status" -ne 0 ] && [[ $last == *" 0 failed"* ]]; }; then
		failed=$((failed + 1))
		tail -n 30 "$log"
		return
	fi
	passed=$((passed + ${last%% *}))
	last=${last#*, }
	failed=$((failed + ${last%% *}))
	[ "${last%% *}" -eq 0 ] || grep -v '^ok' "$log"
}

for program in "$build"/tests/unit/test_* "$build"/tests/spank/test_*; do
	case $program in *.d) continue ;; esac
	cmocka "$program"
done
script tests/install.sh "$build"
script tests/slurm/run.sh "$build/spank_cpguard.so"
script python3 tests/oracle/run.py --cpguard "$build/cpguard" --launchers
script python3 tests/oracle/argparse_oracle.py --cpguard "$build/cpguard"
script python3 tests/oracle/yaml_oracle.py --dump "$build/tests/oracle/yaml_dump"

# Memory errors and undefined behaviour show only under the sanitizers.
check unit_tests_build_with_sanitizers \
	make -s BUILD="$build/sanitize" SANITIZE=address,undefined unit-tests
for program in "$build"/sanitize/tests/unit/test_*; do
	case $program in *.d) continue ;; esac
	[ -x "$program" ] && cmocka "$program"
done

if command -v clang >/dev/null; then
	check builds_with_clang_without_a_warning \
		make -s BUILD="$build/clang" CC=clang all unit-tests
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
