#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cpguard/report.h"

#include "cli.h"

const char cli_help[] =
	"usage: cpguard check [OPTIONS] [SCRIPT ARGS... | -- COMMAND ARGS...]\n"
	"       cpguard explain [OPTIONS] SCRIPT ARGS... | -- COMMAND ARGS...\n"
	"       cpguard model [OPTIONS] PATH_OR_ID\n"
	"       cpguard doctor [--json]\n"
	"\n"
	"Tells whether a slime training job would read its tokens in the right order:\n"
	"--allgather-cp with --context-parallel-size above 1 is right for DSA models "
	"only.\n"
	"\n"
	"check judges what the options declare, and a script or the command behind --, as\n"
	"the Slurm plugin would at submission; explain shows every launch that it found, "
	"with\n"
	"its words, where each flag comes from, and what is not known. Nothing is run.\n"
	"  --hf-checkpoint=PATH         the checkpoint: a directory, a JSON file or a hub "
	"id\n"
	"  --allgather-cp               the job trains with this flag\n"
	"  --context-parallel-size=N    the job's context-parallel size\n"
	"  --chdir=DIR                  the job's working directory (default: this one)\n"
	"  --as=batch, --as=direct      how the script is run: by sbatch (the default for "
	"one\n"
	"                               with #SBATCH lines), or by its name\n"
	"model tells which config.json a checkpoint has, and whether its model is "
	"permitted.\n"
	"doctor tells whether the Slurm of this machine has loaded the plugin, and why "
	"not.\n"
	"\n"
	"All but doctor take:\n"
	"  --set NAME=VALUE             a setting, as in plugstack.conf; repeatable\n"
	"  --plugstack=FILE             the settings on the cpguard line of FILE\n"
	"All take:\n"
	"  --json                       one JSON object on standard output\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0 allowed, 1 refused, 2 usage or input error, 3 undecided;\n"
	"of doctor: 0 active, 1 not active.\n";

int cli_fail(struct cpg_arena *arena, const struct cpg_error *err)
{
	const char *line = cpg_report_error(arena, err);

	fputs(line ? line : "cpguard: out of memory\n", stderr);
	return CLI_FAILED;
}

int cli_fail_option(int option, const char *word)
{
	fprintf(stderr, "cpguard: %s '%s'; 'cpguard --help' lists the options\n",
		option == ':' ? "a value is missing behind" : "there is no such option:",
		word);
	return CLI_FAILED;
}

int cli_print(const char *text, int status)
{
	if (!text) {
		fputs("cpguard: out of memory\n", stderr);
		return CLI_FAILED;
	}
	if (fputs(text, stdout) == EOF || fflush(stdout) == EOF) {
		fprintf(stderr, "cpguard: standard output: %s\n", strerror(errno));
		return CLI_FAILED;
	}
	return status;
}

static const struct {
	const char *name;
	int (*run)(struct cpg_arena *arena, int argc, char *argv[]);
} commands[] = {
	{"check", cli_check},
	{"explain", cli_explain},
	{"model", cli_model},
	{"doctor", cli_doctor},
};

int main(int argc, char *argv[])
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	const char *name = argc > 1 ? argv[1] : NULL;

	if (!arena) {
		fputs("cpguard: out of memory\n", stderr);
		return CLI_FAILED;
	}
	if (!name) {
		fputs(cli_help, stderr);
		return CLI_FAILED;
	}
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(name, commands[i].name) == 0)
			return commands[i].run(arena, argc - 1, argv + 1);
	}
	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 ||
	    strcmp(name, "help") == 0)
		return cli_print(cli_help, CLI_ALLOW);
	if (strcmp(name, "--version") == 0)
		return cli_print("cpguard " CPGUARD_VERSION "\n", CLI_ALLOW);
	fprintf(stderr, "cpguard: there is no command '%s'; 'cpguard --help' lists them\n",
		name);
	return CLI_FAILED;
}
