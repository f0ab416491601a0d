#include <string.h>

#include "shell_word.h"

void cpg_shell_begin_word(struct cpg_shell_reader *r, struct cpg_shell_draft *draft)
{
	*draft = (struct cpg_shell_draft){
		.first = cpg_shell_mark(r, PILE_PARTS),
		.floor = r->floor,
		.quoted = r->quoted,
		.origin = cpg_shell_origin(r),
	};
	r->floor = draft->first;
	r->quoted = false;
}

void cpg_shell_abandon_word(struct cpg_shell_reader *r, const struct cpg_shell_draft *draft)
{
	cpg_shell_drop(r, PILE_PARTS, draft->first);
	r->floor = draft->floor;
	r->quoted = draft->quoted;
}

static bool is_plain_text(const struct cpg_shell_part *part)
{
	return part->kind == CPG_PART_LITERAL && !part->quoted;
}

/* Makes the first of the parts hold the text of them all. */
static bool join_text(struct cpg_shell_reader *r, struct cpg_shell_part *parts,
		      size_t count)
{
	size_t length = 0;
	char *joined;
	char *at;

	for (size_t i = 0; i < count; i++)
		length += parts[i].text.length;
	joined = at = cpg_shell_alloc(r, length + 1);
	if (!joined)
		return false;
	for (size_t i = 0; i < count; i++) {
		memcpy(at, parts[i].text.bytes, parts[i].text.length);
		at += parts[i].text.length;
	}
	parts[0].text = (struct cpg_text){joined, length};
	return true;
}

/* Joins neighbouring unquoted text: a name, a pattern or a brace expansion in it would not be
 * seen across parts. */
static bool join_neighbours(struct cpg_shell_reader *r, size_t first)
{
	size_t count = cpg_shell_mark(r, PILE_PARTS) - first;
	struct cpg_shell_part *parts = count ? cpg_shell_at(r, PILE_PARTS, first) : NULL;
	size_t kept = 0;
	size_t run;

	for (size_t i = 0; i < count; i += run) {
		run = 1;
		while (is_plain_text(&parts[i]) && i + run < count &&
		       is_plain_text(&parts[i + run]))
			run++;
		if (run > 1 && !join_text(r, &parts[i], run))
			return false;
		parts[kept++] = parts[i];
	}
	cpg_shell_drop(r, PILE_PARTS, first + kept);
	return true;
}

bool cpg_shell_finish_word(struct cpg_shell_reader *r, const struct cpg_shell_draft *draft,
			   struct cpg_shell_word *out)
{
	*out = (struct cpg_shell_word){.quoted = r->quoted, .origin = draft->origin};
	if (!join_neighbours(r, r->floor) ||
	    !cpg_shell_take(r, PILE_PARTS, draft->first, &out->parts, &out->count))
		return false;
	r->floor = draft->floor;
	r->quoted = draft->quoted;
	*out = cpg_shell_trimmed(*out);
	return true;
}

struct cpg_shell_word cpg_shell_trimmed(struct cpg_shell_word word)
{
	for (size_t i = 0; i < word.count; i++) {
		if (word.parts[i].kind != CPG_PART_LITERAL || word.parts[i].text.length)
			return word;
	}
	word.parts = NULL;
	word.count = 0;
	return word;
}

struct cpg_shell_part *cpg_shell_add_part(struct cpg_shell_reader *r,
					  enum cpg_shell_part_kind kind, bool quoted)
{
	struct cpg_shell_part *part = cpg_shell_push(r, PILE_PARTS);

	if (!part)
		return NULL;
	part->kind = kind;
	part->quoted = quoted;
	part->origin = cpg_shell_origin(r);
	return part;
}

void cpg_shell_note_opening(struct cpg_shell_reader *r, size_t mark)
{
	struct cpg_shell_part *first;

	if (cpg_shell_mark(r, PILE_PARTS) == mark)
		return;
	first = cpg_shell_at(r, PILE_PARTS, mark);
	first->opens = true;
}

bool cpg_shell_add_bad(struct cpg_shell_reader *r)
{
	static const struct cpg_shell_parameter bad = {.name = "", .op = CPG_OP_BAD};
	struct cpg_shell_part *part = cpg_shell_add_part(r, CPG_PART_PARAMETER, true);

	if (part)
		part->parameter = &bad;
	return part != NULL;
}

/* The last part of the word in the making, if the text only goes on from it. */
static struct cpg_shell_part *find_continued(struct cpg_shell_reader *r, const char *bytes,
					     enum cpg_shell_how how)
{
	size_t count = cpg_shell_mark(r, PILE_PARTS);
	struct cpg_shell_part *last;

	if (count == r->floor)
		return NULL;
	last = cpg_shell_at(r, PILE_PARTS, count - 1);
	if (last->kind != CPG_PART_LITERAL || last->quoted != (how != TEXT_PLAIN) ||
	    last->single != (how == TEXT_SINGLE) || how == TEXT_ANSI ||
	    last->text.bytes + last->text.length != bytes ||
	    last->origin.line != cpg_shell_origin(r).line)
		return NULL;
	return last;
}

bool cpg_shell_add_text(struct cpg_shell_reader *r, const char *bytes, size_t length,
			enum cpg_shell_how how)
{
	struct cpg_shell_part *part = length ? find_continued(r, bytes, how) : NULL;

	if (part) {
		part->text.length += length;
		return true;
	}
	part = cpg_shell_add_part(r, CPG_PART_LITERAL, how != TEXT_PLAIN);
	if (!part)
		return false;
	part->single = how == TEXT_SINGLE || how == TEXT_ANSI;
	part->ansi = how == TEXT_ANSI;
	part->text = (struct cpg_text){bytes, length};
	return true;
}

bool cpg_shell_add_next(struct cpg_shell_reader *r, size_t length, enum cpg_shell_how how)
{
	const char *end = r->place.at + length;

	while (r->place.at < end) {
		size_t left = (size_t)(end - r->place.at);
		const char *newline = memchr(r->place.at, '\n', left);
		size_t step = newline ? (size_t)(newline - r->place.at) + 1 : left;

		if (!cpg_shell_add_text(r, r->place.at, step, how))
			return false;
		r->place.at += step;
		r->place.line += newline != NULL;
	}
	return true;
}

bool cpg_shell_add_run(struct cpg_shell_reader *r, unsigned classes, enum cpg_shell_how how)
{
	const char *at = r->place.at;

	while (at < r->end && !(cpg_shell_classes[(unsigned char)*at] & classes))
		at++;
	return at == r->place.at || cpg_shell_add_next(r, (size_t)(at - r->place.at), how);
}
