#include <string.h>

#include "shell_word.h"

static bool single_quotes(struct cpg_shell_reader *r)
{
	size_t before = cpg_shell_mark(r, PILE_PARTS);
	const char *close;

	r->place.at++;
	r->quoted = true;
	close = memchr(r->place.at, '\'', (size_t)(r->end - r->place.at));
	if (!close)
		return cpg_shell_unclosed(r, r->place.line, "'");
	if (close == r->place.at && !cpg_shell_add_text(r, close, 0, TEXT_SINGLE))
		return false;
	if (!cpg_shell_add_next(r, (size_t)(close - r->place.at), TEXT_SINGLE))
		return false;
	cpg_shell_note_opening(r, before);
	r->place.at++;
	return true;
}

static bool double_quotes(struct cpg_shell_reader *r)
{
	struct cpg_shell_quoted quoted = {.quoting = QUOTING_DOUBLE, .close = '"'};
	size_t before = cpg_shell_mark(r, PILE_PARTS);

	r->place.at++;
	if (!cpg_shell_read_quoted(r, &quoted))
		return false;
	r->quoted = true;
	if (cpg_shell_mark(r, PILE_PARTS) == before &&
	    !cpg_shell_add_text(r, r->place.at, 0, TEXT_QUOTED))
		return false;
	cpg_shell_note_opening(r, before);
	r->place.at++;
	return true;
}

static bool backslash(struct cpg_shell_reader *r)
{
	r->quoted = true;
	if (r->end - r->place.at > 1)
		r->place.at++;
	return cpg_shell_add_next(r, 1, TEXT_SINGLE);
}

bool cpg_shell_read_quote(struct cpg_shell_reader *r)
{
	switch (*r->place.at) {
	case '\\':
		return backslash(r);
	case '\'':
		return single_quotes(r);
	case '"':
		return double_quotes(r);
	case '`':
		return cpg_shell_read_backquote(r, QUOTING_NONE);
	default:
		return cpg_shell_read_dollar(r, QUOTING_NONE);
	}
}

/* A backslash within double quotes escapes little, and stays where it does not. */
static bool quoted_backslash(struct cpg_shell_reader *r, const struct cpg_shell_quoted *q)
{
	static const char *const escapes[2][2] = {{"$`\\", "$`\\\""},
						  {"$`\\\"}", "$`\\\"}"}};
	int c = r->end - r->place.at > 1 ? (unsigned char)r->place.at[1] : -1;

	if (c < 0)
		return cpg_shell_add_next(r, 1, TEXT_QUOTED);
	if (!strchr(escapes[q->nested][q->quoting == QUOTING_DOUBLE], c))
		return cpg_shell_add_next(r, 2, TEXT_QUOTED);
	r->place.at++;
	return cpg_shell_add_next(r, 1, TEXT_SINGLE);
}

/* Follows what may hide the byte that ends the text. */
static void follow(struct cpg_shell_quoted *q, int c)
{
	if (q->in_double)
		return;
	if (c == (q->close == ']' ? '[' : '('))
		q->depth++;
	else if (c == (q->close == ']' ? ']' : ')') && q->depth)
		q->depth--;
	else if (c == '?')
		q->questions++;
	else if (c == ':' && q->questions)
		q->questions--;
}

static bool ends(const struct cpg_shell_quoted *q, int c)
{
	if (q->in_double)
		return false;
	if (c == q->close)
		return q->depth == 0 || c == '}';
	return q->also && c == q->also && q->depth == 0 && (c != ':' || q->questions == 0);
}

/* The inner quotes of "${V:-"$A"b}" are dropped before anything is expanded, so that it is $Ab
 * that is expanded. */
static bool extend_name(struct cpg_shell_reader *r, const struct cpg_shell_quoted *q)
{
	size_t count = cpg_shell_mark(r, PILE_PARTS);
	struct cpg_shell_part *last =
		count > r->floor ? cpg_shell_at(r, PILE_PARTS, count - 1) : NULL;
	struct cpg_shell_parameter parameter;
	const char *more = r->place.at;

	if (!q->operand || !last || last->kind != CPG_PART_PARAMETER ||
	    !last->parameter->bare ||
	    !cpg_shell_begins_name((unsigned char)*last->parameter->name) ||
	    !cpg_shell_is(cpg_shell_peek(r), CLASS_NAME))
		return true;
	while (cpg_shell_is(cpg_shell_peek(r), CLASS_NAME))
		r->place.at++;
	more = cpg_shell_raw(r, more, r->place.at);
	parameter = *last->parameter;
	parameter.name =
		more ? cpg_arena_printf(r->session->arena, "%s%s", parameter.name, more)
		     : NULL;
	last->parameter = cpg_shell_keep(r, &parameter, sizeof(parameter));
	return (parameter.name && last->parameter) || cpg_shell_no_memory(r->session);
}

/* '...' within nested text: bash looks for the second ' without regard to what lies between,
 * and later expands that as if there were no '. */
static bool nested_single(struct cpg_shell_reader *r, struct cpg_shell_quoted *q)
{
	size_t left = (size_t)(r->end - r->place.at) - 1;
	const char *close = memchr(r->place.at + 1, '\'', left);
	struct cpg_shell_quoted quoted = {
		.quoting = q->quoting,
		.close = -1,
		.nested = true,
		.operand = q->operand,
	};
	struct cpg_shell_session *session = r->session;
	struct cpg_shell_marks marks;
	struct cpg_shell_reader inner;
	unsigned depth = session->depth;

	if (!close)
		return cpg_shell_unclosed(r, r->place.line, "'");
	q->tangled = q->tangled || memchr(r->place.at, '"', (size_t)(close - r->place.at));
	if (!cpg_shell_add_next(r, 1, TEXT_QUOTED))
		return false;
	marks = cpg_shell_marks(session);
	inner = *r;
	inner.end = close;
	if (cpg_shell_read_quoted(&inner, &quoted)) {
		inner.end = r->end;
		*r = inner;
		return cpg_shell_add_next(r, 1, TEXT_QUOTED);
	}
	if (session->fatal)
		return false;
	cpg_shell_unwind(session, &marks);
	session->depth = depth;
	for (; r->place.at < close; r->place.at++)
		r->place.line += *r->place.at == '\n';
	return cpg_shell_add_bad(r) && cpg_shell_add_next(r, 1, TEXT_QUOTED);
}

/* One byte that is, or may be, special. */
static bool quoted_byte(struct cpg_shell_reader *r, struct cpg_shell_quoted *q, int c)
{
	switch (c) {
	case '\\':
		return quoted_backslash(r, q);
	case '`':
		return cpg_shell_read_backquote(r, q->quoting);
	case '$':
		if (q->nested && q->quoting == QUOTING_DOUBLE &&
		    cpg_shell_peek_second(r) == '\'') {
			cpg_shell_next(r);
			return cpg_shell_read_ansi_quote(r);
		}
		return cpg_shell_read_dollar(r, q->quoting);
	case '"':
		if (!q->nested)
			break;
		q->in_double = !q->in_double;
		q->requoted = true;
		r->place.at++;
		return extend_name(r, q);
	case '\'':
		if (!q->nested || q->in_double || q->close < 0)
			break;
		return nested_single(r, q);
	default:
		if (q->nested)
			follow(q, c);
	}
	return cpg_shell_add_next(r, 1, TEXT_QUOTED);
}

bool cpg_shell_read_quoted(struct cpg_shell_reader *r, struct cpg_shell_quoted *q)
{
	unsigned line = r->place.line;
	unsigned classes = CLASS_QUOTED | (q->nested ? CLASS_OPERAND : 0u);
	int c;

	for (;;) {
		if (!cpg_shell_add_run(r, classes, TEXT_QUOTED))
			return false;
		c = cpg_shell_peek(r);
		if (c < 0)
			break;
		if (ends(q, c))
			return true;
		if (!quoted_byte(r, q, c))
			return false;
	}
	if (q->close < 0)
		return true;
	return cpg_shell_unclosed(r, line, (const char[]){(char)q->close, '\0'});
}

bool cpg_shell_read_quoted_word(struct cpg_shell_reader *r, struct cpg_shell_quoted quoted,
				const struct cpg_shell_word **out)
{
	struct cpg_shell_draft draft;
	struct cpg_shell_word word;

	cpg_shell_begin_word(r, &draft);
	if (!cpg_shell_read_quoted(r, &quoted) || !cpg_shell_finish_word(r, &draft, &word))
		return false;
	word.requoted = quoted.requoted;
	word.tangled = quoted.tangled;
	*out = cpg_shell_keep(r, &word, sizeof(word));
	return *out != NULL;
}

bool cpg_shell_read_operand_word(struct cpg_shell_reader *r, int also, bool lead,
				 const struct cpg_shell_word **out)
{
	struct cpg_shell_draft draft;
	struct cpg_shell_word word;
	unsigned line = r->place.line;
	bool ok = true;
	int c;

	cpg_shell_begin_word(r, &draft);
	if (lead)
		ok = cpg_shell_add_next(r, 1, TEXT_PLAIN);
	while (ok) {
		ok = cpg_shell_add_run(r, CLASS_QUOTE | CLASS_OPERAND | CLASS_END,
				       TEXT_PLAIN);
		c = cpg_shell_peek(r);
		if (c == '}' || (also && c == also))
			break;
		if (ok && c < 0)
			ok = cpg_shell_unclosed(r, line, "}");
		else if (ok && cpg_shell_is(c, CLASS_QUOTE))
			ok = cpg_shell_read_quote(r);
		else if (ok && (c == '<' || c == '>') && cpg_shell_peek_second(r) == '(')
			ok = cpg_shell_read_process(r);
		else if (ok)
			ok = cpg_shell_add_next(r, 1, TEXT_PLAIN);
	}
	if (!ok || !cpg_shell_finish_word(r, &draft, &word))
		return false;
	*out = cpg_shell_keep(r, &word, sizeof(word));
	return *out != NULL;
}
