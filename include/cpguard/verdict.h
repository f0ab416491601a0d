/* Verdicts: the rule applied to what is known of one launch.
 *
 *     refuse  when  allgather_cp
 *              and  context_parallel_size > 1
 *              and  no name in the checkpoint's `architectures` is a permitted one
 *              and  not debug_rollout_only
 *
 * Source: slime 0.3.1: slime/backends/megatron_utils/arguments.py
 * _validate_allgather_cp_supported, slime/utils/arguments.py parse_args.
 */
#ifndef CPGUARD_VERDICT_H
#define CPGUARD_VERDICT_H

#include <stdbool.h>

#include "cpguard/facts.h"
#include "cpguard/model.h"

enum cpg_verdict {
	CPG_ALLOW,     /* the rule is known to hold, or cannot apply */
	CPG_REFUSE,    /* every fact the rule needs is known, and it is broken */
	CPG_UNDECIDED, /* something that could change the answer is not known */
};

enum cpg_reason {
	CPG_REASON_NO_LAUNCH,             /* nothing that trains was found */
	CPG_REASON_FLAG_NOT_GIVEN,        /* no --allgather-cp */
	CPG_REASON_SINGLE_RANK,           /* context-parallel size 1 or less */
	CPG_REASON_ROLLOUT_ONLY,          /* --debug-rollout-only: nothing is trained */
	CPG_REASON_COMMAND_LINE_REJECTED, /* the program will reject its own argv */
	CPG_REASON_YAML_REJECTED, /* the program will end at what a YAML file holds */
	CPG_REASON_NOT_SLIME,     /* another trainer, whose rule is another one */
	CPG_REASON_PERMITTED,     /* a DSA model, or one the site permits */
	CPG_REASON_ARCHITECTURE_NOT_PERMITTED, /* config.json names other models only */
	CPG_REASON_ARCHITECTURE_MISSING,       /* config.json names no architecture */
	CPG_REASON_CHECKPOINT_NOT_GIVEN,       /* no --hf-checkpoint, or an empty one */
	CPG_REASON_CHECKPOINT_NOT_FOUND,       /* no config.json where it should lie */
	CPG_REASON_CHECKPOINT_UNREADABLE,      /* a config.json that cannot be read */
	CPG_REASON_CHECKPOINT_HIDDEN,          /* cannot be seen from here */
	CPG_REASON_ARGUMENT_UNKNOWN,           /* a word of the command line is not known */
	CPG_REASON_YAML_UNKNOWN,   /* a YAML file that sets facts is not known */
	CPG_REASON_CONDITIONAL,    /* it breaks the rule, if it starts at all */
	CPG_REASON_SCRIPT_UNKNOWN, /* a launch may be hidden in what is not known */
	CPG_REASON_LIMIT_EXCEEDED, /* out of memory, or past another limit */
};

/* The number of reasons; the last one of the enum and one more. */
#define CPG_REASON_COUNT (CPG_REASON_LIMIT_EXCEEDED + 1)

/* Stable names: "allow", "refuse", "undecided". */
const char *cpg_verdict_name(enum cpg_verdict verdict);

/* Stable names: "no_launch", "architecture_not_permitted" and so on. */
const char *cpg_reason_name(enum cpg_reason reason);

/* The verdict that a reason stands for: each reason has exactly one. */
enum cpg_verdict cpg_reason_verdict(enum cpg_reason reason);

/* Whether the answer hangs on the model: false when the facts alone decide. Then the
 * checkpoint need not be looked for. */
bool cpg_verdict_needs_model(const struct cpg_facts *facts);

/* Applies the rule. `model` is not read when cpg_verdict_needs_model() is false, and its
 * state is CPG_MODEL_UNASKED when the checkpoint is not given or not known. */
enum cpg_reason cpg_verdict_judge(const struct cpg_facts *facts,
				  const struct cpg_model *model);

/* Whether the launch does ask for allgather-cp with more than one rank, or with a number of
 * ranks that is not known: then an undecided verdict is worth a word. */
bool cpg_verdict_asks(const struct cpg_facts *facts);

#endif
