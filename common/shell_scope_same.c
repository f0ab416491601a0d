#include "shell_scope_private.h"

#include <string.h>

bool cpg_scope_same_positional(const struct cpg_positional *a,
			       const struct cpg_positional *b)
{
	if (a->count != b->count || a->loose != b->loose || !cpg_row_same(a->rest, b->rest))
		return false;
	for (size_t i = 0; i < a->count && a->values != b->values; i++) {
		if (!cpg_value_same(a->values[i], b->values[i]))
			return false;
	}
	return true;
}

/* Two scopes that are compared. */
struct pair {
	const struct cpg_shell_scope *a;
	const struct cpg_shell_scope *b;
};

static bool same_elements(const struct cpg_shell_variable *a,
			  const struct cpg_shell_variable *b)
{
	if (a->count != b->count || a->loose != b->loose || !cpg_row_same(a->rest, b->rest))
		return false;
	for (size_t i = 0; i < a->count && a->elements != b->elements; i++) {
		const struct cpg_array_element *x = &a->elements[i];
		const struct cpg_array_element *y = &b->elements[i];

		if (a->kind == CPG_VARIABLE_ASSOCIATIVE ? strcmp(x->key, y->key) != 0
							: x->index != y->index)
			return false;
		if (!cpg_value_same(x->value, y->value))
			return false;
	}
	return true;
}

static bool same_variable(const struct cpg_shell_variable *a,
			  const struct cpg_shell_variable *b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || a->exported != b->exported ||
	    a->readonly != b->readonly || a->integer != b->integer ||
	    a->upper != b->upper || a->lower != b->lower || a->nameref != b->nameref ||
	    a->unlisted != b->unlisted || a->computed != b->computed || a->kept != b->kept)
		return false;
	if (a->kind == CPG_VARIABLE_INDEXED || a->kind == CPG_VARIABLE_ASSOCIATIVE)
		return same_elements(a, b);
	return a->kind != CPG_VARIABLE_SCALAR || cpg_value_same(a->scalar, b->scalar);
}

static int differs(void *context, const char *name, const void *left, const void *right)
{
	const struct pair *pair = context;

	(void)name;
	return !same_variable(left ? left : pair->a->rest, right ? right : pair->b->rest);
}

static int function_differs(void *context, const char *name, const void *left,
			    const void *right)
{
	static const struct cpg_scope_function none = {.exported = false};
	const struct cpg_scope_function *a = left ? left : &none;
	const struct cpg_scope_function *b = right ? right : &none;

	(void)context;
	(void)name;
	if (a->choice.count != b->choice.count || a->choice.defined != b->choice.defined ||
	    a->choice.unknown != b->choice.unknown || a->exported != b->exported)
		return 1;
	return memcmp(a->choice.bodies, b->choice.bodies,
		      a->choice.count * sizeof(*a->choice.bodies)) != 0;
}

static int saved_differs(void *context, const char *name, const void *left,
			 const void *right)
{
	const struct pair *pair = context;

	if (!left || !right)
		return 1;
	return !same_variable(cpg_scope_hidden(pair->a, name, left),
			      cpg_scope_hidden(pair->b, name, right));
}

static bool same_frames(struct pair *pair)
{
	const struct cpg_scope_frame *a = pair->a->frames;
	const struct cpg_scope_frame *b = pair->b->frames;

	for (; a != b && a && b; a = a->outer, b = b->outer) {
		if (cpg_map_compare(&a->saved, &b->saved, saved_differs, pair) != 0)
			return false;
	}
	return a == b;
}

bool cpg_scope_same(const struct cpg_shell_scope *a, const struct cpg_shell_scope *b)
{
	struct pair pair = {a, b};

	return memcmp(a->options, b->options, sizeof(a->options)) == 0 &&
	       a->positional_set == b->positional_set && same_variable(a->rest, b->rest) &&
	       cpg_scope_same_positional(&a->positional, &b->positional) &&
	       cpg_value_same(a->directory, b->directory) && same_frames(&pair) &&
	       cpg_map_compare(&a->functions, &b->functions, function_differs, NULL) == 0 &&
	       cpg_map_compare(&a->variables, &b->variables, differs, &pair) == 0;
}
