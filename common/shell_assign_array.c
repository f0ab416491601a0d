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
	struct cpg_value value;  /* with a key, or of an associative array */
	struct cpg_fields words; /* else */
	bool braced;             /* there are braces behind a key, or in it */
};

static int expand_words(struct cpg_assigning *a, const struct cpg_shell_element *element,
			struct cpg_fields *out)
{
	const struct cpg_shell_argument argument = {.word = element->value};
	struct cpg_field_list list = {0};
	struct cpg_expander ex;

	cpg_expand_begin(&ex, a->ex->shell, a->ex->how, a->ex->err);
	ex.bare = true;
	if (cpg_expand_argument_list(&ex, &argument, 1, &list) < 0)
		return -1;
	*out = (struct cpg_fields){list.items, list.count};
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

/* Whether braces would make several words of [key]=value. Up to bash 5.2 they do, and each is
 * a plain word then; since 5.3 what has a key is left alone. */
static int has_braces(struct cpg_assigning *a, const struct cpg_shell_element *element,
		      bool *braced)
{
	const struct cpg_shell_word *key = element->key;
	size_t count = key->count + 1 + element->value.count;
	struct cpg_shell_part *parts = cpg_arena_array(a->ex->arena, count, sizeof(*parts));
	const struct cpg_shell_word whole = {.parts = parts, .count = count};
	const struct cpg_shell_word *words;

	if (!parts)
		return no_memory(a);
	if (key->count)
		memcpy(parts, key->parts, key->count * sizeof(*parts));
	parts[key->count] = (struct cpg_shell_part){.text = cpg_text_of("]=")};
	if (element->value.count)
		memcpy(parts + key->count + 1, element->value.parts,
		       element->value.count * sizeof(*parts));
	if (cpg_expand_braces(a->ex, &whole, &words, &count) < 0)
		return -1;
	*braced = words != &whole;
	/* In 5.3 {1,2} is no number for the key, in 5.2 [2]=1 is none for the value. */
	a->ex->how->maybe =
		a->ex->how->maybe || (*braced && (a->variable.integer || !is_number(key)));
	return 0;
}

static int expand_keyed(struct cpg_assigning *a, struct expanded *expanded, bool pairs)
{
	const struct cpg_shell_element *element = expanded->element;

	if (cpg_shell_step(a->ex->shell, a->ex->err) < 0)
		return -1;
	if (element->key && !pairs && has_braces(a, element, &expanded->braced) < 0)
		return -1;
	if (!expanded->braced)
		return cpg_expand_assigned(a->ex, &element->value, &expanded->value);
	if (cpg_expand_doubtful(a->ex, element->key) < 0)
		return -1;
	return cpg_expand_doubtful(a->ex, &element->value);
}

/* All elements are expanded before the first is assigned. */
static int expand_elements(struct cpg_assigning *a,
			   const struct cpg_shell_assignment *assignment,
			   struct expanded *expanded)
{
	bool pairs = a->variable.kind == CPG_VARIABLE_ASSOCIATIVE;

	for (size_t i = 0; i < assignment->element_count && !a->ex->how->failed; i++) {
		const struct cpg_shell_element *element = &assignment->elements[i];
		int rc;

		expanded[i].element = element;
		if (element->key || pairs)
			rc = expand_keyed(a, &expanded[i], pairs);
		else
			rc = expand_words(a, element, &expanded[i].words);
		if (rc < 0)
			return -1;
	}
	return 0;
}

/* From here on the elements of an indexed array are not known. */
static void loosen(struct cpg_assigning *a, const char *why)
{
	if (a->variable.kind == CPG_VARIABLE_UNSET)
		a->variable.kind = CPG_VARIABLE_INDEXED;
	if (a->variable.loose)
		return;
	a->variable.loose = true;
	a->variable.why = why;
}

static const char *gap_why(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (!value.pieces[i].text.bytes && value.pieces[i].why != cpg_shell_spool)
			return value.pieces[i].why;
	}
	return "how many words there are is not known";
}

static int add_words(struct cpg_assigning *a, const struct cpg_fields *words,
		     long long *next)
{
	for (size_t i = 0; i < words->count && !a->variable.loose; i++) {
		struct cpg_subscript place = {CPG_SUBSCRIPT_INDEX, *next, NULL};

		if (words->items[i].many) {
			loosen(a, gap_why(words->items[i].value));
			return 0;
		}
		if (cpg_assign_put(a, place, false, words->items[i].value) < 0)
			return -1;
		if (a->ex->how->failed)
			return 0;
		(*next)++;
	}
	return 0;
}

static int add_keyed(struct cpg_assigning *a, const struct expanded *expanded,
		     long long *next)
{
	const struct cpg_shell_element *element = expanded->element;
	struct cpg_subscript subscript;

	if (expanded->braced)
		return cpg_assign_blur(a, "what braces behind a key make hangs on bash's "
					  "release");
	if (cpg_subscript_word(a->ex, element->key, &a->variable, &subscript) < 0)
		return -1;
	if (a->ex->how->failed || a->variable.loose)
		return 0;
	if (subscript.kind == CPG_SUBSCRIPT_UNKNOWN &&
	    a->variable.kind == CPG_VARIABLE_INDEXED)
		return cpg_assign_blur(a, "a subscript is not known");
	if (cpg_assign_put(a, subscript, element->append, expanded->value) < 0)
		return -1;
	*next = subscript.index + 1;
	return 0;
}

static int add_indexed(struct cpg_assigning *a, const struct expanded *expanded,
		       size_t count)
{
	long long next = cpg_assign_next(&a->variable);
	int rc = 0;

	if (a->variable.kind == CPG_VARIABLE_UNSET)
		a->variable.kind = CPG_VARIABLE_INDEXED;
	for (size_t i = 0; i < count && rc == 0 && !a->ex->how->failed; i++) {
		if (expanded[i].element->key)
			rc = add_keyed(a, &expanded[i], &next);
		else
			rc = add_words(a, &expanded[i].words, &next);
	}
	return rc;
}

/* [key]=value of an associative array. */
static int add_pair(struct cpg_assigning *a, const struct expanded *expanded)
{
	const struct cpg_shell_element *element = expanded->element;
	struct cpg_subscript subscript = {CPG_SUBSCRIPT_KEY, 0, NULL};
	struct cpg_value key;

	if (cpg_expand_operand(a->ex, element->key, false, &key) < 0)
		return -1;
	if (a->ex->how->failed)
		return 0;
	if (!cpg_value_known(key))
		return cpg_assign_blur(a, "a key is not known");
	subscript.key = cpg_value_flat(a->ex->arena, key).bytes;
	if (!subscript.key)
		return no_memory(a);
	return cpg_assign_put(a, subscript, element->append, expanded->value);
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
		if (!expanded[i].element->key)
			a->ex->how->maybe = true;
		else if (add_pair(a, &expanded[i]) < 0)
			return -1;
	}
	return 0;
}

/* bash makes the array before it expands what comes into it: A=(${!A*}) finds it. */
static int make_array(struct cpg_assigning *a)
{
	if (a->variable.kind != CPG_VARIABLE_UNSET)
		return 0;
	a->variable.kind = CPG_VARIABLE_INDEXED;
	if (cpg_scope_set(a->ex->shell->scope, a->name, &a->variable, a->local) < 0)
		return no_memory(a);
	return 0;
}

int cpg_assign_array(struct cpg_assigning *a, const struct cpg_shell_assignment *assignment)
{
	struct cpg_shell_variable *variable = &a->variable;
	bool associative = variable->kind == CPG_VARIABLE_ASSOCIATIVE;
	struct expanded *expanded =
		cpg_arena_array(a->ex->arena, assignment->element_count, sizeof(*expanded));

	if (!expanded)
		return no_memory(a);
	if (make_array(a) < 0 || expand_elements(a, assignment, expanded) < 0)
		return -1;
	if (a->ex->how->failed)
		return 0;
	/* An element may have changed the array: (${A:=x}). */
	cpg_assign_begin(a, a->ex, a->name, a->local);
	if (!assignment->append) {
		variable->kind =
			associative ? CPG_VARIABLE_ASSOCIATIVE : CPG_VARIABLE_INDEXED;
		variable->scalar = cpg_value_empty;
		variable->elements = NULL;
		variable->count = 0;
		variable->room = NULL;
		variable->loose = false;
		variable->why = NULL;
	}
	if (variable->kind == CPG_VARIABLE_UNKNOWN)
		return 0;
	return (associative ? add_associative : add_indexed)(a, expanded,
							     assignment->element_count);
}
