/* The `cpguard` command: the plugin's logic without Slurm.
 */
#ifndef CPGUARD_CLI_H
#define CPGUARD_CLI_H

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/settings.h"

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

/* model.c: `cpguard model`. */
int cli_model(struct cpg_arena *arena, int argc, char *argv[]);

/* main.c: prints the error on standard error; returns CLI_FAILED. */
int cli_fail(struct cpg_arena *arena, const struct cpg_error *err);

/* main.c: the same with a sentence that getopt_long() calls for: `option` is what it
 * returned, ':' or '?', `word` the word at which it stopped. */
int cli_fail_option(int option, const char *word);

/* main.c: prints the text on standard output. Returns `status`, or CLI_FAILED with a message
 * when the text is NULL (no memory) or cannot be written. */
int cli_print(const char *text, int status);

/* plugstack.c: applies the settings on the cpguard line of `file`, a plugstack.conf. Returns
 * 0, or -1 with *err set. */
int cli_plugstack(struct cpg_arena *arena, struct cpg_settings *settings, const char *file,
		  struct cpg_error *err);

#endif
