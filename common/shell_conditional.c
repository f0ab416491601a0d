#include <string.h>

#include "cpguard/facts.h"
#include "cpguard/shell_test.h"
#include "shell_builtins_private.h"
#include "shell_loop.h"

/* A test within [[ ]], with the place of the whole. Each leaves its answer as the status. */
struct test {
	const struct cpg_shell_test *test;
	struct cpg_origin origin;
	int *last; /* $? within: what stood before, or the last substitution's */
};

static int run_test(struct cpg_shell *shell, const struct test *test,
		    struct cpg_shell_flow *flow, struct cpg_error *err);

/* An operand's value, with `pattern` what stands for itself marked. Sets *failed when the
 * expansion ends the command. */
static int expand_operand(struct cpg_shell *shell, const struct test *test,
			  const struct cpg_shell_word *word, bool pattern,
			  struct cpg_value *out, bool *failed, struct cpg_shell_flow *flow,
			  struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};
	int rc;

	cpg_scope_set_status(shell->scope, *test->last);
	rc = pattern ? cpg_shell_expand_pattern(shell, word, out, &how, err)
		     : cpg_shell_expand_value(shell, word, false, out, &how, err);
	if (rc < 0)
		return -1;
	*test->last = cpg_scope_status(shell->scope);
	*failed = how.failed;
	if (how.failed)
		cpg_walk_expansion_error(shell, &how, flow);
	return 0;
}

/* Takes over the answer of a primary. */
static void take_answer(struct cpg_shell *shell, const struct cpg_test_answer *answer,
			struct cpg_shell_flow *flow)
{
	struct cpg_expansion how = {.failed = false};

	cpg_scope_set_status(shell->scope, answer->status);
	cpg_shell_fail_arith(shell, &how, &answer->arith);
	if (how.failed)
		cpg_walk_expansion_error(shell, &how, flow);
}

static int run_unary(struct cpg_shell *shell, const struct test *full,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const struct cpg_test_files files = cpg_builtin_test_files(shell);
	const struct cpg_shell_test *test = full->test;
	const char *op = test->kind == CPG_TEST_WORD ? "-n" : test->op;
	struct cpg_test_answer answer = {.status = 1};
	struct cpg_value word;
	bool failed;

	if (expand_operand(shell, full, &test->left, false, &word, &failed, flow, err) < 0)
		return -1;
	if (failed)
		return 0;
	if (cpg_test_unary(shell->scope, &files, op, word, &answer, err) < 0)
		return -1;
	take_answer(shell, &answer, flow);
	return 0;
}

static bool takes_pattern(const char *op)
{
	return strcmp(op, "=") == 0 || strcmp(op, "==") == 0 || strcmp(op, "!=") == 0 ||
	       strcmp(op, "=~") == 0;
}

static int run_binary(struct cpg_shell *shell, const struct test *full,
		      struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const struct cpg_test_files files = cpg_builtin_test_files(shell);
	const struct cpg_shell_test *test = full->test;
	struct cpg_test_answer answer = {.status = 1};
	struct cpg_value left;
	struct cpg_value right;
	bool failed;

	if (expand_operand(shell, full, &test->left, false, &left, &failed, flow, err) < 0)
		return -1;
	if (failed)
		return 0;
	if (expand_operand(shell, full, &test->right, takes_pattern(test->op), &right,
			   &failed, flow, err) < 0)
		return -1;
	if (failed)
		return 0;
	if (cpg_test_binary(shell->scope, &files, test->op, left, right, &answer, err) < 0)
		return -1;
	take_answer(shell, &answer, flow);
	return 0;
}

static int run_step(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	return run_test(shell, context, flow, err);
}

/* The ways on which the left side alone decides. */
static int decide_false(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	(void)context;
	(void)flow;
	(void)err;
	return cpg_builtin_status(shell, 1);
}

static int decide_true(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	(void)context;
	(void)flow;
	(void)err;
	return cpg_builtin_status(shell, 0);
}

/* The right side of && or ||, of which it is not known whether it counts. */
static int run_perhaps(struct cpg_shell *shell, const struct test *right, bool is_and,
		       struct cpg_shell_flow *flow, struct cpg_error *err)
{
	int last = *right->last;

	if (cpg_walk_fork(shell, right->origin, run_step, (void *)right,
			  is_and ? decide_false : decide_true, NULL, flow, err) < 0)
		return -1;
	if (*right->last != last)
		*right->last = CPG_STATUS_UNKNOWN;
	return 0;
}

/* && and ||: the right side is expanded only where the left does not decide, so that what it
 * assigns may or may not happen. */
static int run_both(struct cpg_shell *shell, const struct test *test,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	bool is_and = test->test->kind == CPG_TEST_AND;
	struct test left = {test->test->a, test->origin, test->last};
	struct test right = {test->test->b, test->origin, test->last};
	int status;

	if (run_test(shell, &left, flow, err) < 0)
		return -1;
	if (flow->kind != CPG_FLOW_NEXT)
		return 0;
	status = cpg_scope_status(shell->scope);
	if (status == CPG_STATUS_UNKNOWN)
		return run_perhaps(shell, &right, is_and, flow, err);
	if ((status == 0) != is_and)
		return 0;
	return run_test(shell, &right, flow, err);
}

static int run_not(struct cpg_shell *shell, const struct test *test,
		   struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct test inner = {test->test->a, test->origin, test->last};
	int status;

	if (run_test(shell, &inner, flow, err) < 0)
		return -1;
	status = cpg_scope_status(shell->scope);
	if (flow->kind == CPG_FLOW_NEXT && status != CPG_STATUS_UNKNOWN)
		cpg_scope_set_status(shell->scope, status == 0);
	return 0;
}

static int run_test(struct cpg_shell *shell, const struct test *test,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	if (cpg_shell_step(shell, err) < 0)
		return -1;
	switch (test->test->kind) {
	case CPG_TEST_WORD:
	case CPG_TEST_UNARY:
		return run_unary(shell, test, flow, err);
	case CPG_TEST_BINARY:
		return run_binary(shell, test, flow, err);
	case CPG_TEST_NOT:
		return run_not(shell, test, flow, err);
	case CPG_TEST_AND:
	case CPG_TEST_OR:
		return run_both(shell, test, flow, err);
	}
	return 0;
}

int cpg_walk_test(struct cpg_shell *shell, const struct cpg_shell_command *command,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	int last = cpg_scope_status(shell->scope);
	const struct test test = {command->test, command->origin, &last};

	return run_test(shell, &test, flow, err);
}
