#include <stdlib.h>
#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_expand_private.h"
#include "shell_line.h"
#include "shell_pieces.h"

#define UNKNOWN_INPUT "it is read from input that is not known"

/* What read was asked for. */
struct reading {
	struct cpg_line_request line;
	const char *array; /* -a NAME */
	size_t first;      /* the first name */
	bool exact;        /* -N */
	bool other;        /* -u: another descriptor than standard input */
	bool poll;         /* -t 0 reads nothing */
	bool bad;          /* an option or a value that does not exist */
	bool unknown;      /* a word that is not known stands among the options */
};

/* The value of an option: what is left of its word, or the next word. NULL: not known. */
static const char *option_value(struct cpg_shell *shell, const struct cpg_fields *fields,
				size_t *at, const char *rest, bool *bad)
{
	if (*rest)
		return rest;
	if (*at + 1 >= fields->count) {
		*bad = true;
		return "";
	}
	return cpg_builtin_text(shell, &fields->items[++*at]);
}

static void take_value(struct reading *reading, char letter, const char *value)
{
	long number = value ? cpg_builtin_number(value) : -1;

	switch (letter) {
	case 'a':
		reading->array = value;
		break;
	case 'd':
		reading->line.delimiter = value ? (unsigned char)value[0] : 0;
		break;
	case 'N':
		reading->exact = true;
		reading->line.delimiter = -1;
		/* fall through */
	case 'n':
		reading->line.most = number;
		reading->bad = reading->bad || (value && number < 0);
		break;
	case 't':
		reading->poll = !value || strcmp(value, "0") == 0;
		return;
	case 'u':
		reading->other = !value || strcmp(value, "0") != 0;
		return;
	default:
		return;
	}
	reading->unknown = reading->unknown || !value;
}

/* One word of letters. Returns false for one that does not exist. */
static bool take_letters(struct cpg_shell *shell, const struct cpg_fields *fields,
			 size_t *at, const char *letters, struct reading *reading)
{
	for (; *letters; letters++) {
		const char *value;

		if (*letters == 'r') {
			reading->line.raw = true;
			continue;
		}
		if (strchr("es", *letters))
			continue;
		if (!strchr("adinNptu", *letters))
			return false;
		value = option_value(shell, fields, at, letters + 1, &reading->bad);
		take_value(reading, *letters, value);
		return true;
	}
	return true;
}

static void read_options(struct cpg_shell *shell, const struct cpg_fields *fields,
			 struct reading *reading)
{
	size_t at = 1;

	*reading = (struct reading){.line = {.delimiter = '\n', .most = -1}};
	for (; at < fields->count; at++) {
		const char *word = cpg_builtin_text(shell, &fields->items[at]);

		reading->unknown = reading->unknown || !word;
		if (!word || word[0] != '-' || !word[1])
			break;
		if (strcmp(word, "--") == 0) {
			at++;
			break;
		}
		if (!take_letters(shell, fields, &at, word + 1, reading))
			reading->bad = true;
	}
	reading->first = at;
}

static int make_unknown(struct cpg_shell *shell, const char *name, struct cpg_origin origin,
			struct cpg_error *err)
{
	char *base = cpg_arena_bytes(shell->arena, name, strcspn(name, "["));

	if (!base)
		return cpg_walk_no_memory(err);
	return cpg_builtin_unknown_variable(shell, base, UNKNOWN_INPUT, origin, err);
}

/* A value of which nothing is known, in the variable as it is: an integer stays one. */
static int assign_gap(struct cpg_shell *shell, const char *name, struct cpg_origin origin,
		      struct cpg_error *err)
{
	struct cpg_expansion how;
	struct cpg_value gap;

	if (cpg_value_unknown(shell->arena, UNKNOWN_INPUT, origin, &gap) < 0)
		return cpg_walk_no_memory(err);
	return cpg_shell_assign_name(shell, name, gap, &how, err);
}

/* Nothing is known of what is read. */
static int read_unknown(struct cpg_shell *shell, const struct cpg_fields *fields,
			const struct reading *reading, struct cpg_origin origin,
			struct cpg_error *err)
{
	cpg_scope_set_status(shell->scope, -1);
	if (reading->unknown)
		return cpg_builtin_forget(shell, "which variables read sets is not known",
					  origin, err);
	if (reading->array)
		return make_unknown(shell, reading->array, origin, err);
	for (size_t i = reading->first; i < fields->count; i++) {
		const char *name = cpg_builtin_text(shell, &fields->items[i]);

		if (!name)
			return cpg_builtin_forget(shell,
						  "which variables read sets is not known",
						  origin, err);
		if (cpg_builtin_is_name(name, true) &&
		    assign_gap(shell, name, origin, err) < 0)
			return -1;
	}
	if (reading->first >= fields->count)
		return assign_gap(shell, "REPLY", origin, err);
	return 0;
}

/* Where the line's words end, by IFS. */
struct cutter {
	const struct cpg_line *line;
	struct cpg_ifs ifs;
	size_t at;
	size_t end;
	bool lost; /* behind a gap that may hold a separator */
};

static bool is_blank(const struct cutter *c, size_t at)
{
	const struct cpg_line_cell *cell = &c->line->cells[at];

	return !cell->escaped && !cell->gap && memchr(" \t\n", cell->byte, 3) &&
	       c->ifs.is[(unsigned char)cell->byte];
}

static bool is_separator(const struct cutter *c, size_t at)
{
	const struct cpg_line_cell *cell = &c->line->cells[at];

	return !cell->escaped && !cell->gap && c->ifs.is[(unsigned char)cell->byte];
}

/* A gap that is one word splits nothing where only white space does. */
static bool may_split(const struct cutter *c, size_t at)
{
	const struct cpg_line_cell *cell = &c->line->cells[at];

	if (!cell->gap)
		return false;
	if (!cell->piece->solid)
		return true;
	for (int i = 0; i <= UCHAR_MAX; i++) {
		if (c->ifs.is[i] && !memchr(" \t\n", i, 3))
			return true;
	}
	return false;
}

static void skip_blanks(struct cutter *c)
{
	while (c->at < c->end && is_blank(c, c->at))
		c->at++;
}

/* One word, and the separators behind it. */
static void cut_word(struct cutter *c, size_t *from, size_t *to)
{
	bool blank;

	skip_blanks(c);
	*from = c->at;
	while (c->at < c->end && !is_separator(c, c->at) && !may_split(c, c->at))
		c->at++;
	*to = c->at;
	c->lost = c->at < c->end && may_split(c, c->at);
	if (c->lost || c->at == c->end)
		return;
	blank = is_blank(c, c->at);
	c->at++;
	skip_blanks(c);
	if (blank && c->at < c->end && is_separator(c, c->at) && !is_blank(c, c->at)) {
		c->at++;
		skip_blanks(c);
	}
}

static int value_of(struct cpg_shell *shell, const struct cpg_line *line, size_t from,
		    size_t to, struct cpg_value *out, struct cpg_error *err)
{
	struct cpg_pieces made = {.arena = shell->arena};

	for (size_t i = from; i < to; i++) {
		const struct cpg_line_cell *cell = &line->cells[i];

		if (cell->gap)
			cpg_pieces_value(&made, (struct cpg_value){cell->piece, 1});
		else
			cpg_pieces_text(&made, &cell->byte, 1, cell->piece->origin);
	}
	return cpg_pieces_finish(&made, out, err);
}

/* The text from a place on that ends somewhere in or behind a gap. */
static int lost_value(struct cpg_shell *shell, const struct cutter *c, size_t from,
		      size_t to, struct cpg_origin origin, struct cpg_value *out,
		      struct cpg_error *err)
{
	struct cpg_value known;
	struct cpg_value gap;

	if (value_of(shell, c->line, from, to, &known, err) < 0)
		return -1;
	if (cpg_value_unknown(shell->arena, UNKNOWN_INPUT, origin, &gap) < 0 ||
	    cpg_value_append(shell->arena, known, gap, out) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* The last name gets the rest, without the separator where that is one word. */
static void cut_rest(struct cutter *c, size_t *from, size_t *to)
{
	skip_blanks(c);
	*from = c->at;
	cut_word(c, from, to);
	if (c->lost || c->at == c->end)
		return;
	for (size_t i = *from; i < c->end && !c->lost; i++)
		c->lost = may_split(c, i);
	if (c->lost) {
		*to = *from;
		return;
	}
	*to = c->end;
	while (*to > *from && is_blank(c, *to - 1))
		(*to)--;
}

/* Assigns to one name what it gets. */
static int assign_word(struct cpg_shell *shell, struct cutter *c, const char *name,
		       bool last, struct cpg_origin origin, int *status,
		       struct cpg_shell_flow *flow, struct cpg_error *err)
{
	bool was_lost = c->lost;
	struct cpg_value value;
	size_t from = 0;
	size_t to = 0;

	if (!was_lost && last)
		cut_rest(c, &from, &to);
	else if (!was_lost)
		cut_word(c, &from, &to);
	if (c->lost ? lost_value(shell, c, from, to, origin, &value, err) < 0
		    : value_of(shell, c->line, from, to, &value, err) < 0)
		return -1;
	return cpg_builtin_assign_value(shell, name, value, status, flow, err);
}

/* -N and no name at all: the line as it is. */
static int assign_whole(struct cpg_shell *shell, const struct cpg_line *line,
			const char *name, int *status, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	struct cpg_value value;

	if (value_of(shell, line, 0, line->count, &value, err) < 0)
		return -1;
	return cpg_builtin_assign_value(shell, name, value, status, flow, err);
}

static int assign_names(struct cpg_shell *shell, const struct cpg_fields *fields,
			const struct reading *reading, struct cutter *c,
			struct cpg_origin origin, int *status, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	const struct cpg_line empty = {.count = 0};

	if (reading->first >= fields->count)
		return assign_whole(shell, c->line, "REPLY", status, flow, err);
	skip_blanks(c);
	for (size_t i = reading->first; i < fields->count && flow->kind == CPG_FLOW_NEXT;
	     i++) {
		const char *name = cpg_builtin_text(shell, &fields->items[i]);
		bool last = i + 1 == fields->count;
		int rc;

		if (!name)
			return cpg_builtin_forget(shell,
						  "which variables read sets is not known",
						  origin, err);
		if (!cpg_builtin_is_name(name, true)) {
			*status = 1;
			return 0;
		}
		if (reading->exact)
			rc = assign_whole(shell, i == reading->first ? c->line : &empty,
					  name, status, flow, err);
		else
			rc = assign_word(shell, c, name, last, origin, status, flow, err);
		if (rc < 0)
			return -1;
	}
	return 0;
}

/* Puts the array in the variable, whose attributes stay. */
static int set_array(struct cpg_shell *shell, const char *name,
		     const struct cpg_shell_variable *made, int *status,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_shell_variable variable = *cpg_scope_get(shell->scope, name);
	struct cpg_expansion how = {.failed = false};
	int rc;

	variable.kind = CPG_VARIABLE_INDEXED;
	variable.unlisted = false;
	variable.scalar = cpg_value_empty;
	variable.elements = made->elements;
	variable.count = made->count;
	variable.loose = made->loose;
	variable.rest = made->rest;
	variable.why = made->why;
	variable.room = made->room;
	rc = cpg_scope_set(shell->scope, name, &variable, false);
	if (rc == 1)
		cpg_shell_fail(shell, &how, CPG_FAULT_REPORTED, "a readonly variable");
	cpg_builtin_fail(shell, &how, status, flow);
	return rc < 0 ? cpg_walk_no_memory(err) : 0;
}

static int append(struct cpg_shell *shell, struct cpg_shell_variable *array,
		  struct cpg_value value, struct cpg_error *err)
{
	return cpg_variable_append(shell->arena, array, value, array) < 0
		       ? cpg_walk_no_memory(err)
		       : 0;
}

/* The words that a gap leaves open: one that begins with what is known, and any number. */
static int append_lost(struct cpg_shell *shell, const struct cutter *c, size_t from,
		       size_t to, struct cpg_shell_variable *array,
		       struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_value value;

	if (to > from && (lost_value(shell, c, from, to, origin, &value, err) < 0 ||
			  append(shell, array, value, err) < 0))
		return -1;
	array->loose = true;
	array->why = UNKNOWN_INPUT;
	return 0;
}

static int assign_array(struct cpg_shell *shell, const char *name, struct cutter *c,
			struct cpg_origin origin, int *status, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_INDEXED};

	if (!cpg_builtin_is_name(name, false)) {
		*status = 1;
		return 0;
	}
	skip_blanks(c);
	while (c->at < c->end && !c->lost) {
		struct cpg_value value;
		size_t from;
		size_t to;

		cut_word(c, &from, &to);
		if (c->lost) {
			if (append_lost(shell, c, from, to, &array, origin, err) < 0)
				return -1;
			break;
		}
		if (value_of(shell, c->line, from, to, &value, err) < 0 ||
		    append(shell, &array, value, err) < 0)
			return -1;
	}
	return set_array(shell, name, &array, status, flow, err);
}

int cpg_builtin_read(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	struct reading reading;
	struct cpg_line line;
	struct cutter c;
	int status;

	read_options(shell, fields, &reading);
	if (reading.bad)
		return cpg_builtin_status(shell, 2);
	if (reading.poll)
		return cpg_builtin_status(shell, -1);
	if (!cpg_builtin_counted(fields))
		reading.unknown = true;
	if (reading.unknown || reading.other)
		return read_unknown(shell, fields, &reading, origin, err);
	if (cpg_line_read(shell, &reading.line, &line, err) < 0)
		return -1;
	c = (struct cutter){.line = &line, .end = line.count};
	cpg_ifs_of(shell, &c.ifs);
	if (line.unknown || !c.ifs.known)
		return read_unknown(shell, fields, &reading, origin, err);
	status = line.status;
	if (reading.array
		    ? assign_array(shell, reading.array, &c, origin, &status, flow, err) < 0
		    : assign_names(shell, fields, &reading, &c, origin, &status, flow,
				   err) < 0)
		return -1;
	return cpg_builtin_status(shell, status);
}
