#include <string.h>

#include "shell_word.h"

enum {
	MOST_DOCUMENTS = 16, /* bash's own limit of those that wait for their text */
};

/* Quotes and backslashes are removed; nothing in a delimiter is expanded. */
static bool unquote(struct cpg_shell_reader *r, const char *from, struct cpg_text *out)
{
	const char *raw = cpg_shell_raw(r, from, r->place.at);
	char *text = raw ? cpg_shell_alloc(r, strlen(raw) + 1) : NULL;
	size_t length = 0;
	char quote = '\0';

	if (!text)
		return false;
	for (; *raw; raw++) {
		if (*raw == '$' && !quote && (raw[1] == '\'' || raw[1] == '"'))
			continue;
		if (quote ? *raw == quote : *raw == '\'' || *raw == '"') {
			quote = quote ? '\0' : *raw;
			continue;
		}
		if (*raw == '\\' && raw[1] &&
		    (!quote || (quote == '"' && strchr("$`\"\\", raw[1]))))
			raw++;
		text[length++] = *raw;
	}
	*out = (struct cpg_text){text, length};
	return true;
}

struct cpg_shell_here *cpg_shell_begin_here(struct cpg_shell_reader *r, bool strip)
{
	struct cpg_shell_here *here = cpg_shell_alloc(r, sizeof(*here));
	struct cpg_shell_here **tail = &r->here;
	unsigned count = 1;
	struct cpg_shell_word word;
	const char *from;

	if (!here)
		return NULL;
	cpg_shell_skip_blanks(r);
	from = r->place.at;
	if (!cpg_shell_read_word(r, &word) || !unquote(r, from, &here->delimiter))
		return NULL;
	here->literal = word.quoted;
	here->strip = strip;
	for (; *tail; tail = &(*tail)->next)
		count++;
	if (count > MOST_DOCUMENTS) {
		cpg_shell_mistake(r, "more than %d here-documents on one line",
				  MOST_DOCUMENTS);
		return NULL;
	}
	*tail = here;
	return here;
}

void cpg_shell_bind_here(struct cpg_shell_here *here, struct cpg_shell_word *target)
{
	here->target = target;
	if (here->read)
		*target = here->body;
}

/* The end of the line that begins at `at`, its newline not included. Where continuations
 * count, the line goes on behind a backslash. */
static const char *line_end(const struct cpg_shell_reader *r,
			    const struct cpg_shell_here *here, const char *at)
{
	for (; at < r->end && *at != '\n'; at++) {
		if (*at == '\\' && !here->literal && r->end - at > 1)
			at++;
	}
	return at;
}

/* Whether nothing follows on the line. Within $( ) its ) may, which bash puts up with. */
static bool ends_line(struct cpg_shell_reader *r, const struct cpg_shell_here *here)
{
	const char *end;

	if (!here->literal)
		cpg_shell_peek(r);
	end = line_end(r, here, r->place.at);
	return end == r->place.at ||
	       (r->substitutions && memchr(r->place.at, ')', (size_t)(end - r->place.at)));
}

/* Whether the line at the place is the delimiter; the place is then behind it. */
static bool at_delimiter(struct cpg_shell_reader *r, const struct cpg_shell_here *here)
{
	struct cpg_shell_place place = r->place;
	size_t i = 0;

	for (; i < here->delimiter.length; i++) {
		int c = here->literal && r->place.at < r->end ? (unsigned char)*r->place.at
							      : cpg_shell_peek(r);

		if (c != (unsigned char)here->delimiter.bytes[i] || c == '\n')
			break;
		r->place.at++;
	}
	if (i == here->delimiter.length && ends_line(r, here))
		return true;
	r->place = place;
	return false;
}

/* Steps over the lines up to the delimiter and over that, and gives what lies between. It is
 * copied to *copy only where it cannot stay as it is. */
static struct cpg_text read_lines(struct cpg_shell_reader *r,
				  const struct cpg_shell_here *here,
				  struct cpg_buffer *copy)
{
	struct cpg_text text = {r->place.at, 0};

	while (r->place.at < r->end) {
		const char *begin;
		const char *end;

		while (here->strip && r->place.at < r->end && *r->place.at == '\t')
			r->place.at++;
		begin = r->place.at;
		if (at_delimiter(r, here)) {
			if (r->place.at < r->end && *r->place.at == '\n')
				cpg_shell_next(r);
			break;
		}
		end = line_end(r, here, begin);
		if (!here->strip && end == r->end)
			cpg_buffer_bytes(copy, text.bytes, text.length);
		if (here->strip || end == r->end) {
			cpg_buffer_bytes(copy, begin, (size_t)(end - begin));
			cpg_buffer_bytes(copy, "\n", 1);
		}
		for (; r->place.at < end; r->place.at++)
			r->place.line += *r->place.at == '\n';
		cpg_shell_next(r);
		text.length = (size_t)(r->place.at - text.bytes);
	}
	return copy->length ? (struct cpg_text){copy->bytes, copy->length} : text;
}

bool cpg_shell_read_expandable(struct cpg_shell_reader *outer, struct cpg_text text,
			       unsigned line, bool here, struct cpg_shell_word *word)
{
	struct cpg_shell_session *session = outer->session;
	struct cpg_shell_marks marks = cpg_shell_marks(session);
	struct cpg_shell_reader r = {
		.session = session,
		.place = {text.bytes, line},
		.end = text.bytes + text.length,
		.extglob = outer->extglob,
	};
	struct cpg_shell_quoted quoted = {
		.quoting = here ? QUOTING_HERE : QUOTING_DOUBLE,
		.close = -1,
	};
	unsigned depth = session->depth;
	struct cpg_shell_draft draft;

	cpg_shell_begin_word(&r, &draft);
	if (cpg_shell_read_quoted(&r, &quoted))
		return cpg_shell_finish_word(&r, &draft, word);
	if (session->fatal)
		return false;
	cpg_shell_unwind(session, &marks);
	session->depth = depth;
	r.place.line = line;
	r.floor = draft.first;
	return cpg_shell_add_bad(&r) && cpg_shell_finish_word(&r, &draft, word);
}

static bool literal_word(struct cpg_shell_reader *r, const struct cpg_shell_draft *draft,
			 struct cpg_text text, struct cpg_shell_word *word)
{
	struct cpg_shell_part *part = cpg_shell_add_part(r, CPG_PART_LITERAL, true);

	if (!part)
		return false;
	part->single = true;
	part->text = text;
	part->origin = draft->origin;
	r->quoted = true;
	return cpg_shell_finish_word(r, draft, word);
}

static bool read_body(struct cpg_shell_reader *r, struct cpg_shell_here *here)
{
	struct cpg_buffer copy = {.arena = r->session->arena};
	struct cpg_shell_draft draft;
	unsigned line = r->place.line;
	struct cpg_text text;

	cpg_shell_begin_word(r, &draft);
	text = read_lines(r, here, &copy);
	if (copy.failed)
		return cpg_shell_no_memory(r->session);
	if (here->literal && text.length)
		return literal_word(r, &draft, text, &here->body);
	cpg_shell_abandon_word(r, &draft);
	here->body.quoted = here->literal;
	here->body.origin = draft.origin;
	return here->literal || cpg_shell_read_expandable(r, text, line, true, &here->body);
}

bool cpg_shell_read_here(struct cpg_shell_reader *r)
{
	struct cpg_shell_here *here;

	while (r->here) {
		here = r->here;
		r->here = here->next;
		if (!read_body(r, here))
			return false;
		here->read = true;
		if (here->target)
			*here->target = here->body;
	}
	return true;
}
