#!/bin/bash
# run.sh BUILD [SEED RUNS]: gives each fuzz target its seeds, and RUNS inputs that libFuzzer makes
# from them, the same for the same SEED. Without RUNS the seeds alone, under any compiler. Ends
# with "N passed, N failed".
#
# What breaks a target stays in BUILD/findings: `BUILD/tests/fuzz/fuzz_X FILE` shows it again.
set -uo pipefail

build=$(cd "${1:?the build directory}" && pwd)
seed=${2:-}
runs=${3:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
oracle=$here/../oracle
findings=$build/findings
scratch=$build/tests/fuzz/work
rm -rf "$scratch"
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# A target, its dictionary, how long an input may get, and what it begins with.
targets=(
	"config json 4096 $here/seeds/config"
	"overlay yaml 2048 $here/seeds/overlay"
	"facts words 512 $here/seeds/facts"
	"mounts mounts 512 $here/seeds/mounts"
	"slurm slurm 1024 $here/seeds/slurm"
	"script shell 2048 $oracle/cases $oracle/launchers"
	"request shell 2048 $here/seeds/request $oracle/launchers"
)

# In a directory of its own, which is empty.
run() {
	mkdir -p "$scratch/$1/in" "$scratch/$1/found"
	(cd "$scratch/$1/in" && "${@:2}") >"$scratch/log" 2>&1
}

replay() {
	run "$1" "$build/tests/fuzz/fuzz_$1" "${@:4}"
}

# Nothing is taken from what the target compares: addresses and inodes differ from run to run.
fuzz() {
	mkdir -p "$findings"
	run "$1" "$build/tests/fuzz/fuzz_$1" -seed="$seed" -runs="$runs" -use_cmp=0 -dict="$here/$2.dict" \
		-max_len="$3" -rss_limit_mb=1024 -timeout=10 -artifact_prefix="$findings/$1-" \
		"$scratch/$1/found" "${@:4}"
}

for target in "${targets[@]}"; do
	read -ra words <<<"$target"
	if if [ -n "$runs" ]; then fuzz "${words[@]}"; else replay "${words[@]}"; fi; then
		passed=$((passed + 1))
		echo "ok fuzz_${words[0]}"
	else
		failed=$((failed + 1))
		echo "not ok fuzz_${words[0]}"
		tail -n 30 "$scratch/log"
	fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
