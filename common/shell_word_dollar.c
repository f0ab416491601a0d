#include <string.h>

#include "shell_parse.h"

static enum cpg_shell_how text_how(enum cpg_shell_quoting quoting)
{
	return quoting == QUOTING_NONE ? TEXT_PLAIN : TEXT_QUOTED;
}

/* A part that begins on `line`, which the reader may have left. */
static struct cpg_shell_part *add_part_at(struct cpg_shell_reader *r,
					  enum cpg_shell_part_kind kind,
					  enum cpg_shell_quoting quoting,
					  struct cpg_origin origin)
{
	struct cpg_shell_part *part = cpg_shell_add_part(r, kind, quoting != QUOTING_NONE);

	if (part)
		part->origin = origin;
	return part;
}

static bool add_list(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
		     struct cpg_origin origin, const struct cpg_shell_list *list)
{
	struct cpg_shell_part *part = add_part_at(r, CPG_PART_COMMAND, quoting, origin);

	if (part)
		part->list = list;
	return part != NULL;
}

static bool add_arithmetic(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			   struct cpg_origin origin, const struct cpg_shell_word *word)
{
	struct cpg_shell_part *part = add_part_at(r, CPG_PART_ARITHMETIC, quoting, origin);

	if (part)
		part->expression = word;
	return part != NULL;
}

bool cpg_shell_read_arithmetic(struct cpg_shell_reader *r,
			       const struct cpg_shell_word **word,
			       struct cpg_shell_place *end)
{
	struct cpg_shell_quoted quoted = {
		.quoting = QUOTING_DOUBLE,
		.close = ')',
		.nested = true,
	};
	struct cpg_shell_place begin = r->place;
	struct cpg_shell_draft draft;
	struct cpg_shell_word expression;

	*word = NULL;
	cpg_shell_begin_word(r, &draft);
	if (!cpg_shell_read_quoted(r, &quoted))
		return false;
	if (cpg_shell_peek_second(r) == ')') {
		if (!cpg_shell_finish_word(r, &draft, &expression))
			return false;
		cpg_shell_accept(r, "))");
		*word = cpg_shell_keep(r, &expression, sizeof(expression));
		return *word != NULL;
	}
	if (end) {
		cpg_shell_next(r);
		if (!cpg_shell_read_quoted(r, &quoted))
			return false;
		*end = r->place;
	}
	cpg_shell_abandon_word(r, &draft);
	r->place = begin;
	return true;
}

/* $( (...) ) written without the blank. bash finds its end as that of arithmetic, and reads
 * what is in it only when it runs. */
static const struct cpg_shell_refuted *refute_arithmetic(struct cpg_shell_reader *r,
							 struct cpg_shell_place begin,
							 struct cpg_shell_place end)
{
	struct cpg_text text = {begin.at, (size_t)(end.at - begin.at)};
	const struct cpg_shell_list *list;
	struct cpg_shell_refuted *entry;

	if (!cpg_shell_read_script(r, text, begin.line, &list))
		return NULL;
	entry = cpg_shell_refute(r, begin.at);
	if (entry) {
		entry->end = end;
		entry->list = list;
	}
	return entry;
}

/* $(( at the place of its second (. */
static bool arithmetic(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
		       struct cpg_origin origin)
{
	struct cpg_shell_place begin = r->place;
	const struct cpg_shell_refuted *other = cpg_shell_find_refuted(r, begin.at);
	const struct cpg_shell_word *word;
	struct cpg_shell_place end;

	if (!other) {
		cpg_shell_next(r);
		if (!cpg_shell_read_arithmetic(r, &word, &end))
			return false;
		if (word)
			return add_arithmetic(r, quoting, origin, word);
		other = refute_arithmetic(r, begin, end);
	}
	if (!other)
		return false;
	r->place = other->end;
	cpg_shell_next(r);
	return add_list(r, quoting, origin, other->list);
}

static bool old_arithmetic(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			   struct cpg_origin origin)
{
	struct cpg_shell_quoted quoted = {
		.quoting = QUOTING_DOUBLE,
		.close = ']',
		.nested = true,
	};
	const struct cpg_shell_word *word;

	cpg_shell_next(r);
	if (!cpg_shell_read_quoted_word(r, quoted, &word))
		return false;
	cpg_shell_next(r);
	return add_arithmetic(r, quoting, origin, word);
}

static bool simple_parameter(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			     struct cpg_origin origin)
{
	struct cpg_shell_parameter parameter = {.bare = true};
	struct cpg_shell_part *part;

	parameter.name = cpg_shell_read_parameter_name(r, false);
	if (!parameter.name)
		return false;
	part = add_part_at(r, CPG_PART_PARAMETER, quoting, origin);
	if (!part)
		return false;
	part->parameter = cpg_shell_keep(r, &parameter, sizeof(parameter));
	return part->parameter != NULL;
}

/* What begins with a bracket of some kind, or with a quote. */
static bool bracketed(struct cpg_shell_reader *r, int c, enum cpg_shell_quoting quoting)
{
	struct cpg_origin origin = cpg_shell_origin(r);
	const struct cpg_shell_list *list;

	cpg_shell_next(r);
	if (c == '\'')
		return cpg_shell_read_ansi_quote(r);
	if (c == '"')
		return true;
	cpg_shell_next(r);
	if (c == '{')
		return cpg_shell_read_brace(r, quoting, origin);
	if (c == '[') {
		r->place.at--;
		return old_arithmetic(r, quoting, origin);
	}
	if (cpg_shell_peek(r) == '(')
		return arithmetic(r, quoting, origin);
	return cpg_shell_read_substitution(r, &list) && add_list(r, quoting, origin, list);
}

bool cpg_shell_read_dollar(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting)
{
	struct cpg_origin origin = cpg_shell_origin(r);
	int c = cpg_shell_peek_second(r);
	bool ok;

	if (c == '(' || c == '{' || c == '[' ||
	    (quoting == QUOTING_NONE && (c == '\'' || c == '"'))) {
		ok = cpg_shell_enter(r) && bracketed(r, c, quoting);
		cpg_shell_leave(r);
		return ok;
	}
	if (cpg_shell_is(c, CLASS_NAME | CLASS_SPECIAL)) {
		cpg_shell_next(r);
		return simple_parameter(r, quoting, origin);
	}
	return cpg_shell_add_next(r, 1, text_how(quoting));
}

bool cpg_shell_read_process(struct cpg_shell_reader *r)
{
	struct cpg_origin origin = cpg_shell_origin(r);
	struct cpg_text direction = {r->place.at, 1};
	const struct cpg_shell_list *list;
	struct cpg_shell_part *part;

	cpg_shell_next(r);
	cpg_shell_next(r);
	if (!cpg_shell_enter(r) || !cpg_shell_read_substitution(r, &list))
		return false;
	cpg_shell_leave(r);
	part = add_part_at(r, CPG_PART_PROCESS, QUOTING_NONE, origin);
	if (!part)
		return false;
	part->text = direction;
	part->list = list;
	return true;
}

/* The text of `...` without the backslashes that protect it. */
static bool unprotect(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
		      const char *end, struct cpg_text *text)
{
	const char *escapes = quoting == QUOTING_DOUBLE ? "$`\\\"" : "$`\\";
	const char *at = r->place.at;
	char *out = cpg_shell_alloc(r, (size_t)(end - at) + 1);

	text->bytes = out;
	if (!out)
		return false;
	while (at < end) {
		if (*at == '\\' && at[1] == '\n') {
			at += 2;
			continue;
		}
		if (*at == '\\' && strchr(escapes, at[1]))
			at++;
		else if (*at == '\\')
			*out++ = *at++;
		*out++ = *at++;
	}
	text->length = (size_t)(out - text->bytes);
	return true;
}

bool cpg_shell_read_backquote(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting)
{
	struct cpg_origin origin = cpg_shell_origin(r);
	const struct cpg_shell_list *list;
	const char *end = r->place.at + 1;
	struct cpg_text text;
	bool protected = false;

	for (; end < r->end && *end != '`'; end++) {
		if (*end == '\\' && r->end - end > 1) {
			protected = true;
			end++;
		}
	}
	if (end >= r->end)
		return cpg_shell_unclosed(r, r->place.line, "`");
	r->place.at++;
	text = (struct cpg_text){r->place.at, (size_t)(end - r->place.at)};
	if (protected && !unprotect(r, quoting, end, &text))
		return false;
	if (!cpg_shell_enter(r) || !cpg_shell_read_script(r, text, r->place.line, &list))
		return false;
	cpg_shell_leave(r);
	for (; r->place.at < end; r->place.at++)
		r->place.line += *r->place.at == '\n';
	r->place.at++;
	return add_list(r, quoting, origin, list);
}
