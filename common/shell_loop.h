/* Loops: while, until, for, select (shell_loop.c), and what they share with shell_flow.c.
 */
#ifndef CPGUARD_SHELL_LOOP_H
#define CPGUARD_SHELL_LOOP_H

#include "cpguard/shell_arith.h"
#include "shell_walk.h"

/* Runs a list whose status is a condition: -e does not count in it. */
int cpg_walk_condition(struct cpg_shell *shell, const struct cpg_shell_list *condition,
		       struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Expands and evaluates an arithmetic expression. An expansion that fails ends the shell. */
int cpg_walk_arith(struct cpg_shell *shell, const struct cpg_shell_word *word,
		   struct cpg_arith *result, struct cpg_shell_flow *flow,
		   struct cpg_error *err) __attribute__((warn_unused_result));

/* Runs a loop of any kind. */
int cpg_walk_loop(struct cpg_shell *shell, const struct cpg_shell_command *command,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_conditional.c: runs [[ ]]. */
int cpg_walk_test(struct cpg_shell *shell, const struct cpg_shell_command *command,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
