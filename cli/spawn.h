/* Running another program: its output, and no longer than a while.
 */
#ifndef CPGUARD_CLI_SPAWN_H
#define CPGUARD_CLI_SPAWN_H

#include <stdbool.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"

struct cli_output {
	int status; /* exit status; -1 when a signal or the time limit ended it */
	bool timed_out;
	const char *out; /* standard output and standard error, each up to 1 MiB */
	const char *errors;
};

/* Runs the program at the path argv[0] with this process's environment and an empty standard
 * input, and waits for its end, at most `seconds`; then it and what it started are killed.
 *
 * Returns 0 and fills *output (owned by `arena`), or -1 with *err set when it could not be
 * run.
 */
int cli_spawn(struct cpg_arena *arena, const char *const argv[], unsigned seconds,
	      struct cli_output *output, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
