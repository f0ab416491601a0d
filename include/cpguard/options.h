/* The three options that state a training job's flags to Slurm or to `cpguard check`, and
 * what of them the job's environment gets.
 */
#ifndef CPGUARD_OPTIONS_H
#define CPGUARD_OPTIONS_H

#include <stdbool.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/facts.h"
#include "cpguard/launch.h"

enum cpg_option {
	CPG_OPTION_HF_CHECKPOINT,
	CPG_OPTION_ALLGATHER_CP,
	CPG_OPTION_CONTEXT_PARALLEL_SIZE,
	CPG_OPTION_COUNT,
};

/* What was declared. Strings are not owned; NULL where an option was not given. */
struct cpg_options {
	const char *hf_checkpoint;
	bool allgather_cp;
	const char *context_parallel_size; /* as it was written */
};

/* The option's name without its dashes, such as "hf-checkpoint". */
const char *cpg_option_name(enum cpg_option option);

/* Whether anything was declared. */
bool cpg_options_given(const struct cpg_options *options);

/* Whether `option` takes `value`: a checkpoint that is not empty, a size that is what
 * Python's int() takes, from 1 up, anything for the flag. Returns 0, or -1 with *err set:
 * CPG_E_USAGE with a sentence that shows the value; ENOMEM. */
int cpg_option_check(struct cpg_arena *arena, enum cpg_option option, const char *value,
		     struct cpg_error *err) __attribute__((warn_unused_result));

/* Checks the value and keeps it, which is not copied. A later value replaces an earlier one.
 * Returns as cpg_option_check(). */
int cpg_options_take(struct cpg_arena *arena, struct cpg_options *options,
		     enum cpg_option option, const char *value, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The options as a launch of their own (source CPG_LAUNCH_OPTIONS), whose argv are the
 * options as one would write them: "--hf-checkpoint=P". Returns 0 and sets argv, argc,
 * program and source of *launch, the rest stays; -1 with *err set when there is no memory. */
int cpg_options_launch(struct cpg_arena *arena, const struct cpg_options *options,
		       struct cpg_launch *launch, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* What is declared, as facts: all known, none with a place. The size must be one that
 * cpg_option_check() took. Returns 0, or -1 with *err set when there is no memory. */
int cpg_options_facts(struct cpg_arena *arena, const struct cpg_options *options,
		      struct cpg_facts *facts, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* A variable for the job's environment. */
struct cpg_variable {
	const char *name;
	const char *value;
};

/* The most that cpg_options_variables() gives. */
#define CPG_OPTIONS_VARIABLES (CPG_OPTION_COUNT + 1)

/* Fills `variables` with CPGUARD_HF_CHECKPOINT, CPGUARD_ALLGATHER_CP=1 and
 * CPGUARD_CONTEXT_PARALLEL_SIZE (canonical digits) for the options that were given, and
 * CPGUARD_ARGS, these options as one string for a command line. Returns how many, 0 when
 * nothing was declared, or -1 with *err set when there is no memory. */
int cpg_options_variables(struct cpg_arena *arena, const struct cpg_options *options,
			  struct cpg_variable variables[CPG_OPTIONS_VARIABLES],
			  struct cpg_error *err) __attribute__((warn_unused_result));

#endif
