#include <string.h>

#include "cpguard/facts.h"
#include "shell_walk.h"

/* How the assignments before a command end: of a function they are a frame of their own, and
 * unset uncovers what they hide. By some builtins a variable can outlive its command. */
static void sort_command(struct cpg_shell *shell, const struct cpg_field *name,
			 struct cpg_walk_temporaries *t)
{
	static const char *const builtins[] = {"export", "readonly", "declare", "typeset",
					       "local",  "command",  "builtin"};
	struct cpg_text text;
	bool unknown;

	if (name->many || !cpg_value_known(name->value))
		return;
	text = cpg_value_flat(shell->arena, name->value);
	if (!text.bytes)
		return;
	t->framed = cpg_scope_function(shell->scope, text.bytes, &unknown) != NULL;
	for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++)
		t->declares = t->declares || cpg_text_is(text, builtins[i]);
}

/* NAME=value before a command makes a scalar, whatever NAME was. */
static int make_scalar(struct cpg_shell *shell,
		       const struct cpg_shell_assignment *assignment,
		       struct cpg_shell_variable *variable, struct cpg_error *err)
{
	struct cpg_value value;

	if ((variable->kind != CPG_VARIABLE_INDEXED &&
	     variable->kind != CPG_VARIABLE_ASSOCIATIVE) ||
	    assignment->index || assignment->array || assignment->append)
		return 0;
	if ((variable->kind == CPG_VARIABLE_INDEXED
		     ? cpg_variable_at(variable, 0, &value)
		     : cpg_variable_at_key(variable, "0", &value)) != CPG_YES &&
	    cpg_value_unknown(shell->arena, "it is a list", assignment->origin, &value) < 0)
		return cpg_walk_no_memory(err);
	*variable =
		(struct cpg_shell_variable){.kind = CPG_VARIABLE_SCALAR, .scalar = value};
	return 0;
}

/* What is assigned before a command has none of the attributes that compute a value; only what is
 * appended is computed by them. */
static void strip(struct cpg_shell_variable *variable)
{
	variable->integer = false;
	variable->upper = false;
	variable->lower = false;
}

/* Makes the variable of one assignment, whose value is expanded before it hides anything. */
static int make(struct cpg_shell *shell, const struct cpg_shell_assignment *assignment,
		struct cpg_walk_temporaries *t, bool special, struct cpg_expansion *how,
		struct cpg_error *err)
{
	const char *name = assignment->name;
	struct cpg_walk_temporary *item = &t->items[t->count];
	struct cpg_shell_variable variable;
	struct cpg_value value;
	bool stripped;

	if (!assignment->array &&
	    cpg_shell_expand_value(shell, &assignment->value, true, &value, how, err) < 0)
		return -1;
	if (how->failed)
		return 0;
	variable = *cpg_scope_get(shell->scope, name);
	item->name = name;
	item->before = variable;
	t->count++;
	stripped = !special && !assignment->append &&
		   (variable.integer || variable.upper || variable.lower);
	if (stripped)
		strip(&variable);
	if ((t->framed || stripped) &&
	    cpg_scope_set(shell->scope, name, &variable, t->framed) < 0)
		return cpg_walk_no_memory(err);
	if ((assignment->array
		     ? cpg_shell_assign(shell, assignment, false, how, err)
		     : cpg_shell_assign_value(shell, assignment, value, how, err)) < 0)
		return -1;
	if (how->failed)
		return 0;
	variable = *cpg_scope_get(shell->scope, name);
	if (make_scalar(shell, assignment, &variable, err) < 0)
		return -1;
	if (!special)
		strip(&variable);
	variable.exported = CPG_YES;
	variable.temporary = t->framed || t->declares;
	variable.kept = CPG_NO;
	return cpg_scope_set(shell->scope, name, &variable, false) < 0
		       ? cpg_walk_no_memory(err)
		       : 0;
}

/* Whether bash takes the assignment: of others it complains, and runs the command without them;
 * in posix mode it gives up the line, or before a special builtin the shell. */
static bool can_make(struct cpg_shell *shell, const struct cpg_shell_assignment *assignment,
		     bool special, struct cpg_expansion *how)
{
	bool posix = cpg_scope_option(shell->scope, CPG_SET_POSIX) == CPG_YES;

	if (!assignment->index && !cpg_scope_get(shell->scope, assignment->name)->readonly)
		return true;
	if (!assignment->index)
		cpg_shell_fail(shell, how, CPG_FAULT_NOTED, "a readonly variable");
	if (posix)
		cpg_shell_fail(shell, how, special ? CPG_FAULT_ARITH : CPG_FAULT_LINE,
			       "an assignment before a command");
	return false;
}

int cpg_walk_begin_temporaries(struct cpg_shell *shell,
			       const struct cpg_shell_command *command,
			       const struct cpg_field *name, bool special,
			       struct cpg_walk_temporaries *out, struct cpg_expansion *how,
			       struct cpg_error *err)
{
	*out = (struct cpg_walk_temporaries){.outer = shell->prefix};
	shell->prefix = out;
	if (command->assignment_count == 0)
		return 0;
	sort_command(shell, name, out);
	out->items = cpg_arena_array(shell->arena, command->assignment_count,
				     sizeof(*out->items));
	if (!out->items || (out->framed && cpg_scope_push(shell->scope) < 0))
		return cpg_walk_no_memory(err);
	for (size_t i = 0; i < command->assignment_count && !how->failed; i++) {
		const struct cpg_shell_assignment *assignment = &command->assignments[i];

		if (can_make(shell, assignment, special, how) &&
		    make(shell, assignment, out, special, how, err) < 0)
			return -1;
	}
	return 0;
}

void cpg_walk_note_temporaries(struct cpg_shell *shell, struct cpg_walk_temporaries *t)
{
	for (size_t i = 0; i < t->count; i++) {
		struct cpg_walk_temporary *item = &t->items[i];
		const struct cpg_shell_variable *variable =
			cpg_scope_get(shell->scope, item->name);

		if (variable->temporary && variable->kept != CPG_NO)
			item->kept = *variable;
	}
}

/* What was exported, or made readonly, goes on to live where the command was. */
static int keep(struct cpg_shell *shell, const struct cpg_walk_temporary *item,
		struct cpg_error *err)
{
	const struct cpg_shell_variable *visible = cpg_scope_get(shell->scope, item->name);
	struct cpg_shell_variable variable = item->kept;

	if (variable.kept == CPG_NO)
		return 0;
	if (variable.kept == CPG_UNKNOWN &&
	    cpg_variable_unknown(shell->arena, CPG_WALK_CONDITION,
				 (struct cpg_origin){NULL, 0}, &variable) < 0)
		return cpg_walk_no_memory(err);
	variable.temporary = false;
	variable.kept = CPG_NO;
	if (cpg_scope_set_global(shell->scope, item->name, &variable) < 0)
		return cpg_walk_no_memory(err);
	/* It may be one of another call's, which it outlives, too. */
	if (visible->temporary) {
		variable.temporary = true;
		variable.kept = CPG_YES;
	}
	return cpg_scope_set(shell->scope, item->name, &variable, false) < 0
		       ? cpg_walk_no_memory(err)
		       : 0;
}

int cpg_walk_drop_temporaries(struct cpg_shell *shell, const struct cpg_walk_temporaries *t,
			      struct cpg_error *err)
{
	if (t->framed && cpg_scope_pop(shell->scope) < 0)
		return cpg_walk_no_memory(err);
	for (size_t i = t->count; i-- > 0 && !t->framed;) {
		if (cpg_scope_set(shell->scope, t->items[i].name, &t->items[i].before,
				  false) < 0)
			return cpg_walk_no_memory(err);
	}
	return 0;
}

int cpg_walk_end_temporaries(struct cpg_shell *shell, struct cpg_walk_temporaries *t,
			     struct cpg_error *err)
{
	shell->prefix = t->outer;
	if (t->declares)
		cpg_walk_note_temporaries(shell, t);
	if (cpg_walk_drop_temporaries(shell, t, err) < 0)
		return -1;
	for (size_t i = 0; i < t->count; i++) {
		if (keep(shell, &t->items[i], err) < 0)
			return -1;
	}
	return 0;
}
