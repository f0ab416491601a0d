#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_expand_private.h"

/* Whether bash finds no such element that it could unset: an empty key, an index before the
 * first one, any but 0 of what is no array. */
static bool is_missing(const struct cpg_shell_variable *variable,
		       const struct cpg_subscript *subscript)
{
	if (subscript->kind == CPG_SUBSCRIPT_KEY)
		return subscript->empty;
	if (variable->kind == CPG_VARIABLE_SCALAR)
		return subscript->index != 0;
	return cpg_variable_lacks(variable, subscript->index);
}

static int unset_found(struct cpg_shell *shell, const char *base,
		       const struct cpg_subscript *subscript, struct cpg_error *err)
{
	const struct cpg_shell_variable *before = cpg_scope_get(shell->scope, base);
	struct cpg_shell_variable variable;
	int rc;

	if (is_missing(before, subscript))
		return cpg_builtin_status(shell, 1);
	if (subscript->kind == CPG_SUBSCRIPT_KEY)
		rc = cpg_variable_unset_at_key(shell->arena, before, subscript->key,
					       &variable);
	else
		rc = cpg_variable_unset_at(shell->arena, before, subscript->index,
					   &variable);
	if (rc == 0)
		rc = cpg_scope_set(shell->scope, base, &variable, false);
	if (rc == 1)
		return cpg_builtin_status(shell, 1);
	return rc < 0 ? cpg_walk_no_memory(err) : 0;
}

static int unset_element(struct cpg_shell *shell, const char *name, const char *open,
			 struct cpg_origin origin, struct cpg_shell_flow *flow,
			 struct cpg_error *err)
{
	char *base = cpg_arena_bytes(shell->arena, name, (size_t)(open - name));
	const struct cpg_shell_variable *variable;
	struct cpg_text inner = {open + 1, strlen(open) - 2};
	struct cpg_expansion how = {.failed = false};
	struct cpg_subscript subscript;
	struct cpg_expander ex;

	if (!base)
		return cpg_walk_no_memory(err);
	variable = cpg_scope_get(shell->scope, base);
	if (variable->kind == CPG_VARIABLE_UNSET || inner.length == 0)
		return 0;
	cpg_expand_begin(&ex, shell, &how, err);
	ex.place = origin;
	if (cpg_subscript_text(&ex, inner, variable, &subscript) < 0)
		return -1;
	if (how.failed) {
		cpg_walk_expansion_error(shell, &how, flow);
		return 0;
	}
	if (subscript.kind == CPG_SUBSCRIPT_INDEX || subscript.kind == CPG_SUBSCRIPT_KEY)
		return unset_found(shell, base, &subscript, err);
	return cpg_builtin_unknown_variable(
		shell, base, "an element is unset, and which is not known", origin, err);
}

static int unset_name(struct cpg_shell *shell, const char *name, const char *flags,
		      struct cpg_origin origin, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	const char *open = strchr(name, '[');
	bool unknown = false;
	int rc;

	if (strchr(flags, 'f'))
		rc = cpg_scope_define(shell->scope, name, NULL);
	else if (strchr(flags, 'n'))
		rc = cpg_scope_unset_nameref(shell->scope, name);
	else if (open && open > name && name[strlen(name) - 1] == ']')
		return unset_element(shell, name, open, origin, flow, err);
	else if (!strchr(flags, 'v') &&
		 cpg_scope_get(shell->scope, name)->kind == CPG_VARIABLE_UNSET &&
		 cpg_scope_function(shell->scope, name, &unknown))
		rc = cpg_scope_define(shell->scope, name, NULL);
	else
		rc = cpg_scope_unset(shell->scope, name);
	if (rc == 1)
		cpg_scope_set_status(shell->scope, 1);
	return rc < 0 ? cpg_walk_no_memory(err) : 0;
}

int cpg_builtin_unset(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_origin origin, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	const char *flags = "";

	cpg_scope_set_status(shell->scope, 0);
	for (size_t i = 1; i < fields->count && flow->kind == CPG_FLOW_NEXT; i++) {
		const char *name = cpg_builtin_text(shell, &fields->items[i]);

		if (!name)
			return cpg_builtin_forget(
				shell, "which variable is unset is not known", origin, err);
		if (name[0] == '-')
			flags = name;
		else if (unset_name(shell, name, flags, origin, flow, err) < 0)
			return -1;
	}
	return 0;
}
