#include "shell_assign.h"
#include "shell_parameter_map.h"

static int no_memory(const struct cpg_assigning *a)
{
	return cpg_expand_no_memory(a->ex->err);
}

/* What an assignment is that cannot be made. */
static enum cpg_shell_fault fault_of(const struct cpg_assigning *a)
{
	return a->ex->builtin ? CPG_FAULT_REPORTED : CPG_FAULT_ASSIGN;
}

/* What the variable is before. A new local one has nothing of the one that it hides but the
 * export. */
void cpg_assign_begin(struct cpg_assigning *a, struct cpg_expander *ex, const char *name,
		      bool local)
{
	const struct cpg_shell_scope *scope = ex->shell->scope;
	int exported;

	*a = (struct cpg_assigning){.ex = ex, .name = name, .local = local};
	a->variable = *cpg_scope_get(scope, name);
	if (!local || cpg_scope_is_local(scope, name))
		return;
	exported = a->variable.exported;
	a->variable = (struct cpg_shell_variable){
		.kind = CPG_VARIABLE_UNSET,
		.exported = exported,
		.readonly = a->variable.readonly,
	};
}

/* Puts it into the scope. */
static int finish(struct cpg_assigning *a)
{
	struct cpg_shell_scope *scope = a->ex->shell->scope;
	int all = cpg_scope_option(scope, CPG_SET_ALLEXPORT);
	int rc;

	if (all == CPG_YES)
		a->variable.exported = CPG_YES;
	else if (all == CPG_UNKNOWN && a->variable.exported == CPG_NO)
		a->variable.exported = CPG_UNKNOWN;
	a->variable.unlisted = false;
	rc = cpg_scope_set(scope, a->name, &a->variable, a->local);
	if (rc < 0)
		return no_memory(a);
	if (rc == 1)
		return cpg_expand_fail(a->ex, fault_of(a), "%s: readonly variable",
				       a->name);
	return 0;
}

static int number_value(struct cpg_assigning *a, struct cpg_value expression,
			struct cpg_value *out)
{
	struct cpg_origin origin = cpg_value_origin(expression);
	long long number;
	char *text;

	switch (cpg_expand_arith(a->ex, CPG_FAULT_INTEGER, expression, &number)) {
	case CPG_YES:
		text = cpg_arena_printf(a->ex->arena, "%lld", number);
		if (!text ||
		    cpg_value_text(a->ex->arena, cpg_text_of(text), origin, out) < 0)
			return no_memory(a);
		return 0;
	case CPG_NO:
		return 0;
	case CPG_UNKNOWN:
		if (cpg_value_unknown_word(a->ex->arena,
					   "it is computed from what is not known", origin,
					   out) < 0)
			return no_memory(a);
		return 0;
	}
	return -1;
}

/* `old` + `value`, as an integer variable appends. */
static int add_numbers(struct cpg_assigning *a, struct cpg_value old,
		       struct cpg_value value, struct cpg_value *out)
{
	struct cpg_value sum;
	struct cpg_value text;

	if (cpg_value_is_empty(old) == CPG_YES)
		return number_value(a, value, out);
	if (number_value(a, value, &value) < 0)
		return -1;
	if (a->ex->how->failed)
		return 0;
	if (cpg_value_string(a->ex->arena, "+", &text) < 0 ||
	    cpg_value_append(a->ex->arena, old, text, &sum) < 0 ||
	    cpg_value_append(a->ex->arena, sum, value, &sum) < 0)
		return no_memory(a);
	return number_value(a, sum, out);
}

/* What the variable's attributes make of a value that is assigned, or appended to `old`. */
static int settle(struct cpg_assigning *a, bool append, struct cpg_value old,
		  struct cpg_value value, struct cpg_value *out)
{
	struct cpg_value whole;

	if (a->variable.integer)
		return append ? add_numbers(a, old, value, out)
			      : number_value(a, value, out);
	whole = value;
	if (append && cpg_value_append(a->ex->arena, old, value, &whole) < 0)
		return no_memory(a);
	if (append && cpg_expand_pack(a->ex, whole.pieces, whole.count, false, &whole) < 0)
		return -1;
	if (cpg_cut_length(whole) > CPG_SHELL_TEXT_LIMIT)
		return cpg_error_set(a->ex->err, CPG_E_LIMIT,
				     "the value of %s is larger than %zu bytes", a->name,
				     CPG_SHELL_TEXT_LIMIT);
	*out = whole;
	if (a->variable.upper || a->variable.lower)
		return cpg_change_all(
			a->ex, a->variable.upper ? CPG_OP_UPPER : CPG_OP_LOWER, whole, out);
	return 0;
}

/* Which element `+=` appends to is there or not is not known. */
static int unknown_old(struct cpg_assigning *a, struct cpg_value *old)
{
	const char *why = a->variable.why ? a->variable.why : "its subscript is not known";

	if (cpg_value_unknown(a->ex->arena, why, a->ex->place, old) < 0)
		return no_memory(a);
	return 0;
}

/* Nothing is known of the variable's elements any more, but that it is set. */
int cpg_assign_blur(struct cpg_assigning *a, const char *why)
{
	struct cpg_shell_variable *variable = &a->variable;

	if (variable->kind != CPG_VARIABLE_UNKNOWN) {
		cpg_variable_clear(variable, variable->kind == CPG_VARIABLE_ASSOCIATIVE
						     ? CPG_VARIABLE_ASSOCIATIVE
						     : CPG_VARIABLE_INDEXED);
		variable->loose = true;
	}
	variable->why = why;
	return 0;
}

static int set_scalar(struct cpg_assigning *a, struct cpg_value value)
{
	struct cpg_shell_variable *variable = &a->variable;

	variable->kind = CPG_VARIABLE_SCALAR;
	variable->scalar = value;
	variable->why = NULL;
	return 0;
}

/* The index behind the last element; a scalar is the first element of an array. */
long long cpg_assign_next(const struct cpg_shell_variable *variable)
{
	if (variable->kind == CPG_VARIABLE_SCALAR)
		return 1;
	if (variable->kind != CPG_VARIABLE_INDEXED || variable->count == 0)
		return 0;
	return variable->elements[variable->count - 1].index + 1;
}

static int set_element(struct cpg_assigning *a, const struct cpg_subscript *subscript,
		       struct cpg_value value)
{
	struct cpg_shell_variable *variable = &a->variable;
	long long index = subscript->index;
	int rc;

	if (subscript->kind == CPG_SUBSCRIPT_KEY) {
		rc = cpg_variable_set_at_key(a->ex->arena, variable, subscript->key, value,
					     variable);
		return rc < 0 ? no_memory(a) : 0;
	}
	if (index < 0 && variable->loose)
		return cpg_assign_blur(a, variable->why);
	if (index < 0)
		index += cpg_assign_next(variable);
	if (index < 0)
		return cpg_expand_fail(a->ex, fault_of(a), "%s[%lld]: bad array subscript",
				       a->name, subscript->index);
	rc = cpg_variable_set_at(a->ex->arena, variable, index, value, variable);
	return rc < 0 ? no_memory(a) : 0;
}

/* NAME=value without a subscript: of an array that is its first element. */
static void whole_subscript(const struct cpg_shell_variable *variable,
			    struct cpg_subscript *subscript)
{
	if (variable->kind == CPG_VARIABLE_INDEXED)
		*subscript = (struct cpg_subscript){.kind = CPG_SUBSCRIPT_INDEX};
	else if (variable->kind == CPG_VARIABLE_ASSOCIATIVE)
		*subscript = (struct cpg_subscript){.kind = CPG_SUBSCRIPT_KEY, .key = "0"};
}

/* M[@]=x is no different from M[a]=x. */
static void take_for_key(struct cpg_subscript *subscript)
{
	if (subscript->kind == CPG_SUBSCRIPT_AT)
		*subscript = (struct cpg_subscript){.kind = CPG_SUBSCRIPT_KEY, .key = "@"};
	else if (subscript->kind == CPG_SUBSCRIPT_STAR)
		*subscript = (struct cpg_subscript){.kind = CPG_SUBSCRIPT_KEY, .key = "*"};
}

/* Assigns an expanded value to the variable or to one of its elements. */
int cpg_assign_put(struct cpg_assigning *a, struct cpg_subscript subscript, bool append,
		   struct cpg_value value)
{
	struct cpg_value old = cpg_value_empty;

	if (a->variable.kind == CPG_VARIABLE_ASSOCIATIVE)
		take_for_key(&subscript);
	if (subscript.kind == CPG_SUBSCRIPT_AT || subscript.kind == CPG_SUBSCRIPT_STAR ||
	    (subscript.kind == CPG_SUBSCRIPT_KEY && subscript.empty))
		return cpg_expand_fail(a->ex, fault_of(a), "%s[%s]: bad array subscript",
				       a->name, subscript.key ? subscript.key : "@");
	if (subscript.kind == CPG_SUBSCRIPT_UNKNOWN)
		cpg_expand_may_fail(a->ex);
	if (subscript.kind == CPG_SUBSCRIPT_UNKNOWN)
		return cpg_assign_blur(a, "its subscript is not known");
	if (subscript.kind == CPG_SUBSCRIPT_NONE)
		whole_subscript(&a->variable, &subscript);
	/* What is no array is the first element, and the last, of the one that it becomes. */
	if (a->variable.kind == CPG_VARIABLE_SCALAR && subscript.index == -1)
		subscript.index = 0;
	if (append && cpg_subscript_get(&a->variable, &subscript, &old) == CPG_UNKNOWN &&
	    unknown_old(a, &old) < 0)
		return -1;
	if (settle(a, append, old, value, &value) < 0)
		return -1;
	if (a->ex->how->failed)
		return 0;
	if (subscript.kind == CPG_SUBSCRIPT_NONE)
		return set_scalar(a, value);
	return set_element(a, &subscript, value);
}

int cpg_assign_behind(struct cpg_assigning *a, struct cpg_value value)
{
	struct cpg_shell_variable *variable = &a->variable;

	if (settle(a, false, cpg_value_empty, value, &value) < 0)
		return -1;
	if (a->ex->how->failed)
		return 0;
	if (cpg_variable_append(a->ex->arena, variable, value, variable) < 0)
		return no_memory(a);
	return 0;
}

static int assign_scalar(struct cpg_assigning *a,
			 const struct cpg_shell_assignment *assignment,
			 struct cpg_value value)
{
	struct cpg_subscript subscript;

	if (cpg_subscript_word(a->ex, assignment->index, &a->variable, &subscript) < 0)
		return -1;
	if (a->ex->how->failed)
		return 0;
	return cpg_assign_put(a, subscript, assignment->append, value);
}

/* `value` is what a scalar is assigned; NULL: it is to be expanded yet. */
static int assign_value(struct cpg_expander *ex,
			const struct cpg_shell_assignment *assignment,
			const struct cpg_value *value, bool local)
{
	struct cpg_assigning a;
	struct cpg_value expanded;

	if (!value && cpg_expand_assigned(ex, &assignment->value, &expanded) < 0)
		return -1;
	if (ex->how->failed)
		return 0;
	cpg_assign_begin(&a, ex, assignment->name, local);
	if (assign_scalar(&a, assignment, value ? *value : expanded) < 0)
		return -1;
	return ex->how->failed ? 0 : finish(&a);
}

/* bash makes the array before it expands what comes into it: A=(${!A*}) finds it, and
 * A=(${A[-1]}) the text that A was. */
static int make_array(struct cpg_expander *ex, const char *name)
{
	struct cpg_shell_variable variable = *cpg_scope_get(ex->shell->scope, name);

	if (variable.kind == CPG_VARIABLE_UNSET)
		variable.kind = CPG_VARIABLE_INDEXED;
	else if (variable.kind != CPG_VARIABLE_SCALAR)
		return 0;
	else if (cpg_variable_set_at(ex->arena, &variable, 0, variable.scalar, &variable) <
		 0)
		return cpg_expand_no_memory(ex->err);
	if (cpg_scope_set(ex->shell->scope, name, &variable, false) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

static int assign_elements(struct cpg_expander *ex,
			   const struct cpg_shell_assignment *assignment,
			   const struct cpg_shell_elements *elements, bool local)
{
	struct cpg_assigning a;

	if (assignment->index)
		return cpg_expand_fail(ex, CPG_FAULT_ASSIGN,
				       "%s: cannot assign list to array member",
				       assignment->name);
	/* An element may have changed the array: (${A:=x}). */
	cpg_assign_begin(&a, ex, assignment->name, local);
	return cpg_assign_array(&a, assignment, elements) < 0 ? -1 : finish(&a);
}

static int assign(struct cpg_expander *ex, const struct cpg_shell_assignment *assignment,
		  const struct cpg_value *value, bool local)
{
	const struct cpg_shell_elements *elements;
	bool associative;

	ex->place = assignment->origin;
	if (cpg_shell_step(ex->shell, ex->err) < 0)
		return -1;
	if (!assignment->array)
		return assign_value(ex, assignment, value, local);
	if (!local && make_array(ex, assignment->name) < 0)
		return -1;
	associative = cpg_scope_get(ex->shell->scope, assignment->name)->kind ==
		      CPG_VARIABLE_ASSOCIATIVE;
	if (cpg_assign_expand(ex, assignment, associative,
			      associative && !assignment->append, &elements) < 0)
		return -1;
	return ex->how->failed ? 0 : assign_elements(ex, assignment, elements, local);
}

int cpg_shell_assign(struct cpg_shell *shell, const struct cpg_shell_assignment *assignment,
		     bool local, struct cpg_expansion *how, struct cpg_error *err)
{
	struct cpg_expander ex;

	*how = (struct cpg_expansion){0};
	cpg_expand_begin(&ex, shell, how, err);
	return assign(&ex, assignment, NULL, local);
}

int cpg_shell_assign_value(struct cpg_shell *shell,
			   const struct cpg_shell_assignment *assignment,
			   struct cpg_value value, struct cpg_expansion *how,
			   struct cpg_error *err)
{
	struct cpg_expander ex;

	*how = (struct cpg_expansion){0};
	cpg_expand_begin(&ex, shell, how, err);
	return assign(&ex, assignment, &value, false);
}

int cpg_shell_expand_elements(struct cpg_shell *shell,
			      const struct cpg_shell_assignment *assignment,
			      bool associative, bool hidden,
			      const struct cpg_shell_elements **out,
			      struct cpg_expansion *how, struct cpg_error *err)
{
	struct cpg_expander ex;

	*how = (struct cpg_expansion){0};
	cpg_expand_begin(&ex, shell, how, err);
	ex.place = assignment->origin;
	if (cpg_shell_step(shell, err) < 0)
		return -1;
	return cpg_assign_expand(&ex, assignment, associative, hidden, out);
}

int cpg_shell_assign_elements(struct cpg_shell *shell,
			      const struct cpg_shell_assignment *assignment,
			      const struct cpg_shell_elements *elements, bool local,
			      struct cpg_expansion *how, struct cpg_error *err)
{
	struct cpg_expander ex;

	cpg_expand_begin(&ex, shell, how, err);
	ex.builtin = true;
	ex.place = assignment->origin;
	return assign_elements(&ex, assignment, elements, local);
}

int cpg_shell_assign_field(struct cpg_shell *shell, const struct cpg_field *field,
			   bool local, struct cpg_expansion *how, struct cpg_error *err)
{
	struct cpg_expander ex;

	*how = (struct cpg_expansion){0};
	cpg_expand_begin(&ex, shell, how, err);
	ex.builtin = true;
	return assign(&ex, field->assignment, &field->assigned, local);
}

int cpg_assign_element(struct cpg_expander *ex, const char *name,
		       const struct cpg_subscript *subscript, struct cpg_value value)
{
	struct cpg_assigning a;

	cpg_assign_begin(&a, ex, name, false);
	if (cpg_assign_put(&a, *subscript, false, value) < 0)
		return -1;
	return ex->how->failed ? 0 : finish(&a);
}

int cpg_shell_assign_name(struct cpg_shell *shell, const char *name, struct cpg_value value,
			  struct cpg_expansion *how, struct cpg_error *err)
{
	struct cpg_subscript subscript;
	struct cpg_expander ex;
	struct cpg_text inner;
	const char *base;

	*how = (struct cpg_expansion){0};
	cpg_expand_begin(&ex, shell, how, err);
	ex.builtin = true;
	ex.place = cpg_value_origin(value);
	if (!cpg_subscript_cut(shell->arena, cpg_text_of(name), &base, &inner)) {
		how->failed = true;
		return 0;
	}
	if (cpg_subscript_text(&ex, inner, cpg_scope_get(shell->scope, base), &subscript) <
	    0)
		return -1;
	return how->failed ? 0 : cpg_assign_element(&ex, base, &subscript, value);
}
