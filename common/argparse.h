/* Words of a training program's command line, sorted as its argparse.ArgumentParser sorts
 * them, those included that are not known or not all known.
 *
 * Source: CPython 3.8 to 3.14, Lib/argparse.py: _parse_optional and _get_option_tuples, with
 * allow_abbrev=False and no option that looks like a negative number.
 */
#ifndef CPGUARD_ARGPARSE_H
#define CPGUARD_ARGPARSE_H

#include "cpguard/launch.h"

/* The options that matter. All others are unlisted: which of those exist, and which of them
 * take a value, hangs on the release of slime and Megatron and on the site's own code. */
enum cpg_argparse_option {
	CPG_ARGPARSE_NONE,
	CPG_ARGPARSE_ALLGATHER_CP,
	CPG_ARGPARSE_DEBUG_ROLLOUT_ONLY,
	CPG_ARGPARSE_CONTEXT_PARALLEL_SIZE,
	CPG_ARGPARSE_HF_CHECKPOINT,
	CPG_ARGPARSE_YAML_CFG,
	CPG_ARGPARSE_CUSTOM_CONFIG_PATH,
	CPG_ARGPARSE_MEGATRON_CONFIG_PATH,
	CPG_ARGPARSE_ADVANTAGE_ESTIMATOR,
	CPG_ARGPARSE_HELP,
};

enum cpg_argument_kind {
	CPG_ARGUMENT_VALUE,    /* no option: an option's value, or ignored */
	CPG_ARGUMENT_UNLISTED, /* an option, but none of those that matter */
	CPG_ARGUMENT_EITHER,   /* one of the two above; which one is not known */
	CPG_ARGUMENT_LISTED,   /* one of the options that matter */
	CPG_ARGUMENT_END,      /* `--`: no option follows */
	CPG_ARGUMENT_DASHED,   /* begins like an option that matters, or like `--` */
	CPG_ARGUMENT_ANYTHING, /* one word of which nothing is known */
	CPG_ARGUMENT_MANY,     /* any number of words of which nothing is known */
};

struct cpg_argument {
	enum cpg_argument_kind kind;
	enum cpg_argparse_option option; /* CPG_ARGPARSE_NONE unless it is listed */
	bool attached;                   /* listed, with a value behind `=` */
	/* The word itself; of a listed option the value attached to it. NULL when that is
	 * not known, or there is none. Part of the word's text. */
	const char *text;
};

/* Sorts one word. Before a bare `--` only: behind it, all words are values. */
struct cpg_argument cpg_argument_sort(const struct cpg_word *word);

/* The option's name, such as "--allgather-cp". */
const char *cpg_argparse_name(enum cpg_argparse_option option);

/* Whether the option takes a value. */
bool cpg_argparse_takes_value(enum cpg_argparse_option option);

/* Whether an unlisted option of that name, such as "--save", can be expected to take the
 * word behind it for its value. */
bool cpg_argparse_may_take_value(const char *name);

#endif
