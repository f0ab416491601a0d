#include "shell_scope_private.h"

#include <string.h>

/* A join under way. `into` is as it was before, for what must be looked up in both. */
struct join {
	struct cpg_shell_scope *scope;
	const struct cpg_shell_scope *into;
	const struct cpg_shell_scope *other;
	struct cpg_arena *arena;
	const char *why;
	struct cpg_origin origin;
};

static int gap(const struct join *join, struct cpg_value *out)
{
	return cpg_value_unknown(join->arena, join->why, join->origin, out);
}

static int make_plain(const struct join *join, struct cpg_value *gap_value)
{
	struct cpg_piece *piece = cpg_arena_alloc(join->arena, sizeof(*piece));

	if (!piece)
		return -1;
	*piece = gap_value->pieces[0];
	piece->plain = true;
	gap_value->pieces = piece;
	return 0;
}

/* What is common to two texts: two numbers are at least one word, and a number and nothing not
 * more than one. */
static int join_values(const struct join *join, struct cpg_value a, struct cpg_value b,
		       struct cpg_value *out)
{
	*out = a;
	if (cpg_value_same(a, b))
		return 0;
	if (cpg_value_is_solid(a) && cpg_value_is_solid(b))
		return cpg_value_unknown_word(join->arena, join->why, join->origin, out);
	if (gap(join, out) < 0)
		return -1;
	if (cpg_value_is_plain(a) && cpg_value_is_plain(b))
		return make_plain(join, out);
	return 0;
}

/* What one side does not know the other cannot add to: its reason is kept. */
static int join_unknown(const struct join *join, const struct cpg_shell_variable *a,
			const struct cpg_shell_variable *b, struct cpg_shell_variable *out)
{
	out->kind = CPG_VARIABLE_UNKNOWN;
	out->elements = NULL;
	out->count = 0;
	out->loose = false;
	out->rest = (struct cpg_row){0};
	out->room = NULL;
	out->nameref = false;
	if (a->kind == CPG_VARIABLE_UNKNOWN)
		return 0;
	if (b->kind == CPG_VARIABLE_UNKNOWN) {
		out->scalar = b->scalar;
		out->why = b->why;
		return 0;
	}
	out->why = join->why;
	return gap(join, &out->scalar);
}

/* Words of which some are at known places, and the rest comes behind: an array's elements, or
 * the parameters. */
struct words {
	const struct cpg_array_element *elements;
	const struct cpg_value *values; /* or these */
	size_t count;
	bool loose;
	struct cpg_row rest;
};

/* Whether there is an item `i`, counted from behind the first words on, and which. */
static bool item_of(const struct words *words, size_t i, struct cpg_row_item *item)
{
	*item = (struct cpg_row_item){.many = true};
	if (i < words->count) {
		item->value = words->elements ? words->elements[i].value : words->values[i];
		item->many = false;
		return true;
	}
	i -= words->count;
	if (words->loose && words->rest.count == 0)
		return i == 0;
	if (i >= words->rest.count)
		return false;
	*item = words->rest.items[i];
	return true;
}

/* `value` is why they are not known, when that does not hang on the join. */
static int add_many(const struct join *join, struct cpg_value value, struct cpg_row *row)
{
	if (value.count == 0 && gap(join, &value) < 0)
		return -1;
	return cpg_row_add(join->arena, row, value, true);
}

/* What comes behind the first `from` words of both. *loose is whether not all is at its
 * place. */
static int join_rest(const struct join *join, const struct words *a, const struct words *b,
		     size_t from, bool *loose, struct cpg_row *rest)
{
	*rest = (struct cpg_row){0};
	*loose = true;
	for (;; from++) {
		struct cpg_row_item left;
		struct cpg_row_item right;
		bool more = item_of(a, from, &left);

		if (more != item_of(b, from, &right) || left.many != right.many)
			return add_many(join, cpg_value_empty, rest);
		if (!more)
			break;
		if (left.many) {
			if (add_many(join, left.value, rest) < 0)
				return -1;
			continue;
		}
		if (join_values(join, left.value, right.value, &left.value) < 0 ||
		    cpg_row_add(join->arena, rest, left.value, false) < 0)
			return -1;
	}
	*loose = rest->count > 0;
	return 0;
}

/* How many elements the two have in common from the first on, values aside. */
static size_t common_beginning(const struct cpg_shell_variable *a,
			       const struct cpg_shell_variable *b)
{
	size_t i = 0;

	while (i < a->count && i < b->count && a->elements[i].index == b->elements[i].index)
		i++;
	return i;
}

static int join_indexed(const struct join *join, const struct cpg_shell_variable *a,
			const struct cpg_shell_variable *b, struct cpg_shell_variable *out)
{
	size_t count = common_beginning(a, b);
	struct cpg_array_element *elements =
		cpg_arena_array(join->arena, count, sizeof(*elements));

	if (!elements)
		return -1;
	for (size_t i = 0; i < count; i++) {
		elements[i] = a->elements[i];
		if (join_values(join, a->elements[i].value, b->elements[i].value,
				&elements[i].value) < 0)
			return -1;
	}
	out->elements = elements;
	out->count = count;
	out->room = NULL;
	return join_rest(join,
			 &(struct words){a->elements, NULL, a->count, a->loose, a->rest},
			 &(struct words){b->elements, NULL, b->count, b->loose, b->rest},
			 count, &out->loose, &out->rest);
}

static const struct cpg_array_element *element_of(const struct cpg_shell_variable *array,
						  size_t guess, const char *key)
{
	const struct cpg_array_element *elements = array->elements;

	if (guess < array->count && strcmp(elements[guess].key, key) == 0)
		return &elements[guess];
	for (size_t i = 0; i < array->count; i++) {
		if (strcmp(elements[i].key, key) == 0)
			return &elements[i];
	}
	return NULL;
}

static int join_associative(const struct join *join, const struct cpg_shell_variable *a,
			    const struct cpg_shell_variable *b,
			    struct cpg_shell_variable *out)
{
	struct cpg_array_element *elements =
		cpg_arena_array(join->arena, a->count, sizeof(*elements));
	size_t count = 0;

	if (!elements)
		return -1;
	for (size_t i = 0; i < a->count; i++) {
		const struct cpg_array_element *left = &a->elements[i];
		const struct cpg_array_element *right = element_of(b, i, left->key);

		if (!right)
			continue;
		elements[count] = *left;
		if (join_values(join, left->value, right->value, &elements[count].value) <
		    0)
			return -1;
		count++;
	}
	out->loose = a->loose || b->loose || a->count != count || b->count != count;
	out->elements = elements;
	out->count = count;
	out->room = NULL;
	return 0;
}

static int join_arrays(const struct join *join, const struct cpg_shell_variable *a,
		       const struct cpg_shell_variable *b, struct cpg_shell_variable *out)
{
	int rc = 0;

	if (a->kind == CPG_VARIABLE_INDEXED)
		rc = join_indexed(join, a, b, out);
	else
		rc = join_associative(join, a, b, out);
	if (out->loose && !out->why)
		out->why = b->why ? b->why : join->why;
	return rc;
}

static int join_variables(const struct join *join, const struct cpg_shell_variable *a,
			  const struct cpg_shell_variable *b,
			  struct cpg_shell_variable *out)
{
	*out = *a;
	if (a->exported != b->exported)
		out->exported = CPG_UNKNOWN;
	out->readonly &= b->readonly;
	out->integer |= b->integer;
	out->upper |= b->upper;
	out->lower |= b->lower;
	out->unlisted |= b->unlisted;
	out->computed |= b->computed;
	out->temporary |= b->temporary;
	if (a->kept != b->kept)
		out->kept = CPG_UNKNOWN;
	if (a->kind != b->kind || a->nameref != b->nameref)
		return join_unknown(join, a, b, out);
	if (a->kind == CPG_VARIABLE_SCALAR)
		return join_values(join, a->scalar, b->scalar, &out->scalar);
	if (a->kind == CPG_VARIABLE_INDEXED || a->kind == CPG_VARIABLE_ASSOCIATIVE)
		return join_arrays(join, a, b, out);
	return 0;
}

static int join_variable(void *context, const char *name, const void *a, const void *b)
{
	const struct join *join = context;
	struct cpg_shell_variable joined;

	if (join_variables(join, a ? a : join->into->rest, b ? b : join->other->rest,
			   &joined) < 0)
		return -1;
	return cpg_scope_bind(join->scope, name, &joined);
}

static void add_bodies(struct cpg_function_choice *into,
		       const struct cpg_function_choice *other)
{
	for (size_t i = 0; i < other->count; i++) {
		size_t at = 0;

		while (at < into->count && into->bodies[at] != other->bodies[i])
			at++;
		if (at < into->count)
			continue;
		if (into->count < CPG_FUNCTION_BODIES)
			into->bodies[into->count++] = other->bodies[i];
		else
			into->unknown = true;
	}
	into->defined &= other->defined;
	into->unknown |= other->unknown;
}

static int join_function(void *context, const char *name, const void *left,
			 const void *right)
{
	static const struct cpg_scope_function none = {.exported = false};
	const struct join *join = context;
	const struct cpg_scope_function *a = left ? left : &none;
	const struct cpg_scope_function *b = right ? right : &none;
	struct cpg_scope_function *joined = cpg_arena_alloc(join->arena, sizeof(*joined));

	if (!joined)
		return -1;
	*joined = *a;
	joined->exported |= b->exported;
	add_bodies(&joined->choice, &b->choice);
	return cpg_map_set(join->arena, &join->scope->functions, join->scope->owner, name,
			   joined);
}

/* The frame that takes the place of two of the same depth. */
struct frames {
	const struct join *join;
	struct cpg_scope_frame *frame;
};

/* Where only one side has a local variable, the other may change the outer one before the
 * frame is popped: what comes back then is not known. */
static int join_hidden(const struct join *join, const char *name,
		       const struct cpg_scope_saved *a, const struct cpg_scope_saved *b,
		       struct cpg_shell_variable *out)
{
	if (!a || !b)
		return cpg_variable_unknown(join->arena, join->why, join->origin, out);
	return join_variables(join, cpg_scope_hidden(join->into, name, a),
			      cpg_scope_hidden(join->other, name, b), out);
}

static int join_saved(void *context, const char *name, const void *left, const void *right)
{
	const struct frames *frames = context;
	const struct join *join = frames->join;
	const struct cpg_scope_saved *a = left;
	const struct cpg_scope_saved *b = right;
	struct cpg_shell_variable *hidden;
	struct cpg_scope_saved *saved;

	if (!a && !b)
		return 0;
	hidden = cpg_arena_alloc(join->arena, sizeof(*hidden));
	saved = cpg_arena_alloc(join->arena, sizeof(*saved));
	if (!hidden || !saved || join_hidden(join, name, a, b, hidden) < 0)
		return -1;
	saved->hidden = hidden;
	saved->age = join->scope->age;
	saved->maybe = !a || !b || a->maybe || b->maybe;
	return cpg_map_set(join->arena, &frames->frame->saved, join->scope->owner, name,
			   saved);
}

static int join_frames(const struct join *join, const struct cpg_scope_frame *a,
		       const struct cpg_scope_frame *b, const struct cpg_scope_frame **out)
{
	struct frames frames = {join, NULL};

	*out = a;
	if (a == b)
		return 0;
	frames.frame = cpg_arena_alloc(join->arena, sizeof(*frames.frame));
	if (!frames.frame)
		return -1;
	*frames.frame = *a;
	*out = frames.frame;
	if (cpg_map_compare(&a->saved, &b->saved, join_saved, &frames) < 0)
		return -1;
	return join_frames(join, a->outer, b->outer, &frames.frame->outer);
}

static int join_positional(const struct join *join)
{
	struct cpg_positional *a = &join->scope->positional;
	const struct cpg_positional *b = &join->other->positional;
	struct cpg_value *values;
	size_t count = a->count < b->count ? a->count : b->count;

	if (cpg_scope_same_positional(a, b))
		return 0;
	values = cpg_arena_array(join->arena, count, sizeof(*values));
	if (!values)
		return -1;
	for (size_t i = 0; i < count; i++) {
		if (join_values(join, a->values[i], b->values[i], &values[i]) < 0)
			return -1;
	}
	if (join_rest(join, &(struct words){NULL, a->values, a->count, a->loose, a->rest},
		      &(struct words){NULL, b->values, b->count, b->loose, b->rest}, count,
		      &a->loose, &a->rest) < 0)
		return -1;
	if (a->loose && !a->why)
		a->why = b->why ? b->why : join->why;
	a->values = values;
	a->count = count;
	return 0;
}

int cpg_status_join(int a, int b)
{
	if (a == b)
		return a;
	if (a == 0 || a == CPG_STATUS_UNKNOWN || b == 0 || b == CPG_STATUS_UNKNOWN)
		return CPG_STATUS_UNKNOWN;
	return CPG_STATUS_FAILED;
}

static void join_plain(const struct join *join)
{
	struct cpg_shell_scope *scope = join->scope;
	const struct cpg_shell_scope *other = join->other;

	for (size_t i = 0; i < CPG_SHELL_OPTION_COUNT; i++) {
		if (scope->options[i] != other->options[i])
			scope->options[i] = CPG_UNKNOWN;
	}
	scope->status = cpg_status_join(scope->status, other->status);
	if (scope->positional_set != other->positional_set)
		scope->positional_set = CPG_UNKNOWN;
	if (scope->age < other->age)
		scope->age = other->age;
	if (scope->rest->kind == CPG_VARIABLE_UNSET)
		scope->rest = other->rest;
}

static int join_all(struct join *join)
{
	const struct cpg_shell_scope *into = join->into;
	const struct cpg_shell_scope *other = join->other;

	join_plain(join);
	if (cpg_map_compare(&into->variables, &other->variables, join_variable, join) < 0)
		return -1;
	if (cpg_map_compare(&into->functions, &other->functions, join_function, join) < 0)
		return -1;
	if (into->depth != other->depth) {
		if (cpg_scope_forget(join->scope, join->why, join->origin) < 0)
			return -1;
	} else if (join_frames(join, into->frames, other->frames, &join->scope->frames) <
		   0) {
		return -1;
	}
	if (join_positional(join) < 0)
		return -1;
	return join_values(join, into->directory, other->directory,
			   &join->scope->directory);
}

int cpg_scope_join(struct cpg_shell_scope *scope, const struct cpg_shell_scope *other,
		   const char *why, struct cpg_origin origin)
{
	const struct cpg_shell_scope into = *scope;

	/* So that what is compared does not change under the comparison. */
	if (cpg_scope_disown(scope) < 0)
		return -1;
	return join_all(&(struct join){scope, &into, other, scope->arena, why, origin});
}
