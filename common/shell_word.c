#include <string.h>

#include "shell_word.h"

/* Where the pieces of NAME[index]=value lie among the parts of the whole word. */
struct prefix {
	size_t index; /* the first part of the index, and the one behind its last */
	size_t index_end;
	size_t value;
	bool indexed;
	bool index_quoted;
	struct cpg_origin index_origin;
	struct cpg_origin value_origin;
};

struct cpg_text cpg_shell_plain(const struct cpg_shell_word *word)
{
	if (word->count != 1 || word->quoted || word->parts->kind != CPG_PART_LITERAL)
		return (struct cpg_text){NULL, 0};
	return word->parts->text;
}

bool cpg_shell_accept_word(struct cpg_shell_reader *r, const char *string)
{
	struct cpg_shell_place place = r->place;

	if (cpg_shell_accept(r, string) &&
	    (cpg_shell_peek(r) < 0 || cpg_shell_is(cpg_shell_peek(r), CLASS_END)))
		return true;
	r->place = place;
	return false;
}

const char *cpg_shell_raw(struct cpg_shell_reader *r, const char *from, const char *to)
{
	size_t length = (size_t)(to - from);
	char *copy = cpg_shell_alloc(r, length + 1);
	char *out = copy;

	if (!copy)
		return NULL;
	for (size_t i = 0; i < length; i++) {
		if (from[i] == '\\' && i + 1 < length && from[i + 1] == '\n')
			i++;
		else
			*out++ = from[i];
	}
	return copy;
}

/* Appends what stands from `from` to the place. What comes next will not be joined to it. */
static bool add_fixed(struct cpg_shell_reader *r, const char *from)
{
	const char *text = cpg_shell_raw(r, from, r->place.at);

	if (!text || !cpg_shell_add_text(r, text, strlen(text), TEXT_PLAIN))
		return false;
	r->floor = cpg_shell_mark(r, PILE_PARTS);
	return true;
}

bool cpg_shell_read_subscript(struct cpg_shell_reader *r, const char *stops, bool *closed)
{
	unsigned line = r->place.line;
	unsigned depth = 0;
	bool ok = true;
	int c;

	*closed = false;
	while (ok) {
		ok = cpg_shell_add_run(r, CLASS_QUOTE | CLASS_OPERAND | CLASS_END,
				       TEXT_PLAIN);
		c = cpg_shell_peek(r);
		*closed = c == ']' && depth == 0;
		if (!ok || *closed || (c > 0 && strchr(stops, c)))
			break;
		if (c < 0)
			return *stops || cpg_shell_unclosed(r, line, "]");
		depth += c == '[';
		depth -= c == ']';
		ok = cpg_shell_is(c, CLASS_QUOTE) ? cpg_shell_read_quote(r)
						  : cpg_shell_add_next(r, 1, TEXT_PLAIN);
	}
	return ok;
}

/* Steps behind = or +=. */
static bool accept_assign(struct cpg_shell_reader *r, bool *append)
{
	*append = cpg_shell_accept(r, "+=");
	return *append || cpg_shell_accept(r, "=");
}

/* Reads [index] in front of a =, if there is one; the [ stands at the place. */
static bool read_index(struct cpg_shell_reader *r, const char *from, const char *stops,
		       struct prefix *p, bool *closed)
{
	bool outer = r->quoted;

	cpg_shell_next(r);
	if (!add_fixed(r, from))
		return false;
	p->index_origin = cpg_shell_origin(r);
	p->index = cpg_shell_mark(r, PILE_PARTS);
	r->quoted = false;
	if (!cpg_shell_read_subscript(r, stops, closed))
		return false;
	p->index_quoted = r->quoted;
	r->quoted |= outer;
	p->index_end = cpg_shell_mark(r, PILE_PARTS);
	p->indexed = *closed;
	return true;
}

/* Reads NAME=, NAME+=, NAME[index]= and, of an element, [key]= into the first parts of the
 * word. When it turns out to be none of these, what was read is the word's beginning. */
static bool read_prefix(struct cpg_shell_reader *r, enum cpg_shell_mode mode,
			struct prefix *p, struct cpg_shell_scan *out)
{
	struct cpg_shell_place begin = r->place;
	const char *from = begin.at;
	bool closed = false;
	int c;

	while (mode != MODE_ELEMENT && cpg_shell_is(cpg_shell_peek(r), CLASS_NAME))
		r->place.at++;
	out->assignment.name = cpg_shell_raw(r, from, r->place.at);
	if (!out->assignment.name)
		return false;
	c = cpg_shell_peek(r);
	if (c == '[') {
		bool spaced = mode == MODE_COMMAND || mode == MODE_ELEMENT;

		if (!read_index(r, from, spaced ? "" : " \t\n;&|<>()", p, &closed))
			return false;
		from = r->place.at;
		if (!closed)
			return true;
		cpg_shell_next(r);
		r->floor = cpg_shell_mark(r, PILE_PARTS);
	}
	out->assigns = (closed || mode != MODE_ELEMENT) &&
		       accept_assign(r, &out->assignment.append);
	if (!out->assigns && !closed) {
		r->place = begin;
		return true;
	}
	if (!add_fixed(r, from))
		return false;
	p->value = cpg_shell_mark(r, PILE_PARTS);
	p->value_origin = cpg_shell_origin(r);
	return true;
}

/* Whether a ( here belongs to the word: one of extglob, of a regular expression. */
static bool opens(const struct cpg_shell_reader *r, enum cpg_shell_mode mode)
{
	size_t count = cpg_shell_mark(r, PILE_PARTS);
	const struct cpg_shell_part *last;

	if (mode == MODE_REGEX)
		return true;
	if (count == r->floor || !(r->extglob || mode == MODE_PATTERN))
		return false;
	last = cpg_shell_at(r, PILE_PARTS, count - 1);
	if (last->kind != CPG_PART_LITERAL || last->quoted)
		return false;
	return memchr("?*+@!", last->text.bytes[last->text.length - 1], 5) != NULL;
}

/* The rest of a word, with `open` from a ( on that belongs to it. */
static bool read_rest(struct cpg_shell_reader *r, enum cpg_shell_mode mode, bool open)
{
	unsigned line = r->place.line;
	unsigned depth = 0;
	int c;

	for (;;) {
		if (!cpg_shell_add_run(r, CLASS_QUOTE | CLASS_END, TEXT_PLAIN))
			return false;
		c = cpg_shell_peek(r);
		if (c < 0 && depth)
			return cpg_shell_unclosed(r, line, ")");
		if (c < 0)
			return true;
		if (!cpg_shell_is(c, CLASS_QUOTE | CLASS_END)) /* behind a continuation */
			continue;
		if (cpg_shell_is(c, CLASS_QUOTE)) {
			if (!cpg_shell_read_quote(r))
				return false;
			continue;
		}
		if ((c == '<' || c == '>') && cpg_shell_peek_second(r) == '(') {
			if (!cpg_shell_read_process(r))
				return false;
			continue;
		}
		if (c == '(' && (depth || open || opens(r, mode)))
			depth++;
		else if (c == ')' && depth)
			depth--;
		else if (!depth && !(c == '|' && mode == MODE_REGEX))
			return true;
		open = false;
		if (!cpg_shell_add_next(r, 1, TEXT_PLAIN))
			return false;
	}
}

/* Lets the index and the value share the parts of the whole word. */
static bool split(struct cpg_shell_reader *r, const struct cpg_shell_draft *draft,
		  const struct prefix *p, bool value_quoted, struct cpg_shell_scan *out)
{
	struct cpg_shell_assignment *assignment = &out->assignment;
	const struct cpg_shell_part *parts = out->word.parts;
	struct cpg_shell_word index = {
		.quoted = p->index_quoted,
		.origin = p->index_origin,
	};

	assignment->origin = draft->origin;
	assignment->value = cpg_shell_trimmed((struct cpg_shell_word){
		.parts = parts + (p->value - draft->first),
		.count = out->word.count - (p->value - draft->first),
		.quoted = value_quoted,
		.origin = p->value_origin,
	});
	if (!p->indexed)
		return true;
	index.parts = parts + (p->index - draft->first);
	index.count = p->index_end - p->index;
	index = cpg_shell_trimmed(index);
	assignment->index = cpg_shell_keep(r, &index, sizeof(index));
	return assignment->index != NULL;
}

/* NAME=( ): *done is false, and the reader where it was, when something clings to its ). Then
 * it is text, for which bash takes it too. */
static bool read_array(struct cpg_shell_reader *r, struct cpg_shell_scan *out, bool *done)
{
	struct cpg_shell_place open = r->place;
	struct cpg_shell_assignment *assignment = &out->assignment;

	*done = false;
	if (cpg_shell_find_refuted(r, open.at))
		return true;
	cpg_shell_next(r);
	if (!cpg_shell_enter(r) || !cpg_shell_read_elements(r, assignment))
		return false;
	cpg_shell_leave(r);
	if (cpg_shell_peek(r) < 0 || cpg_shell_is(cpg_shell_peek(r), CLASS_END)) {
		assignment->array = true;
		*done = true;
		return true;
	}
	r->place = open;
	assignment->elements = NULL;
	assignment->element_count = 0;
	return cpg_shell_refute(r, open.at) != NULL;
}

static bool begins_prefix(struct cpg_shell_reader *r, enum cpg_shell_mode mode)
{
	int c = cpg_shell_peek(r);

	if (mode == MODE_ELEMENT)
		return c == '[';
	return (mode == MODE_COMMAND || mode == MODE_DECLARED || mode == MODE_LISTED) &&
	       cpg_shell_begins_name(c);
}

/* The word behind its prefix, up to its end. */
static bool read_value(struct cpg_shell_reader *r, enum cpg_shell_mode mode,
		       struct cpg_shell_scan *out)
{
	bool list = out->assigns && mode != MODE_ELEMENT && cpg_shell_peek(r) == '(';
	bool done = false;

	if (list && mode != MODE_LISTED && !read_array(r, out, &done))
		return false;
	return done || read_rest(r, mode, list);
}

bool cpg_shell_scan_word(struct cpg_shell_reader *r, enum cpg_shell_mode mode,
			 struct cpg_shell_scan *out)
{
	struct cpg_shell_draft draft;
	struct prefix prefix = {0};
	bool quoted;
	bool value_quoted;

	*out = (struct cpg_shell_scan){.begin = r->place.at};
	cpg_shell_begin_word(r, &draft);
	if (begins_prefix(r, mode) && !read_prefix(r, mode, &prefix, out))
		return false;
	quoted = r->quoted;
	r->quoted = false;
	if (!read_value(r, mode, out))
		return false;
	value_quoted = r->quoted;
	r->quoted |= quoted;
	r->reserved = false;
	if (mode == MODE_LISTED)
		out->assigns = false;
	if (!out->assigns)
		r->floor = draft.first;
	if (!cpg_shell_finish_word(r, &draft, &out->word))
		return false;
	return !out->assigns || split(r, &draft, &prefix, value_quoted, out);
}

bool cpg_shell_read_word(struct cpg_shell_reader *r, struct cpg_shell_word *out)
{
	struct cpg_shell_scan scan;

	if (cpg_shell_peek_operator(r)->token != TOKEN_WORD || cpg_shell_peek(r) < 0)
		return cpg_shell_unexpected(r);
	if (!cpg_shell_scan_word(r, MODE_PLAIN, &scan))
		return false;
	*out = scan.word;
	return true;
}

bool cpg_shell_check_word(struct cpg_shell_reader *r, const struct cpg_shell_word *word)
{
	struct cpg_text text = cpg_shell_plain(word);
	int c = cpg_shell_peek(r);
	size_t digits = 0;

	if (!text.length || (c != '<' && c != '>'))
		return true;
	while (digits < text.length &&
	       cpg_shell_is((unsigned char)text.bytes[digits], CLASS_DIGIT))
		digits++;
	if (digits < text.length &&
	    !(text.bytes[0] == '{' && text.bytes[text.length - 1] == '}'))
		return true;
	return cpg_shell_mistake(r, "syntax error near unexpected '%.*s'",
				 (int)(text.length < 32 ? text.length : 32), text.bytes);
}

bool cpg_shell_read_elements(struct cpg_shell_reader *r,
			     struct cpg_shell_assignment *assignment)
{
	size_t mark = cpg_shell_mark(r, PILE_ELEMENTS);

	for (;;) {
		struct cpg_shell_element *element;
		struct cpg_shell_scan scan;

		if (!cpg_shell_skip_newlines(r))
			return false;
		if (cpg_shell_accept(r, ")"))
			break;
		if (cpg_shell_peek_operator(r)->token != TOKEN_WORD ||
		    cpg_shell_peek(r) < 0) {
			cpg_shell_unexpected(r);
			r->session->listed = cpg_shell_peek(r) >= 0 && !r->substitutions;
			return false;
		}
		if (!cpg_shell_scan_word(r, MODE_ELEMENT, &scan))
			return false;
		element = cpg_shell_push(r, PILE_ELEMENTS);
		if (!element)
			return false;
		element->value = scan.assigns ? scan.assignment.value : scan.word;
		element->key = scan.assigns ? scan.assignment.index : NULL;
		element->append = scan.assigns && scan.assignment.append;
	}
	return cpg_shell_take(r, PILE_ELEMENTS, mark, &assignment->elements,
			      &assignment->element_count);
}
