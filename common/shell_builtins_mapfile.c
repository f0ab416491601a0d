#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_line.h"
#include "shell_pieces.h"

#define UNKNOWN_INPUT "it is read from input that is not known"

/* What mapfile was asked for. */
struct mapping {
	struct cpg_line_request line;
	bool trim;    /* -t */
	long most;    /* -n: lines; 0: all */
	long origin;  /* -O: the first index; -1: the array is emptied first */
	long skip;    /* -s */
	bool other;   /* -u: another descriptor than standard input */
	bool calls;   /* -C: a command is called, which may do anything */
	bool unknown; /* a word that is not known stands among the options */
	bool bad;
	bool usage;
	size_t first;
};

/* -n 3, -s 2, -O 5: NULL is not known. */
static long option_number(struct mapping *mapping, const char *value)
{
	long number = value ? cpg_builtin_number(value) : 0;

	if (!value)
		mapping->unknown = true;
	else if (number < 0)
		mapping->bad = true;
	return number < 0 ? 0 : number;
}

static void take_option(struct mapping *mapping, char letter, const char *value)
{
	switch (letter) {
	case 'd':
		mapping->line.delimiter = value ? (unsigned char)value[0] : 0;
		mapping->unknown = mapping->unknown || !value;
		break;
	case 'n':
		mapping->most = option_number(mapping, value);
		break;
	case 'O':
		mapping->origin = option_number(mapping, value);
		break;
	case 's':
		mapping->skip = option_number(mapping, value);
		break;
	case 'u':
		mapping->other = !value || strcmp(value, "0") != 0;
		break;
	case 'C':
		mapping->calls = true;
		break;
	case 'c':
		break;
	default:
		mapping->usage = true;
		break;
	}
}

static void take_letters(struct cpg_shell *shell, const struct cpg_fields *fields,
			 size_t *at, const char *letters, struct mapping *mapping)
{
	for (; *letters == 't'; letters++)
		mapping->trim = true;
	if (!*letters)
		return;
	if (letters[1])
		take_option(mapping, *letters, letters + 1);
	else if (!strchr("dnOsuCc", *letters) || *at + 1 >= fields->count)
		mapping->usage = true;
	else
		take_option(mapping, *letters,
			    cpg_builtin_text(shell, &fields->items[++*at]));
}

static void read_options(struct cpg_shell *shell, const struct cpg_fields *fields,
			 struct mapping *mapping)
{
	size_t at = 1;

	*mapping = (struct mapping){
		.line = {.delimiter = '\n', .most = -1, .raw = true},
		.origin = -1,
	};
	for (; at < fields->count; at++) {
		const char *word = cpg_builtin_text(shell, &fields->items[at]);

		mapping->unknown = mapping->unknown || !word;
		if (!word || word[0] != '-' || !word[1])
			break;
		if (strcmp(word, "--") == 0) {
			at++;
			break;
		}
		take_letters(shell, fields, &at, word + 1, mapping);
	}
	mapping->first = at;
	mapping->unknown = mapping->unknown || !cpg_builtin_counted(fields);
}

/* The line as an element, with its delimiter unless that is trimmed. */
static int element_of(struct cpg_shell *shell, const struct mapping *mapping,
		      const struct cpg_line *line, struct cpg_value *out,
		      struct cpg_error *err)
{
	struct cpg_pieces made = {.arena = shell->arena};
	struct cpg_origin place = {NULL, 0};
	char delimiter = (char)mapping->line.delimiter;

	for (size_t i = 0; i < line->count; i++) {
		const struct cpg_line_cell *cell = &line->cells[i];

		place = cell->piece->origin;
		if (cell->gap)
			cpg_pieces_value(&made, (struct cpg_value){cell->piece, 1});
		else
			cpg_pieces_text(&made, &cell->byte, 1, place);
	}
	if (!mapping->trim && line->status == 0 && !line->cut && delimiter)
		cpg_pieces_text(&made, &delimiter, 1, place);
	return cpg_pieces_finish(&made, out, err);
}

/* Puts one line into the array. One of which only the beginning is known is the last. */
static int add_line(struct cpg_shell *shell, const struct mapping *mapping,
		    const struct cpg_line *line, long index,
		    struct cpg_shell_variable *array, struct cpg_error *err)
{
	struct cpg_value value;
	int rc = 0;

	/* Where a gap is all there is, it may be no line at all. */
	if (line->unknown || (line->cut && line->count == 1)) {
		array->loose = true;
	} else {
		if (element_of(shell, mapping, line, &value, err) < 0)
			return -1;
		rc = mapping->origin < 0
			     ? cpg_variable_append(shell->arena, array, value, array)
			     : cpg_variable_set_at(shell->arena, array, index, value,
						   array);
		array->loose = array->loose || line->cut;
	}
	if (array->loose && !array->why)
		array->why = UNKNOWN_INPUT;
	return rc < 0 ? cpg_walk_no_memory(err) : 0;
}

static int map_lines(struct cpg_shell *shell, const struct mapping *mapping,
		     struct cpg_shell_variable *array, struct cpg_error *err)
{
	long index = mapping->origin < 0 ? 0 : mapping->origin;
	struct cpg_line line;

	for (long i = 0; !array->loose; i++) {
		if (mapping->most > 0 && i >= mapping->skip + mapping->most)
			return 0;
		if (cpg_shell_step(shell, err) < 0 ||
		    cpg_line_read(shell, &mapping->line, &line, err) < 0)
			return -1;
		if (line.ended)
			return 0;
		if (i < mapping->skip && !line.unknown && !line.cut)
			continue;
		if (add_line(shell, mapping, &line, index++, array, err) < 0)
			return -1;
		if (line.status == 1)
			return 0;
	}
	return 0;
}

/* Whatever it does, it does not lead to a known array. */
static int map_unknown(struct cpg_shell *shell, const struct mapping *mapping,
		       const char *name, struct cpg_origin origin, struct cpg_error *err)
{
	if (!name || mapping->calls || mapping->unknown)
		return cpg_builtin_forget(shell, "what mapfile sets is not known", origin,
					  err);
	cpg_scope_set_status(shell->scope, -1);
	return cpg_builtin_unknown_variable(shell, name, UNKNOWN_INPUT, origin, err);
}

int cpg_builtin_mapfile(struct cpg_shell *shell, const struct cpg_fields *fields,
			struct cpg_origin origin, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	struct cpg_shell_variable array;
	const char *name = "MAPFILE";
	struct cpg_expansion how = {.failed = false};
	struct mapping mapping;
	int status = 0;
	int rc;

	read_options(shell, fields, &mapping);
	if (mapping.first < fields->count)
		name = cpg_builtin_text(shell, &fields->items[mapping.first]);
	if (mapping.usage || mapping.bad)
		return cpg_builtin_status(shell, mapping.usage ? 2 : 1);
	if (mapping.unknown || mapping.calls || !name ||
	    (mapping.other && mapping.origin >= 0))
		return map_unknown(shell, &mapping, name, origin, err);
	if (!cpg_builtin_is_name(name, false))
		return cpg_builtin_status(shell, 1);
	array = *cpg_scope_get(shell->scope, name);
	if (array.kind == CPG_VARIABLE_ASSOCIATIVE || array.kind == CPG_VARIABLE_UNKNOWN ||
	    array.loose || mapping.origin < 0) {
		if (array.kind == CPG_VARIABLE_ASSOCIATIVE)
			return cpg_builtin_status(shell, 1);
		array = (struct cpg_shell_variable){
			.kind = CPG_VARIABLE_INDEXED,
			.exported = array.exported,
			.loose = mapping.origin >= 0 || mapping.other,
		};
		if (array.loose)
			array.why = UNKNOWN_INPUT;
	}
	array.unlisted = false;
	if (map_lines(shell, &mapping, &array, err) < 0)
		return -1;
	rc = cpg_scope_set(shell->scope, name, &array, false);
	if (rc < 0)
		return cpg_walk_no_memory(err);
	if (rc == 1)
		cpg_shell_fail(shell, &how, CPG_FAULT_REPORTED, "a readonly variable");
	cpg_builtin_fail(shell, &how, &status, flow);
	return cpg_builtin_status(shell, status);
}
