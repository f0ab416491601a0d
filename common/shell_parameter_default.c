#include "shell_parameter.h"

static bool is_empty_join(const struct cpg_parameter *p)
{
	struct cpg_ifs ifs;

	if (!p->subject.star || !p->quoted)
		return false;
	cpg_ifs_of(p->ex->shell, &ifs);
	return ifs.known && ifs.first.length == 0;
}

/* Whether one of the words is known not to be empty; *unknown when that hangs on one. */
static bool has_text(const struct cpg_list *list, bool *unknown)
{
	for (size_t i = 0; i < list->count; i++) {
		int empty = cpg_value_is_empty(list->items[i]);

		if (empty == CPG_NO)
			return true;
		*unknown = *unknown || empty == CPG_UNKNOWN;
	}
	for (size_t i = 0; i < list->rest.count; i++) {
		const struct cpg_row_item *item = &list->rest.items[i];

		if (!item->many && cpg_value_is_empty(item->value) == CPG_NO)
			return true;
	}
	return false;
}

/* Whether a list is there for ${A[@]:-d}: one empty word is as none, several are not, but for
 * what joins them. */
static int list_presence(const struct cpg_parameter *p)
{
	const struct cpg_list *list = &p->subject.items;
	size_t least = list->count + cpg_row_least(list->rest);
	bool unknown = list->loose;

	if (least == 0)
		return list->loose ? CPG_UNKNOWN : CPG_NO;
	if (!p->parameter->colon || (least > 1 && !is_empty_join(p)))
		return CPG_YES;
	if (has_text(list, &unknown))
		return CPG_YES;
	/* For bash such a word is there in an assignment, and behind ${!V}, and not always
	 * where it would be assigned; up to 4.4 also in "${A[@]:-d}". */
	if (!p->ex->fields || p->parameter->indirect || p->parameter->op == CPG_OP_ASSIGN ||
	    p->quoted)
		return CPG_UNKNOWN;
	return unknown ? CPG_UNKNOWN : CPG_NO;
}

/* Whether the value counts as there: CPG_YES, CPG_NO, CPG_UNKNOWN. */
static int presence(const struct cpg_parameter *p)
{
	if (p->subject.list)
		return list_presence(p);
	if (p->subject.set != CPG_YES || !p->parameter->colon)
		return p->subject.set;
	switch (cpg_value_is_empty(p->subject.value)) {
	case CPG_YES:
		return CPG_NO;
	case CPG_NO:
		return CPG_YES;
	}
	return CPG_UNKNOWN;
}

static const char *gap_why(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (!value.pieces[i].text.bytes)
			return value.pieces[i].why;
	}
	return NULL;
}

const char *cpg_parameter_why(const struct cpg_parameter *p)
{
	const struct cpg_subject *subject = &p->subject;
	const struct cpg_list *list = &subject->items;
	const char *why = subject->set == CPG_YES ? gap_why(subject->value) : NULL;

	if (!subject->list)
		return why ? why : subject->why;
	why = list->why;
	for (size_t i = 0; !why && list->items && i < list->count; i++)
		why = gap_why(list->items[i]);
	return why ? why : "whether an empty word counts hangs on bash's release";
}

/* Whether the word may be several even within quotes: "$@" is somewhere in it. */
static bool may_be_list(const struct cpg_shell_word *word)
{
	for (size_t i = 0; word && i < word->count; i++) {
		const struct cpg_shell_parameter *parameter = word->parts[i].parameter;

		if (word->parts[i].kind != CPG_PART_PARAMETER)
			continue;
		if (parameter->name[0] == '@' || parameter->index || parameter->indirect ||
		    parameter->names || may_be_list(parameter->first))
			return true;
	}
	return false;
}

/* One of several texts, or any number of words. */
static int push_either(struct cpg_parameter *p)
{
	const char *why = cpg_parameter_why(p);
	struct cpg_run run = {.piece = {.why = why}, .split = true, .several = true};

	if (p->ex->fields && (p->subject.list || may_be_list(p->parameter->first)))
		return cpg_expand_push(p->ex, &run);
	return cpg_expand_push_gap(p->ex, why, p->quoted);
}

/* Puts the operand into the place of the expansion. */
static int push_operand(struct cpg_parameter *p)
{
	const struct cpg_shell_word *word = p->parameter->first;

	if (p->quoted && cpg_expand_push_value(p->ex, cpg_value_empty, true) < 0)
		return -1;
	p->ex->operands = true;
	return word ? cpg_expand_into(p->ex, word, p->quoted) : 0;
}

int cpg_parameter_default(struct cpg_parameter *p)
{
	switch (presence(p)) {
	case CPG_YES:
		return cpg_parameter_push(p);
	case CPG_NO:
		return push_operand(p);
	}
	if (cpg_expand_doubtful(p->ex, p->parameter->first) < 0)
		return -1;
	/* "${V:-}" is V, if it is anything. */
	if (!p->subject.list && (!p->parameter->first || !p->parameter->first->count))
		return cpg_parameter_push(p);
	return push_either(p);
}

int cpg_parameter_alternate(struct cpg_parameter *p)
{
	switch (presence(p)) {
	case CPG_YES:
		return push_operand(p);
	case CPG_NO:
		/* Of one empty word bash 5.2 leaves that, and older ones nothing. */
		p->ex->odd |= p->quoted && p->subject.list && p->subject.items.count > 0;
		if (p->subject.list)
			return cpg_parameter_push_nothing(p);
		return cpg_expand_push_value(p->ex, cpg_value_empty, p->quoted);
	}
	if (cpg_expand_doubtful(p->ex, p->parameter->first) < 0)
		return -1;
	return push_either(p);
}

static int assign_operand(struct cpg_parameter *p)
{
	struct cpg_expander *ex = p->ex;
	struct cpg_value value;
	int rc;

	if (!p->subject.assignable)
		return cpg_expand_fail(ex, CPG_FAULT_REPORTED,
				       "%s: cannot assign in this way", p->subject.name);
	ex->assigns = true;
	rc = cpg_expand_operand(ex, p->parameter->first, false, &value);
	ex->assigns = false;
	if (rc < 0 || ex->how->failed)
		return rc;
	if (cpg_assign_element(ex, p->subject.name, &p->subject.subscript, value) < 0)
		return -1;
	if (ex->how->failed && ex->how->end == CPG_EXPANSION_LINE)
		ex->how->code = CPG_CODE_USAGE;
	return ex->how->failed ? 0 : cpg_subject_find(ex, p->parameter, &p->subject);
}

int cpg_parameter_assign(struct cpg_parameter *p)
{
	switch (presence(p)) {
	case CPG_NO:
		if (assign_operand(p) < 0)
			return -1;
		return p->ex->how->failed ? 0 : cpg_parameter_push(p);
	case CPG_YES:
		return cpg_parameter_push(p);
	}
	/* A parameter, or an element before the first, cannot be assigned. */
	cpg_expand_may_fail(p->ex);
	if (cpg_expand_doubtful(p->ex, p->parameter->first) < 0)
		return -1;
	return push_either(p);
}

int cpg_parameter_error(struct cpg_parameter *p)
{
	struct cpg_value message;
	struct cpg_text text;

	switch (presence(p)) {
	case CPG_YES:
		return cpg_parameter_push(p);
	case CPG_UNKNOWN:
		cpg_expand_may_fail(p->ex);
		if (cpg_expand_doubtful(p->ex, p->parameter->first) < 0)
			return -1;
		return cpg_parameter_push(p);
	}
	if (cpg_expand_operand(p->ex, p->parameter->first, false, &message) < 0)
		return -1;
	text = cpg_value_prefix(p->ex->arena, message);
	if (!text.bytes)
		return cpg_expand_no_memory(p->ex->err);
	return cpg_expand_fail(p->ex, CPG_FAULT_SHELL, "%s: %s", p->subject.name,
			       text.length ? text.bytes : "parameter null or not set");
}
