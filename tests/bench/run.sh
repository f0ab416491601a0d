#!/bin/bash
# run.sh BUILD [RUNS]: what `cpguard check` takes on small requests and on the largest: the median
# of user and system time, and the most memory. Fails when a verdict is not the one that belongs
# to the request, for then something else was measured.
set -euo pipefail

build=$(cd "${1:?the build directory}" && pwd)
runs=${2:-15}
launchers=$(cd "$(dirname "${BASH_SOURCE[0]}")/../oracle/launchers" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

declare -A verdicts=([0]=allow [1]=refuse [3]=undecided)
launch='python3 train.py --allgather-cp --context-parallel-size 2 --hf-checkpoint model'

# Numbered lines: BEFORE, eight digits, BEHIND, of that many bytes in all.
fill() {
	seq -f "$1%08.0f${3:-}" $(($2 / ($(printf %s "$1${3:-}" | wc -c) + 9)))
}

mkdir model huge
echo '{"architectures": ["Qwen3ForCausalLM"]}' >model/config.json
{
	echo '{"id2label": {'
	fill '"' $(((16 << 20) - 300)) '": "LABEL",'
	echo '"": ""}, "architectures": ["Qwen3ForCausalLM"]}'
} >huge/config.json

cp /bin/true simulate
cat >other.sh <<EOF
#!/bin/bash
#SBATCH -N2 -t 60
module load openmpi
srun ./simulate input.dat
EOF
cat >launcher.sh <<EOF
#!/bin/bash
#SBATCH -N8
cd '$launchers/grpo'
srun bash scripts/run-dense-4B.sh
EOF
{
	for ((i = 0; i < 64; i++)); do
		echo "cat >/dev/null <<EOF"
		fill 'a line of a here-document ' 65000
		echo EOF
	done
	echo "$launch"
} >documents.sh
{
	fill 'echo "preparing the data of shard" ' $(((4 << 20) - 300))
	echo "$launch"
} >commands.sh

row() {
	local name=$1 expected=$2 time memory status
	read -r time memory status < <(
		"$build/tests/bench/measure" "$runs" "$build/cpguard" check "${@:3}"
	)
	printf '%-46s %9s %12s  %s\n' "$name" "$time" "$memory" "${verdicts[$status]:-status $status}"
	[ "${verdicts[$status]:-}" = "$expected" ]
}

# shellcheck disable=SC1091 # not ours
echo "$(nproc) cores, $(. /etc/os-release && echo "$PRETTY_NAME"); $runs runs each"
printf '%-46s %9s %12s  %s\n' request 'CPU ms' 'memory KiB' verdict
row 'a command that does not train' allow -- srun hostname
row 'a batch script that does not train' allow other.sh
row 'a batch script and the two files of a launcher' allow launcher.sh
row 'a script of 4 MiB, most of it here-documents' refuse documents.sh
row 'a script of 4 MiB, all of it commands' undecided commands.sh
row 'a config.json of 16 MiB' refuse -- python3 train.py --allgather-cp \
	--context-parallel-size 2 --hf-checkpoint huge
