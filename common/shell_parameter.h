/* What the files of ${V...} share.
 */
#ifndef CPGUARD_SHELL_PARAMETER_H
#define CPGUARD_SHELL_PARAMETER_H

#include "shell_expand_private.h"

/* ${V...} while it is expanded. */
struct cpg_parameter {
	struct cpg_expander *ex;
	const struct cpg_shell_parameter *parameter;
	bool quoted;
	struct cpg_subject subject;
};

/* Pushes what the subject is now. */
int cpg_parameter_push(struct cpg_parameter *p) __attribute__((warn_unused_result));

/* Whether there is nothing to work on: bash does not look at the operands then. */
bool cpg_parameter_is_nothing(const struct cpg_parameter *p);

/* Whether ${V#p} or ${V%p} is meant. */
bool cpg_parameter_removes(enum cpg_shell_operator op);

/* ---- shell_parameter_list.c ---- */

/* Pushes a list, and the list that is nothing. */
int cpg_parameter_push_list(struct cpg_parameter *p) __attribute__((warn_unused_result));
int cpg_parameter_push_nothing(struct cpg_parameter *p) __attribute__((warn_unused_result));

/* ${A[@]:offset:length} */
int cpg_parameter_slice(struct cpg_parameter *p) __attribute__((warn_unused_result));

/* ---- shell_parameter_default.c ---- */

/* ${V-d}, ${V=d}, ${V?m}, ${V+a} */
int cpg_parameter_default(struct cpg_parameter *p) __attribute__((warn_unused_result));
int cpg_parameter_assign(struct cpg_parameter *p) __attribute__((warn_unused_result));
int cpg_parameter_error(struct cpg_parameter *p) __attribute__((warn_unused_result));
int cpg_parameter_alternate(struct cpg_parameter *p) __attribute__((warn_unused_result));

/* Why the subject is not known. */
const char *cpg_parameter_why(const struct cpg_parameter *p);

#endif
