#include <stdlib.h>
#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_pieces.h"

#define UNKNOWN_OPTION "which option the words have is not known"

/* Where getopts keeps its place within a word: the OPTIND that it set last, which tells whether
 * the script has set another since, and the letter's place. No script can name it. */
#define PLACE " getopts"

/* A call of getopts. */
struct options {
	struct cpg_shell *shell;
	const char *letters;
	bool silent;
	const char *name;
	const struct cpg_value *words;
	size_t count;
	bool loose;    /* more words may follow */
	size_t index;  /* of the word, counted from 1 */
	size_t letter; /* its place in the word; 0: a new word */
};

/* What it found. */
struct found {
	char name; /* for the variable */
	bool end;  /* there is no option any more */
	bool unknown;
	bool has_argument;
	struct cpg_value argument;
};

/* Sets the words: those behind the name, or the positional parameters. */
static int take_words(struct options *o, const struct cpg_fields *fields,
		      struct cpg_error *err)
{
	const struct cpg_positional *parameters = cpg_scope_positional(o->shell->scope);
	struct cpg_value *words;

	if (fields->count <= 3) {
		o->words = parameters->values;
		o->count = parameters->count;
		o->loose = parameters->loose;
		return 0;
	}
	words = cpg_arena_array(o->shell->arena, fields->count, sizeof(*words));
	if (!words)
		return cpg_walk_no_memory(err);
	for (size_t i = 3; i < fields->count && !o->loose; i++) {
		o->loose = fields->items[i].many;
		if (!o->loose)
			words[o->count++] = fields->items[i].value;
	}
	o->words = words;
	return 0;
}

/* The text of OPTIND, of which the pieces tell whether it is the one that was set last. */
static bool index_value(struct cpg_shell *shell, struct cpg_value *value)
{
	return cpg_variable_at(cpg_scope_get(shell->scope, "OPTIND"), 0, value) ==
		       CPG_YES &&
	       cpg_value_known(*value);
}

/* Finds the place where the last call stopped. Returns false when it is not known. */
static bool find_place(struct options *o)
{
	const struct cpg_shell_variable *place = cpg_scope_get(o->shell->scope, PLACE);
	struct cpg_value index;
	struct cpg_value before;
	struct cpg_value letter;
	struct cpg_text text;
	long number;

	o->index = 1;
	o->letter = 0;
	/* `local OPTIND` begins anew. */
	if (cpg_scope_get(o->shell->scope, "OPTIND")->kind == CPG_VARIABLE_UNSET)
		return true;
	if (!index_value(o->shell, &index) || place->kind == CPG_VARIABLE_UNKNOWN)
		return false;
	text = cpg_value_flat(o->shell->arena, index);
	number = text.bytes ? cpg_builtin_number(text.bytes) : -1;
	o->index = number < 1 ? 1 : (size_t)number;
	if (cpg_variable_at(place, 0, &before) != CPG_YES ||
	    cpg_variable_at(place, 1, &letter) != CPG_YES)
		return true;
	if (!cpg_value_known(before) || !cpg_value_known(letter))
		return false;
	text = cpg_value_flat(o->shell->arena, letter);
	/* An assignment to OPTIND begins at a new word, though it be the same number. */
	if (text.bytes && before.pieces == index.pieces)
		o->letter = (size_t)strtoul(text.bytes, NULL, 10);
	return true;
}

static int assign_text(struct options *o, const char *name, struct cpg_value value,
		       struct cpg_error *err)
{
	struct cpg_expansion how;

	return cpg_shell_assign_name(o->shell, name, value, &how, err);
}

static int number_value(struct options *o, size_t number, struct cpg_value *out,
			struct cpg_error *err)
{
	const char *text = cpg_arena_printf(o->shell->arena, "%zu", number);

	if (!text || cpg_value_string(o->shell->arena, text, out) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

static int letter_value(struct options *o, char letter, struct cpg_value *out,
			struct cpg_error *err)
{
	const char *text = cpg_arena_bytes(o->shell->arena, &letter, 1);

	if (!text || cpg_value_string(o->shell->arena, text, out) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* Sets OPTIND, and remembers the place within the word. */
static int keep_place(struct options *o, struct cpg_error *err)
{
	struct cpg_shell_variable place = {.kind = CPG_VARIABLE_INDEXED,
					   .exported = CPG_NO};
	struct cpg_value index;
	struct cpg_value letter;

	if (number_value(o, o->index, &index, err) < 0 ||
	    number_value(o, o->letter, &letter, err) < 0 ||
	    assign_text(o, "OPTIND", index, err) < 0)
		return -1;
	if (!index_value(o->shell, &index))
		return 0;
	if (cpg_variable_append(o->shell->arena, &place, index, &place) < 0 ||
	    cpg_variable_append(o->shell->arena, &place, letter, &place) < 0 ||
	    cpg_scope_set_global(o->shell->scope, PLACE, &place) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* Whether a word begins with an option; CPG_UNKNOWN when that hangs on a gap. */
static int begins_option(struct cpg_text start, bool known)
{
	if (start.length > 0 && start.bytes[0] != '-')
		return CPG_NO;
	if (start.length > 1)
		return start.bytes[1] == '-' && start.length == 2 && !known ? CPG_UNKNOWN
									    : CPG_YES;
	return known ? CPG_NO : CPG_UNKNOWN;
}

/* Goes to the next word where the last one is used up. Returns CPG_NO at the end of the
 * options. */
static int next_word(struct options *o)
{
	struct cpg_text start;
	int is_option;

	if (o->index > o->count)
		return o->loose ? CPG_UNKNOWN : CPG_NO;
	if (o->letter > 0)
		return CPG_YES;
	start = cpg_value_prefix(o->shell->arena, o->words[o->index - 1]);
	if (!start.bytes)
		return CPG_UNKNOWN;
	is_option = begins_option(start, cpg_value_known(o->words[o->index - 1]));
	if (is_option == CPG_YES && strcmp(start.bytes, "--") == 0) {
		o->index++;
		return CPG_NO;
	}
	o->letter = 1;
	return is_option;
}

/* The word from a letter on, without its beginning. */
static int rest_of_word(struct options *o, size_t from, struct cpg_value *out,
			struct cpg_error *err)
{
	struct cpg_value word = o->words[o->index - 1];
	struct cpg_pieces rest = {.arena = o->shell->arena};

	for (size_t i = 0; i < word.count; i++) {
		const struct cpg_piece *piece = &word.pieces[i];
		size_t skip = from < piece->text.length ? from : piece->text.length;

		from -= skip;
		if (!piece->text.bytes)
			cpg_pieces_value(&rest, (struct cpg_value){piece, 1});
		else
			cpg_pieces_text(&rest, piece->text.bytes + skip,
					piece->text.length - skip, piece->origin);
	}
	return cpg_pieces_finish(&rest, out, err);
}

static void next_index(struct options *o)
{
	o->index++;
	o->letter = 0;
}

/* The argument of an option: the rest of its word, or the next word. */
static int take_argument(struct options *o, struct cpg_value rest, char letter,
			 struct found *found, struct cpg_error *err)
{
	next_index(o);
	found->has_argument = true;
	found->argument = rest;
	if (cpg_value_is_empty(rest) == CPG_NO)
		return 0;
	found->unknown = cpg_value_is_empty(rest) == CPG_UNKNOWN ||
			 (o->index > o->count && o->loose);
	if (found->unknown)
		return 0;
	if (o->index <= o->count) {
		found->argument = o->words[o->index - 1];
		o->index++;
		return 0;
	}
	found->name = o->silent ? ':' : '?';
	found->has_argument = o->silent;
	return letter_value(o, letter, &found->argument, err);
}

/* A letter that is no option. */
static int reject(struct options *o, char letter, struct found *found,
		  struct cpg_error *err)
{
	found->name = '?';
	found->has_argument = o->silent;
	return letter_value(o, letter, &found->argument, err);
}

static int find_option(struct options *o, struct found *found, struct cpg_error *err)
{
	int more = next_word(o);
	struct cpg_text start;
	struct cpg_value rest;
	const char *listed;
	char letter;

	found->unknown = more == CPG_UNKNOWN;
	found->end = more == CPG_NO;
	if (more != CPG_YES)
		return 0;
	start = cpg_value_prefix(o->shell->arena, o->words[o->index - 1]);
	if (!start.bytes || o->letter >= start.length) {
		found->unknown = true;
		return 0;
	}
	letter = start.bytes[o->letter++];
	found->name = letter;
	if (rest_of_word(o, o->letter, &rest, err) < 0)
		return -1;
	listed = letter == ':' ? NULL : strchr(o->letters, letter);
	if (listed && listed[1] == ':')
		return take_argument(o, rest, letter, found, err);
	if (cpg_value_is_empty(rest) == CPG_YES)
		next_index(o);
	else if (cpg_value_is_empty(rest) == CPG_UNKNOWN)
		found->unknown = true;
	return listed ? 0 : reject(o, letter, found, err);
}

/* Nothing is known of what getopts sets. */
static int find_nothing(struct cpg_shell *shell, const char *name, struct cpg_origin origin,
			struct cpg_error *err)
{
	static const char *const names[] = {"OPTIND", "OPTARG", PLACE};

	if (!name)
		return cpg_builtin_forget(shell, UNKNOWN_OPTION, origin, err);
	cpg_scope_set_status(shell->scope, -1);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (cpg_builtin_unknown_variable(shell, names[i], UNKNOWN_OPTION, origin,
						 err) < 0)
			return -1;
	}
	return cpg_builtin_unknown_variable(shell, name, UNKNOWN_OPTION, origin, err);
}

static int deliver(struct options *o, const struct found *found,
		   struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_expansion how;
	struct cpg_value value;
	int status = found->end;

	if (found->end)
		o->letter = 0;
	if (keep_place(o, err) < 0)
		return -1;
	if (found->has_argument) {
		if (assign_text(o, "OPTARG", found->argument, err) < 0)
			return -1;
	} else if (cpg_scope_unset(o->shell->scope, "OPTARG") < 0) {
		return cpg_walk_no_memory(err);
	}
	if (letter_value(o, found->end ? '?' : found->name, &value, err) < 0)
		return -1;
	if (!cpg_builtin_is_name(o->name, false))
		return cpg_builtin_status(o->shell, 1);
	if (cpg_shell_assign_name(o->shell, o->name, value, &how, err) < 0)
		return -1;
	cpg_builtin_fail(o->shell, &how, &status, flow);
	if (how.failed && flow->kind == CPG_FLOW_NEXT)
		status = 2;
	return cpg_builtin_status(o->shell, status);
}

int cpg_builtin_getopts(struct cpg_shell *shell, const struct cpg_fields *fields,
			struct cpg_origin origin, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	struct options o = {.shell = shell};
	struct found found = {.name = '?'};

	if (fields->count < 3 && cpg_builtin_counted(fields))
		return cpg_builtin_status(shell, 2);
	o.letters = fields->count > 1 ? cpg_builtin_text(shell, &fields->items[1]) : NULL;
	o.name = fields->count > 2 ? cpg_builtin_text(shell, &fields->items[2]) : NULL;
	if (!o.name || !o.letters)
		return find_nothing(shell, o.name, origin, err);
	o.silent = o.letters[0] == ':';
	if (take_words(&o, fields, err) < 0)
		return -1;
	if (!find_place(&o))
		return find_nothing(shell, o.name, origin, err);
	if (find_option(&o, &found, err) < 0)
		return -1;
	if (found.unknown)
		return find_nothing(shell, o.name, origin, err);
	return deliver(&o, &found, flow, err);
}
