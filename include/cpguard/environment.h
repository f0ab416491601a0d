/* Environments: what is known of the variables that a job will see.
 *
 * At submission they are not all known: with `sbatch --export=NONE`, or a list, Slurm adds
 * what the user's login on the node sets. So a look-up has three answers.
 */
#ifndef CPGUARD_ENVIRONMENT_H
#define CPGUARD_ENVIRONMENT_H

#include <stdbool.h>

#include "cpguard/arena.h"

/* The command of Slurm's that starts the job. */
enum cpg_slurm_command {
	CPG_SBATCH,
	CPG_SRUN,
	CPG_SALLOC,
};

struct cpg_environment {
	/* NAME=value strings with NULL behind them, not owned; NULL is an empty list. The
	 * first entry of a name counts, as for getenv(3). */
	const char *const *known;
	/* Names whose value is not known, nor whether they are set, with NULL behind them;
	 * NULL is an empty list. `known` is looked at first. */
	const char *const *unknown;
	/* Whether variables that are in neither list may be set as well. */
	bool more;
};

/* Looks `name` up. Returns 1 and sets *value (may be empty, not owned), 0 when it is not
 * set, or -1 when that is not known; nothing is known of an environment that is NULL. */
int cpg_environment_get(const struct cpg_environment *environment, const char *name,
			const char **value);

/* What a job sees of `submit`, the submitting command's environment, under `export`, the
 * value of --export (NULL when it is not given), which each command reads in its own way:
 *
 * - NULL and ALL are all of `submit`. salloc has no --export: all of it.
 * - sbatch: NONE is nothing but SLURM_*; a list is the variables that it names, `A=v` sets
 *   A, ALL in a list is all of them, a later entry wins over an earlier one. SLURM_* always
 *   comes along. What the user's login on the node sets is added below all this, so `more`
 *   is true, also for `ALL,A=v`. NIL adds no login from 24.11 on, before that it was a
 *   list: `more` as well.
 * - srun: a list likewise, but nothing behind NONE in it counts, no login is ever added, and
 *   ALL and SLURM* win over every other entry: `ALL,A=v` sets A only where `submit` does
 *   not.
 *
 * ALL, NONE and NIL are the same in lower case. An entry within quotes may hold commas.
 * What Slurm itself sets in a job (SLURM_*, and what a TaskProlog prints) is not looked at.
 *
 * Source: slurm 20.11.4, 22.05.8, 24.11.5 and 26.05.3: src/sbatch/sbatch.c
 * _fill_job_desc_from_opts; src/common/env.c env_merge_filter (20.11: sbatch.c
 * _env_merge_filter), find_quote_token, env_array_merge_slurm_spank; _build_user_env in
 * src/srun/launch.c (20.11 and 22.05: src/plugins/launch/slurm/launch_slurm.c);
 * src/slurmd/slurmd/req.c _get_user_env for the login.
 *
 * Returns 0 and sets *out (lists owned by `arena`, strings partly by `submit`), -1 when
 * there is no memory. */
int cpg_environment_export(struct cpg_arena *arena, const struct cpg_environment *submit,
			   enum cpg_slurm_command command, const char *export,
			   struct cpg_environment *out) __attribute__((warn_unused_result));

#endif
