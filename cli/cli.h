/* The `cpguard` command: the plugin's logic without Slurm.
 */
#ifndef CPGUARD_CLI_H
#define CPGUARD_CLI_H

#include <stdbool.h>

#include "cpguard/arena.h"
#include "cpguard/environment.h"
#include "cpguard/error.h"
#include "cpguard/options.h"
#include "cpguard/settings.h"
#include "cpguard/text.h"

/* Exit statuses, the same for every subcommand. */
enum cli_status {
	CLI_ALLOW = 0,
	CLI_REFUSE = 1,
	CLI_FAILED = 2, /* usage, or input and output */
	CLI_UNDECIDED = 3,
};

/* main.c: the text of --help. */
extern const char cli_help[];

/* check.c: `cpguard check`. argv[0] is the subcommand. Returns an exit status. */
int cli_check(struct cpg_arena *arena, int argc, char *argv[]);

/* check.c: `cpguard explain`. */
int cli_explain(struct cpg_arena *arena, int argc, char *argv[]);

/* How a script is taken to be run. */
enum cli_as {
	CLI_AS_DEFAULT, /* as a batch script when it has #SBATCH lines, else directly */
	CLI_AS_BATCH,   /* by sbatch */
	CLI_AS_DIRECT,  /* by its name, here */
};

/* What is judged: a script or a command, and how it is run. */
struct cli_job {
	struct cpg_arena *arena;
	enum cli_as as;
	const char *file; /* of the script; NULL: none */
	struct cpg_text script;
	const char *workdir; /* absolute, in the container; NULL when it is not known */
	bool chdir_given;    /* by --chdir, which counts before a directive's */
	const struct cpg_container
		*container; /* whose files it sees; NULL: this machine's */
	const char *export; /* of the directives; NULL: none */
	struct cpg_environment environment;
};

/* script.c: reads job->file, and settles job->as. Of a batch script the #SBATCH lines are
 * honoured: --chdir, --export, containers, and the three options where they are not given
 * otherwise. Returns 0, or -1 with *err set. */
int cli_read_script(struct cli_job *job, struct cpg_options *options,
		    struct cpg_error *err);

/* model.c: `cpguard model`. */
int cli_model(struct cpg_arena *arena, int argc, char *argv[]);

/* doctor.c: `cpguard doctor`. Its exit status is 0 when the guard is up, 1 when it is not. */
int cli_doctor(struct cpg_arena *arena, int argc, char *argv[]);

/* main.c: prints the error on standard error; returns CLI_FAILED. */
int cli_fail(struct cpg_arena *arena, const struct cpg_error *err);

/* main.c: the same with a sentence that getopt_long() calls for: `option` is what it
 * returned, ':' or '?', `word` the word at which it stopped. */
int cli_fail_option(int option, const char *word);

/* main.c: prints the text on standard output. Returns `status`, or CLI_FAILED with a message
 * when the text is NULL (no memory) or cannot be written. */
int cli_print(const char *text, int status);

/* plugstack.c: applies the settings on the first cpguard line of `file`, a plugstack.conf, and
 * what it includes. Returns 0, or -1 with *err set. */
int cli_plugstack(struct cpg_arena *arena, struct cpg_settings *settings, const char *file,
		  struct cpg_error *err);

#endif
