#include <string.h>

#include "cpguard/facts.h"
#include "shell_walk.h"

/* Source: coreutils 8.30 to 9.5: src/env.c, build_argv and parse_split_string. */

/* The text of `env -S` as it is cut into words. */
struct cutting {
	struct cpg_shell *shell;
	struct cpg_origin origin;
	struct cpg_field *items;
	size_t count;
	size_t room;
	struct cpg_buffer word;
	bool within; /* a word has begun */
};

static bool begin_word(struct cutting *cut)
{
	if (!cut->within)
		cut->word = (struct cpg_buffer){.arena = cut->shell->arena};
	cut->within = true;
	return cut->count < cut->room;
}

static bool end_word(struct cutting *cut)
{
	const char *text;

	if (!cut->within)
		return true;
	cut->within = false;
	text = cpg_buffer_finish(&cut->word);
	return text && cpg_value_text(cut->shell->arena, cpg_text_of(text), cut->origin,
				      &cut->items[cut->count++].value) == 0;
}

static bool put(struct cutting *cut, char c)
{
	if (!begin_word(cut))
		return false;
	cpg_buffer_bytes(&cut->word, &c, 1);
	return true;
}

/* ${NAME}: the value that the process has. Returns false when that is not known. */
static bool put_variable(struct cutting *cut, const char **at)
{
	const char *end = (*at)[1] == '{' ? strchr(*at, '}') : NULL;
	const struct cpg_shell_variable *variable;
	const char *name;

	if (!end)
		return false;
	name = cpg_arena_bytes(cut->shell->arena, *at + 2, (size_t)(end - *at) - 2);
	*at = end + 1;
	if (!name)
		return false;
	variable = cpg_scope_get(cut->shell->scope, name);
	if (variable->kind == CPG_VARIABLE_UNKNOWN || variable->exported == CPG_UNKNOWN)
		return false;
	if (variable->exported == CPG_NO || variable->kind != CPG_VARIABLE_SCALAR)
		return true;
	if (!cpg_value_known(variable->scalar) || !begin_word(cut))
		return false;
	name = cpg_value_flat(cut->shell->arena, variable->scalar).bytes;
	if (name)
		cpg_buffer_string(&cut->word, name);
	return name;
}

enum escape {
	ESCAPE_CHARACTER,
	ESCAPE_BREAK, /* a word ends */
	ESCAPE_END,   /* the text does */
	ESCAPE_BAD,
};

static enum escape read_escape(char c, bool in_double, char *out)
{
	static const char named[] = "f\fn\nr\rt\tv\v\"\"##$$''\\\\";

	if (c == '_' && !in_double)
		return ESCAPE_BREAK;
	if (c == 'c')
		return in_double ? ESCAPE_BAD : ESCAPE_END;
	*out = ' ';
	for (const char *pair = named; *pair && c != '_'; pair += 2) {
		*out = pair[1];
		if (pair[0] == c)
			return ESCAPE_CHARACTER;
	}
	return c == '_' ? ESCAPE_CHARACTER : ESCAPE_BAD;
}

/* Returns false when env gives up, or what it makes of the text is not known. */
static bool cut_text(struct cutting *cut, const char *at)
{
	char quote = '\0';

	while (*at) {
		char c = *at;

		if ((c == '\'' || c == '"') && (!quote || quote == c)) {
			quote = quote ? '\0' : c;
			at++;
			if (!begin_word(cut))
				return false;
			continue;
		}
		if (strchr(" \t\n\v\f\r", c) && !quote) {
			at++;
			if (!end_word(cut))
				return false;
			continue;
		}
		if (c == '#' && !cut->within)
			break;
		if (c == '$' && quote != '\'') {
			if (!put_variable(cut, &at))
				return false;
			continue;
		}
		if (c == '\\' && (quote != '\'' || at[1] == '\\' || at[1] == '\'')) {
			enum escape escape = read_escape(at[1], quote == '"', &c);

			at++;
			if (escape == ESCAPE_BAD)
				return false;
			if (escape == ESCAPE_END)
				break;
			if (escape == ESCAPE_BREAK) {
				at++;
				if (!end_word(cut))
					return false;
				continue;
			}
		}
		if (!put(cut, c))
			return false;
		at++;
	}
	return !quote && end_word(cut);
}

/* Finds -S TEXT, -STEXT or --split-string=TEXT among the options of env. Returns the word that
 * the text stands in, and *text; 0 when there is none, or a word before it is not known. */
static size_t find_text(const struct cpg_word *words, size_t count, const char **text)
{
	static const char option[] = "--split-string";

	for (size_t i = 1; i < count; i++) {
		const char *word = words[i].text;
		const char *letter;

		if (!word || word[0] != '-' || strcmp(word, "--") == 0)
			return 0;
		if (strncmp(word, option, strlen(option)) == 0) {
			*text = word[strlen(option)] == '=' ? word + strlen(option) + 1
							    : NULL;
			if (!*text && i + 1 < count)
				*text = words[++i].text;
			return *text ? i : 0;
		}
		if (word[1] == '-') {
			i += strcmp(word, "--unset") == 0 || strcmp(word, "--chdir") == 0;
			continue;
		}
		letter = word + 1 + strcspn(word + 1, "SauC");
		if (*letter == 'S') {
			*text = letter[1]       ? letter + 1
				: i + 1 < count ? words[++i].text
						: NULL;
			return *text ? i : 0;
		}
		i += *letter && !letter[1];
	}
	return 0;
}

/* The words that stand before the option itself, whose own letters before S stay. */
static int copy_options(struct cpg_shell *shell, const struct cpg_fields *fields,
			const struct cpg_word *words, size_t at, struct cutting *cut,
			struct cpg_error *err)
{
	const char *word = words[at].text;
	const char *letter;
	char *kept;

	memcpy(cut->items, fields->items, at * sizeof(*cut->items));
	cut->count = at;
	letter = word[1] == '-' ? NULL : strchr(word, 'S');
	if (!letter || letter == word + 1)
		return 0;
	kept = cpg_arena_bytes(shell->arena, word, (size_t)(letter - word));
	if (!kept ||
	    cpg_value_string(shell->arena, kept, &cut->items[cut->count++].value) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

int cpg_walk_split_env(struct cpg_shell *shell, const struct cpg_fields *fields,
		       const struct cpg_word *words, struct cpg_fields *out,
		       struct cpg_error *err)
{
	struct cutting cut = {.shell = shell};
	const char *text = NULL;
	size_t last = find_text(words, fields->count, &text);
	size_t rest;

	if (last == 0)
		return 0;
	cut.origin = words[last].origin;
	cut.room = fields->count + strlen(text) / 2 + 2;
	cut.items =
		cpg_arena_array(shell->arena, cut.room + fields->count, sizeof(*cut.items));
	/* The text is a word of its own, or the end of the option's. */
	if (!cut.items || copy_options(shell, fields, words,
				       last - (words[last].text == text), &cut, err) < 0)
		return cpg_walk_no_memory(err);
	if (!cut_text(&cut, text))
		return 0;
	rest = fields->count - last - 1;
	if (rest)
		memcpy(cut.items + cut.count, fields->items + last + 1,
		       rest * sizeof(*cut.items));
	*out = (struct cpg_fields){cut.items, cut.count + rest};
	return 1;
}
