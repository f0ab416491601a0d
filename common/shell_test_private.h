/* What the files of shell_test share. Answers are statuses: 0, 1, 2 or CPG_TEST_UNKNOWN.
 */
#ifndef CPGUARD_SHELL_TEST_PRIVATE_H
#define CPGUARD_SHELL_TEST_PRIVATE_H

#include "cpguard/shell_test.h"

struct cpg_test_context {
	struct cpg_shell_scope *scope;
	const struct cpg_test_files *files;
	struct cpg_arith arith; /* what was evaluated last, and what any of it reports */
	bool no_memory;
};

/* Notes what was evaluated. */
void cpg_test_note(struct cpg_test_context *context, const struct cpg_arith *arith);

/* The status that goes with CPG_YES, CPG_NO and CPG_UNKNOWN. */
int cpg_test_status(int answer);

/* Whether it is a unary or a binary operator of `test`. */
bool cpg_test_is_unary(const char *op);
bool cpg_test_is_binary(const char *op);

/* Whether `test` takes it for a number: what strtoimax() takes, and blanks behind it. */
bool cpg_test_number(const char *text, long long *number);

/* A primary of `test`, with an operator that it has. */
int cpg_test_unary_of(struct cpg_test_context *context, const char *op,
		      struct cpg_value word);
int cpg_test_binary_of(struct cpg_test_context *context, const char *op,
		       struct cpg_value left, struct cpg_value right);

/* The operators of two numbers: -eq and its kin. Returns false when `op` is none. */
bool cpg_test_compare(const char *op, long long left, long long right, int *status);

/* [[ text =~ pattern ]]: the status; sets BASH_REMATCH. */
int cpg_test_regex(struct cpg_test_context *context, struct cpg_value text,
		   struct cpg_value pattern);

#endif
