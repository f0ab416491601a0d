/* What the files of assignment share.
 */
#ifndef CPGUARD_SHELL_ASSIGN_H
#define CPGUARD_SHELL_ASSIGN_H

#include "shell_expand_private.h"

/* An assignment while it is carried out. */
struct cpg_assigning {
	struct cpg_expander *ex;
	const char *name;
	bool local;
	struct cpg_shell_variable variable; /* what it is, and then what it becomes */
};

/* Begins one: what the variable is before. */
void cpg_assign_begin(struct cpg_assigning *a, struct cpg_expander *ex, const char *name,
		      bool local);

/* Assigns an expanded value to the variable, or to one of its elements. */
int cpg_assign_put(struct cpg_assigning *a, struct cpg_subscript subscript, bool append,
		   struct cpg_value value) __attribute__((warn_unused_result));

/* Assigns an expanded value to a new element behind the last. */
int cpg_assign_behind(struct cpg_assigning *a, struct cpg_value value)
	__attribute__((warn_unused_result));

/* Nothing is known of the variable's elements any more, but that it is set. */
int cpg_assign_blur(struct cpg_assigning *a, const char *why)
	__attribute__((warn_unused_result));

/* The index behind the last element; a scalar is the first element of an array. */
long long cpg_assign_next(const struct cpg_shell_variable *variable);

/* shell_assign_array.c: the two halves of NAME=( ), as cpg_shell_expand_elements(). What was
 * assigned before an error stays. */
int cpg_assign_expand(struct cpg_expander *ex,
		      const struct cpg_shell_assignment *assignment, bool associative,
		      bool hidden, const struct cpg_shell_elements **out)
	__attribute__((warn_unused_result));
int cpg_assign_array(struct cpg_assigning *a, const struct cpg_shell_assignment *assignment,
		     const struct cpg_shell_elements *elements)
	__attribute__((warn_unused_result));

#endif
