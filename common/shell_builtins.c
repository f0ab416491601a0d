#include "shell_builtins_private.h"

#include <stdlib.h>
#include <string.h>

#include "cpguard/facts.h"

static const struct {
	const char *name;
	cpg_shell_builtin *run;
	bool special;
} table[] = {
	{".", cpg_builtin_source, true},
	{":", cpg_builtin_true, true},
	{"[", cpg_builtin_test, false},
	{"alias", cpg_builtin_setting, false},
	{"bg", cpg_builtin_silent, false},
	{"bind", cpg_builtin_quiet, false},
	{"break", cpg_builtin_break, true},
	{"builtin", cpg_builtin_builtin, false},
	{"caller", cpg_builtin_opaque, false},
	{"cd", cpg_builtin_cd, false},
	{"command", cpg_builtin_command, false},
	{"compgen", cpg_builtin_opaque, false},
	{"complete", cpg_builtin_quiet, false},
	{"compopt", cpg_builtin_opaque, false},
	{"continue", cpg_builtin_continue, true},
	{"declare", cpg_builtin_declare, false},
	{"dirs", cpg_builtin_opaque, false},
	{"disown", cpg_builtin_quiet, false},
	{"echo", cpg_builtin_echo, false},
	{"enable", cpg_builtin_opaque, false},
	{"eval", cpg_builtin_eval, true},
	{"exec", cpg_builtin_exec, true},
	{"exit", cpg_builtin_exit, true},
	{"export", cpg_builtin_declare, true},
	{"false", cpg_builtin_false, false},
	{"fc", cpg_builtin_opaque, false},
	{"fg", cpg_builtin_opaque, false},
	{"getopts", cpg_builtin_getopts, false},
	{"hash", cpg_builtin_setting, false},
	{"help", cpg_builtin_opaque, false},
	{"history", cpg_builtin_opaque, false},
	{"jobs", cpg_builtin_opaque, false},
	{"kill", cpg_builtin_silent, false},
	{"let", cpg_builtin_let, false},
	{"local", cpg_builtin_declare, false},
	{"logout", cpg_builtin_exit, false},
	{"mapfile", cpg_builtin_mapfile, false},
	{"popd", cpg_builtin_popd, false},
	{"printf", cpg_builtin_printf, false},
	{"pushd", cpg_builtin_pushd, false},
	{"pwd", cpg_builtin_pwd, false},
	{"read", cpg_builtin_read, false},
	{"readarray", cpg_builtin_mapfile, false},
	{"readonly", cpg_builtin_declare, true},
	{"return", cpg_builtin_return, true},
	{"set", cpg_builtin_set, true},
	{"shift", cpg_builtin_shift, true},
	{"shopt", cpg_builtin_shopt, false},
	{"source", cpg_builtin_source, true},
	{"suspend", cpg_builtin_opaque, false},
	{"test", cpg_builtin_test, false},
	{"times", cpg_builtin_opaque, true},
	{"trap", cpg_builtin_trap, true},
	{"true", cpg_builtin_true, false},
	{"type", cpg_builtin_type, false},
	{"typeset", cpg_builtin_declare, false},
	{"ulimit", cpg_builtin_setting, false},
	{"umask", cpg_builtin_setting, false},
	{"unalias", cpg_builtin_quiet, false},
	{"unset", cpg_builtin_unset, true},
	{"wait", cpg_builtin_silent, false},
};

cpg_shell_builtin *cpg_shell_builtin_find(const char *name, bool *special)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (strcmp(table[i].name, name) == 0) {
			*special = table[i].special;
			return table[i].run;
		}
	}
	return NULL;
}

const char *cpg_builtin_text(struct cpg_shell *shell, const struct cpg_field *field)
{
	if (field->many || !cpg_value_known(field->value))
		return NULL;
	return cpg_value_flat(shell->arena, field->value).bytes;
}

bool cpg_builtin_counted(const struct cpg_fields *fields)
{
	for (size_t i = 0; i < fields->count; i++) {
		if (fields->items[i].many)
			return false;
	}
	return true;
}

int cpg_builtin_status(struct cpg_shell *shell, int status)
{
	cpg_scope_set_status(shell->scope, status);
	return 0;
}

int cpg_builtin_print_unknown(struct cpg_shell *shell, const char *why,
			      struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_value gap;

	if (!shell->output)
		return 0;
	if (cpg_value_unknown(shell->arena, why, origin, &gap) < 0)
		return cpg_walk_no_memory(err);
	return cpg_walk_print(shell, gap, err);
}

int cpg_builtin_forget(struct cpg_shell *shell, const char *why, struct cpg_origin origin,
		       struct cpg_error *err)
{
	cpg_scope_set_status(shell->scope, -1);
	return cpg_scope_forget(shell->scope, why, origin) < 0 ? cpg_walk_no_memory(err)
							       : 0;
}

static int make_unknown(struct cpg_shell *shell, const char *name, const char *why,
			struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_shell_variable variable;

	if (cpg_variable_unknown(shell->arena, why, origin, &variable) < 0 ||
	    cpg_scope_set(shell->scope, name, &variable, false) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

int cpg_builtin_unknown_variable(struct cpg_shell *shell, const char *name, const char *why,
				 struct cpg_origin origin, struct cpg_error *err)
{
	size_t length = strlen(name);
	const char *const *names;
	char *prefix;
	size_t count;
	bool all;

	if (length == 0 || name[length - 1] != '*')
		return make_unknown(shell, name, why, origin, err);
	prefix = cpg_arena_bytes(shell->arena, name, length - 1);
	names = prefix ? cpg_scope_names(shell->scope, prefix, &count, &all) : NULL;
	if (!names)
		return cpg_walk_no_memory(err);
	for (size_t i = 0; i < count; i++) {
		if (make_unknown(shell, names[i], why, origin, err) < 0)
			return -1;
	}
	return 0;
}

int cpg_builtin_assign(struct cpg_shell *shell, const char *name, const char *text,
		       struct cpg_error *err)
{
	struct cpg_expansion how;
	struct cpg_value value;

	if (cpg_value_string(shell->arena, text, &value) < 0)
		return cpg_walk_no_memory(err);
	return cpg_shell_assign_name(shell, name, value, &how, err);
}

void cpg_builtin_fail(struct cpg_shell *shell, const struct cpg_expansion *how, int *status,
		      struct cpg_shell_flow *flow)
{
	if (!how->failed)
		return;
	*status = 1;
	if (how->end == CPG_EXPANSION_LINE)
		return;
	cpg_walk_expansion_error(shell, how, flow);
	*status = cpg_scope_status(shell->scope);
}

int cpg_builtin_assign_value(struct cpg_shell *shell, const char *name,
			     struct cpg_value value, int *status,
			     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_expansion how;

	if (cpg_shell_assign_name(shell, name, value, &how, err) < 0)
		return -1;
	cpg_builtin_fail(shell, &how, status, flow);
	return 0;
}

bool cpg_builtin_is_name(const char *name, bool subscript)
{
	static const char first[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
				     "0123456789");

	if (!*name || !strchr(first, *name))
		return false;
	return name[length] == '\0' ||
	       (subscript && name[length] == '[' && name[strlen(name) - 1] == ']');
}

long cpg_builtin_number(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	if (digits == 0 || digits > 9 || text[digits] != '\0')
		return -1;
	return strtol(text, NULL, 10);
}

int cpg_builtin_true(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	(void)fields;
	(void)origin;
	(void)flow;
	(void)err;
	return cpg_builtin_status(shell, 0);
}

int cpg_builtin_false(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_origin origin, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	(void)fields;
	(void)origin;
	(void)flow;
	(void)err;
	return cpg_builtin_status(shell, 1);
}

int cpg_builtin_quiet(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_origin origin, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	return cpg_builtin_true(shell, fields, origin, flow, err);
}

int cpg_builtin_opaque(struct cpg_shell *shell, const struct cpg_fields *fields,
		       struct cpg_origin origin, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	(void)fields;
	(void)flow;
	cpg_scope_set_status(shell->scope, -1);
	return cpg_builtin_print_unknown(shell, "a builtin prints it", origin, err);
}

/* Whether it is sure that there is such a builtin or function. */
static bool is_shells_own(struct cpg_shell *shell, const char *name)
{
	bool unknown = false;
	bool special;

	return cpg_shell_builtin_find(name, &special) ||
	       (cpg_scope_function(shell->scope, name, &unknown) && !unknown);
}

/* It succeeds when it knows all names. Of none there is nothing to tell. */
int cpg_builtin_type(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	if (fields->count > 1 && cpg_builtin_opaque(shell, fields, origin, flow, err) < 0)
		return -1;
	for (size_t i = 1; i < fields->count; i++) {
		const char *name = cpg_builtin_text(shell, &fields->items[i]);

		if (!name || !is_shells_own(shell, name))
			return 0;
	}
	return cpg_builtin_status(shell, 0);
}

int cpg_builtin_silent(struct cpg_shell *shell, const struct cpg_fields *fields,
		       struct cpg_origin origin, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	(void)fields;
	(void)origin;
	(void)flow;
	(void)err;
	return cpg_builtin_status(shell, -1);
}

int cpg_builtin_setting(struct cpg_shell *shell, const struct cpg_fields *fields,
			struct cpg_origin origin, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	const char *last =
		fields->count > 1
			? cpg_builtin_text(shell, &fields->items[fields->count - 1])
			: "-";

	if (last && last[0] == '-')
		return cpg_builtin_opaque(shell, fields, origin, flow, err);
	return cpg_builtin_silent(shell, fields, origin, flow, err);
}
