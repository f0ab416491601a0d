#include <string.h>

#include "cpguard/facts.h"
#include "cpguard/shell_builtins.h"
#include "shell_walk.h"

/* Whether the line that runs is the script's own, and not one of a text within it. */
static bool is_own_line(const struct cpg_shell *shell)
{
	unsigned lines = 0;

	for (const struct cpg_shell_control *at = shell->control; at; at = at->outer)
		lines += at->kind == CPG_CONTROL_LINE;
	return lines <= (shell->forked ? 0 : 1) && !shell->argument &&
	       shell->forked != CPG_FORK_SUBSTITUTION;
}

static int status_of(const struct cpg_shell *shell, const struct cpg_expansion *how)
{
	int last = how->substituted ? how->status : cpg_scope_status(shell->scope);

	switch (how->code) {
	case CPG_CODE_LAST:
		if (last == CPG_STATUS_UNKNOWN)
			return CPG_STATUS_FAILED;
		return last ? last : 1;
	case CPG_CODE_SHELL:
		return shell->argument ? 127 : 1;
	case CPG_CODE_USAGE:
		return is_own_line(shell) ? 2 : 1;
	}
	return how->code;
}

void cpg_walk_expansion_error(struct cpg_shell *shell, const struct cpg_expansion *how,
			      struct cpg_shell_flow *flow)
{
	cpg_scope_set_status(shell->scope, status_of(shell, how));
	flow->kind = how->end == CPG_EXPANSION_SHELL ? CPG_FLOW_EXIT : CPG_FLOW_DISCARD;
	flow->levels = how->end == CPG_EXPANSION_TEXTS ? CPG_FLOW_ALL_TEXTS : 1;
}

/* Assignments without a command: they stay. */
static int assign_all(struct cpg_shell *shell, const struct cpg_shell_command *command,
		      struct cpg_expansion *how, struct cpg_error *err)
{
	for (size_t i = 0; i < command->assignment_count && !how->failed; i++) {
		struct cpg_expansion one = {.failed = false};

		if (cpg_shell_assign(shell, &command->assignments[i], false, &one, err) < 0)
			return -1;
		if (one.substituted) {
			how->substituted = true;
			how->status = one.status;
		}
		how->failed = one.failed;
		how->end = one.end;
		how->code = one.code;
	}
	return 0;
}

/* Whether it is a special builtin in posix mode: assignments before it stay. */
static bool is_special(const struct cpg_shell *shell, const struct cpg_fields *fields)
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

static int run_fields(struct cpg_shell *shell, const struct cpg_shell_command *command,
		      const struct cpg_fields *fields, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};
	struct cpg_walk_temporaries temporaries;
	bool special = is_special(shell, fields);

	if (cpg_walk_begin_temporaries(shell, command, &fields->items[0], special,
				       &temporaries, &how, err) < 0)
		return -1;
	if (how.failed) {
		cpg_walk_expansion_error(shell, &how, flow);
		return cpg_walk_end_temporaries(shell, &temporaries, err);
	}
	shell->temporaries = temporaries.framed ? &temporaries : NULL;
	if (cpg_shell_execute(shell, fields, 0, false, command->origin, flow, err) < 0)
		return -1;
	shell->temporaries = NULL;
	if (special || flow->kind == CPG_FLOW_EXIT) {
		shell->prefix = temporaries.outer;
		return 0;
	}
	return cpg_walk_end_temporaries(shell, &temporaries, err);
}

/* Whether a new process makes the redirections: of a program, also behind `command`. */
static bool runs_program(struct cpg_shell *shell, const struct cpg_fields *fields)
{
	bool unknown = false;
	struct cpg_text name;
	bool special;

	for (size_t i = 0; i < fields->count; i++) {
		if (fields->items[i].many || !cpg_value_known(fields->items[i].value))
			return false;
		name = cpg_value_flat(shell->arena, fields->items[i].value);
		if (!name.bytes || name.bytes[0] == '-')
			return false;
		if (i == 0 &&
		    (cpg_scope_function(shell->scope, name.bytes, &unknown) || unknown))
			return false;
		if (strcmp(name.bytes, "command") != 0)
			return !cpg_shell_builtin_find(name.bytes, &special);
	}
	return false;
}

/* exec > FILE: what goes there from here on is not known, but the file is there. */
static void open_for_good(struct cpg_shell *shell,
			  const struct cpg_walk_redirected *redirected)
{
	cpg_scope_set_status(shell->scope, 0);
	if (redirected->path)
		shell->output = NULL;
}

static int run_redirected(struct cpg_shell *shell, const struct cpg_shell_command *command,
			  const struct cpg_fields *fields, struct cpg_shell_flow *flow,
			  struct cpg_error *err)
{
	struct cpg_walk_redirected redirected;
	bool program;

	if (command->redirect_count == 0)
		return run_fields(shell, command, fields, flow, err);
	program = runs_program(shell, fields);
	if (cpg_walk_redirect(shell, command->redirects, command->redirect_count, program,
			      &redirected, err) < 0)
		return -1;
	if (cpg_walk_no_redirect(shell, &redirected, flow))
		return cpg_walk_undirect(shell, &redirected, err);
	if (is_bare_exec(shell, fields)) {
		open_for_good(shell, &redirected);
		return 0;
	}
	if (run_fields(shell, command, fields, flow, err) < 0)
		return -1;
	return cpg_walk_undirect(shell, &redirected, err);
}

/* No command's name is left: only assignments, and then redirections. */
static int run_nameless(struct cpg_shell *shell, const struct cpg_shell_command *command,
			struct cpg_expansion *how, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	struct cpg_walk_redirected redirected;

	if (assign_all(shell, command, how, err) < 0)
		return -1;
	if (how->failed) {
		cpg_walk_expansion_error(shell, how, flow);
		return 0;
	}
	cpg_scope_set_status(shell->scope, how->substituted ? how->status : 0);
	if (cpg_walk_redirect(shell, command->redirects, command->redirect_count, false,
			      &redirected, err) < 0)
		return -1;
	if (!cpg_walk_no_redirect(shell, &redirected, flow) && redirected.how.substituted)
		cpg_scope_set_status(shell->scope, redirected.how.status);
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
		cpg_walk_expansion_error(shell, &how, flow);
		return 0;
	}
	if (fields.count == 0)
		return run_nameless(shell, command, &how, flow, err);
	return run_redirected(shell, command, &fields, flow, err);
}

/* What a function does that is not known. */
static int run_unknown(struct cpg_shell *shell, struct cpg_origin origin,
		       struct cpg_error *err)
{
	static const char why[] = "a function is not known";
	struct cpg_value gap;

	cpg_shell_incomplete(shell, why, origin);
	cpg_scope_set_status(shell->scope, -1);
	if (cpg_scope_forget(shell->scope, why, origin) < 0)
		return cpg_walk_no_memory(err);
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

/* A command whose name may call one function or another, or none. */
struct call {
	const char *name;
	const struct cpg_fields *fields;
	struct cpg_function_choice choice;
	size_t next; /* the function that is tried */
	struct cpg_origin origin;
};

static int call_next(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	const struct call *call = context;

	return cpg_walk_call(shell, call->choice.bodies[call->next], call->name,
			     call->fields, flow, err);
}

static int call_others(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	const struct call *call = context;
	const struct cpg_function_choice *choice = &call->choice;
	struct call others = *call;

	others.next++;
	if (others.next == choice->count && choice->unknown)
		return run_unknown(shell, call->origin, err);
	if (others.next == choice->count)
		return cpg_shell_execute(shell, call->fields, 0, true, call->origin, flow,
					 err);
	if (others.next + 1 == choice->count && choice->defined && !choice->unknown)
		return call_next(shell, &others, flow, err);
	return cpg_walk_fork(shell, call->origin, call_next, &others, call_others, &others,
			     flow, err);
}

static int call_one_of(struct cpg_shell *shell, const char *name,
		       const struct cpg_fields *fields, struct cpg_origin origin,
		       struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct call call = {name, fields, cpg_scope_functions(shell->scope, name), 0,
			    origin};

	if (call.choice.count == 0)
		return run_unknown(shell, origin, err);
	return cpg_walk_fork(shell, origin, call_next, &call, call_others, &call, flow,
			     err);
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
		return call_one_of(shell, name.bytes, &rest, origin, flow, err);
	if (function)
		return cpg_walk_call(shell, function, name.bytes, &rest, flow, err);
	builtin = cpg_shell_builtin_find(name.bytes, &special);
	if (builtin)
		return builtin(shell, &rest, origin, flow, err);
	return cpg_walk_program(shell, fields, first, origin, err);
}
