#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"

/* What the words of declare, local, export, readonly and typeset ask for. */
struct attributes {
	bool local;
	bool global;
	bool reports; /* export and readonly: a readonly variable is more than their own error */
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
	wanted->reports = name[0] == 'e' || name[0] == 'r';
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

static void set_bit(bool *bit, int wanted)
{
	if (wanted != -1)
		*bit = wanted;
}

/* The element that a scalar becomes is the first, or the one of the key 0. */
static int become_array(struct cpg_shell *shell, bool associative,
			struct cpg_shell_variable *variable)
{
	struct cpg_array_element *element;

	if (variable->kind == CPG_VARIABLE_SCALAR) {
		element = cpg_arena_alloc(shell->arena, sizeof(*element));
		if (!element)
			return -1;
		*element = (struct cpg_array_element){
			.key = associative ? "0" : NULL,
			.value = variable->scalar,
		};
		variable->elements = element;
		variable->count = 1;
		variable->scalar = cpg_value_empty;
		variable->kind = CPG_VARIABLE_UNSET;
	}
	if (variable->kind == CPG_VARIABLE_UNSET)
		variable->kind =
			associative ? CPG_VARIABLE_ASSOCIATIVE : CPG_VARIABLE_INDEXED;
	return 0;
}

/* Whether the variable is an array of the other kind: of one bash makes none of the other. */
static bool is_other_array(struct cpg_shell *shell, const char *name,
			   const struct attributes *wanted)
{
	enum cpg_variable_kind kind = cpg_scope_get(shell->scope, name)->kind;

	if (wanted->local && cpg_scope_is_local(shell->scope, name) != CPG_YES)
		return false;
	return (wanted->associative && kind == CPG_VARIABLE_INDEXED) ||
	       (wanted->array && kind == CPG_VARIABLE_ASSOCIATIVE);
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
	if ((wanted->array || wanted->associative) &&
	    become_array(shell, wanted->associative, &variable) < 0)
		return cpg_walk_no_memory(err);
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

/* A value that cannot be assigned. export and readonly are special builtins, with which that
 * ends the shell in posix mode. */
static void refuse(struct cpg_shell *shell, const struct attributes *wanted,
		   const struct cpg_expansion *how, int *status,
		   struct cpg_shell_flow *flow)
{
	cpg_builtin_fail(shell, how, status, flow);
	if (how->failed && wanted->reports && flow->kind == CPG_FLOW_NEXT &&
	    cpg_scope_option(shell->scope, CPG_SET_POSIX) == CPG_YES)
		flow->kind = CPG_FLOW_EXIT;
}

/* Assigns what stands behind the = of a word; of declare a readonly variable is its own error. */
static int declare_value(struct cpg_shell *shell, const char *name, struct cpg_value value,
			 const struct attributes *wanted, int *status,
			 struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};

	if (!wanted->reports && cpg_scope_get(shell->scope, name)->readonly)
		how.failed = true;
	else if (cpg_shell_assign_name(shell, name, value, &how, err) < 0)
		return -1;
	refuse(shell, wanted, &how, status, flow);
	return 0;
}

/* A word that became NAME=value only when it was expanded: export "$X=1". */
static int declare_text(struct cpg_shell *shell, const char *text,
			const struct attributes *wanted, int *status,
			struct cpg_shell_flow *flow, struct cpg_error *err)
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
	if (!cpg_builtin_is_name(name, equals != NULL) ||
	    is_other_array(shell, name, wanted)) {
		*status = 1;
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
		if (declare_value(shell, name, value, wanted, status, flow, err) < 0)
			return -1;
	}
	return make_readonly(shell, name, wanted, err);
}

/* Releases differ in whether ${!prefix*} finds a variable already in what comes into it. */
static int announce(struct cpg_shell *shell, const char *name, struct cpg_error *err)
{
	struct cpg_shell_variable variable = *cpg_scope_get(shell->scope, name);

	if (variable.kind != CPG_VARIABLE_UNSET)
		return 0;
	variable.kind = CPG_VARIABLE_INDEXED;
	variable.unlisted = true;
	return cpg_scope_set(shell->scope, name, &variable, false) < 0
		       ? cpg_walk_no_memory(err)
		       : 0;
}

/* NAME=( ), which bash carries out where it expands the words: the elements first, in which NAME
 * is still what it was. */
static int declare_array(struct cpg_shell *shell,
			 const struct cpg_shell_assignment *assignment,
			 const struct attributes *wanted, struct cpg_expansion *how,
			 struct cpg_error *err)
{
	const char *name = assignment->name;
	const struct cpg_shell_elements *elements;
	bool hides = wanted->local && cpg_scope_is_local(shell->scope, name) != CPG_YES;
	enum cpg_variable_kind kind = cpg_scope_get(shell->scope, name)->kind;
	bool associative =
		wanted->associative || (!hides && kind == CPG_VARIABLE_ASSOCIATIVE);
	/* Since 5.1 bash expands all entries before it assigns the first, and those of local -a
	 * before there is a local array. */
	bool hidden = (associative && !assignment->append) ||
		      (hides && wanted->array && kind != CPG_VARIABLE_UNSET);

	if ((!wanted->local && !wanted->associative && announce(shell, name, err) < 0) ||
	    cpg_shell_expand_elements(shell, assignment, associative, hidden, &elements,
				      how, err) < 0)
		return -1;
	if (is_other_array(shell, name, wanted))
		cpg_shell_fail(shell, how, CPG_FAULT_LINE, "an array of another kind");
	if (how->failed)
		return 0;
	if (give_attributes(shell, name, wanted, err) < 0 ||
	    cpg_shell_assign_elements(shell, assignment, elements, wanted->local, how,
				      err) < 0)
		return -1;
	return make_readonly(shell, name, wanted, err);
}

/* Whether declare leaves the array alone, and goes on: in a function. */
static bool is_passed_over(struct cpg_shell *shell, const char *name,
			   const struct attributes *wanted)
{
	if (!wanted->local)
		return false;
	return is_other_array(shell, name, wanted) ||
	       (cpg_scope_is_local(shell->scope, name) != CPG_YES &&
		cpg_scope_get(shell->scope, name)->readonly);
}

/* Whether a nameref can stand for what the value names. */
static bool may_be_name(struct cpg_shell *shell, struct cpg_value value)
{
	if (!cpg_value_known(value))
		return true;
	return cpg_builtin_is_name(cpg_value_flat(shell->arena, value).bytes, true);
}

static int declare_scalar(struct cpg_shell *shell, const struct cpg_field *field,
			  const struct attributes *wanted, struct cpg_expansion *how,
			  struct cpg_error *err)
{
	const char *name = field->assignment->name;

	if (give_attributes(shell, name, wanted, err) < 0)
		return -1;
	if (is_other_array(shell, name, wanted) ||
	    (wanted->nameref && !may_be_name(shell, field->assigned)) ||
	    (!wanted->reports && cpg_scope_get(shell->scope, name)->readonly))
		how->failed = true;
	else if (cpg_shell_assign_field(shell, field, wanted->local, how, err) < 0)
		return -1;
	return make_readonly(shell, name, wanted, err);
}

/* declare -g NAME=value where a local NAME hides the global one: into a variable that no script
 * can name, and from there. */
static int declare_global(struct cpg_shell *shell, const struct cpg_field *field,
			  const struct attributes *wanted, struct cpg_expansion *how,
			  struct cpg_error *err)
{
	struct cpg_shell_assignment assignment = *field->assignment;
	struct cpg_field aside = *field;
	struct cpg_shell_variable variable;

	if (give_attributes(shell, assignment.name, wanted, err) < 0)
		return -1;
	variable = *cpg_scope_global(shell->scope, assignment.name);
	assignment.name = " global";
	aside.assignment = &assignment;
	if (cpg_scope_set(shell->scope, assignment.name, &variable, false) < 0)
		return cpg_walk_no_memory(err);
	if (cpg_shell_assign_field(shell, &aside, false, how, err) < 0)
		return -1;
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
		const struct cpg_shell_assignment *assignment =
			fields->items[at].assignment;
		struct cpg_expansion how = {.failed = false};

		if (!assignment || !assignment->array)
			continue;
		if (cpg_shell_assign(shell, assignment, false, &how, err) < 0)
			return -1;
		if (how.failed) {
			cpg_walk_expansion_error(shell, &how, flow);
			return 0;
		}
	}
	return 0;
}

static int declare_assigned(struct cpg_shell *shell, const struct cpg_field *field,
			    const struct attributes *wanted, int *status,
			    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const char *name = field->assignment->name;
	bool hides = wanted->global && cpg_scope_global(shell->scope, name) !=
					       cpg_scope_peek(shell->scope, name);
	struct cpg_expansion how = {.failed = false};
	int rc = 0;

	if (hides)
		rc = declare_global(shell, field, wanted, &how, err);
	else if (!field->assignment->array)
		rc = declare_scalar(shell, field, wanted, &how, err);
	else if (is_passed_over(shell, name, wanted))
		*status = 1;
	else
		rc = declare_array(shell, field->assignment, wanted, &how, err);
	if (rc < 0)
		return -1;
	if (field->assignment->array && how.failed) {
		cpg_walk_expansion_error(shell, &how, flow);
		*status = cpg_scope_status(shell->scope);
	} else {
		refuse(shell, wanted, &how, status, flow);
	}
	return 0;
}

static int declare_field(struct cpg_shell *shell, const struct cpg_field *field,
			 const struct attributes *wanted, struct cpg_origin origin,
			 int *status, struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const char *text;

	if (field->assignment)
		return declare_assigned(shell, field, wanted, status, flow, err);
	text = cpg_builtin_text(shell, field);
	if (text)
		return declare_text(shell, text, wanted, status, flow, err);
	text = cpg_value_prefix(shell->arena, field->value).bytes;
	if (text && strchr(text, '=') && !field->many) {
		char *name = cpg_arena_bytes(shell->arena, text, strcspn(text, "="));

		if (!name)
			return cpg_walk_no_memory(err);
		return cpg_builtin_unknown_variable(shell, name, "its value is not known",
						    origin, err);
	}
	*status = -1;
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

static bool is_list(const struct cpg_field *field)
{
	return field->assignment && field->assignment->array;
}

int cpg_builtin_declare(struct cpg_shell *shell, const struct cpg_fields *fields,
			struct cpg_origin origin, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	const char *name = cpg_builtin_text(shell, &fields->items[0]);
	struct attributes wanted;
	bool unknown = false;
	int status = 0;
	size_t at;

	if (!name)
		return cpg_walk_no_memory(err);
	at = read_attributes(shell, fields, name, &wanted, &unknown);
	if (at >= fields->count || wanted.print || wanted.functions)
		return list_names(shell, fields, at, &wanted, origin, err);
	if (wanted.local && !cpg_walk_in_function(shell))
		return fail_local(shell, fields, at, flow, err);
	if (strcmp(name, "declare") == 0 || strcmp(name, "typeset") == 0)
		wanted.local = !wanted.global && cpg_walk_in_function(shell);
	/* bash carries out the lists where it expands the words, before any other is set. */
	for (int lists = 1; lists >= 0; lists--) {
		for (size_t i = at; i < fields->count && flow->kind == CPG_FLOW_NEXT; i++) {
			if (is_list(&fields->items[i]) == lists &&
			    declare_field(shell, &fields->items[i], &wanted, origin,
					  &status, flow, err) < 0)
				return -1;
		}
	}
	return cpg_builtin_status(shell, status);
}
