#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "shell_expand_private.h"

static void set_unknown(struct cpg_subject *subject, const char *why)
{
	subject->set = CPG_UNKNOWN;
	subject->why = why;
}

static void set_value(struct cpg_subject *subject, struct cpg_value value)
{
	subject->set = CPG_YES;
	subject->value = value;
}

static int set_number(struct cpg_expander *ex, struct cpg_subject *subject, size_t number)
{
	char *text = cpg_arena_printf(ex->arena, "%zu", number);
	struct cpg_value value;

	if (!text || cpg_value_text(ex->arena, cpg_text_of(text), ex->place, &value) < 0)
		return cpg_expand_no_memory(ex->err);
	set_value(subject, value);
	return 0;
}

/* A number that is set and not known. */
static int unknown_number(struct cpg_expander *ex, struct cpg_subject *subject,
			  const char *why)
{
	struct cpg_value value;

	if (cpg_value_unknown_word(ex->arena, why, ex->place, &value) < 0)
		return cpg_expand_no_memory(ex->err);
	set_value(subject, value);
	return 0;
}

static int find_list(struct cpg_expander *ex, struct cpg_subject *subject)
{
	const struct cpg_positional *words = cpg_scope_positional(ex->shell->scope);

	subject->list = subject->ordered = true;
	subject->star = subject->name[0] == '*';
	subject->items = (struct cpg_list){words->values, words->count, words->loose,
					   words->why, words->rest};
	return 0;
}

static int find_count(struct cpg_expander *ex, struct cpg_subject *subject)
{
	const struct cpg_positional *words = cpg_scope_positional(ex->shell->scope);

	if (words->loose)
		return unknown_number(ex, subject, words->why);
	return set_number(ex, subject, words->count);
}

static int find_status(struct cpg_expander *ex, struct cpg_subject *subject)
{
	int status = cpg_scope_status(ex->shell->scope);

	if (status < 0)
		return unknown_number(ex, subject, "the status of a command is not known");
	return set_number(ex, subject, (size_t)status);
}

static int find_process(struct cpg_expander *ex, struct cpg_subject *subject)
{
	return unknown_number(ex, subject, "it is the number of a process");
}

static int find_background(struct cpg_expander *ex, struct cpg_subject *subject)
{
	(void)ex;
	set_unknown(subject, "it is the number of a process");
	return 0;
}

static int find_options(struct cpg_expander *ex, struct cpg_subject *subject)
{
	return unknown_number(ex, subject, "it is the shell's options");
}

static int find_zero(struct cpg_expander *ex, struct cpg_subject *subject)
{
	set_value(subject, ex->shell->name);
	return 0;
}

struct special {
	char name;
	int (*find)(struct cpg_expander *ex, struct cpg_subject *subject);
};

static const struct special specials[] = {
	{'@', find_list},    {'*', find_list},    {'#', find_count},
	{'?', find_status},  {'$', find_process}, {'!', find_background},
	{'-', find_options}, {'0', find_zero},
};

static int find_positional(struct cpg_expander *ex, struct cpg_subject *subject)
{
	const struct cpg_positional *words = cpg_scope_positional(ex->shell->scope);
	unsigned long long number = strtoull(subject->name, NULL, 10);

	if (number > 0 && number <= words->count)
		set_value(subject, words->values[number - 1]);
	else if (words->loose)
		set_unknown(subject, words->why);
	return 0;
}

/* One of the elements, or its key. */
static int list_element(struct cpg_expander *ex, const struct cpg_array_element *element,
			bool keys, struct cpg_value *item)
{
	const char *key = element->key;

	if (!keys) {
		*item = element->value;
		return 0;
	}
	if (!key)
		key = cpg_arena_printf(ex->arena, "%lld", element->index);
	return key ? cpg_value_text(ex->arena, cpg_text_of(key), ex->place, item) : -1;
}

/* The elements as a list. In which order those of an associative array come hangs on bash's
 * release: of several only the number is known. */
static int list_elements(struct cpg_expander *ex, const struct cpg_shell_variable *variable,
			 bool keys, struct cpg_list *list)
{
	bool hashed = variable->kind == CPG_VARIABLE_ASSOCIATIVE && variable->count > 1;
	struct cpg_value *items =
		cpg_arena_array(ex->arena, variable->count + 1, sizeof(*items));
	int rc = items ? 0 : -1;

	for (size_t i = 0; i < variable->count && rc == 0; i++) {
		if (hashed)
			rc = cpg_value_unknown(
				ex->arena, "the order of an associative array is not known",
				ex->place, &items[i]);
		else
			rc = list_element(ex, &variable->elements[i], keys, &items[i]);
	}
	list->items = items;
	return rc < 0 ? cpg_expand_no_memory(ex->err) : 0;
}

static int list_scalar(struct cpg_expander *ex, const struct cpg_shell_variable *variable,
		       bool keys, struct cpg_list *list)
{
	struct cpg_value *item = cpg_arena_alloc(ex->arena, sizeof(*item));

	if (!item || (keys && cpg_value_string(ex->arena, "0", item) < 0))
		return cpg_expand_no_memory(ex->err);
	if (!keys)
		*item = variable->scalar;
	*list = (struct cpg_list){.items = item, .count = 1};
	return 0;
}

static int find_all(struct cpg_expander *ex, const struct cpg_shell_variable *variable,
		    bool star, bool keys, struct cpg_subject *subject)
{
	subject->list = subject->array = true;
	subject->star = star;
	subject->ordered = variable->kind != CPG_VARIABLE_ASSOCIATIVE;
	subject->elements = variable->elements;
	/* bash takes the @ for a key here. */
	subject->assignable = variable->kind == CPG_VARIABLE_ASSOCIATIVE;
	subject->subscript =
		(struct cpg_subscript){.kind = CPG_SUBSCRIPT_KEY, .key = star ? "*" : "@"};
	switch (variable->kind) {
	case CPG_VARIABLE_UNSET:
		subject->absent = true;
		return 0;
	case CPG_VARIABLE_SCALAR:
		subject->text = true;
		subject->elements = NULL;
		return list_scalar(ex, variable, keys, &subject->items);
	case CPG_VARIABLE_UNKNOWN:
		subject->items = (struct cpg_list){.loose = true, .why = variable->why};
		return 0;
	case CPG_VARIABLE_INDEXED:
	case CPG_VARIABLE_ASSOCIATIVE:
		break;
	}
	subject->items = (struct cpg_list){
		.count = variable->count,
		.loose = variable->loose,
		.why = variable->why,
	};
	if (!keys)
		subject->items.rest = variable->rest;
	/* ${#A[@]} needs no more. */
	if (subject->counted)
		return 0;
	return list_elements(ex, variable, keys, &subject->items);
}

/* Whether bash reports it as a bad subscript: an empty key, or an index before the first. */
static bool is_bad(const struct cpg_shell_variable *variable,
		   const struct cpg_subscript *subscript)
{
	if (subscript->kind == CPG_SUBSCRIPT_KEY)
		return subscript->empty;
	return subscript->kind == CPG_SUBSCRIPT_INDEX &&
	       cpg_variable_lacks(variable, subscript->index);
}

static int find_element(const struct cpg_shell_variable *variable,
			const struct cpg_subscript *subscript, struct cpg_subject *subject)
{
	subject->set = cpg_subscript_get(variable, subscript, &subject->value);
	subject->bad = is_bad(variable, subscript);
	subject->text = subscript->kind != CPG_SUBSCRIPT_NONE &&
			variable->kind == CPG_VARIABLE_SCALAR;
	subject->element = subscript->kind != CPG_SUBSCRIPT_NONE &&
			   (variable->kind == CPG_VARIABLE_INDEXED ||
			    variable->kind == CPG_VARIABLE_ASSOCIATIVE);
	subject->why = variable->why ? variable->why : "its subscript is not known";
	subject->assignable = true;
	subject->subscript = *subscript;
	return 0;
}

static int find_subscripted(struct cpg_expander *ex,
			    const struct cpg_shell_variable *variable,
			    const struct cpg_subscript *subscript, bool keys,
			    struct cpg_subject *subject)
{
	if (ex->how->failed)
		return 0;
	subject->hollow = variable->kind == CPG_VARIABLE_ASSOCIATIVE && !variable->count;
	if (subscript->kind == CPG_SUBSCRIPT_AT || subscript->kind == CPG_SUBSCRIPT_STAR)
		return find_all(ex, variable, subscript->kind == CPG_SUBSCRIPT_STAR, keys,
				subject);
	if (find_element(variable, subscript, subject) < 0)
		return -1;
	/* What ${#V[i]} makes of it is another matter. */
	if (!subject->bad || subject->counted)
		return 0;
	return cpg_expand_fail(ex, CPG_FAULT_NOTED, "%s: bad array subscript",
			       subject->name);
}

static bool is_all(const struct cpg_shell_word *index)
{
	return index && index->count == 1 && index->parts[0].kind == CPG_PART_LITERAL &&
	       (cpg_text_is(index->parts[0].text, "@") ||
		cpg_text_is(index->parts[0].text, "*"));
}

static int find_variable(struct cpg_expander *ex, const struct cpg_shell_word *index,
			 bool keys, struct cpg_subject *subject)
{
	const struct cpg_shell_variable *variable =
		cpg_scope_get(ex->shell->scope, subject->name);
	struct cpg_subscript subscript;

	/* ${#V[i]} of what is not set does not come to the subscript. */
	if (subject->counted && variable->kind == CPG_VARIABLE_UNSET && !is_all(index))
		return 0;
	if (cpg_subscript_word(ex, index, variable, &subscript) < 0)
		return -1;
	return find_subscripted(ex, variable, &subscript, keys, subject);
}

static int find_named(struct cpg_expander *ex, const struct cpg_shell_word *index,
		      bool keys, struct cpg_subject *subject)
{
	const char *name = subject->name;

	for (size_t i = 0; name[1] == '\0' && i < sizeof(specials) / sizeof(*specials);
	     i++) {
		if (specials[i].name == name[0])
			return specials[i].find(ex, subject);
	}
	if (isdigit((unsigned char)name[0]))
		return find_positional(ex, subject);
	return find_variable(ex, index, keys, subject);
}

static bool is_parameter(struct cpg_text text)
{
	for (size_t i = 0; i < sizeof(specials) / sizeof(*specials); i++) {
		if (text.length == 1 && text.bytes[0] == specials[i].name)
			return true;
	}
	for (size_t i = 0; i < text.length; i++) {
		if (!isdigit((unsigned char)text.bytes[i]))
			return false;
	}
	return text.length > 0;
}

/* What the text names. */
static int find_text(struct cpg_expander *ex, struct cpg_text text,
		     struct cpg_subject *subject)
{
	const struct cpg_shell_variable *variable;
	struct cpg_subscript subscript;
	struct cpg_text inner;

	*subject = (struct cpg_subject){.set = CPG_NO, .name = text.bytes};
	if (is_parameter(text))
		return find_named(ex, NULL, false, subject);
	if (!cpg_subscript_cut(ex->arena, text, &subject->name, &inner))
		return cpg_expand_fail(ex, CPG_FAULT_REPORTED, "%s: invalid variable name",
				       text.bytes);
	variable = cpg_scope_get(ex->shell->scope, subject->name);
	if (cpg_subscript_text(ex, inner, variable, &subscript) < 0)
		return -1;
	return find_subscripted(ex, variable, &subscript, false, subject);
}

/* ${!V} of no value: an error when there is no such variable. */
static int find_nothing(struct cpg_expander *ex,
			const struct cpg_shell_parameter *parameter,
			const struct cpg_shell_variable *variable,
			struct cpg_subject *subject)
{
	if (!isdigit((unsigned char)parameter->name[0]) &&
	    variable->kind == CPG_VARIABLE_UNSET)
		return cpg_expand_fail(ex, CPG_FAULT_REPORTED,
				       "%s: invalid indirect expansion", parameter->name);
	*subject = (struct cpg_subject){.set = CPG_NO, .name = parameter->name};
	return 0;
}

static int find_indirect(struct cpg_expander *ex,
			 const struct cpg_shell_parameter *parameter,
			 struct cpg_subject *subject)
{
	const struct cpg_shell_variable *self =
		cpg_scope_peek(ex->shell->scope, parameter->name);
	struct cpg_text text;

	if (!parameter->index && self->nameref) {
		set_value(subject, self->scalar);
		return 0;
	}
	if (find_named(ex, parameter->index, false, subject) < 0)
		return -1;
	if (ex->how->failed)
		return 0;
	if (subject->list || subject->set == CPG_UNKNOWN ||
	    (subject->set == CPG_YES && !cpg_value_known(subject->value))) {
		*subject = (struct cpg_subject){.name = parameter->name};
		cpg_expand_may_fail(ex);
		set_unknown(subject, "the name of the variable is not known");
		return 0;
	}
	if (subject->set == CPG_NO)
		return find_nothing(ex, parameter, self, subject);
	text = cpg_value_flat(ex->arena, subject->value);
	if (!text.bytes)
		return cpg_expand_no_memory(ex->err);
	return find_text(ex, text, subject);
}

/* ${!prefix*} */
static int find_names(struct cpg_expander *ex, const struct cpg_shell_parameter *parameter,
		      struct cpg_subject *subject)
{
	struct cpg_value *items;
	size_t count;
	bool all;
	const char *const *names =
		cpg_scope_names(ex->shell->scope, parameter->name, &count, &all);

	items = names ? cpg_arena_array(ex->arena, count + 1, sizeof(*items)) : NULL;
	if (!items)
		return cpg_expand_no_memory(ex->err);
	subject->list = subject->ordered = true;
	subject->star = parameter->letter == '*';
	subject->items = (struct cpg_list){
		.items = items,
		.count = all ? count : 0,
		.loose = !all,
		.why = "which variables are set is not known",
	};
	for (size_t i = 0; i < count; i++) {
		if (cpg_value_text(ex->arena, cpg_text_of(names[i]), ex->place, &items[i]) <
		    0)
			return cpg_expand_no_memory(ex->err);
	}
	return 0;
}

int cpg_subject_find(struct cpg_expander *ex, const struct cpg_shell_parameter *parameter,
		     struct cpg_subject *subject)
{
	*subject = (struct cpg_subject){
		.set = CPG_NO,
		.name = parameter->name,
		.counted = parameter->length,
	};
	if (parameter->names)
		return find_names(ex, parameter, subject);
	if (parameter->indirect && !is_all(parameter->index))
		return find_indirect(ex, parameter, subject);
	return find_named(ex, parameter->index, parameter->indirect, subject);
}
