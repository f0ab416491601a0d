#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/override.h"
#include "cpguard/report.h"

#include "cli.h"

enum {
	OPTION_CHDIR = 256,
	OPTION_JSON,
	OPTION_SET,
	OPTION_PLUGSTACK,
	OPTION_AS,
	OPTION_HELP,
};

static const struct option long_options[] = {
	{"hf-checkpoint", required_argument, NULL, CPG_OPTION_HF_CHECKPOINT},
	{"allgather-cp", no_argument, NULL, CPG_OPTION_ALLGATHER_CP},
	{"context-parallel-size", required_argument, NULL,
	 CPG_OPTION_CONTEXT_PARALLEL_SIZE},
	{"chdir", required_argument, NULL, OPTION_CHDIR},
	{"as", required_argument, NULL, OPTION_AS},
	{"json", no_argument, NULL, OPTION_JSON},
	{"set", required_argument, NULL, OPTION_SET},
	{"plugstack", required_argument, NULL, OPTION_PLUGSTACK},
	{"help", no_argument, NULL, OPTION_HELP},
	{NULL, 0, NULL, 0},
};

struct check {
	struct cpg_arena *arena;
	struct cpg_settings settings;
	struct cpg_options options;
	struct cli_job job;
	const char *chdir;
	bool json;
	bool explain;
};

static int take_as(struct check *check, const char *value, struct cpg_error *err)
{
	if (strcmp(value, "batch") == 0)
		check->job.as = CLI_AS_BATCH;
	else if (strcmp(value, "direct") == 0)
		check->job.as = CLI_AS_DIRECT;
	else
		return cpg_error_set(err, CPG_E_USAGE,
				     "--as takes batch or direct, not '%s'", value);
	return 0;
}

static int take(struct check *check, int option, const char *value, struct cpg_error *err)
{
	switch (option) {
	case OPTION_CHDIR:
		check->chdir = value;
		return 0;
	case OPTION_AS:
		return take_as(check, value, err);
	case OPTION_JSON:
		check->json = true;
		return 0;
	case OPTION_SET:
		return cpg_settings_apply(check->arena, &check->settings, value, err);
	case OPTION_PLUGSTACK:
		return cli_plugstack(check->arena, &check->settings, value, err);
	default:
		return cpg_options_take(check->arena, &check->options,
					(enum cpg_option)option, value ? value : "", err);
	}
}

/* The job's working directory, absolute. Returns -1 with *err set when it cannot be told. */
static int find_workdir(struct check *check, struct cpg_error *err)
{
	struct cli_job *job = &check->job;
	char cwd[PATH_MAX];

	job->chdir_given = check->chdir != NULL;
	job->workdir = check->chdir;
	if (check->chdir && check->chdir[0] == '/')
		return 0;
	if (!getcwd(cwd, sizeof(cwd)))
		return cpg_error_set(err, CPG_E_HIDDEN,
				     "the current directory cannot be told: %m");
	job->workdir =
		cpg_arena_printf(check->arena, "%s%s%s", cwd, check->chdir ? "/" : "",
				 check->chdir ? check->chdir : "");
	if (!job->workdir)
		return cpg_error_set(err, CPG_E_LIMIT, "no memory left");
	return 0;
}

/* What a person reads: each finding that a submission would meet with a word, and the verdict
 * in one line. */
static const char *describe(const struct check *check, const struct cpg_result *result)
{
	struct cpg_buffer out = {.arena = check->arena};

	for (size_t i = 0; i < result->count; i++) {
		const struct cpg_finding *finding = &result->findings[i];
		enum cpg_action action =
			cpg_finding_action(&check->settings, CPG_GATE_SUBMIT, finding);
		const char *text = cpg_report_text(check->arena, &check->settings,
						   CPG_GATE_SUBMIT, finding, action);

		if (!text)
			return NULL;
		cpg_buffer_string(&out, text);
	}
	cpg_buffer_printf(&out, "%s: %s\n", cpg_verdict_name(result->verdict),
			  cpg_reason_name(result->reason));
	return cpg_buffer_finish(&out);
}

static int show(struct check *check, const struct cpg_result *result)
{
	/* Of its own: the evaluation may have used up its memory. */
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	static const int statuses[] = {
		[CPG_ALLOW] = CLI_ALLOW,
		[CPG_REFUSE] = CLI_REFUSE,
		[CPG_UNDECIDED] = CLI_UNDECIDED,
	};
	const char *text;

	if (!arena)
		return cli_print(NULL, CLI_FAILED);
	check->arena = arena;
	if (check->json)
		text = cpg_report_json(check->arena, &check->settings, result);
	else if (check->explain)
		text = cpg_report_explain(check->arena, result);
	else
		text = describe(check, result);
	return cli_print(text, statuses[result->verdict]);
}

/* Judges the words: a script's name and its arguments, or a command's. */
static int judge(struct check *check, int argc, char *argv[], bool is_command)
{
	struct cli_job *job = &check->job;
	bool is_script = argc > 0 && !is_command;
	struct cpg_request request = {.settings = &check->settings};
	struct cpg_result result;
	struct cpg_error err;

	job->arena = check->arena;
	job->environment = (struct cpg_environment){.known = (const char *const *)environ};
	request.override = cpg_override_of(&job->environment);
	job->file = is_script ? argv[0] : NULL;
	if (find_workdir(check, &err) < 0)
		return cli_fail(check->arena, &err);
	request.submit_dir = job->workdir;
	if (is_script && cli_read_script(job, &check->options, &err) < 0)
		return cli_fail(check->arena, &err);

	request.options = check->options;
	request.workdir = job->workdir;
	request.environment = &job->environment;
	request.script = job->script;
	request.script_file = job->file;
	request.container = job->container;
	request.export = job->export;
	request.batch = request.in_job = is_script && job->as == CLI_AS_BATCH;
	request.command = cpg_words_of(check->arena, (const char *const *)argv + is_script,
				       (size_t)(argc - is_script), &request.command_count);
	if (!request.command)
		return cli_print(NULL, CLI_FAILED);
	cpg_request_evaluate(check->arena, &request, &result);
	return show(check, &result);
}

static int run(struct check *check, int argc, char *argv[])
{
	struct cpg_error err;
	bool is_command;
	int option;

	cpg_settings_default(&check->settings);
	opterr = 0;
	while ((option = getopt_long(argc, argv, "+:", long_options, NULL)) != -1) {
		if (option == '?' || option == ':')
			return cli_fail_option(option, argv[optind - 1]);
		if (option == OPTION_HELP)
			return cli_print(cli_help, CLI_ALLOW);
		if (take(check, option, optarg, &err) < 0)
			return cli_fail(check->arena, &err);
	}
	is_command = strcmp(argv[optind - 1], "--") == 0;
	if (optind == argc && !cpg_options_given(&check->options)) {
		fprintf(stderr,
			"cpguard: %s needs an option to judge, a script, or a command "
			"behind '--'; "
			"'cpguard --help' lists the options\n",
			argv[0]);
		return CLI_FAILED;
	}
	return judge(check, argc - optind, argv + optind, is_command);
}

int cli_check(struct cpg_arena *arena, int argc, char *argv[])
{
	struct check check = {.arena = arena};

	return run(&check, argc, argv);
}

int cli_explain(struct cpg_arena *arena, int argc, char *argv[])
{
	struct check check = {.arena = arena, .explain = true};

	return run(&check, argc, argv);
}
