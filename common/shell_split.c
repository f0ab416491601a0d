#include "shell_expand_private.h"

#include <string.h>

int cpg_fields_add(struct cpg_expander *ex, struct cpg_field_list *list,
		   const struct cpg_field *field)
{
	if (list->count >= CPG_SHELL_WORDS_LIMIT)
		return cpg_error_set(ex->err, CPG_E_LIMIT,
				     "an expansion makes more than %d words",
				     CPG_SHELL_WORDS_LIMIT);
	if (list->count == list->capacity) {
		size_t capacity = list->capacity * 2 + 2;
		struct cpg_field *items =
			cpg_arena_array(ex->arena, capacity, sizeof(*items));

		if (!items)
			return cpg_expand_no_memory(ex->err);
		if (list->count)
			memcpy(items, list->items, list->count * sizeof(*items));
		list->items = items;
		list->capacity = capacity;
	}
	list->items[list->count++] = *field;
	return 0;
}

static void ifs_of_text(struct cpg_text text, struct cpg_ifs *ifs)
{
	ifs->known = true;
	for (size_t i = 0; i < text.length; i++) {
		/* What a byte of a longer character does hangs on the locale. */
		if ((unsigned char)text.bytes[i] >= 0x80)
			ifs->known = false;
		ifs->is[(unsigned char)text.bytes[i]] = true;
	}
	ifs->first = (struct cpg_text){text.bytes, text.length ? 1 : 0};
	ifs->plain = text.bytes[0] == ' ' && strspn(text.bytes, " \t\n") == text.length;
	ifs->mixed =
		strpbrk(text.bytes, " \t\n") && strspn(text.bytes, " \t\n") < text.length;
}

void cpg_ifs_of(const struct cpg_shell *shell, struct cpg_ifs *ifs)
{
	struct cpg_value value;

	memset(ifs, 0, sizeof(*ifs));
	switch (cpg_variable_at(cpg_scope_get(shell->scope, "IFS"), 0, &value)) {
	case CPG_NO:
		ifs_of_text(cpg_text_of(" \t\n"), ifs);
		return;
	case CPG_YES:
		if (cpg_value_known(value)) {
			struct cpg_text text = cpg_value_flat(shell->arena, value);

			if (text.bytes)
				ifs_of_text(text, ifs);
		}
	}
}

/* What stands before the place in the runs. */
enum edge {
	EDGE_NONE,      /* text, or the beginning */
	EDGE_SPACE,     /* white space ended a word: a separator behind it belongs to it */
	EDGE_SEPARATOR, /* a separator ended a word */
};

struct splitter {
	struct cpg_expander *ex;
	struct cpg_field_list *list;
	struct cpg_ifs ifs;
	bool ifs_read;
	enum edge edge;

	/* The field in the making. */
	struct cpg_piece *pieces;
	size_t count;
	size_t capacity;
	bool exists;     /* some text, or quotes, are in it */
	bool text;       /* some text or a gap is */
	unsigned quotes; /* the last with nothing in them, */
	unsigned nulls;  /* and how many of them there were */
	bool many;
	bool hollow; /* what is in it may be nothing */
	bool rest;   /* more elements may follow the last one */
	const struct cpg_run *rest_run;
};

static int add_piece(struct splitter *s, const struct cpg_piece *piece)
{
	if (s->count == s->capacity) {
		size_t capacity = s->capacity * 2 + 1;
		struct cpg_piece *pieces =
			cpg_arena_array(s->ex->arena, capacity, sizeof(*pieces));

		if (!pieces)
			return cpg_expand_no_memory(s->ex->err);
		if (s->count)
			memcpy(pieces, s->pieces, s->count * sizeof(*pieces));
		s->pieces = pieces;
		s->capacity = capacity;
	}
	s->pieces[s->count++] = *piece;
	return 0;
}

static int add_rest_field(struct splitter *s)
{
	struct cpg_piece *piece = cpg_arena_alloc(s->ex->arena, sizeof(*piece));
	struct cpg_field field = {.many = true};

	if (!piece)
		return cpg_expand_no_memory(s->ex->err);
	*piece = s->rest_run->piece;
	field.value = (struct cpg_value){piece, 1};
	s->rest = false;
	return cpg_fields_add(s->ex, s->list, &field);
}

static int end_field(struct splitter *s)
{
	struct cpg_field field = {
		.value = {s->pieces, s->count},
		.many = s->many || (s->hollow && !s->exists),
	};
	bool there = s->exists || field.many;

	/* Up to 5.0 bash loses an empty word that was quoted twice. */
	s->ex->odd = s->ex->odd || (s->ex->lists && !s->text && s->nulls > 1);
	s->pieces = NULL;
	s->count = s->capacity = 0;
	s->exists = s->many = s->hollow = s->text = false;
	s->quotes = s->nulls = 0;
	if (there && cpg_fields_add(s->ex, s->list, &field) < 0)
		return -1;
	return s->rest ? add_rest_field(s) : 0;
}

/* Adds to the field, which more elements may have cut in two before. */
static int put(struct splitter *s, const struct cpg_piece *piece, bool exists, bool many)
{
	s->edge = EDGE_NONE;
	if (s->rest) {
		if (add_piece(s, &s->rest_run->piece) < 0)
			return -1;
		s->rest = false;
		s->many = true;
	}
	s->exists = s->exists || exists;
	s->many = s->many || many;
	s->text = s->text || piece->text.length || !piece->text.bytes;
	return add_piece(s, piece);
}

static int put_span(struct splitter *s, const struct cpg_run *run, const char *from,
		    const char *to)
{
	struct cpg_piece piece = run->piece;

	if (from == to)
		return 0;
	piece.text = (struct cpg_text){from, (size_t)(to - from)};
	return put(s, &piece, true, false);
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* A character of IFS. */
static int separate(struct splitter *s, char c)
{
	if (is_space(c)) {
		if (!s->exists && !s->many && !s->rest)
			return 0;
		s->edge = EDGE_SPACE;
		return end_field(s);
	}
	if (s->edge == EDGE_SPACE) {
		s->edge = EDGE_SEPARATOR;
		return 0;
	}
	/* A separator with nothing before it ends an empty word; what is not known may be
	 * that word. */
	if (!s->many)
		s->exists = true;
	s->edge = EDGE_SEPARATOR;
	return end_field(s);
}

static int split_text(struct splitter *s, const struct cpg_run *run)
{
	const char *from = run->piece.text.bytes;
	const char *end = from + run->piece.text.length;

	for (const char *at = from; at < end; at++) {
		if (!s->ifs.is[(unsigned char)*at])
			continue;
		if (put_span(s, run, from, at) < 0 || separate(s, *at) < 0)
			return -1;
		from = at + 1;
	}
	return put_span(s, run, from, end);
}

/* Whether a gap that is not quoted is one word, or none when it is empty: it is not split, and
 * matches no files. */
static bool stays_whole(const struct splitter *s)
{
	return s->ifs.known && s->ifs.first.length == 0 &&
	       cpg_scope_option(s->ex->shell->scope, CPG_SET_NOGLOB) == CPG_YES;
}

static int split_gap(struct splitter *s, const struct cpg_run *run)
{
	if (run->piece.solid && s->ifs.plain)
		return put(s, &run->piece, true, false);
	if (run->piece.plain && s->ifs.plain) {
		s->hollow = true;
		return put(s, &run->piece, false, false);
	}
	return put(s, &run->piece, false, run->several || !stays_whole(s) || !s->exists);
}

/* IFS is not known: neither is into how many words the text falls. */
static int split_unknown(struct splitter *s, const struct cpg_run *run)
{
	struct cpg_piece piece = {.why = "IFS is not known", .origin = run->piece.origin};

	return put(s, &piece, false, true);
}

/* Whether the text is [...] with a character of IFS in it: bash does not split what was written
 * in the word, but beside an expansion it may take such a character for quoted. */
static bool is_doubtful(const struct splitter *s, struct cpg_text text)
{
	if (!s->ex->expands || s->ifs.plain || !memchr(text.bytes, '[', text.length))
		return false;
	for (size_t i = 0; i < text.length; i++) {
		if (s->ifs.is[(unsigned char)text.bytes[i]])
			return true;
	}
	return !s->ifs.known;
}

/* Text that was written in the word. */
static int put_written(struct splitter *s, const struct cpg_run *run)
{
	struct cpg_piece gap = {.why = "what it matches hangs on IFS",
				.origin = run->piece.origin};

	if (is_doubtful(s, run->piece.text))
		return put(s, &gap, false, true);
	return put(s, &run->piece, run->piece.text.length, false);
}

static int put_text(struct splitter *s, const struct cpg_run *run)
{
	bool exists = run->piece.quoted || run->piece.text.length;

	if (run->piece.quoted && run->quotes != s->quotes) {
		s->quotes = run->quotes;
		s->nulls++;
	}
	/* A gap in what was written: one word. */
	if (!run->split && !run->piece.text.bytes)
		return put(s, &run->piece, true, false);
	if (!run->split && !run->piece.quoted)
		return put_written(s, run);
	if (!run->split)
		return put(s, &run->piece, exists, false);
	if (!run->piece.text.bytes)
		return split_gap(s, run);
	if (run->piece.text.length == 0)
		return 0;
	return s->ifs.known ? split_text(s, run) : split_unknown(s, run);
}

static int put_run(struct splitter *s, const struct cpg_run *run)
{
	switch (run->kind) {
	case CPG_RUN_TEXT:
		return put_text(s, run);
	case CPG_RUN_BREAK:
		s->edge = EDGE_NONE;
		return end_field(s);
	case CPG_RUN_REST:
		s->rest = true;
		s->rest_run = run;
	}
	return 0;
}

int cpg_expand_split(struct cpg_expander *ex, struct cpg_field_list *list)
{
	struct splitter s = {.ex = ex, .list = list};

	cpg_ifs_of(ex->shell, &s.ifs);
	for (size_t i = 0; i < ex->runs.count; i++) {
		if (put_run(&s, &ex->runs.items[i]) < 0)
			return -1;
	}
	return end_field(&s);
}
