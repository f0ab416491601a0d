#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/report.h"

#include "cli.h"

enum {
	OPTION_CHDIR = 256,
	OPTION_JSON,
	OPTION_SET,
	OPTION_PLUGSTACK,
	OPTION_HELP,
};

static const struct option long_options[] = {
	{"hf-checkpoint", required_argument, NULL, CPG_OPTION_HF_CHECKPOINT},
	{"allgather-cp", no_argument, NULL, CPG_OPTION_ALLGATHER_CP},
	{"context-parallel-size", required_argument, NULL,
	 CPG_OPTION_CONTEXT_PARALLEL_SIZE},
	{"chdir", required_argument, NULL, OPTION_CHDIR},
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
	const char *chdir;
	bool json;
};

static int take_declared(struct check *check, enum cpg_option option, const char *value,
			 struct cpg_error *err)
{
	if (cpg_option_check(check->arena, option, value ? value : "", err) < 0)
		return -1;
	if (option == CPG_OPTION_HF_CHECKPOINT)
		check->options.hf_checkpoint = value;
	else if (option == CPG_OPTION_ALLGATHER_CP)
		check->options.allgather_cp = true;
	else
		check->options.context_parallel_size = value;
	return 0;
}

static int take(struct check *check, int option, const char *value, struct cpg_error *err)
{
	switch (option) {
	case OPTION_CHDIR:
		check->chdir = value;
		return 0;
	case OPTION_JSON:
		check->json = true;
		return 0;
	case OPTION_SET:
		return cpg_settings_apply(check->arena, &check->settings, value, err);
	case OPTION_PLUGSTACK:
		return cli_plugstack(check->arena, &check->settings, value, err);
	default:
		return take_declared(check, (enum cpg_option)option, value, err);
	}
}

/* The job's working directory, absolute. NULL with *err set when it cannot be told. */
static const char *find_workdir(const struct check *check, struct cpg_error *err)
{
	char cwd[PATH_MAX];

	if (check->chdir && check->chdir[0] == '/')
		return check->chdir;
	if (!getcwd(cwd, sizeof(cwd))) {
		cpg_error_set(err, CPG_E_HIDDEN,
			      "the current directory cannot be told: %m");
		return NULL;
	}
	return cpg_arena_printf(check->arena, "%s%s%s", cwd, check->chdir ? "/" : "",
				check->chdir ? check->chdir : "");
}

/* What a person reads: each finding that a submission would meet with a word, else the
 * verdict in one line. */
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

static int status_of(enum cpg_verdict verdict)
{
	static const int statuses[] = {
		[CPG_ALLOW] = CLI_ALLOW,
		[CPG_REFUSE] = CLI_REFUSE,
		[CPG_UNDECIDED] = CLI_UNDECIDED,
	};

	return statuses[verdict];
}

static int judge(const struct check *check, int argc, char *argv[])
{
	const struct cpg_environment environment = {.known = (const char *const *)environ};
	struct cpg_request request = {
		.settings = &check->settings,
		.options = check->options,
		.environment = &environment,
	};
	struct cpg_result result;
	struct cpg_error err = {.code = 0};

	request.workdir = find_workdir(check, &err);
	if (!request.workdir && err.code)
		return cli_fail(check->arena, &err);
	request.command = cpg_words_of(check->arena, (const char *const *)argv,
				       (size_t)argc, &request.command_count);
	if (!request.workdir || !request.command)
		return cli_print(NULL, CLI_FAILED);
	cpg_request_evaluate(check->arena, &request, &result);
	return cli_print(check->json
				 ? cpg_report_json(check->arena, &check->settings, &result)
				 : describe(check, &result),
			 status_of(result.verdict));
}

int cli_check(struct cpg_arena *arena, int argc, char *argv[])
{
	struct check check = {.arena = arena};
	struct cpg_error err;
	int option;

	cpg_settings_default(&check.settings);
	opterr = 0;
	while ((option = getopt_long(argc, argv, "+:", long_options, NULL)) != -1) {
		if (option == '?' || option == ':')
			return cli_fail_option(option, argv[optind - 1]);
		if (option == OPTION_HELP)
			return cli_print(cli_help, CLI_ALLOW);
		if (take(&check, option, optarg, &err) < 0)
			return cli_fail(arena, &err);
	}
	if (optind < argc && strcmp(argv[optind - 1], "--") != 0) {
		fprintf(stderr,
			"cpguard: a command goes behind '--': cpguard check -- %s ...\n",
			argv[optind]);
		return CLI_FAILED;
	}
	if (optind == argc && !cpg_options_given(&check.options)) {
		fputs("cpguard: check needs an option to judge or a command behind '--'; "
		      "'cpguard --help' lists the options\n",
		      stderr);
		return CLI_FAILED;
	}
	return judge(&check, argc - optind, argv + optind);
}
