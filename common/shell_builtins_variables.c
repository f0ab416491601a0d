#include <string.h>

#include "cpguard/facts.h"
#include "cpguard/shell_arith.h"
#include "shell_builtins_private.h"

/* What the words of declare, local, export, readonly and typeset ask for. */
struct attributes {
	bool local;
	bool global;
	bool print;
	bool functions;
	bool array;
	bool associative;
	bool nameref;
	int exported; /* 1 on, 0 off, -1 as it is; so are the next three */
	int readonly;
	int integer;
	int lower;
	int upper;
};

static void take_letter(struct attributes *wanted, char letter, int on, bool is_export)
{
	switch (letter) {
	case 'a':
		wanted->array = on;
		break;
	case 'A':
		wanted->associative = on;
		break;
	case 'f':
	case 'F':
		wanted->functions = true;
		break;
	case 'g':
		wanted->global = true;
		break;
	case 'i':
		wanted->integer = on;
		break;
	case 'l':
		wanted->lower = on;
		break;
	case 'u':
		wanted->upper = on;
		break;
	case 'n':
		if (is_export)
			wanted->exported = 0;
		else
			wanted->nameref = on;
		break;
	case 'p':
		wanted->print = true;
		break;
	case 'r':
		if (on)
			wanted->readonly = 1;
		break;
	case 'x':
		wanted->exported = on;
		break;
	default:
		break;
	}
}

static void start_attributes(const char *name, struct attributes *wanted)
{
	*wanted = (struct attributes){
		.exported = -1, .readonly = -1, .integer = -1, .lower = -1, .upper = -1};
	if (strcmp(name, "export") == 0)
		wanted->exported = 1;
	else if (strcmp(name, "readonly") == 0)
		wanted->readonly = 1;
	else if (strcmp(name, "local") == 0)
		wanted->local = true;
}

/* Reads the options. Returns the index of the first name; sets *unknown for a word that is not
 * known where an option may stand. */
static size_t read_attributes(struct cpg_shell *shell, const struct cpg_fields *fields,
			      const char *name, struct attributes *wanted, bool *unknown)
{
	size_t at = 1;

	start_attributes(name, wanted);
	for (; at < fields->count && !fields->items[at].assignment; at++) {
		const char *word = cpg_builtin_text(shell, &fields->items[at]);

		*unknown = !word;
		if (!word || (word[0] != '-' && word[0] != '+') || word[1] == '\0')
			return at;
		if (strcmp(word, "--") == 0)
			return at + 1;
		for (const char *letter = word + 1; *letter; letter++)
			take_letter(wanted, *letter, word[0] == '-',
				    strcmp(name, "export") == 0);
	}
	return at;
}

static bool in_function(const struct cpg_shell *shell)
{
	for (const struct cpg_shell_frame *frame = shell->frame; frame;
	     frame = frame->outer) {
		if (frame->function)
			return true;
	}
	return false;
}

static void set_bit(bool *bit, int wanted)
{
	if (wanted != -1)
		*bit = wanted;
}

/* The variable with its new attributes but for readonly, which must not hinder the assignment
 * that follows. A local one begins unset, but has the value that it was given for the call. */
static int give_attributes(struct cpg_shell *shell, const char *name,
			   const struct attributes *wanted, struct cpg_error *err)
{
	struct cpg_shell_variable variable =
		*(wanted->global ? cpg_scope_global(shell->scope, name)
				 : cpg_scope_peek(shell->scope, name));

	if (wanted->local && cpg_scope_is_local(shell->scope, name) != CPG_YES &&
	    !variable.temporary)
		variable = (struct cpg_shell_variable){.exported = variable.exported};
	if ((wanted->exported == 1 || wanted->readonly == 1) && variable.temporary &&
	    !wanted->global)
		variable.kept = CPG_YES;
	if (wanted->exported != -1)
		variable.exported = wanted->exported ? CPG_YES : CPG_NO;
	set_bit(&variable.integer, wanted->integer);
	set_bit(&variable.lower, wanted->lower);
	set_bit(&variable.upper, wanted->upper);
	if (wanted->lower == 1)
		variable.upper = false;
	if (wanted->upper == 1)
		variable.lower = false;
	if (wanted->nameref)
		variable.nameref = true;
	if (variable.kind == CPG_VARIABLE_UNSET)
		variable.unlisted = true;
	if (wanted->array && variable.kind == CPG_VARIABLE_UNSET)
		variable.kind = CPG_VARIABLE_INDEXED;
	if (wanted->associative && variable.kind == CPG_VARIABLE_UNSET)
		variable.kind = CPG_VARIABLE_ASSOCIATIVE;
	if ((wanted->global
		     ? cpg_scope_set_global(shell->scope, name, &variable)
		     : cpg_scope_set(shell->scope, name, &variable, wanted->local)) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

static int make_readonly(struct cpg_shell *shell, const char *name,
			 const struct attributes *wanted, struct cpg_error *err)
{
	struct cpg_shell_variable variable;

	if (wanted->readonly != 1)
		return 0;
	variable = *cpg_scope_get(shell->scope, name);
	variable.readonly = true;
	return cpg_scope_set(shell->scope, name, &variable, wanted->local) < 0
		       ? cpg_walk_no_memory(err)
		       : 0;
}

/* A word that became NAME=value only when it was expanded: export "$X=1". */
static int declare_text(struct cpg_shell *shell, const char *text,
			const struct attributes *wanted, bool *failed,
			struct cpg_error *err)
{
	const char *equals = strchr(text, '=');
	bool append = equals && equals > text && equals[-1] == '+';
	char *name =
		cpg_arena_bytes(shell->arena, text,
				equals ? (size_t)(equals - text) - append : strlen(text));
	struct cpg_value value;
	struct cpg_value before = cpg_value_empty;

	if (!name)
		return cpg_walk_no_memory(err);
	if (!cpg_builtin_is_name(name, equals != NULL)) {
		*failed = true;
		return 0;
	}
	if (give_attributes(shell, name, wanted, err) < 0)
		return -1;
	if (equals) {
		if (append)
			before = cpg_scope_get(shell->scope, name)->scalar;
		if (cpg_value_string(shell->arena, equals + 1, &value) < 0 ||
		    cpg_value_append(shell->arena, before, value, &value) < 0)
			return cpg_walk_no_memory(err);
		if (cpg_shell_assign_name(shell, name, value, failed, err) < 0)
			return -1;
	}
	return make_readonly(shell, name, wanted, err);
}

/* The elements of local A=( ) may name the A outside, so that they are expanded before there
 * is a local one: into a variable that no script can name. */
static int declare_local_array(struct cpg_shell *shell,
			       const struct cpg_shell_assignment *assignment,
			       const struct attributes *wanted, bool *failed,
			       struct cpg_error *err)
{
	struct cpg_shell_assignment aside = *assignment;
	struct cpg_shell_variable variable = {
		.kind = wanted->associative ? CPG_VARIABLE_ASSOCIATIVE : CPG_VARIABLE_UNSET,
	};
	struct cpg_expansion how = {.failed = false};

	aside.name = " local";
	if (cpg_scope_set(shell->scope, aside.name, &variable, false) < 0)
		return cpg_walk_no_memory(err);
	if (cpg_shell_assign(shell, &aside, false, &how, err) < 0)
		return -1;
	*failed = *failed || how.failed;
	variable = *cpg_scope_get(shell->scope, aside.name);
	if (cpg_scope_unset(shell->scope, aside.name) < 0 ||
	    cpg_scope_set(shell->scope, assignment->name, &variable, true) < 0)
		return cpg_walk_no_memory(err);
	if (give_attributes(shell, assignment->name, wanted, err) < 0)
		return -1;
	return make_readonly(shell, assignment->name, wanted, err);
}

/* declare -g NAME=value where a local NAME hides the global one: into a variable that no script
 * can name, and from there. */
static int declare_global(struct cpg_shell *shell, const struct cpg_field *field,
			  const struct attributes *wanted, bool *failed,
			  struct cpg_error *err)
{
	struct cpg_shell_assignment assignment = *field->assignment;
	struct cpg_field aside = *field;
	struct cpg_expansion how = {.failed = false};
	struct cpg_shell_variable variable;

	if (give_attributes(shell, assignment.name, wanted, err) < 0)
		return -1;
	variable = *cpg_scope_global(shell->scope, assignment.name);
	assignment.name = " global";
	aside.assignment = &assignment;
	if (cpg_scope_set(shell->scope, assignment.name, &variable, false) < 0)
		return cpg_walk_no_memory(err);
	if (cpg_shell_assign_field(shell, &aside, false, &how, err) < 0)
		return -1;
	*failed = *failed || how.failed;
	variable = *cpg_scope_get(shell->scope, assignment.name);
	variable.readonly |= wanted->readonly == 1;
	if (cpg_scope_unset(shell->scope, assignment.name) < 0 ||
	    cpg_scope_set_global(shell->scope, field->assignment->name, &variable) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* local outside functions: it fails, but its lists have been assigned before it runs. */
static int fail_local(struct cpg_shell *shell, const struct cpg_fields *fields, size_t at,
		      struct cpg_shell_flow *flow, struct cpg_error *err)
{
	cpg_scope_set_status(shell->scope, 1);
	for (; at < fields->count; at++) {
		const struct cpg_shell_assignment *assignment = fields->items[at].assignment;
		struct cpg_expansion how = {.failed = false};

		if (!assignment || !assignment->array)
			continue;
		if (cpg_shell_assign(shell, assignment, false, &how, err) < 0)
			return -1;
		if (how.failed) {
			cpg_walk_expansion_error(shell, how.discard, flow);
			return 0;
		}
	}
	return 0;
}

static int declare_field(struct cpg_shell *shell, const struct cpg_field *field,
			 const struct attributes *wanted, struct cpg_origin origin,
			 bool *failed, struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};
	const char *text;

	if (field->assignment && field->assignment->array && wanted->local &&
	    cpg_scope_is_local(shell->scope, field->assignment->name) != CPG_YES)
		return declare_local_array(shell, field->assignment, wanted, failed, err);
	if (field->assignment && wanted->global &&
	    cpg_scope_global(shell->scope, field->assignment->name) !=
		    cpg_scope_peek(shell->scope, field->assignment->name))
		return declare_global(shell, field, wanted, failed, err);
	if (field->assignment) {
		if (give_attributes(shell, field->assignment->name, wanted, err) < 0 ||
		    cpg_shell_assign_field(shell, field, wanted->local, &how, err) < 0)
			return -1;
		*failed = *failed || how.failed;
		return make_readonly(shell, field->assignment->name, wanted, err);
	}
	text = cpg_builtin_text(shell, field);
	if (text)
		return declare_text(shell, text, wanted, failed, err);
	text = cpg_value_prefix(shell->arena, field->value).bytes;
	if (text && strchr(text, '=') && !field->many) {
		char *name = cpg_arena_bytes(shell->arena, text, strcspn(text, "="));

		if (!name)
			return cpg_walk_no_memory(err);
		return cpg_builtin_unknown_variable(shell, name, "its value is not known",
						    origin, err);
	}
	return cpg_builtin_forget(shell, "the name of a variable that is set is not known",
				  origin, err);
}

/* Whether there is such a variable or function, as a status. */
static int missing(struct cpg_shell *shell, const char *name, bool function)
{
	bool unknown = false;

	if (function)
		return cpg_scope_function(shell->scope, name, &unknown) ? 0
		       : unknown                                        ? -1
									: 1;
	switch (cpg_scope_get(shell->scope, name)->kind) {
	case CPG_VARIABLE_UNKNOWN:
		return -1;
	case CPG_VARIABLE_UNSET:
		return 1;
	default:
		return 0;
	}
}

/* -p and -f show names, which fails when one is not there; export -f hands functions on. */
static int list_names(struct cpg_shell *shell, const struct cpg_fields *fields, size_t at,
		      const struct attributes *wanted, struct cpg_origin origin,
		      struct cpg_error *err)
{
	bool prints = at >= fields->count;
	int status = 0;

	for (; at < fields->count; at++) {
		const char *name = cpg_builtin_text(shell, &fields->items[at]);
		int lacks = name ? missing(shell, name, wanted->functions) : -1;

		prints = prints || lacks != 1;
		if (lacks == 1 || status == 0)
			status = lacks;
		if (name && wanted->functions && wanted->exported != -1 &&
		    cpg_scope_export_function(shell->scope, name, wanted->exported) < 0)
			return cpg_walk_no_memory(err);
	}
	cpg_scope_set_status(shell->scope, status);
	if (!prints || (wanted->functions && wanted->exported != -1))
		return 0;
	return cpg_builtin_print_unknown(shell, "it lists variables", origin, err);
}

int cpg_builtin_declare(struct cpg_shell *shell, const struct cpg_fields *fields,
			struct cpg_origin origin, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	const char *name = cpg_builtin_text(shell, &fields->items[0]);
	struct attributes wanted;
	bool unknown = false;
	bool failed = false;
	size_t at;

	(void)flow;
	if (!name)
		return cpg_walk_no_memory(err);
	at = read_attributes(shell, fields, name, &wanted, &unknown);
	cpg_scope_set_status(shell->scope, 0);
	if (at >= fields->count || wanted.print || wanted.functions)
		return list_names(shell, fields, at, &wanted, origin, err);
	if (wanted.local && !in_function(shell))
		return fail_local(shell, fields, at, flow, err);
	if (strcmp(name, "declare") == 0 || strcmp(name, "typeset") == 0)
		wanted.local = !wanted.global && in_function(shell);
	for (; at < fields->count; at++) {
		if (declare_field(shell, &fields->items[at], &wanted, origin, &failed,
				  err) < 0)
			return -1;
	}
	if (failed)
		cpg_scope_set_status(shell->scope, 1);
	return 0;
}

static int unset_element(struct cpg_shell *shell, const char *name, const char *open,
			 struct cpg_origin origin, struct cpg_error *err)
{
	char *base = cpg_arena_bytes(shell->arena, name, (size_t)(open - name));
	char *key =
		base ? cpg_arena_bytes(shell->arena, open + 1, strlen(open + 1) - 1) : NULL;
	const struct cpg_shell_variable *before;
	struct cpg_shell_variable variable;
	struct cpg_arith index;
	int rc;

	if (!key)
		return cpg_walk_no_memory(err);
	before = cpg_scope_get(shell->scope, base);
	if (before->kind == CPG_VARIABLE_ASSOCIATIVE) {
		rc = cpg_variable_unset_at_key(shell->arena, before, key, &variable);
	} else {
		if (cpg_arith_text(shell->scope, cpg_text_of(key), &index, err) < 0)
			return -1;
		if (index.state != CPG_ARITH_KNOWN)
			return cpg_builtin_unknown_variable(
				shell, base,
				"an element is unset, and which is "
				"not known",
				origin, err);
		rc = cpg_variable_unset_at(shell->arena, before, index.value, &variable);
	}
	if (rc < 0 || cpg_scope_set(shell->scope, base, &variable, false) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

static int unset_name(struct cpg_shell *shell, const char *name, const char *flags,
		      struct cpg_origin origin, struct cpg_error *err)
{
	const char *open = strchr(name, '[');
	bool unknown = false;
	int rc;

	if (strchr(flags, 'f'))
		rc = cpg_scope_define(shell->scope, name, NULL);
	else if (strchr(flags, 'n'))
		rc = cpg_scope_unset_nameref(shell->scope, name);
	else if (open && open > name && name[strlen(name) - 1] == ']')
		return unset_element(shell, name, open, origin, err);
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

	(void)flow;
	cpg_scope_set_status(shell->scope, 0);
	for (size_t i = 1; i < fields->count; i++) {
		const char *name = cpg_builtin_text(shell, &fields->items[i]);

		if (!name)
			return cpg_builtin_forget(
				shell, "which variable is unset is not known", origin, err);
		if (name[0] == '-')
			flags = name;
		else if (unset_name(shell, name, flags, origin, err) < 0)
			return -1;
	}
	return 0;
}
