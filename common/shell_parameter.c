#include <string.h>

#include "shell_parameter.h"

bool cpg_parameter_removes(enum cpg_shell_operator op)
{
	return op == CPG_OP_REMOVE_PREFIX || op == CPG_OP_REMOVE_SUFFIX;
}

int cpg_parameter_push(struct cpg_parameter *p)
{
	if (p->subject.list)
		return cpg_parameter_push_list(p);
	switch (p->subject.set) {
	case CPG_YES:
		return cpg_expand_push_value(p->ex, p->subject.value, p->quoted);
	case CPG_NO:
		return cpg_expand_push_value(p->ex, cpg_value_empty, p->quoted);
	}
	return cpg_expand_push_gap(p->ex, p->subject.why, p->quoted);
}

/* Under `set -u` a variable that is not set is a fault. */
static int check_set_for(struct cpg_parameter *p, enum cpg_shell_fault fault)
{
	struct cpg_expander *ex = p->ex;
	int nounset = cpg_scope_option(ex->shell->scope, CPG_SET_NOUNSET);

	/* bash minds an array without elements only behind ${!V}, and not always. */
	if (nounset != CPG_NO && p->subject.list && p->parameter->indirect)
		cpg_expand_may_fail(ex);
	if (p->subject.list || p->subject.set == CPG_YES || nounset == CPG_NO)
		return 0;
	if (p->subject.set == CPG_NO && nounset == CPG_YES)
		return cpg_expand_fail(ex, fault, "%s: unbound variable", p->subject.name);
	cpg_expand_may_fail(ex);
	return 0;
}

static int check_set(struct cpg_parameter *p)
{
	return check_set_for(p, CPG_FAULT_SHELL);
}

/* The same for ${#V}, which minds an array that is not set, and not an element. */
static int check_counted(struct cpg_parameter *p)
{
	const struct cpg_subject *subject = &p->subject;
	bool nounset = cpg_scope_option(p->ex->shell->scope, CPG_SET_NOUNSET) != CPG_NO;

	if (subject->bad)
		return cpg_expand_fail(p->ex, CPG_FAULT_REPORTED, "%s: bad array subscript",
				       subject->name);
	/* An associative array that was declared only is not set. */
	if (nounset && (subject->hollow || (subject->list && subject->items.loose)))
		cpg_expand_may_fail(p->ex);
	if (subject->element) {
		if (subject->set == CPG_UNKNOWN)
			cpg_expand_may_fail(p->ex);
		return 0;
	}
	/* Nor does it find an element in what is no array. */
	if (subject->text && nounset)
		p->subject.set = CPG_NO;
	p->subject.list = subject->list && !subject->absent && !subject->text;
	return check_set_for(p, p->parameter->index ? CPG_FAULT_REPORTED : CPG_FAULT_SHELL);
}

static int apply_none(struct cpg_parameter *p)
{
	if (check_set(p) < 0)
		return -1;
	return p->ex->how->failed ? 0 : cpg_parameter_push(p);
}

bool cpg_parameter_is_nothing(const struct cpg_parameter *p)
{
	if (p->subject.list)
		return p->subject.items.count == 0 && !p->subject.items.loose;
	return p->subject.set == CPG_NO ||
	       (p->subject.set == CPG_YES && cpg_parameter_removes(p->parameter->op) &&
		cpg_value_is_empty(p->subject.value) == CPG_YES);
}

static int map_rest(struct cpg_parameter *p, const struct cpg_mapping *mapping)
{
	struct cpg_row rest = p->subject.items.rest;

	p->subject.items.rest = (struct cpg_row){0};
	for (size_t i = 0; i < rest.count && !p->ex->how->failed; i++) {
		struct cpg_value value = rest.items[i].value;

		if (!rest.items[i].many &&
		    cpg_mapping_apply(p->ex, mapping, value, &value) < 0)
			return -1;
		if (cpg_row_add(p->ex->arena, &p->subject.items.rest, value,
				rest.items[i].many) < 0)
			return cpg_expand_no_memory(p->ex->err);
	}
	return 0;
}

static int map_list(struct cpg_parameter *p, const struct cpg_mapping *mapping)
{
	struct cpg_list *list = &p->subject.items;
	struct cpg_value *items =
		cpg_arena_array(p->ex->arena, list->count + 1, sizeof(*items));

	if (!items)
		return cpg_expand_no_memory(p->ex->err);
	for (size_t i = 0; i < list->count && !p->ex->how->failed; i++) {
		if (cpg_mapping_apply(p->ex, mapping, list->items[i], &items[i]) < 0)
			return -1;
	}
	list->items = items;
	return map_rest(p, mapping);
}

static bool is_unknown(const struct cpg_parameter *p)
{
	if (p->subject.list)
		return p->subject.items.count == 0 && p->subject.items.loose &&
		       cpg_row_least(p->subject.items.rest) == 0;
	return p->subject.set == CPG_UNKNOWN;
}

/* An operator on what may be nothing: whether bash looks at the operands is not known. */
static int apply_to_unknown(struct cpg_parameter *p)
{
	if (p->parameter->op == CPG_OP_SUBSTRING)
		cpg_expand_may_fail(p->ex);
	if (cpg_expand_doubtful(p->ex, p->parameter->first) < 0 ||
	    cpg_expand_doubtful(p->ex, p->parameter->second) < 0)
		return -1;
	return cpg_parameter_push(p);
}

/* Expands the operands for a value that may be empty: then a failure in them does not count. */
static int begin_mapping(struct cpg_parameter *p, struct cpg_mapping *mapping)
{
	struct cpg_expansion *how = p->ex->how;
	struct cpg_expansion inner = *how;
	bool doubt = !p->subject.list && cpg_parameter_removes(p->parameter->op) &&
		     cpg_value_is_empty(p->subject.value) == CPG_UNKNOWN;
	int rc;

	if (!doubt)
		return cpg_mapping_begin(p->ex, p->parameter, mapping);
	p->ex->how = &inner;
	rc = cpg_mapping_begin(p->ex, p->parameter, mapping);
	p->ex->how = how;
	if (inner.failed)
		mapping->known = false;
	how->maybe = how->maybe || inner.failed || inner.maybe;
	how->substituted = inner.substituted;
	if (inner.substituted) {
		how->status = CPG_STATUS_UNKNOWN;
		cpg_scope_set_status(p->ex->shell->scope, CPG_STATUS_UNKNOWN);
	}
	return rc;
}

static int map_subject(struct cpg_parameter *p)
{
	struct cpg_mapping mapping;

	if (begin_mapping(p, &mapping) < 0)
		return -1;
	if (p->ex->how->failed)
		return 0;
	if (p->subject.list)
		return map_list(p, &mapping);
	return cpg_mapping_apply(p->ex, &mapping, p->subject.value, &p->subject.value);
}

/* ${A[i]@a} and @A tell of the variable, whether there is such an element or not. */
static bool tells_of_variable(const struct cpg_parameter *p)
{
	const struct cpg_shell_variable *variable;

	if (p->parameter->op != CPG_OP_TRANSFORM ||
	    (p->parameter->letter != 'a' && p->parameter->letter != 'A'))
		return false;
	variable = cpg_scope_get(p->ex->shell->scope, p->subject.name);
	return variable->kind != CPG_VARIABLE_UNSET || variable->unlisted;
}

static void forget_subject(struct cpg_parameter *p)
{
	const char *why = "what tells of a variable is not known";

	p->subject.items = (struct cpg_list){.loose = true, .why = why};
	p->subject.set = CPG_UNKNOWN;
	p->subject.why = why;
}

static int apply_mapping(struct cpg_parameter *p)
{
	if (check_set(p) < 0)
		return -1;
	if (p->ex->how->failed)
		return 0;
	/* These make several words, or fewer, of the words of a list. */
	if (p->parameter->op == CPG_OP_TRANSFORM && p->subject.list &&
	    strchr("AKk", p->parameter->letter))
		forget_subject(p);
	p->ex->worked = p->ex->worked || !p->subject.list;
	if (is_unknown(p))
		return apply_to_unknown(p);
	if (cpg_parameter_is_nothing(p) && tells_of_variable(p))
		forget_subject(p);
	else if (!cpg_parameter_is_nothing(p) && map_subject(p) < 0)
		return -1;
	return p->ex->how->failed ? 0 : cpg_parameter_push(p);
}

static int apply_substring(struct cpg_parameter *p)
{
	if (p->subject.list && is_unknown(p))
		return apply_to_unknown(p);
	p->ex->hollow =
		p->ex->hollow || (p->subject.list && p->subject.text && !p->subject.star);
	return p->subject.list && !p->subject.text ? cpg_parameter_slice(p)
						   : apply_mapping(p);
}

static int apply_bad(struct cpg_parameter *p)
{
	return cpg_expand_fail(p->ex, CPG_FAULT_BAD, "bad substitution");
}

static int (*const operators[])(struct cpg_parameter *p) = {
	[CPG_OP_NONE] = apply_none,
	[CPG_OP_DEFAULT] = cpg_parameter_default,
	[CPG_OP_ASSIGN] = cpg_parameter_assign,
	[CPG_OP_ERROR] = cpg_parameter_error,
	[CPG_OP_ALTERNATE] = cpg_parameter_alternate,
	[CPG_OP_REMOVE_PREFIX] = apply_mapping,
	[CPG_OP_REMOVE_SUFFIX] = apply_mapping,
	[CPG_OP_REPLACE] = apply_mapping,
	[CPG_OP_SUBSTRING] = apply_substring,
	[CPG_OP_UPPER] = apply_mapping,
	[CPG_OP_LOWER] = apply_mapping,
	[CPG_OP_TOGGLE] = apply_mapping,
	[CPG_OP_TRANSFORM] = apply_mapping,
	[CPG_OP_BAD] = apply_bad,
};

/* The number of characters; CPG_UNKNOWN where it hangs on the locale. */
static int count_characters(struct cpg_value value, size_t *count)
{
	*count = 0;
	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_text *text = &value.pieces[i].text;

		if (!text->bytes)
			return CPG_UNKNOWN;
		for (size_t j = 0; j < text->length; j++) {
			if ((unsigned char)text->bytes[j] >= 0x80)
				return CPG_UNKNOWN;
		}
		*count += text->length;
	}
	return CPG_YES;
}

static int apply_length(struct cpg_parameter *p)
{
	const struct cpg_subject *subject = &p->subject;
	size_t count = subject->items.count;
	int known = subject->items.loose ? CPG_UNKNOWN : CPG_YES;

	if (check_counted(p) < 0)
		return -1;
	if (p->ex->how->failed)
		return 0;
	if (!subject->list && subject->set == CPG_YES)
		known = count_characters(subject->value, &count);
	else if (!subject->list)
		known = subject->set == CPG_NO ? CPG_YES : CPG_UNKNOWN;
	if (known != CPG_YES)
		return cpg_expand_push_number(p->ex, cpg_parameter_why(p), p->quoted);
	return cpg_expand_push_integer(p->ex, (long long)count, p->quoted);
}

int cpg_expand_parameter(struct cpg_expander *ex,
			 const struct cpg_shell_parameter *parameter, bool quoted)
{
	struct cpg_parameter p = {.ex = ex, .parameter = parameter, .quoted = quoted};

	if (parameter->op == CPG_OP_BAD)
		return apply_bad(&p);
	if (cpg_subject_find(ex, parameter, &p.subject) < 0)
		return -1;
	if (ex->how->failed)
		return 0;
	if (parameter->length)
		return apply_length(&p);
	ex->ats |= p.subject.list && !p.subject.star;
	ex->lists |= p.subject.list && !(p.subject.star && quoted);
	return operators[parameter->op](&p);
}
