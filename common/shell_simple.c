#include <string.h>

#include "cpguard/facts.h"
#include "cpguard/shell_builtins.h"
#include "shell_walk.h"

void cpg_walk_expansion_error(struct cpg_shell *shell, bool discard,
			      struct cpg_shell_flow *flow)
{
	bool posix = cpg_scope_option(shell->scope, CPG_SET_POSIX) == CPG_YES;

	cpg_scope_set_status(shell->scope, 1);
	flow->kind = discard && !posix ? CPG_FLOW_DISCARD : CPG_FLOW_EXIT;
}

/* Assignments without a command: they stay. */
static int assign_all(struct cpg_shell *shell, const struct cpg_shell_command *command,
		      struct cpg_expansion *how, struct cpg_error *err)
{
	for (size_t i = 0; i < command->assignment_count && !how->failed; i++) {
		struct cpg_expansion one = {.failed = false};

		if (cpg_shell_assign(shell, &command->assignments[i], false, &one, err) < 0)
			return -1;
		how->failed = one.failed;
		how->discard = one.discard;
		if (one.substituted) {
			how->substituted = true;
			how->status = one.status;
		}
	}
	return 0;
}

/* Whether assignments before the command stay behind it: of special builtins in posix mode. */
static bool keeps_assignments(const struct cpg_shell *shell,
			      const struct cpg_fields *fields)
{
	bool special = false;
	struct cpg_text name;

	if (cpg_scope_option(shell->scope, CPG_SET_POSIX) != CPG_YES ||
	    fields->items[0].many || !cpg_value_known(fields->items[0].value))
		return false;
	name = cpg_value_flat(shell->arena, fields->items[0].value);
	return name.bytes && cpg_shell_builtin_find(name.bytes, &special) && special;
}

/* `exec` with redirections and nothing else makes them for good. */
static bool is_bare_exec(struct cpg_shell *shell, const struct cpg_fields *fields)
{
	struct cpg_text name;

	if (fields->count != 1 || fields->items[0].many ||
	    !cpg_value_known(fields->items[0].value))
		return false;
	name = cpg_value_flat(shell->arena, fields->items[0].value);
	return name.bytes && strcmp(name.bytes, "exec") == 0;
}

static bool hides_readonly(const struct cpg_shell *shell,
			   const struct cpg_shell_command *command)
{
	for (size_t i = 0; i < command->assignment_count; i++) {
		if (cpg_scope_get(shell->scope, command->assignments[i].name)->readonly)
			return true;
	}
	return false;
}

static int run_fields(struct cpg_shell *shell, const struct cpg_shell_command *command,
		      const struct cpg_fields *fields, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};
	struct cpg_walk_temporaries temporaries;
	bool keep = keeps_assignments(shell, fields);

	if (cpg_scope_option(shell->scope, CPG_SET_POSIX) == CPG_YES &&
	    hides_readonly(shell, command)) {
		cpg_walk_expansion_error(shell, true, flow);
		return 0;
	}
	if (cpg_walk_begin_temporaries(shell, command, &fields->items[0], &temporaries, &how,
				       err) < 0)
		return -1;
	if (how.failed) {
		cpg_walk_expansion_error(shell, how.discard, flow);
		return cpg_walk_end_temporaries(shell, &temporaries, err);
	}
	shell->temporaries = temporaries.framed ? &temporaries : NULL;
	if (cpg_shell_execute(shell, fields, 0, false, command->origin, flow, err) < 0)
		return -1;
	shell->temporaries = NULL;
	if (keep || flow->kind == CPG_FLOW_EXIT)
		return 0;
	return cpg_walk_end_temporaries(shell, &temporaries, err);
}

/* Whether the command is neither a function nor a builtin, and a process of its own. */
static bool is_program(const struct cpg_shell *shell, const struct cpg_fields *fields)
{
	bool unknown = false;
	bool special;
	struct cpg_text name;

	if (fields->items[0].many || !cpg_value_known(fields->items[0].value))
		return true;
	name = cpg_value_flat(shell->arena, fields->items[0].value);
	return !name.bytes || (!cpg_scope_function(shell->scope, name.bytes, &unknown) &&
			       !cpg_shell_builtin_find(name.bytes, &special));
}

static int run_redirected(struct cpg_shell *shell, const struct cpg_shell_command *command,
			  const struct cpg_fields *fields, struct cpg_shell_flow *flow,
			  struct cpg_error *err)
{
	struct cpg_walk_redirected redirected;

	if (command->redirect_count == 0)
		return run_fields(shell, command, fields, flow, err);
	if (cpg_walk_redirect(shell, command->redirects, command->redirect_count,
			      &redirected, err) < 0)
		return -1;
	if (redirected.failed) {
		cpg_walk_redirect_error(shell, &redirected, is_program(shell, fields), flow);
		return cpg_walk_undirect(shell, &redirected, err);
	}
	if (is_bare_exec(shell, fields)) {
		/* What goes to a file from here on is not read again. */
		if (redirected.path)
			shell->output = NULL;
		cpg_scope_set_status(shell->scope, 0);
		return 0;
	}
	if (run_fields(shell, command, fields, flow, err) < 0)
		return -1;
	return cpg_walk_undirect(shell, &redirected, err);
}

/* No command's name is left: only assignments and redirections, made in this order. */
static int run_nameless(struct cpg_shell *shell, const struct cpg_shell_command *command,
			struct cpg_expansion *how, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	struct cpg_walk_redirected redirected;

	if (assign_all(shell, command, how, err) < 0)
		return -1;
	if (how->failed) {
		cpg_walk_expansion_error(shell, how->discard, flow);
		return 0;
	}
	if (cpg_walk_redirect(shell, command->redirects, command->redirect_count,
			      &redirected, err) < 0)
		return -1;
	if (redirected.how.substituted)
		*how = redirected.how;
	if (redirected.failed)
		cpg_walk_redirect_error(shell, &redirected, false, flow);
	else
		cpg_scope_set_status(shell->scope, how->substituted ? how->status : 0);
	return cpg_walk_undirect(shell, &redirected, err);
}

int cpg_walk_simple(struct cpg_shell *shell, const struct cpg_shell_command *command,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};
	struct cpg_fields fields = {NULL, 0};

	if (command->argument_count > 0 &&
	    cpg_shell_expand_words(shell, command->arguments, command->argument_count,
				   &fields, &how, err) < 0)
		return -1;
	if (how.failed) {
		cpg_walk_expansion_error(shell, how.discard, flow);
		return 0;
	}
	if (fields.count == 0)
		return run_nameless(shell, command, &how, flow, err);
	return run_redirected(shell, command, &fields, flow, err);
}

/* What a function does that may be one or another, or none. */
static int run_unknown(struct cpg_shell *shell, struct cpg_origin origin,
		       struct cpg_error *err)
{
	static const char why[] = "a function is not known";
	struct cpg_value gap;

	cpg_shell_incomplete(shell, why, origin);
	cpg_scope_set_status(shell->scope, -1);
	if (!shell->output)
		return 0;
	if (cpg_value_unknown(shell->arena, why, origin, &gap) < 0)
		return cpg_walk_no_memory(err);
	return cpg_walk_print(shell, gap, err);
}

static struct cpg_fields from(const struct cpg_fields *fields, size_t first)
{
	return (struct cpg_fields){fields->items + first, fields->count - first};
}

int cpg_shell_execute(struct cpg_shell *shell, const struct cpg_fields *fields,
		      size_t first, bool no_function, struct cpg_origin origin,
		      struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_fields rest = from(fields, first);
	const struct cpg_shell_command *function = NULL;
	cpg_shell_builtin *builtin;
	struct cpg_text name;
	bool unknown = false;
	bool special;

	if (rest.count == 0)
		return 0;
	if (rest.items[0].many || !cpg_value_known(rest.items[0].value))
		return cpg_walk_program(shell, fields, first, origin, err);
	name = cpg_value_flat(shell->arena, rest.items[0].value);
	if (!name.bytes)
		return cpg_walk_no_memory(err);
	if (!no_function)
		function = cpg_scope_function(shell->scope, name.bytes, &unknown);
	if (unknown)
		return run_unknown(shell, origin, err);
	if (function)
		return cpg_walk_call(shell, function, name.bytes, &rest, flow, err);
	builtin = cpg_shell_builtin_find(name.bytes, &special);
	if (builtin)
		return builtin(shell, &rest, origin, flow, err);
	return cpg_walk_program(shell, fields, first, origin, err);
}
