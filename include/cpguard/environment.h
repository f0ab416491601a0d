/* Environments: what is known of the variables that a job will see.
 *
 * At submission they are not all known: with `--export=NONE` or a list, Slurm builds the
 * job's environment from the user's login on the node. So a look-up has three answers.
 */
#ifndef CPGUARD_ENVIRONMENT_H
#define CPGUARD_ENVIRONMENT_H

#include <stdbool.h>

#include "cpguard/arena.h"

struct cpg_environment {
	/* NAME=value strings with NULL behind them, not owned; NULL is an empty list. The
	 * first entry of a name counts, as for getenv(3). */
	const char *const *known;
	/* Whether variables that are not in `known` may be set as well. */
	bool more;
};

/* Looks `name` up. Returns 1 and sets *value (may be empty, not owned), 0 when it is not
 * set, or -1 when that is not known. */
int cpg_environment_get(const struct cpg_environment *environment, const char *name,
			const char **value);

/* What a job sees of `submit`, the submitting command's environment, under `export`, the
 * value of --export: NULL or ALL (case does not matter) is all of it; NONE and NIL nothing
 * that is known; a list such as `A,B=v` the variables it names; `ALL,A=v` all and those.
 * An entry `A=v` sets A. Where the list has quotes or brackets, which Slurm's releases read
 * differently, nothing is known.
 *
 * Source: slurm 22.05 and 24.11: src/common/env.c env_array_merge_slurm_spank and
 * src/sbatch/sbatch.c (env_merge_filter), src/srun (env_array).
 *
 * Returns 0 and sets *out (lists owned by `arena`, strings partly by `submit`), -1 when
 * there is no memory. */
int cpg_environment_export(struct cpg_arena *arena, const struct cpg_environment *submit,
			   const char *export, struct cpg_environment *out)
	__attribute__((warn_unused_result));

#endif
