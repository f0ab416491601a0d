#include <string.h>

#include "wrappers_private.h"

/* What is behind GNU's --help and --version. */
#define HELP \
	{ \
		"-h -V --help --version", TAKES_NOTHING, MEANS_STOP \
	}
#define LONG_HELP \
	{ \
		"--help --version", TAKES_NOTHING, MEANS_STOP \
	}
#define END \
	{ \
		.names = NULL \
	}

/* coreutils 8.30 to 9.5: src/env.c, nice.c, nohup.c, stdbuf.c, timeout.c, chroot.c */

static const struct cpg_wrapper_option env_options[] = {
	LONG_HELP,
	{"-i - --ignore-environment", TAKES_NOTHING, MEANS_CLEAR},
	{"-u --unset", TAKES_VALUE, MEANS_UNSET},
	{"-C --chdir", TAKES_VALUE, MEANS_CHDIR},
	{"-S --split-string", TAKES_VALUE, MEANS_UNSURE},
	{"-a --argv0", TAKES_VALUE, MEANS_NOTHING},
	{"-0 -v --null --debug --list-signal-handling", TAKES_NOTHING, MEANS_NOTHING},
	{"--block-signal --default-signal --ignore-signal", TAKES_ATTACHED, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option no_options[] = {LONG_HELP, END};

static const struct cpg_wrapper_option timeout_options[] = {
	LONG_HELP,
	{"-k --kill-after -s --signal", TAKES_VALUE, MEANS_NOTHING},
	{"-f -p -v --foreground --preserve-status --verbose", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option nice_options[] = {
	LONG_HELP,
	{"-n --adjustment", TAKES_VALUE, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option stdbuf_options[] = {
	LONG_HELP,
	{"-i -o -e --input --output --error", TAKES_VALUE, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option chroot_options[] = {
	LONG_HELP,
	{"--groups --userspec", TAKES_VALUE, MEANS_NOTHING},
	{"--skip-chdir", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* GNU time 1.9: time.c */
static const struct cpg_wrapper_option time_options[] = {
	{"-V --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-f -o --format --output", TAKES_VALUE, MEANS_NOTHING},
	{"-a -p -q -v --append --portability --quiet --verbose", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

/* util-linux 2.36 to 2.42: sys-utils/setsid.c, flock.c, unshare.c, nsenter.c, prlimit.c,
 * setpriv.c; schedutils/ionice.c, chrt.c, taskset.c */

static const struct cpg_wrapper_option setsid_options[] = {
	HELP,
	{"-f --fork", TAKES_NOTHING, MEANS_BACKGROUND},
	{"-c -w --ctty --wait", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option ionice_options[] = {
	HELP,
	{"-p -P -u --pid --pgid --uid", TAKES_VALUE, MEANS_STOP},
	{"-c -n --class --classdata", TAKES_VALUE, MEANS_NOTHING},
	{"-t --ignore", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option chrt_options[] = {
	HELP,
	{"-m -p --max --pid", TAKES_NOTHING, MEANS_STOP},
	{"-D -P -T -U -X --clamp-max --clamp-min --sched-deadline --sched-period "
	 "--sched-runtime",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-G -O -R -a -b -d -e -f -i -o -r -v --all-tasks --batch --deadline "
	 "--deadline-overrun --ext --fifo --idle --other --reclaim-grub --reset-on-fork "
	 "--rr --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option taskset_options[] = {
	HELP,
	{"-p --pid", TAKES_NOTHING, MEANS_STOP},
	{"-a -c --all-tasks --cpu-list", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option prlimit_options[] = {
	HELP,
	{"-p --pid", TAKES_VALUE, MEANS_STOP},
	{"-o --output", TAKES_VALUE, MEANS_NOTHING},
	{"-c -d -e -f -i -l -m -n -q -r -s -t -u -v -x -y --as --core --cpu --data --fsize "
	 "--locks --memlock --msgqueue --nice --nofile --nproc --rss --rtprio --rttime "
	 "--sigpending --stack",
	 TAKES_ATTACHED, MEANS_NOTHING},
	{"--noheadings --raw --verbose", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option setpriv_options[] = {
	HELP,
	{"-d --dump --list-caps --list-landlock-access --landlock-support", TAKES_NOTHING,
	 MEANS_STOP},
	{"--reset-env", TAKES_NOTHING, MEANS_LOADS},
	{"--ambient-caps --apparmor-profile --bounding-set --egid --euid --groups "
	 "--inh-caps --landlock-access --landlock-rule --pdeathsig --ptracer --regid "
	 "--reuid --rgid --ruid --seccomp-filter --securebits --selinux-label",
	 TAKES_VALUE, MEANS_NOTHING},
	{"--clear-groups --init-groups --keep-groups --nnp --no-new-privs", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option flock_options[] = {
	HELP,
	{"-w -E --wait --timeout --conflict-exit-code --start --length --fd", TAKES_VALUE,
	 MEANS_NOTHING},
	{"-e -F -n -o -s -u -x --close --exclusive --fcntl --nb --no-fork --nonblock "
	 "--nonblocking --shared --unlock --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* `flock FILE -c TEXT`: what is behind the file is the command, except for this. */
static void finish_flock(struct cpg_wrapper_reading *reading)
{
	struct cpg_wrapper_value text = {.index = reading->at + 1};
	const char *first;

	if (reading->at >= reading->argc)
		return;
	first = cpg_wrapper_begin(&reading->argv[reading->at]);
	if (strcmp(first, "-c") != 0 && strcmp(first, "--command") != 0)
		return;
	if (text.index >= reading->argc) {
		reading->stop = true;
		return;
	}
	text.word = reading->argv[text.index];
	if (text.word.many)
		cpg_wrapper_unsure(reading, "the text of its command may be many words");
	cpg_wrapper_apply(reading, MEANS_TEXT, &text);
	reading->out->end = text.index + 1;
}

static const struct cpg_wrapper_option unshare_options[] = {
	HELP,
	{"-R --root", TAKES_VALUE, MEANS_CONTAINER},
	{"-w --wd", TAKES_VALUE, MEANS_CHDIR},
	{"-G -S -l --boottime --load-interp --map-group --map-groups --map-user "
	 "--map-users "
	 "--monotonic --owner --propagation --setgid --setgroups --setuid",
	 TAKES_VALUE, MEANS_NOTHING},
	{"--cgroup --ipc --kill-child --mount --mount-binfmt --mount-proc --net --pid "
	 "--time "
	 "--user --uts",
	 TAKES_ATTACHED, MEANS_NOTHING},
	{"-C -T -U -c -f -i -m -n -p -r -u --fork --forward-signals --keep-caps --map-auto "
	 "--map-current-user --map-root-user --map-subids",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option nsenter_options[] = {
	HELP,
	{"-a --all", TAKES_NOTHING, MEANS_CONTAINER},
	{"-m -r --mount --root", TAKES_ATTACHED, MEANS_CONTAINER},
	{"-w -W --wd --wdns", TAKES_ATTACHED, MEANS_AWAY},
	{"-e --env", TAKES_NOTHING, MEANS_LOADS},
	{"-G -N -S -t --net-socket --setgid --setuid --target", TAKES_VALUE, MEANS_NOTHING},
	{"-C -T -U -i -n -p -u --cgroup --ipc --net --pid --time --user --uts",
	 TAKES_ATTACHED, MEANS_NOTHING},
	{"-F -Z -c --follow-context --join-cgroup --keep-caps --no-fork "
	 "--preserve-credentials --user-parent",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* numactl 2.0.12 to 2.0.18: numactl.c */
static const struct cpg_wrapper_option numactl_options[] = {
	{"-H -s --hardware --help --show --version", TAKES_NOTHING, MEANS_STOP},
	{"-C -I -L -M -N -P -S -c -f -i -m -o -p -w --cpubind --cpunodebind --file "
	 "--interleave --length --membind --offset --physcpubind --preferred "
	 "--preferred-many --shm --shmid --shmmode --weighted-interleave",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-D -T -V -a -b -d -l -t -u --all --balancing --cpu-compress --dump --dump-nodes "
	 "--huge --localalloc --strict --touch --verify",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* expect 5.45: example/unbuffer */
static const struct cpg_wrapper_option unbuffer_options[] = {
	{"-p", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* procps 3.3 to 4.0: watch.c */
static const struct cpg_wrapper_option watch_options[] = {
	{"-h -v --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-x --exec", TAKES_NOTHING, MEANS_PLAIN},
	{"-n -q -s --equexit --interval --shotsdir", TAKES_VALUE, MEANS_NOTHING},
	{"-d --differences", TAKES_ATTACHED, MEANS_NOTHING},
	{"-C -b -c -e -f -g -p -r -t -w --beep --chgexit --color --errexit --follow "
	 "--no-color --no-rerun --no-title --no-wrap --precise",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* findutils 4.7 to 4.10: xargs/xargs.c, find/tree.c */
static const struct cpg_wrapper_option xargs_options[] = {
	LONG_HELP,
	{"-I", TAKES_VALUE, MEANS_REPLACE},
	{"-i --replace", TAKES_ATTACHED, MEANS_REPLACE},
	{"-E -L -P -a -d -n -s --arg-file --delimiter --max-args --max-chars --max-procs "
	 "--process-slot-var",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-e -l --eof --max-lines", TAKES_ATTACHED, MEANS_NOTHING},
	{"-0 -o -p -r -t -x --exit --interactive --no-run-if-empty --null --open-tty "
	 "--show-limits --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* Words that are replaced anywhere may be part of what is run. */
static void finish_xargs(struct cpg_wrapper_reading *reading)
{
	if (!reading->replace || reading->at >= reading->argc)
		return;
	for (size_t i = reading->at; i < reading->argc; i++) {
		if (!strstr(cpg_wrapper_begin(&reading->argv[i]), reading->replace))
			continue;
		if (i == reading->at || cpg_wrapper_may_start(&reading->argv[reading->at]))
			cpg_wrapper_unsure(reading, "its input is put into the command");
		else
			reading->stop = true;
		return;
	}
}

/* Only what find runs matters; its other words are many and mean nothing here. */
static void finish_find(struct cpg_wrapper_reading *reading)
{
	static const char actions[] = "-exec -execdir -ok -okdir";
	bool starts = false;

	for (size_t i = 1; i + 1 < reading->argc; i++) {
		const char *text = reading->argv[i].text;

		if (text && cpg_wrapper_lists(actions, text, strlen(text)))
			starts = starts || cpg_wrapper_may_start(&reading->argv[i + 1]);
	}
	reading->out->why = NULL;
	reading->stop = !starts;
	if (starts)
		cpg_wrapper_unsure(reading, "what it finds is put into the command");
}

#define COMMAND_ROW(name, list) \
	{ \
		.names = name, .kind = CPG_WRAPPER_COMMAND, .options = list \
	}
#define COMMAND_ROW_BEHIND(name, list, count) \
	{ \
		.names = name, .operands = count, .kind = CPG_WRAPPER_COMMAND, \
		.options = list \
	}

const struct cpg_wrapper_row cpg_wrapper_rows_system[] = {
	{
		.names = "env",
		.style = STYLE_VARIABLES | STYLE_LAST_OPTION,
		.kind = CPG_WRAPPER_COMMAND,
		.options = env_options,
	},
	COMMAND_ROW("nohup", no_options),
	COMMAND_ROW_BEHIND("timeout", timeout_options, 1),
	{
		.names = "nice",
		.style = STYLE_NUMBERS,
		.kind = CPG_WRAPPER_COMMAND,
		.options = nice_options,
	},
	COMMAND_ROW("stdbuf", stdbuf_options),
	{
		.names = "chroot",
		.effects = EFFECT_CONTAINER | EFFECT_AWAY,
		.operands = 1,
		.kind = CPG_WRAPPER_COMMAND,
		.options = chroot_options,
	},
	COMMAND_ROW("time", time_options),
	COMMAND_ROW("setsid", setsid_options),
	COMMAND_ROW("ionice", ionice_options),
	COMMAND_ROW_BEHIND("chrt", chrt_options, 1),
	COMMAND_ROW_BEHIND("taskset", taskset_options, 1),
	COMMAND_ROW("prlimit", prlimit_options),
	COMMAND_ROW("setpriv", setpriv_options),
	{
		.names = "flock",
		.operands = 1,
		.kind = CPG_WRAPPER_COMMAND,
		.options = flock_options,
		.finish = finish_flock,
	},
	COMMAND_ROW("unshare", unshare_options),
	COMMAND_ROW("nsenter", nsenter_options),
	COMMAND_ROW("numactl", numactl_options),
	COMMAND_ROW("unbuffer", unbuffer_options),
	{
		.names = "watch",
		.kind = CPG_WRAPPER_TEXT,
		.options = watch_options,
	},
	{
		.names = "xargs",
		.effects = EFFECT_MORE,
		.kind = CPG_WRAPPER_COMMAND,
		.options = xargs_options,
		.finish = finish_xargs,
	},
	{
		.names = "find",
		.style = STYLE_ALL,
		.kind = CPG_WRAPPER_UNKNOWN,
		.finish = finish_find,
	},
	END,
};
