/* Scripts: which launches a script, or a command, would start.
 *
 * The way in to the script reader. A batch script is read as Slurm runs it: from a copy in
 * slurmd's spool directory, in the job's working directory, with the job's environment.
 */
#ifndef CPGUARD_SCRIPT_H
#define CPGUARD_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/environment.h"
#include "cpguard/error.h"
#include "cpguard/launch.h"
#include "cpguard/text.h"

struct cpg_script_request {
	/* A script's text, with its file's name for origins; or a command's argv (text.bytes
	 * NULL). */
	struct cpg_text text;
	const char *file;            /* as it was named; NULL: standard input or --wrap */
	const struct cpg_word *argv; /* a command; or the script's arguments, from $1 on */
	size_t argc;
	const char *workdir; /* absolute, in the container; NULL: not known */
	const struct cpg_environment *environment;
	/* Whether Slurm runs it from its spool directory: then $0 and BASH_SOURCE name a file
	 * with nothing beside it. */
	bool batch;
	/* Whether the job is yet to come, so that what Slurm sets in it is not known. */
	bool in_job;
	bool on_node; /* files that are not there are not there: see shell.h */
	const struct cpg_container
		*container;     /* whose files it sees; NULL: this machine's */
	const char *submit_dir; /* SLURM_SUBMIT_DIR of a batch script; NULL: not known */
	const char *export; /* sbatch's --export, which srun in the script finds; or NULL */
};

struct cpg_script_result {
	struct cpg_launches launches;
	bool complete;   /* no launch is hidden or extra for want of knowledge */
	const char *why; /* when not complete: a clause, and where */
	struct cpg_origin why_origin;
	const struct cpg_assumption *assumed; /* what was taken for granted */
	size_t assumed_count;
};

/* The names of the variables that Slurm sets in a job by itself, NULL behind the last: not
 * known before the job runs. */
extern const char *const cpg_script_job_variables[];

/* Walks the script or the command and fills *result (owned by `arena`; strings partly by the
 * request). A script whose #! line names no shell yields no launch and is complete.
 *
 * Returns 0, or -1 with *err set: ENOMEM; CPG_E_LIMIT past a budget (*result then holds what
 * was found before).
 */
int cpg_script_launches(struct cpg_arena *arena, const struct cpg_script_request *request,
			struct cpg_script_result *result, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
