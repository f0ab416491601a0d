#include <string.h>

#include "wrappers_private.h"

#define END \
	{ \
		.names = NULL \
	}

/* Nsight Systems 2021.1 to 2025.5: its User Guide, "CLI Command Switches". Short options take
 * the next word, long ones a value behind "=". */
static const struct cpg_wrapper_option nsys_options[] = {
	{"-h --help", TAKES_ATTACHED, MEANS_STOP},
	{"-e --env-var", TAKES_VALUE, MEANS_SET_LIST},
	{"-n --inherit-environment", TAKES_VALUE, MEANS_LOGIN},
	{"--command-file", TAKES_VALUE, MEANS_UNSURE},
	{"-b -c -d -f -k -o -p -s -t -w -x -y -Y --backtrace --capture-range "
	 "--capture-range-end --cpuctxsw --cuda-graph-trace --cuda-memory-usage "
	 "--cudabacktrace --delay --duration --export --force-overwrite "
	 "--gpu-metrics-device "
	 "--gpu-metrics-devices --gpu-metrics-frequency --gpu-metrics-set --gpuctxsw "
	 "--kill "
	 "--mpi-impl --nic-metrics --nvtx-capture --osrt-threshold --output "
	 "--python-backtrace --python-sampling --python-sampling-frequency --pytorch "
	 "--run-as --sample --sampling-period --session --session-new --show-output "
	 "--start-later --stats --stop-on-exit --trace --trace-fork-before-exec --wait",
	 TAKES_VALUE, MEANS_NOTHING},
	END,
};

/* Nsight Compute 2020.3 to 2025.3: its CLI manual, "Command Line Options" */
static const struct cpg_wrapper_option ncu_options[] = {
	{"-h -i -v --help --import --version --list-sets --list-sections --list-rules "
	 "--list-metrics --query-metrics --list-chips",
	 TAKES_ATTACHED, MEANS_STOP},
	{"-c -k -o -p -s --app-replay-buffer --app-replay-match --app-replay-mode "
	 "--cache-control --chips --clock-control --devices --export --filter-mode "
	 "--graph-profiling --hostname --kernel-id --kernel-name --kernel-name-base "
	 "--kernel-regex --kill --launch-count --launch-skip "
	 "--launch-skip-before-match --log-file --max-connections --metrics --mode "
	 "--nvtx-exclude --nvtx-include --page --pm-sampling-interval "
	 "--pm-sampling-max-passes "
	 "--port --print-details --print-metric-name --print-units "
	 "--profile-from-start --range-filter --replay-mode --rule --sampling-interval "
	 "--sampling-max-passes --section --section-folder --section-folder-recursive "
	 "--set "
	 "--source-folders --support-32bit --target-processes --target-processes-filter "
	 "--verbose-level --warp-sampling-interval",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-f --call-stack --csv --force-overwrite --import-source --nvtx "
	 "--print-summary-per-kernel --quiet --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* CUDA 11 nvprof: its User's Guide, "Command Line Options" */
static const struct cpg_wrapper_option nvprof_options[] = {
	{"-h -V -i --help --version --import-profile --query-events --query-metrics",
	 TAKES_ATTACHED, MEANS_STOP},
	{"-a -e -m -o -s -t -u --aggregate-mode --analysis-metrics-file --devices --events "
	 "--export-profile --kernels --log-file --metrics --output-profile "
	 "--profile-from-start --source-level-analysis --timeout --trace "
	 "--track-memory-allocations "
	 "--unified-memory-profiling",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-f --analysis-metrics --csv --concurrent-kernels-off --demangling-off "
	 "--force-overwrite --print-api-summary --print-api-trace --print-gpu-summary "
	 "--print-gpu-trace --profile-child-processes --quiet",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* Linux 5.4 to 6.12: tools/perf/builtin-record.c, builtin-stat.c */
static const struct cpg_wrapper_option perf_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-C -D -F -G -M -e -k -m -o -p -r -t -u -x --call-graph --cgroup --clockid "
	 "--count --cpu --delay --event --field-separator --filter --freq "
	 "--interval-print --metrics --mmap-pages --output --pid --repeat --tid --uid",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-A -B -P -R -S -T -a -d -g -i -n -q -s -v --all-cpus --append --big-num "
	 "--data --detailed --no-aggr --no-inherit --per-core --per-node --per-socket "
	 "--per-thread --period --phys-data --quiet --stat --sync --timestamp --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* strace 4.26 to 6.16: src/strace.c. */
static const struct cpg_wrapper_option strace_options[] = {
	{"-V -h --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-p --attach", TAKES_VALUE, MEANS_NOTHING},
	{"-E --env", TAKES_VALUE, MEANS_LOADS},
	{"-I -O -P -S -U -X -a -b -e -o -s -u --abbrev --argv0 --columns "
	 "--const-print-style "
	 "--color --decode-pids --detach-on --fault --inject --interruptible --kvm "
	 "--output --raw --read "
	 "--signal --signals --status --string-limit --summary-columns "
	 "--stack-trace-frame-limit --summary-sort-by --summary-syscall-overhead "
	 "--syscall-limit --trace --trace-fds --trace-path --user "
	 "--verbose --write",
	 TAKES_VALUE, MEANS_NOTHING},
	{"--absolute-timestamps --decode-fds --namespace --quiet --secontext --silence "
	 "--silent --timestamps --relative-timestamps "
	 "--stack-traces --strings-in-hex --syscall-times --tips --daemonize",
	 TAKES_ATTACHED, MEANS_NOTHING},
	{"-A -C -D -F -N -T -Y -Z -c -d -f -i -k -n -q -r -t -v -w -x -y -z --debug "
	 "--failed-only --follow-forks --instruction-pointer --no-abbrev "
	 "--output-append-mode --output-separately --always-show-pid --arg-names "
	 "--kill-on-exit --pidns-translation --seccomp-bpf --successful-only "
	 "--summary --summary-only --summary-wall-clock --syscall-number",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* ltrace 0.7.3: options.c */
static const struct cpg_wrapper_option ltrace_options[] = {
	{"-V -h --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-A -D -F -a -e -l -n -o -p -s -u -w -x --align --config --debug --indent "
	 "--library --output --where",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-C -L -S -T -b -c -f -i -r -t --demangle --no-signals", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

/* GDB 8 to 16: gdb/main.c. Without --args nothing is run. */
static const struct cpg_wrapper_option gdb_options[] = {
	{"-help -version -h -v -configuration", TAKES_NOTHING, MEANS_STOP},
	{"-args", TAKES_NOTHING, MEANS_NEEDED},
	{"-cd", TAKES_VALUE, MEANS_CHDIR},
	{"-D -b -c -command -core -d -data-directory -directory -e -early-init-command "
	 "-early-init-eval-command -eval-command -ex -exec -eiex -eix -i -iex -ix "
	 "-init-command -init-eval-command -interpreter -l -p -pid -s -se -symbols -t -tty "
	 "-ui -x",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-batch -batch-silent -fullname -n -nh -nowindows -nw -nx -q -quiet -readnow "
	 "-readnever -return-child-result -silent -tui -w -windows -write",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* Valgrind 3.15 to 3.25: its manual, "Command-line options": values are behind "=". */
static const struct cpg_wrapper_option valgrind_options[] = {
	{"-h --help --help-debug --help-dyn-options --version", TAKES_NOTHING, MEANS_STOP},
	{"-d -q -v --quiet --verbose", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* py-spy 0.3.14 and 0.4: src/config.rs */
static const struct cpg_wrapper_option py_spy_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-p --pid", TAKES_VALUE, MEANS_STOP},
	{"-d -f -o -r --duration --format --output --rate", TAKES_VALUE, MEANS_NOTHING},
	{"-F -g -i -n -s -t --full-filenames --function --gil --idle --native --nolineno "
	 "--nonblocking --subprocesses --threads",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* proxychains-ng 4.14 to 4.17: src/main.c */
static const struct cpg_wrapper_option proxychains_options[] = {
	{"-f", TAKES_VALUE, MEANS_NOTHING},
	{"-q", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

#define PROFILE_ROW(name, verb, styles, list) \
	{ \
		.names = name, .verbs = verb, .style = styles, \
		.kind = CPG_WRAPPER_COMMAND, .options = list, \
	}

const struct cpg_wrapper_row cpg_wrapper_rows_profile[] = {
	PROFILE_ROW("nsys", "profile", 0, nsys_options),
	PROFILE_ROW("nsys", "launch", 0, nsys_options),
	PROFILE_ROW("ncu nv-nsight-cu-cli", NULL, 0, ncu_options),
	PROFILE_ROW("nvprof", NULL, 0, nvprof_options),
	PROFILE_ROW("perf", "record", STYLE_WHOLE, perf_options),
	PROFILE_ROW("perf", "stat", STYLE_WHOLE, perf_options),
	PROFILE_ROW("strace", NULL, STYLE_WHOLE, strace_options),
	PROFILE_ROW("ltrace", NULL, STYLE_WHOLE, ltrace_options),
	PROFILE_ROW("gdb", NULL, STYLE_ONE_DASH | STYLE_WHOLE | STYLE_NEEDS, gdb_options),
	PROFILE_ROW("valgrind", NULL, STYLE_WHOLE, valgrind_options),
	PROFILE_ROW("py-spy", "record", STYLE_WHOLE, py_spy_options),
	PROFILE_ROW("proxychains4 proxychains", NULL, STYLE_WHOLE, proxychains_options),
	END,
};
