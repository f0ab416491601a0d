#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "cpguard/model.h"
#include "cpguard/report.h"

#include "cli.h"

enum {
	OPTION_JSON = 256,
	OPTION_SET,
	OPTION_PLUGSTACK,
	OPTION_HELP,
};

static const struct option long_options[] = {
	{"json", no_argument, NULL, OPTION_JSON},
	{"set", required_argument, NULL, OPTION_SET},
	{"plugstack", required_argument, NULL, OPTION_PLUGSTACK},
	{"help", no_argument, NULL, OPTION_HELP},
	{NULL, 0, NULL, 0},
};

static int status_of(const struct cpg_model *model)
{
	if (model->state != CPG_MODEL_READ)
		return CLI_UNDECIDED;
	return model->permitted ? CLI_ALLOW : CLI_REFUSE;
}

static int show(struct cpg_arena *arena, const struct cpg_settings *settings,
		const char *checkpoint, bool json)
{
	const struct cpg_environment environment = {.known = (const char *const *)environ};
	char cwd[PATH_MAX];
	const struct cpg_launch launch = {
		.workdir = getcwd(cwd, sizeof(cwd)),
		.environment = &environment,
	};
	struct cpg_model model;
	struct cpg_error err;

	if (cpg_model_read(arena, settings, &launch, checkpoint, &model, &err) < 0)
		return cli_fail(arena, &err);
	return cli_print(json ? cpg_report_model_json(arena, checkpoint, &model)
			      : cpg_report_model_text(arena, checkpoint, &model),
			 status_of(&model));
}

int cli_model(struct cpg_arena *arena, int argc, char *argv[])
{
	struct cpg_settings settings;
	struct cpg_error err;
	bool json = false;
	int option;

	cpg_settings_default(&settings);
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		int rc = 0;

		if (option == '?' || option == ':')
			return cli_fail_option(option, argv[optind - 1]);
		if (option == OPTION_HELP)
			return cli_print(cli_help, CLI_ALLOW);
		if (option == OPTION_JSON)
			json = true;
		else if (option == OPTION_SET)
			rc = cpg_settings_apply(arena, &settings, optarg, &err);
		else
			rc = cli_plugstack(arena, &settings, optarg, &err);
		if (rc < 0)
			return cli_fail(arena, &err);
	}
	if (argc - optind != 1 || argv[optind][0] == '\0') {
		fputs("cpguard: model takes one checkpoint: cpguard model PATH_OR_ID\n",
		      stderr);
		return CLI_FAILED;
	}
	return show(arena, &settings, argv[optind], json);
}
