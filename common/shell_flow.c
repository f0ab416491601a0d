#include <string.h>

#include "cpguard/facts.h"
#include "cpguard/shell_arith.h"
#include "shell_loop.h"
#include "shell_walk.h"

/* The rest of an if, as one way behind a condition that is not known. */
struct branches {
	const struct cpg_shell_branch *items;
	size_t count;
	struct cpg_origin origin;
};

int cpg_walk_condition(struct cpg_shell *shell, const struct cpg_shell_list *condition,
		       struct cpg_shell_flow *flow, struct cpg_error *err)
{
	bool tested = shell->tested;

	shell->tested = true;
	if (cpg_shell_run(shell, condition, flow, err) < 0)
		return -1;
	shell->tested = tested;
	return 0;
}

static int run_branches(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	const struct branches *branches = context;
	struct branches rest = *branches;
	const struct cpg_shell_branch *first = rest.items;
	int status;

	if (rest.count == 0) {
		cpg_scope_set_status(shell->scope, 0);
		return 0;
	}
	if (!first->condition)
		return cpg_shell_run(shell, first->body, flow, err);
	if (cpg_walk_condition(shell, first->condition, flow, err) < 0)
		return -1;
	if (flow->kind != CPG_FLOW_NEXT)
		return 0;
	rest.items++;
	rest.count--;
	status = cpg_scope_status(shell->scope);
	if (status == 0)
		return cpg_shell_run(shell, first->body, flow, err);
	if (status != CPG_STATUS_UNKNOWN)
		return run_branches(shell, &rest, flow, err);
	return cpg_walk_fork(shell, branches->origin, cpg_walk_list, (void *)first->body,
			     run_branches, &rest, flow, err);
}

static int run_if(struct cpg_shell *shell, const struct cpg_shell_command *command,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct branches branches = {command->branches, command->branch_count,
				    command->origin};

	return run_branches(shell, &branches, flow, err);
}

/* The items of a case from one on, with the subject expanded. */
struct cases {
	const struct cpg_shell_command *command;
	size_t from;
	struct cpg_value subject;
	bool ran;     /* an item before has, which leaves its status where no other does */
	bool matched; /* the item at `from` is run whether it matches or not */
};

static int match_item(struct cpg_shell *shell, const struct cases *cases, int *matches,
		      struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const struct cpg_shell_case_item *item = &cases->command->items[cases->from];

	*matches = CPG_NO;
	for (size_t i = 0; i < item->pattern_count && *matches != CPG_YES; i++) {
		struct cpg_expansion how = {.failed = false};
		struct cpg_value pattern;
		int match;

		if (cpg_shell_expand_pattern(shell, &item->patterns[i], &pattern, &how,
					     err) < 0)
			return -1;
		if (how.failed) {
			cpg_walk_expansion_error(shell, &how, flow);
			return 0;
		}
		match = cpg_shell_match(shell, pattern, cases->subject, err);
		if (match < 0)
			return -1;
		if (match != CPG_NO)
			*matches = match;
	}
	return 0;
}

static cpg_walk_step run_cases;

/* Runs the item's body, and what ;& and ;;& lead to. */
static int run_item(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	struct cases cases = *(const struct cases *)context;
	const struct cpg_shell_case_item *item = &cases.command->items[cases.from];

	if (!item->body || item->body->count == 0)
		cpg_scope_set_status(shell->scope, 0);
	else if (cpg_shell_run(shell, item->body, flow, err) < 0)
		return -1;
	if (flow->kind != CPG_FLOW_NEXT || item->end == CPG_CASE_BREAK)
		return 0;
	cases.from++;
	cases.ran = true;
	cases.matched = item->end == CPG_CASE_FALL;
	return run_cases(shell, &cases, flow, err);
}

static int run_cases(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	struct cases cases = *(const struct cases *)context;

	for (; cases.from < cases.command->item_count; cases.from++) {
		struct cases rest = cases;
		int matches = CPG_YES;

		if (!cases.matched && match_item(shell, &cases, &matches, flow, err) < 0)
			return -1;
		if (flow->kind != CPG_FLOW_NEXT)
			return 0;
		if (matches == CPG_YES)
			return run_item(shell, &cases, flow, err);
		rest.from++;
		if (matches == CPG_UNKNOWN)
			return cpg_walk_fork(shell, cases.command->origin, run_item, &cases,
					     run_cases, &rest, flow, err);
	}
	if (!cases.ran)
		cpg_scope_set_status(shell->scope, 0);
	return 0;
}

static int run_case(struct cpg_shell *shell, const struct cpg_shell_command *command,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cases cases = {.command = command};
	struct cpg_expansion how = {.failed = false};

	if (cpg_shell_expand_value(shell, &command->subject, false, &cases.subject, &how,
				   err) < 0)
		return -1;
	if (how.failed) {
		cpg_walk_expansion_error(shell, &how, flow);
		return 0;
	}
	return run_cases(shell, &cases, flow, err);
}

int cpg_walk_arith(struct cpg_shell *shell, const struct cpg_shell_word *word,
		   struct cpg_arith *result, struct cpg_shell_flow *flow,
		   struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};
	struct cpg_value expression;

	*result = (struct cpg_arith){.state = CPG_ARITH_FAILED};
	if (cpg_shell_expand_value(shell, word, false, &expression, &how, err) < 0)
		return -1;
	if (!how.failed && cpg_arith_evaluate(shell->scope, expression, result, err) < 0)
		return -1;
	cpg_shell_fail_arith(shell, &how, result);
	if (how.failed)
		cpg_walk_expansion_error(shell, &how, flow);
	return 0;
}

static int run_arith(struct cpg_shell *shell, const struct cpg_shell_command *command,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_arith result;

	if (cpg_walk_arith(shell, &command->subject, &result, flow, err) < 0)
		return -1;
	if (flow->kind != CPG_FLOW_NEXT)
		return 0;
	if (result.state == CPG_ARITH_UNKNOWN)
		cpg_scope_set_status(shell->scope, -1);
	else
		cpg_scope_set_status(shell->scope,
				     result.state == CPG_ARITH_FAILED || result.value == 0);
	return 0;
}

static int run_subshell(struct cpg_shell *shell, const struct cpg_shell_command *command,
			struct cpg_error *err)
{
	int status;

	if (cpg_walk_subshell(shell, cpg_walk_list, (void *)command->body, shell->output,
			      shell->input, &status, err) < 0)
		return -1;
	cpg_scope_set_status(shell->scope, status);
	return 0;
}

static int run_inner(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	return cpg_walk_command(shell, context, flow, err);
}

static int run_coproc(struct cpg_shell *shell, const struct cpg_shell_command *command,
		      struct cpg_error *err)
{
	int status;

	if (cpg_walk_subshell(shell, run_inner, (void *)command->inner, NULL, NULL, &status,
			      err) < 0)
		return -1;
	cpg_scope_set_status(shell->scope, 0);
	return 0;
}

static int define_function(struct cpg_shell *shell, const struct cpg_shell_command *command,
			   struct cpg_error *err)
{
	cpg_scope_set_status(shell->scope, 0);
	if (cpg_scope_define(shell->scope, command->name, command) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* As an expansion that fails gives up its line. */
static int give_up_line(struct cpg_shell *shell, struct cpg_shell_flow *flow)
{
	struct cpg_expansion how = {.failed = false};

	cpg_shell_fail(shell, &how, CPG_FAULT_SYNTAX, "a mistake in the list of an array");
	cpg_walk_expansion_error(shell, &how, flow);
	return 0;
}

static int run_kind(struct cpg_shell *shell, const struct cpg_shell_command *command,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	switch (command->kind) {
	case CPG_COMMAND_SIMPLE:
		return cpg_walk_simple(shell, command, flow, err);
	case CPG_COMMAND_GROUP:
		return cpg_shell_run(shell, command->body, flow, err);
	case CPG_COMMAND_SUBSHELL:
		return run_subshell(shell, command, err);
	case CPG_COMMAND_IF:
		return run_if(shell, command, flow, err);
	case CPG_COMMAND_WHILE:
	case CPG_COMMAND_UNTIL:
	case CPG_COMMAND_FOR:
	case CPG_COMMAND_FOR_ARITH:
	case CPG_COMMAND_SELECT:
		return cpg_walk_loop(shell, command, flow, err);
	case CPG_COMMAND_CASE:
		return run_case(shell, command, flow, err);
	case CPG_COMMAND_FUNCTION:
		return define_function(shell, command, err);
	case CPG_COMMAND_ARITH:
		return run_arith(shell, command, flow, err);
	case CPG_COMMAND_TEST:
		return cpg_walk_test(shell, command, flow, err);
	case CPG_COMMAND_GIVEN_UP:
		return give_up_line(shell, flow);
	case CPG_COMMAND_COPROC:
		return run_coproc(shell, command, err);
	}
	return 0;
}

int cpg_walk_command(struct cpg_shell *shell, const struct cpg_shell_command *command,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_walk_redirected redirected;

	if (cpg_shell_step(shell, err) < 0)
		return -1;
	/* What a compound command holds is not what its line relies on. */
	if (command->kind != CPG_COMMAND_SIMPLE)
		shell->relied = false;
	/* A function's redirections are made when it is called; a simple command's words are
	 * expanded before its own. */
	if (command->redirect_count == 0 || command->kind == CPG_COMMAND_FUNCTION ||
	    command->kind == CPG_COMMAND_SIMPLE)
		return run_kind(shell, command, flow, err);
	if (cpg_walk_redirect(shell, command->redirects, command->redirect_count,
			      command->kind == CPG_COMMAND_SUBSHELL, &redirected, err) < 0)
		return -1;
	if (!cpg_walk_no_redirect(shell, &redirected, flow) &&
	    run_kind(shell, command, flow, err) < 0)
		return -1;
	return cpg_walk_undirect(shell, &redirected, err);
}
