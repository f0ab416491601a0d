/* sbatch, srun and salloc, from main() to where they would ask the controller.
 * Source: slurm 22.05: src/sbatch/sbatch.c, src/sbatch/opt.c, src/srun/libsrun/srun_job.c,
 * src/srun/libsrun/opt.c, src/salloc/salloc.c, src/salloc/opt.c, src/common/slurm_opt.c. */
#include "host.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol.h"

/* Slurm's own options here, and pyxis': enough of them for command lines to look real. */
enum {
	OPTION_EXPORT = 256,
	OPTION_EXCLUSIVE,
	OPTION_HET_GROUP,
	OPTION_NICE,
	OPTION_NTASKS_PER_NODE,
	OPTION_PARSABLE,
	OPTION_WRAP,
	OPTION_PYXIS,
	/* The plugin's options, in the order of registration. */
	OPTION_PLUGIN = 0xfff,
};

static const char short_options[] = "+A:c:D:e:I::J:k::lN:n:o:p:Qt:vw:";

static const struct option long_options[] = {
	{"account", required_argument, NULL, 'A'},
	{"chdir", required_argument, NULL, 'D'},
	{"container-image", required_argument, NULL, OPTION_PYXIS},
	{"container-mount-home", no_argument, NULL, OPTION_PYXIS},
	{"container-mounts", required_argument, NULL, OPTION_PYXIS},
	{"container-workdir", required_argument, NULL, OPTION_PYXIS},
	{"cpus-per-task", required_argument, NULL, 'c'},
	{"error", required_argument, NULL, 'e'},
	{"exclusive", optional_argument, NULL, OPTION_EXCLUSIVE},
	{"export", required_argument, NULL, OPTION_EXPORT},
	{"het-group", required_argument, NULL, OPTION_HET_GROUP},
	{"immediate", optional_argument, NULL, 'I'},
	{"job-name", required_argument, NULL, 'J'},
	{"label", no_argument, NULL, 'l'},
	{"nice", optional_argument, NULL, OPTION_NICE},
	{"no-kill", optional_argument, NULL, 'k'},
	{"nodelist", required_argument, NULL, 'w'},
	{"nodes", required_argument, NULL, 'N'},
	{"ntasks", required_argument, NULL, 'n'},
	{"ntasks-per-node", required_argument, NULL, OPTION_NTASKS_PER_NODE},
	{"output", required_argument, NULL, 'o'},
	{"parsable", no_argument, NULL, OPTION_PARSABLE},
	{"partition", required_argument, NULL, 'p'},
	{"quiet", no_argument, NULL, 'Q'},
	{"time", required_argument, NULL, 't'},
	{"verbose", no_argument, NULL, 'v'},
	{"wrap", required_argument, NULL, OPTION_WRAP},
};

#define LONG_COUNT (sizeof(long_options) / sizeof(long_options[0]))

static struct {
	const char *as;
	char *chdir;
	char *het_group;
	bool wrap;
	char **command; /* of srun's last component */
	int command_count;
} submit;

/* What Slurm's commands exit with after an error of their own. */
static int error_status(void)
{
	const char *value = getenv("SLURM_EXIT_ERROR");
	int status = value ? atoi(value) : 0;

	return status ? status : 1;
}

static struct option *option_table(void)
{
	size_t count = LONG_COUNT;
	int value = OPTION_PLUGIN;
	struct option *table;

	for (struct host_option *option = stack.options; option; option = option->next)
		count++;
	table = need((count + 1) * sizeof(*table));
	memcpy(table, long_options, sizeof(long_options));
	count = LONG_COUNT;
	for (struct host_option *option = stack.options; option;
	     option = option->next, value++)
		if (!option->disabled)
			table[count++] = (struct option){
				option->option.name, option->option.has_arg, NULL, value};
	return table;
}

static void plugin_option(int value, const char *argument)
{
	struct host_option *option = stack.options;

	while (option && value-- > OPTION_PLUGIN)
		option = option->next;
	if (!option || stack_option(option, argument, false) == 0)
		return;
	slurm_error("Invalid --%s argument: %s", option->option.name, argument);
	exit(-1);
}

static void slurm_option(int value, const char *argument)
{
	switch (value) {
	case 'D':
		free(submit.chdir);
		submit.chdir = need_string(argument);
		break;
	case 'v':
		api_verbosity++;
		break;
	case 'Q':
		api_verbosity--;
		break;
	case OPTION_HET_GROUP:
		submit.het_group = need_string(argument);
		break;
	case OPTION_WRAP:
		submit.wrap = true;
		break;
	case '?':
		exit(-1);
	default:
		break;
	}
}

/* Parses the words up to the first that is no option; glibc's optind tells where. In an
 * early pass Slurm leaves plugins' options alone. */
static int parse(int argc, char **argv, bool early)
{
	struct option *table = option_table();
	int value;

	optind = 0;
	while ((value = getopt_long(argc, argv, short_options, table, NULL)) != -1) {
		if (value < OPTION_PLUGIN)
			slurm_option(value, optarg);
		else if (!early)
			plugin_option(value, optarg);
	}
	free(table);
	return optind;
}

/* The environment form of the plugins' options. */
static void environment_options(void)
{
	for (struct host_option *option = stack.options; option; option = option->next) {
		const char *value = getenv(stack_option_variable("SLURM_SPANK_", option));

		if (!value || stack_option(option, value, false) == 0)
			continue;
		slurm_error("Invalid argument (%s) for environment variable: %s", value,
			    stack_option_variable("SLURM_SPANK_", option));
		exit(error_status());
	}
}

/* What Slurm does in one go with init_post_opt: options go to the environment, from which
 * slurmd gets them, and for sbatch and salloc also to the environment form. */
static void post_opt(unsigned component)
{
	for (struct host_option *option = stack.options; option; option = option->next) {
		const char *name = stack_option_variable("", option);

		if (!option->found)
			continue;
		setenv(name, option->argument ? option->argument : "", 1);
		list_set(&job_control_env, name,
			 option->argument ? option->argument : "(null)");
	}
	stack_call(HOOK_INIT_POST_OPT, NULL, NULL);
	for (char **entry = job_control_env;
	     stack.context == S_CTX_ALLOCATOR && entry && *entry; entry++) {
		char *variable;

		if (asprintf(&variable, "SLURM_SPANK_%s", *entry) < 0 ||
		    putenv(variable) != 0)
			broken("no memory");
	}
	report_environment("env", component, environ);
}

static bool is_colon(int argc, char **argv, int index)
{
	return index < argc && strcmp(argv[index], ":") == 0;
}

/* ---- sbatch ---- */

/* The words without the separators of components, as the first pass sees them. */
static char **without_colons(int argc, char **argv, int *count)
{
	char **words = need(((size_t)argc + 1) * sizeof(*words));

	*count = 0;
	for (int i = 0; i < argc; i++)
		if (strcmp(argv[i], ":") != 0)
			words[(*count)++] = argv[i];
	return words;
}

static void directives(const struct script *script, unsigned component, bool *more)
{
	char **words;
	int count;

	*more = false;
	if (!script->text)
		return;
	words = script_directives(script, component, &count, more);
	if (parse(count, words, false) < count)
		broken("a directive of the script is no option: %s", words[optind]);
}

static void sbatch(int argc, char **argv)
{
	struct script script = {NULL, 0};
	int count;
	char **words = without_colons(argc, argv, &count);
	int first = parse(count, words, true);
	unsigned component = 0;
	bool last = false;

	if (!submit.wrap)
		script_read(&script, first < count ? words[first] : NULL, submit.chdir);
	/* The second pass sees all words but as many as the script and its arguments are. */
	argc -= count - first;
	while (!last) {
		bool more;
		int end;

		directives(&script, component, &more);
		environment_options();
		end = parse(argc, argv, false);
		if (is_colon(argc, argv, end)) {
			argc -= end;
			argv += end;
		} else {
			last = !more;
		}
		post_opt(component++);
	}
}

/* ---- srun ---- */

/* How many components this part of the command line is for. */
static int het_groups(void)
{
	int groups = 1;

	for (const char *c = submit.het_group; c && *c; c++)
		groups += *c == ',';
	return groups;
}

static void srun(int argc, char **argv)
{
	unsigned component = 0;
	bool last = false;

	for (char **entry = environ; entry && *entry; entry++)
		if (strncmp(*entry, "SLURM_SPANK_", 12) == 0) {
			char *name = need_string(*entry + 12);
			char *value = strchr(name, '=');

			*value = '\0';
			list_set(&job_control_env, name, value + 1);
		}
	while (!last) {
		int end = 0;

		submit.het_group = NULL;
		opterr = 0;
		parse(argc, argv, true);
		opterr = 1;
		for (int left = het_groups(); left > 0; left--) {
			environment_options();
			end = parse(argc, argv, false);
			post_opt(component++);
		}
		submit.command = argv + end;
		while (end < argc && !is_colon(argc, argv, end))
			end++;
		submit.command_count = (int)(argv + end - submit.command);
		last = end >= argc;
		argc -= end;
		argv += end;
	}
}

/* The allocation is there, and with it the job. */
static void srun_started(void)
{
	struct host_job job = {
		.id = 1,
		.uid = getuid(),
		.gid = getgid(),
		.argc = submit.command_count,
		.argv = submit.command,
		.task_count = 1,
	};

	stack_call(HOOK_LOCAL_USER_INIT, &job, NULL);
}

/* ---- salloc ---- */

static void salloc(int argc, char **argv)
{
	unsigned component = 0;
	bool last = false;

	while (!last) {
		int end;

		environment_options();
		end = parse(argc, argv, false);
		last = !is_colon(argc, argv, end);
		if (!last) {
			argc -= end;
			argv += end;
		}
		post_opt(component++);
		/* Where the command will run; also where a next component's words count from. */
		if (submit.chdir && chdir(submit.chdir) < 0)
			broken("salloc cannot change to %s", submit.chdir);
	}
}

/* Slurm's commands call the exit hook from exit(), whoever called that. */
static void finish(void)
{
	watch_stop();
	stack_call(HOOK_EXIT, NULL, NULL);
	stack_stop();
}

int submit_main(int argc, char **argv)
{
	submit.as = scenario_value("as");
	if (strcmp(submit.as, "srun") == 0)
		stack_start(S_CTX_LOCAL, NULL);
	else
		stack_start(S_CTX_ALLOCATOR, NULL);
	if (atexit(finish) != 0)
		broken("no room for an exit handler");

	if (strcmp(submit.as, "sbatch") == 0)
		sbatch(argc, argv);
	else if (strcmp(submit.as, "srun") == 0)
		srun(argc, argv);
	else if (strcmp(submit.as, "salloc") == 0)
		salloc(argc, argv);
	else
		broken("it cannot be %s", submit.as);

	report("controller");
	if (stack.context == S_CTX_LOCAL)
		srun_started();
	return (int)scenario_number("status", 0);
}
