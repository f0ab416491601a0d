#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "shell_lex.h"

static const size_t item_sizes[PILE_COUNT] = {
	[PILE_PARTS] = sizeof(struct cpg_shell_part),
	[PILE_WORDS] = sizeof(struct cpg_shell_word),
	[PILE_ELEMENTS] = sizeof(struct cpg_shell_element),
	[PILE_ASSIGNMENTS] = sizeof(struct cpg_shell_assignment),
	[PILE_ARGUMENTS] = sizeof(struct cpg_shell_argument),
	[PILE_REDIRECTS] = sizeof(struct cpg_shell_raw_redirect),
	[PILE_TESTS] = sizeof(struct cpg_shell_test *),
	[PILE_BRANCHES] = sizeof(struct cpg_shell_branch),
	[PILE_CASES] = sizeof(struct cpg_shell_case_item),
	[PILE_COMMANDS] = sizeof(struct cpg_shell_command),
	[PILE_ITEMS] = sizeof(struct cpg_shell_list_item),
};

static bool grow(struct cpg_shell_session *session, struct cpg_shell_row *row, size_t size)
{
	size_t capacity = row->capacity ? row->capacity * 2 : 16;
	char *bytes = cpg_arena_array(session->arena, capacity, size);

	if (!bytes)
		return cpg_shell_no_memory(session);
	if (row->count)
		memcpy(bytes, row->bytes, row->count * size);
	row->bytes = bytes;
	row->capacity = capacity;
	return true;
}

void *cpg_shell_push(struct cpg_shell_reader *r, enum cpg_shell_pile pile)
{
	struct cpg_shell_row *row = &r->session->piles[pile];
	size_t size = item_sizes[pile];
	void *slot;

	if (row->count == row->capacity && !grow(r->session, row, size))
		return NULL;
	slot = row->bytes + row->count++ * size;
	memset(slot, 0, size);
	return slot;
}

size_t cpg_shell_mark(const struct cpg_shell_reader *r, enum cpg_shell_pile pile)
{
	return r->session->piles[pile].count;
}

void *cpg_shell_at(const struct cpg_shell_reader *r, enum cpg_shell_pile pile, size_t index)
{
	return r->session->piles[pile].bytes + index * item_sizes[pile];
}

bool cpg_shell_take(struct cpg_shell_reader *r, enum cpg_shell_pile pile, size_t mark,
		    const void *items, size_t *count)
{
	size_t size = item_sizes[pile];
	size_t length = cpg_shell_mark(r, pile) - mark;
	void *copy = NULL;

	if (length) {
		copy = cpg_arena_array(r->session->arena, length, size);
		if (!copy)
			return cpg_shell_no_memory(r->session);
		memcpy(copy, cpg_shell_at(r, pile, mark), length * size);
	}
	cpg_shell_drop(r, pile, mark);
	*(void **)items = copy;
	*count = length;
	return true;
}

void cpg_shell_drop(struct cpg_shell_reader *r, enum cpg_shell_pile pile, size_t mark)
{
	r->session->piles[pile].count = mark;
}

struct cpg_shell_marks cpg_shell_marks(const struct cpg_shell_session *session)
{
	struct cpg_shell_marks marks;

	for (int i = 0; i < PILE_COUNT; i++)
		marks.counts[i] = session->piles[i].count;
	return marks;
}

void cpg_shell_unwind(struct cpg_shell_session *session,
		      const struct cpg_shell_marks *marks)
{
	for (int i = 0; i < PILE_COUNT; i++)
		session->piles[i].count = marks->counts[i];
}

void *cpg_shell_alloc(struct cpg_shell_reader *r, size_t size)
{
	void *piece = cpg_arena_alloc(r->session->arena, size);

	if (!piece)
		cpg_shell_no_memory(r->session);
	return piece;
}

const void *cpg_shell_keep(struct cpg_shell_reader *r, const void *item, size_t size)
{
	void *copy = cpg_shell_alloc(r, size);

	if (copy)
		memcpy(copy, item, size);
	return copy;
}

const char *cpg_shell_string(struct cpg_shell_reader *r, const char *bytes, size_t length)
{
	const char *copy = cpg_arena_bytes(r->session->arena, bytes, length);

	if (!copy)
		cpg_shell_no_memory(r->session);
	return copy;
}

bool cpg_shell_no_memory(struct cpg_shell_session *session)
{
	if (!session->fatal)
		cpg_error_set(session->err, ENOMEM,
			      "not enough memory for what a shell script says");
	session->fatal = true;
	return false;
}

bool cpg_shell_mistake(struct cpg_shell_reader *r, const char *format, ...)
{
	struct cpg_shell_session *session = r->session;
	char text[128];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	session->why = cpg_arena_string(session->arena, text);
	if (!session->why)
		return cpg_shell_no_memory(session);
	session->why_line = r->place.line;
	session->unclosed = false;
	session->tested = false;
	session->listed = false;
	return false;
}

bool cpg_shell_unclosed(struct cpg_shell_reader *r, unsigned line, const char *closer)
{
	cpg_shell_mistake(r, "the text ends before the %s that would match", closer);
	r->session->why_line = line;
	r->session->unclosed = true;
	return false;
}

bool cpg_shell_enter(struct cpg_shell_reader *r)
{
	struct cpg_shell_session *session = r->session;

	if (session->depth < CPG_SHELL_NESTING) {
		session->depth++;
		return true;
	}
	if (!session->fatal)
		cpg_error_at(session->err, CPG_E_LIMIT, session->file,
			     session->lines ? r->place.line : 0,
			     "commands lie more than %d deep within each other",
			     CPG_SHELL_NESTING);
	session->fatal = true;
	return false;
}

void cpg_shell_leave(struct cpg_shell_reader *r)
{
	r->session->depth--;
}

/* The entry, or the free one where it would be. The table's size is a power of two. */
static struct cpg_shell_refuted *find_entry(const struct cpg_shell_session *session,
					    const char *at)
{
	size_t mask = session->refuted_size - 1;
	size_t i = (size_t)((uintptr_t)at * 0x9e3779b97f4a7c15u >> 20) & mask;

	while (session->refuted[i].at && session->refuted[i].at != at)
		i = (i + 1) & mask;
	return &session->refuted[i];
}

static bool grow_refuted(struct cpg_shell_session *session)
{
	const struct cpg_shell_refuted *old = session->refuted;
	size_t old_size = session->refuted_size;

	session->refuted_size = old_size ? old_size * 2 : 64;
	session->refuted = cpg_arena_array(session->arena, session->refuted_size,
					   sizeof(*session->refuted));
	if (!session->refuted)
		return cpg_shell_no_memory(session);
	for (size_t i = 0; i < old_size; i++) {
		if (old[i].at)
			*find_entry(session, old[i].at) = old[i];
	}
	return true;
}

struct cpg_shell_refuted *cpg_shell_refute(struct cpg_shell_reader *r, const char *at)
{
	struct cpg_shell_session *session = r->session;
	struct cpg_shell_refuted *entry;

	if (session->refuted_count * 2 >= session->refuted_size && !grow_refuted(session))
		return NULL;
	entry = find_entry(session, at);
	if (!entry->at)
		session->refuted_count++;
	entry->at = at;
	return entry;
}

const struct cpg_shell_refuted *cpg_shell_find_refuted(const struct cpg_shell_reader *r,
						       const char *at)
{
	const struct cpg_shell_refuted *entry;

	if (!r->session->refuted_size)
		return NULL;
	entry = find_entry(r->session, at);
	return entry->at ? entry : NULL;
}
