#include <ctype.h>
#include <string.h>

#include "shell_assign.h"

static int no_memory(const struct cpg_assigning *a)
{
	return cpg_expand_no_memory(a->ex->err);
}

/* The element of NAME=( ) with what it was expanded to. */
struct expanded {
	const struct cpg_shell_element *element;
	struct cpg_value key;
	struct cpg_value value;  /* with a key, or of an associative array */
	struct cpg_fields words; /* else */
	bool braced;             /* there are braces behind a key, or in it */
};

struct cpg_shell_elements {
	struct expanded *items;
	size_t count;
	bool pairs; /* for an associative array */
};

static int expand_words(struct cpg_expander *outer, const struct cpg_shell_element *element,
			struct cpg_fields *out)
{
	const struct cpg_shell_argument argument = {.word = element->value};
	struct cpg_field_list list = {0};
	struct cpg_expander ex;

	cpg_expand_begin(&ex, outer->shell, outer->how, outer->err);
	ex.listed = true;
	if (cpg_expand_argument_list(&ex, &argument, 1, &list) < 0)
		return -1;
	*out = (struct cpg_fields){list.items, list.count};
	return 0;
}

/* Whether braces would make several words of [key]=value. Up to bash 5.2 they do, and each is
 * a plain word then; since 5.3 what has a key is left alone. */
static int has_braces(struct cpg_expander *ex, const struct cpg_shell_element *element,
		      bool *braced)
{
	const struct cpg_shell_word *key = element->key;
	size_t count = key->count + 1 + element->value.count;
	struct cpg_shell_part *parts = cpg_arena_array(ex->arena, count, sizeof(*parts));
	const struct cpg_shell_word whole = {.parts = parts, .count = count};
	const struct cpg_shell_word *words;

	if (!parts)
		return cpg_expand_no_memory(ex->err);
	if (key->count)
		memcpy(parts, key->parts, key->count * sizeof(*parts));
	parts[key->count] = (struct cpg_shell_part){.text = cpg_text_of("]=")};
	if (element->value.count)
		memcpy(parts + key->count + 1, element->value.parts,
		       element->value.count * sizeof(*parts));
	if (cpg_expand_braces(ex, &whole, &words, &count) < 0)
		return -1;
	*braced = words != &whole;
	return 0;
}

static int expand_keyed(struct cpg_expander *ex, struct expanded *expanded, bool pairs)
{
	const struct cpg_shell_element *element = expanded->element;
	int rc;

	if (cpg_shell_step(ex->shell, ex->err) < 0)
		return -1;
	if (element->key && !pairs && has_braces(ex, element, &expanded->braced) < 0)
		return -1;
	if (expanded->braced)
		return cpg_expand_doubtful(ex, element->key) < 0
			       ? -1
			       : cpg_expand_doubtful(ex, &element->value);
	if (cpg_expand_operand(ex, element->key, false, &expanded->key) < 0)
		return -1;
	if (ex->how->failed)
		return 0;
	ex->declared = true;
	ex->tilde = false;
	rc = cpg_expand_assigned(ex, &element->value, &expanded->value);
	ex->declared = false;
	/* bash 5.2 leaves it alone there, unlike those before and after. */
	if (rc == 0 && pairs && ex->tilde &&
	    cpg_value_unknown(ex->arena, "what a tilde is hangs on bash's release",
			      element->value.origin, &expanded->value) < 0)
		return cpg_expand_no_memory(ex->err);
	return rc;
}

static int expand_elements(struct cpg_expander *ex,
			   const struct cpg_shell_assignment *assignment, bool associative,
			   const struct cpg_shell_elements **out)
{
	struct cpg_shell_elements *elements = cpg_arena_alloc(ex->arena, sizeof(*elements));

	if (!elements)
		return cpg_expand_no_memory(ex->err);
	*out = elements;
	elements->count = assignment->element_count;
	elements->pairs = associative;
	elements->items =
		cpg_arena_array(ex->arena, elements->count, sizeof(*elements->items));
	if (!elements->items)
		return cpg_expand_no_memory(ex->err);
	for (size_t i = 0; i < elements->count && !ex->how->failed; i++) {
		struct expanded *item = &elements->items[i];

		item->element = &assignment->elements[i];
		if (item->element->key || associative
			    ? expand_keyed(ex, item, associative) < 0
			    : expand_words(ex, item->element, &item->words) < 0)
			return -1;
	}
	return 0;
}

int cpg_assign_expand(struct cpg_expander *ex,
		      const struct cpg_shell_assignment *assignment, bool associative,
		      bool hidden, const struct cpg_shell_elements **out)
{
	struct cpg_shell_scope *scope = ex->shell->scope;
	const char *name = assignment->name;
	const struct cpg_shell_variable before = *cpg_scope_get(scope, name);
	struct cpg_shell_variable during = before;

	if (!hidden)
		return expand_elements(ex, assignment, associative, out);
	cpg_variable_hide(&during);
	if (cpg_scope_set(scope, name, &during, false) < 0)
		return cpg_expand_no_memory(ex->err);
	if (expand_elements(ex, assignment, associative, out) < 0)
		return -1;
	if (cpg_variable_is_hidden(cpg_scope_get(scope, name)) &&
	    cpg_scope_set(scope, name, &before, false) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

/* Where the next word goes. */
struct next {
	enum {
		NEXT_AT,     /* to that index */
		NEXT_BEHIND, /* behind all others */
		NEXT_LOST,   /* somewhere */
	} where;
	long long index;
	const char *lost; /* why nothing is known of the array when all is assigned */
};

/* Any number of words. They may take the places of elements that are there already: from the
 * first of these on nothing is known. */
static int add_many(struct cpg_assigning *a, struct cpg_value value, struct next *next)
{
	struct cpg_shell_variable *variable = &a->variable;
	const char *why = cpg_shell_gap_why(value);
	size_t kept = variable->count;

	if (cpg_value_unknown(a->ex->arena, why, cpg_value_origin(value), &value) < 0)
		return no_memory(a);
	while (next->where == NEXT_AT && kept > 0 &&
	       variable->elements[kept - 1].index >= next->index)
		kept--;
	if (next->where == NEXT_AT)
		variable->rest = (struct cpg_row){0};
	variable->count = kept;
	next->where = NEXT_BEHIND;
	if (cpg_variable_append_many(a->ex->arena, variable, value, variable) < 0)
		return no_memory(a);
	return 0;
}

static int add_word(struct cpg_assigning *a, struct cpg_value value, struct next *next)
{
	struct cpg_subscript place = {.kind = CPG_SUBSCRIPT_INDEX, .index = next->index};

	if (next->where == NEXT_LOST)
		return 0;
	if (next->where == NEXT_BEHIND)
		return cpg_assign_behind(a, value);
	next->index++;
	return cpg_assign_put(a, place, false, value);
}

static int add_words(struct cpg_assigning *a, const struct cpg_fields *words,
		     struct next *next)
{
	for (size_t i = 0; i < words->count && !a->ex->how->failed; i++) {
		struct cpg_value value = words->items[i].value;

		if ((words->items[i].many ? add_many : add_word)(a, value, next) < 0)
			return -1;
	}
	return 0;
}

static bool is_number(const struct cpg_shell_word *word)
{
	struct cpg_text text =
		word->count == 1 ? word->parts[0].text : (struct cpg_text){0};

	while (text.length && isdigit((unsigned char)text.bytes[text.length - 1]))
		text.length--;
	return word->count == 1 && text.bytes && text.length == 0;
}

/* In 5.3 {1,2} is no number for the key, in 5.2 [2]=1 is none for an integer. */
static int add_braced(struct cpg_assigning *a, const struct cpg_shell_element *element,
		      struct next *next)
{
	const char *why = "what braces behind a key make hangs on bash's release";

	if (a->variable.integer || !is_number(element->key))
		next->lost = why;
	return cpg_assign_blur(a, why);
}

/* An element of which bash makes nothing: under -e it ends the shell. Up to 5.2 bash goes on
 * with the next element, since 5.3 it gives up the line. */
static int fail_element(struct cpg_assigning *a)
{
	cpg_expand_may_fail(a->ex);
	return cpg_expand_fail(a->ex, CPG_FAULT_NOTED, "%s: bad array subscript", a->name);
}

/* Whether [index] is none that bash takes in a list of elements: it is empty, @ or *, or lies
 * before the first element. */
static bool is_bad(const struct cpg_assigning *a, const struct cpg_subscript *subscript)
{
	switch (subscript->kind) {
	case CPG_SUBSCRIPT_AT:
	case CPG_SUBSCRIPT_STAR:
		return true;
	case CPG_SUBSCRIPT_INDEX:
		return subscript->empty ||
		       cpg_variable_lacks(&a->variable, subscript->index);
	default:
		return false;
	}
}

static int add_keyed(struct cpg_assigning *a, const struct expanded *expanded,
		     struct next *next)
{
	const struct cpg_shell_element *element = expanded->element;
	struct cpg_subscript subscript;

	next->where = NEXT_LOST;
	if (expanded->braced)
		return add_braced(a, element, next);
	if (cpg_subscript_value(a->ex, element->key, expanded->key, &a->variable,
				&subscript) < 0)
		return -1;
	if (a->ex->how->failed)
		return 0;
	if (is_bad(a, &subscript)) {
		next->lost = "what a bad subscript does hangs on bash's release";
		return fail_element(a);
	}
	if (subscript.kind == CPG_SUBSCRIPT_UNKNOWN)
		next->lost = "a subscript is not known";
	if (next->lost)
		return 0;
	if (subscript.index < 0 && !a->variable.loose)
		subscript.index += cpg_assign_next(&a->variable);
	if (subscript.index >= 0)
		*next = (struct next){NEXT_AT, subscript.index + 1, NULL};
	return cpg_assign_put(a, subscript, element->append, expanded->value);
}

static int add_indexed(struct cpg_assigning *a, const struct expanded *expanded,
		       size_t count)
{
	struct next next = {NEXT_AT, cpg_assign_next(&a->variable), NULL};
	int rc = 0;

	if (a->variable.loose)
		next.where = NEXT_BEHIND;
	if (a->variable.kind == CPG_VARIABLE_UNSET)
		a->variable.kind = CPG_VARIABLE_INDEXED;
	for (size_t i = 0; i < count && rc == 0 && !a->ex->how->failed; i++) {
		if (expanded[i].element->key)
			rc = add_keyed(a, &expanded[i], &next);
		else
			rc = add_words(a, &expanded[i].words, &next);
	}
	if (rc < 0 || !next.lost || a->ex->how->failed)
		return rc;
	cpg_expand_may_fail(a->ex);
	return cpg_assign_blur(a, next.lost);
}

/* [key]=value of an associative array. */
static int add_pair(struct cpg_assigning *a, const struct expanded *expanded)
{
	struct cpg_subscript subscript = {.kind = CPG_SUBSCRIPT_KEY};

	if (cpg_value_is_empty(expanded->key) == CPG_YES)
		return fail_element(a);
	if (!cpg_value_known(expanded->key))
		return cpg_assign_blur(a, "a key is not known");
	subscript.key = cpg_value_flat(a->ex->arena, expanded->key).bytes;
	if (!subscript.key)
		return no_memory(a);
	return cpg_assign_put(a, subscript, expanded->element->append, expanded->value);
}

/* ([key]=value ...). What plain words are, (key value ...), bash knows since 5.1. Among keyed
 * ones they are an error, after which 5.3 gives up the line and others go on. */
static int add_associative(struct cpg_assigning *a, const struct expanded *expanded,
			   size_t count)
{
	if (count && !expanded->element->key)
		return cpg_assign_blur(
			a, "what words without keys are hangs on bash's release");
	for (size_t i = 0; i < count && !a->ex->how->failed; i++) {
		if ((expanded[i].element->key ? add_pair(a, &expanded[i])
					      : fail_element(a)) < 0)
			return -1;
	}
	return 0;
}

int cpg_assign_array(struct cpg_assigning *a, const struct cpg_shell_assignment *assignment,
		     const struct cpg_shell_elements *elements)
{
	struct cpg_shell_variable *variable = &a->variable;

	if (!assignment->append)
		cpg_variable_clear(variable, elements->pairs ? CPG_VARIABLE_ASSOCIATIVE
							     : CPG_VARIABLE_INDEXED);
	if (variable->kind == CPG_VARIABLE_UNKNOWN)
		return 0;
	return (elements->pairs ? add_associative : add_indexed)(a, elements->items,
								 elements->count);
}
