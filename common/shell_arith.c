#include "shell_arith_private.h"

#include <errno.h>
#include <string.h>

static const struct cpg_arith_number unknown_number = {false, 0};

struct cpg_arith_number cpg_arith_unsure(struct cpg_arith_run *run, const char *why)
{
	if (!run->why)
		run->why = why;
	return unknown_number;
}

struct cpg_arith_number cpg_arith_wrong(struct cpg_arith_run *run, const char *why)
{
	if (run->end != CPG_ARITH_GOING)
		return unknown_number;
	if (run->mode == CPG_ARITH_MAYBE || run->may_fail) {
		run->may_fail = true;
		run->end = CPG_ARITH_GIVEN_UP;
		return cpg_arith_unsure(run, why);
	}
	run->end = CPG_ARITH_WRONG;
	run->why = why;
	return unknown_number;
}

static struct cpg_arith_number out_of_memory(struct cpg_arith_run *run)
{
	run->end = CPG_ARITH_NO_MEMORY;
	return unknown_number;
}

static const char *why_of(const struct cpg_shell_variable *variable, struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (!value.pieces[i].text.bytes && value.pieces[i].why)
			return value.pieces[i].why;
	}
	return variable->why ? variable->why : "a variable is not known";
}

/* The number that the text of a variable stands for. */
static struct cpg_arith_number of_value(struct cpg_arith_run *run,
					const struct cpg_shell_variable *variable,
					struct cpg_value value)
{
	struct cpg_text text;

	if (!cpg_value_known(value))
		return cpg_arith_unsure(run, why_of(variable, value));
	text = cpg_value_flat(run->arena, value);
	return text.bytes ? cpg_arith_inner(run, text.bytes) : out_of_memory(run);
}

static bool is_strict(const struct cpg_arith_run *run)
{
	return cpg_scope_option(run->scope, CPG_SET_NOUNSET) != CPG_NO;
}

/* A variable that is not set is 0, but an error under -u. */
static struct cpg_arith_number of_unset(struct cpg_arith_run *run)
{
	int strict = cpg_scope_option(run->scope, CPG_SET_NOUNSET);

	if (strict == CPG_NO)
		return (struct cpg_arith_number){true, 0};
	if (strict == CPG_UNKNOWN) {
		run->may_fail = true;
		return cpg_arith_unsure(run, "a variable is not set, under set -u perhaps");
	}
	cpg_arith_wrong(run, "a variable is not set");
	run->unset = run->end == CPG_ARITH_WRONG;
	return unknown_number;
}

/* Where the place lies within an array. */
enum where {
	WHERE_WHOLE,   /* no subscript */
	WHERE_INDEX,   /* place->index */
	WHERE_KEY,     /* place->subscript */
	WHERE_NOWHERE, /* a subscript that bash reports as bad, and takes for nothing */
	WHERE_UNKNOWN,
};

static enum where nowhere(struct cpg_arith_run *run)
{
	run->reported = run->reported || run->mode == CPG_ARITH_RUN;
	return WHERE_NOWHERE;
}

/* Makes a negative index count from the beginning, where that is known. What is no array has
 * an end only when an element of it is set. */
static void settle_index(const struct cpg_shell_variable *variable, bool writes,
			 long long *index)
{
	long long end = 0;

	if (variable->kind == CPG_VARIABLE_SCALAR)
		end = writes;
	else if (variable->kind == CPG_VARIABLE_INDEXED && !variable->loose &&
		 variable->count)
		end = variable->elements[variable->count - 1].index + 1;
	if (*index < 0 && *index + end >= 0)
		*index += end;
}

/* The value of a subscript. An error in it is no matter of the expression's alone. */
static struct cpg_arith_number index_of(struct cpg_arith_run *run, const char *subscript)
{
	bool going = run->end == CPG_ARITH_GOING;
	struct cpg_arith_number index = cpg_arith_inner(run, subscript);

	if (going && run->end == CPG_ARITH_WRONG && !run->unset)
		run->texts = true;
	return index;
}

/* The subscript is evaluated once, also where the element is read and then written. */
static enum where find_index(struct cpg_arith_run *run,
			     const struct cpg_shell_variable *variable, bool writes,
			     struct cpg_arith_place *place)
{
	const char *subscript = place->subscript;

	if (strcmp(subscript, "@") == 0 || strcmp(subscript, "*") == 0)
		return nowhere(run);
	if (!place->found && !place->odd)
		place->index = index_of(run, subscript);
	place->found = true;
	if (!place->index.known)
		return WHERE_UNKNOWN;
	settle_index(variable, writes, &place->index.value);
	if (place->index.value >= 0 || variable->loose)
		return WHERE_INDEX;
	return nowhere(run);
}

static enum where locate(struct cpg_arith_run *run,
			 const struct cpg_shell_variable *variable, bool writes,
			 struct cpg_arith_place *place)
{
	if (!place->subscript)
		return WHERE_WHOLE;
	if (variable->kind == CPG_VARIABLE_UNKNOWN)
		return WHERE_UNKNOWN;
	if (!*place->subscript)
		return nowhere(run);
	if (variable->kind == CPG_VARIABLE_ASSOCIATIVE)
		return place->odd ? WHERE_UNKNOWN : WHERE_KEY;
	return find_index(run, variable, writes, place);
}

static int value_at(const struct cpg_shell_variable *variable, enum where where,
		    const struct cpg_arith_place *place, struct cpg_value *value)
{
	switch (where) {
	case WHERE_INDEX:
		return cpg_variable_at(variable, place->index.value, value);
	case WHERE_KEY:
		return cpg_variable_at_key(variable, place->subscript, value);
	case WHERE_NOWHERE:
		return CPG_NO;
	case WHERE_UNKNOWN:
		return CPG_UNKNOWN;
	case WHERE_WHOLE:
		break;
	}
	if (variable->kind == CPG_VARIABLE_ASSOCIATIVE)
		return cpg_variable_at_key(variable, "0", value);
	return cpg_variable_at(variable, 0, value);
}

struct cpg_arith_number cpg_arith_read(struct cpg_arith_run *run,
				       struct cpg_arith_place *place)
{
	const struct cpg_shell_variable *variable;
	struct cpg_value value = cpg_value_empty;
	enum where where;
	int set;

	if (run->end != CPG_ARITH_GOING)
		return unknown_number;
	if (run->mode == CPG_ARITH_SKIP)
		return (struct cpg_arith_number){true, 0};
	variable = cpg_scope_get(run->scope, place->name);
	/* Nor does bash find a variable behind NAME[]. */
	if (!place->subscript ? variable->kind == CPG_VARIABLE_UNSET
			      : is_strict(run) && (variable->kind == CPG_VARIABLE_UNSET ||
						   !*place->subscript))
		return of_unset(run);
	where = locate(run, variable, false, place);
	variable = cpg_scope_get(run->scope, place->name);
	set = value_at(variable, where, place, &value);
	if (set == CPG_UNKNOWN)
		return cpg_arith_unsure(run, why_of(variable, value));
	if (set == CPG_NO)
		return (struct cpg_arith_number){true, 0};
	return of_value(run, variable, value);
}

static int number_value(struct cpg_arith_run *run, struct cpg_arith_number number,
			struct cpg_value *out)
{
	const char *why = run->why ? run->why : "it is computed from something not known";
	char *text;

	if (!number.known)
		return cpg_value_unknown_word(run->arena, why, run->origin, out);
	text = cpg_arena_printf(run->arena, "%lld", number.value);
	return text ? cpg_value_text(run->arena, cpg_text_of(text), run->origin, out) : -1;
}

/* The variable with nothing known of its elements. */
static void lose_elements(struct cpg_shell_variable *variable, const char *why)
{
	if (variable->kind == CPG_VARIABLE_UNSET || variable->kind == CPG_VARIABLE_SCALAR)
		variable->kind = CPG_VARIABLE_INDEXED;
	variable->elements = NULL;
	variable->count = 0;
	variable->rest = (struct cpg_row){0};
	variable->loose = true;
	variable->why = why;
}

/* An index that is still negative lies before the beginning, or nobody knows where. */
static int set_index(struct cpg_arith_run *run, const struct cpg_shell_variable *variable,
		     long long index, struct cpg_value value,
		     struct cpg_shell_variable *out)
{
	if (index >= 0)
		return cpg_variable_set_at(run->arena, variable, index, value, out);
	if (variable->kind == CPG_VARIABLE_INDEXED && variable->loose)
		lose_elements(out, variable->why);
	return 0;
}

/* *out, a copy of the variable, gets the value at the place. */
static int change(struct cpg_arith_run *run, const struct cpg_shell_variable *variable,
		  enum where where, const struct cpg_arith_place *place,
		  struct cpg_value value, struct cpg_shell_variable *out)
{
	switch (where) {
	case WHERE_INDEX:
		return set_index(run, variable, place->index.value, value, out);
	case WHERE_KEY:
		return cpg_variable_set_at_key(run->arena, variable, place->subscript,
					       value, out);
	case WHERE_NOWHERE:
		return 0;
	case WHERE_UNKNOWN:
		if (variable->kind != CPG_VARIABLE_UNKNOWN)
			lose_elements(out, "an element that is not known was set");
		return 0;
	case WHERE_WHOLE:
		break;
	}
	if (variable->kind == CPG_VARIABLE_INDEXED)
		return cpg_variable_set_at(run->arena, variable, 0, value, out);
	if (variable->kind == CPG_VARIABLE_ASSOCIATIVE)
		return cpg_variable_set_at_key(run->arena, variable, "0", value, out);
	out->kind = CPG_VARIABLE_SCALAR;
	out->scalar = value;
	return 0;
}

/* What the variable is when it is not known whether it was changed. */
static int maybe_changed(struct cpg_arith_run *run,
			 const struct cpg_shell_variable *variable,
			 struct cpg_shell_variable *out)
{
	const char *why = run->why ? run->why : "it may have been computed anew";

	if (variable->kind == CPG_VARIABLE_SCALAR) {
		out->scalar = cpg_value_empty;
		if (cpg_value_is_solid(variable->scalar))
			return cpg_value_unknown_word(run->arena, why, run->origin,
						      &out->scalar);
		return cpg_value_unknown(run->arena, why, run->origin, &out->scalar);
	}
	if (cpg_variable_unknown(run->arena, why, run->origin, out) < 0)
		return -1;
	out->exported = variable->exported;
	return 0;
}

static void export_all(struct cpg_arith_run *run, struct cpg_shell_variable *variable)
{
	int all = cpg_scope_option(run->scope, CPG_SET_ALLEXPORT);

	if (all == CPG_YES || (all == CPG_UNKNOWN && variable->exported == CPG_NO))
		variable->exported = all;
}

/* What the variable becomes. A subscript may change what it is, so that comes first. */
static int write_place(struct cpg_arith_run *run, struct cpg_arith_place *place,
		       struct cpg_value value, struct cpg_shell_variable *out)
{
	const struct cpg_shell_variable *old = cpg_scope_get(run->scope, place->name);
	enum where where;

	*out = *old;
	if (run->mode == CPG_ARITH_MAYBE || run->may_fail)
		return maybe_changed(run, old, out);
	if (place->subscript && !*place->subscript)
		return 0; /* it is no name, of which bash complains */
	where = locate(run, old, true, place);
	old = cpg_scope_get(run->scope, place->name);
	*out = *old;
	return change(run, old, where, place, value, out);
}

static void refuse(struct cpg_arith_run *run)
{
	cpg_arith_wrong(run, "an assignment to a readonly variable");
	run->reported = run->reported || run->end == CPG_ARITH_WRONG;
}

void cpg_arith_write(struct cpg_arith_run *run, struct cpg_arith_place *place,
		     struct cpg_arith_number number)
{
	struct cpg_shell_variable new;
	struct cpg_value value;
	int rc;

	if (run->end != CPG_ARITH_GOING || run->mode == CPG_ARITH_SKIP)
		return;
	if (number_value(run, number, &value) < 0 ||
	    write_place(run, place, value, &new) < 0) {
		out_of_memory(run);
		return;
	}
	if (run->end != CPG_ARITH_GOING)
		return;
	export_all(run, &new);
	new.unlisted = false;
	rc = cpg_scope_set(run->scope, place->name, &new, false);
	if (rc < 0)
		out_of_memory(run);
	else if (rc > 0)
		refuse(run);
}

static int finish(struct cpg_arith_run *run, struct cpg_arith_number number,
		  struct cpg_arith *result, struct cpg_error *err)
{
	if (run->end == CPG_ARITH_NO_MEMORY)
		return cpg_error_set(err, ENOMEM, "no memory left for arithmetic");
	*result = (struct cpg_arith){
		.state = CPG_ARITH_UNKNOWN,
		.why = run->why,
		.reported = run->reported,
	};
	if (run->end == CPG_ARITH_WRONG) {
		result->state = CPG_ARITH_FAILED;
		result->unset = run->unset;
		result->texts = run->texts;
	} else if (run->end == CPG_ARITH_GOING && number.known && !run->may_fail) {
		result->state = CPG_ARITH_KNOWN;
		result->value = number.value;
	} else if (!result->why) {
		result->why = "an operand is not known";
	}
	return 0;
}

/* Makes unknown what an expression would have assigned, or may have. */
static void give_up(struct cpg_arith_run *run, const char *text, enum cpg_arith_mode mode)
{
	run->end = CPG_ARITH_GOING;
	run->mode = mode;
	cpg_arith_spoil(run, text);
	if (run->end != CPG_ARITH_NO_MEMORY)
		run->end = CPG_ARITH_GIVEN_UP;
}

static int evaluate(struct cpg_arith_run *run, const char *text, struct cpg_arith *result,
		    struct cpg_error *err)
{
	struct cpg_arith_number number = unknown_number;

	if (!text)
		out_of_memory(run);
	else
		number = cpg_arith_inner(run, text);
	if (run->end == CPG_ARITH_GIVEN_UP)
		give_up(run, text, CPG_ARITH_MAYBE);
	return finish(run, number, result, err);
}

int cpg_arith_text(struct cpg_shell_scope *scope, struct cpg_text expression,
		   struct cpg_arith *result, struct cpg_error *err)
{
	struct cpg_arith_run run = {.scope = scope, .arena = cpg_scope_arena(scope)};

	return evaluate(&run,
			cpg_arena_bytes(run.arena, expression.bytes, expression.length),
			result, err);
}

/* The text with a byte of 1, which no expression has, for each gap. */
static const char *with_gaps(struct cpg_arena *arena, struct cpg_value value)
{
	struct cpg_buffer buffer = {.arena = arena};

	for (size_t i = 0; i < value.count; i++) {
		struct cpg_text text = value.pieces[i].text;

		if (text.bytes)
			cpg_buffer_bytes(&buffer, text.bytes, text.length);
		else
			cpg_buffer_bytes(&buffer, "\1", 1);
	}
	return cpg_buffer_finish(&buffer);
}

int cpg_arith_evaluate(struct cpg_shell_scope *scope, struct cpg_value expression,
		       struct cpg_arith *result, struct cpg_error *err)
{
	static const struct cpg_shell_variable none;
	struct cpg_arith_run run = {
		.scope = scope,
		.arena = cpg_scope_arena(scope),
		.origin = cpg_value_origin(expression),
	};
	const char *text;

	if (cpg_value_known(expression))
		return evaluate(&run, cpg_value_flat(run.arena, expression).bytes, result,
				err);
	text = with_gaps(run.arena, expression);
	run.why = why_of(&none, expression);
	if (!text)
		out_of_memory(&run);
	else
		give_up(&run, text, strpbrk(text, "?&|") ? CPG_ARITH_MAYBE : CPG_ARITH_RUN);
	return finish(&run, unknown_number, result, err);
}
