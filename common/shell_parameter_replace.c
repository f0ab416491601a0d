#include <string.h>

#include "shell_parameter_map.h"

/* How much more work a search is than a copy. */
#define SEARCH_COST 64

/* A value in the making, from pieces of another. */
struct builder {
	struct cpg_expander *ex;
	struct cpg_value from;
	size_t piece; /* where reading goes on */
	size_t byte;
	struct cpg_expander runs; /* what is there so far */
};

static int add(struct builder *b, const struct cpg_piece *piece)
{
	const struct cpg_run run = {.piece = *piece};

	return cpg_expand_push(&b->runs, &run);
}

/* Goes on by `length` bytes of known text, and copies them unless `skip`. */
static int advance(struct builder *b, size_t length, bool skip)
{
	while (length) {
		struct cpg_piece piece = b->from.pieces[b->piece];
		size_t left = piece.text.length - b->byte;
		size_t step = length < left ? length : left;

		piece.text.bytes += b->byte;
		piece.text.length = step;
		if (!skip && step && add(b, &piece) < 0)
			return -1;
		length -= step;
		b->byte += step;
		if (step == left) {
			b->piece++;
			b->byte = 0;
		}
	}
	return 0;
}

static int add_value(struct builder *b, struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (add(b, &value.pieces[i]) < 0)
			return -1;
	}
	return 0;
}

/* The replacement, or what it is not known to be: in bash 5.2 an & that is not quoted is what
 * was matched, before that it was an &. */
static int replacement(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		       struct cpg_value *out)
{
	const struct cpg_value *value = &mapping->replacement;

	for (size_t i = 0; i < value->count; i++) {
		const struct cpg_piece *piece = &value->pieces[i];

		if (piece->quoted || !piece->text.length ||
		    !memchr(piece->text.bytes, '&', piece->text.length))
			continue;
		if (cpg_value_unknown(ex->arena,
				      "what & stands for hangs on bash's release",
				      piece->origin, out) < 0)
			return cpg_expand_no_memory(ex->err);
		return 0;
	}
	return cpg_expand_pack(ex, value->pieces, value->count, false, out);
}

/* Whether the pattern matches one ASCII character and nothing else: then gaps do not matter to
 * what is replaced beside them. */
static bool is_character(const struct cpg_flat_pattern *pattern)
{
	char c = pattern->text.length == 1 ? pattern->text.bytes[0] : '\0';

	if (c <= 0)
		return false;
	return pattern->literal[0] || !strchr("*?[\\", c);
}

/* Whether it is a text of ASCII that stands for itself, as most patterns are. */
static bool is_fixed(const struct cpg_flat_pattern *pattern)
{
	if (pattern->nocase)
		return false;
	for (size_t i = 0; i < pattern->text.length; i++) {
		char c = pattern->text.bytes[i];

		if (c <= 0 || (!pattern->literal[i] && strchr("*?[\\(", c)))
			return false;
	}
	return pattern->text.length > 0;
}

static int next_fixed(struct cpg_text pattern, struct cpg_text text, size_t from,
		      size_t *begin, size_t *end)
{
	const char *found = memmem(text.bytes + from, text.length - from, pattern.bytes,
				   pattern.length);

	if (!found)
		return CPG_NO;
	*begin = (size_t)(found - text.bytes);
	*end = *begin + pattern.length;
	return CPG_YES;
}

/* Finds the next match at or behind `from`. */
static int next_match(const struct cpg_mapping *mapping,
		      const struct cpg_flat_pattern *pattern, struct cpg_text text,
		      size_t from, size_t *begin, size_t *end)
{
	int found;

	*begin = 0;
	switch (mapping->letter) {
	case '#':
		return cpg_pattern_prefix(pattern->text, pattern->literal, pattern->extglob,
					  pattern->nocase, true, text, end);
	case '%':
		*end = text.length;
		found = cpg_pattern_suffix(pattern->text, pattern->literal,
					   pattern->extglob, pattern->nocase, true, text,
					   begin);
		*begin = text.length - *begin;
		return found;
	}
	if (is_fixed(pattern))
		return next_fixed(pattern->text, text, from, begin, end);
	return cpg_pattern_find(pattern->text, pattern->literal, pattern->extglob,
				pattern->nocase, text, from, begin, end);
}

/* Replaces in known text. *found is whether something was, or CPG_UNKNOWN. */
static int replace_known(struct builder *b, const struct cpg_mapping *mapping,
			 const struct cpg_flat_pattern *pattern, struct cpg_value with,
			 int *found)
{
	struct cpg_text text = cpg_value_flat(b->ex->arena, b->from);
	size_t from = 0;
	int match = CPG_YES;

	*found = CPG_NO;
	if (!text.bytes)
		return cpg_expand_no_memory(b->ex->err);
	while (from < text.length || (from == 0 && *found == CPG_NO)) {
		size_t begin;
		size_t end;

		if (!is_fixed(pattern) &&
		    (cpg_shell_step(b->ex->shell, b->ex->err) < 0 ||
		     cpg_expand_charge(b->ex, SEARCH_COST * (text.length - from)) < 0))
			return -1;
		match = next_match(mapping, pattern, text, from, &begin, &end);
		if (match != CPG_YES)
			break;
		*found = CPG_YES;
		if (advance(b, begin - from, false) < 0 || add_value(b, with) < 0 ||
		    advance(b, end - begin, true) < 0)
			return -1;
		from = end;
		if (!mapping->parameter->doubled || mapping->letter)
			break;
		/* An empty match: go on behind the next character, whose length hangs on the
		 * locale. */
		if (begin == end && from < text.length) {
			if ((unsigned char)text.bytes[from] >= 0x80) {
				match = CPG_UNKNOWN;
				break;
			}
			if (advance(b, 1, false) < 0)
				return -1;
			from++;
		}
	}
	if (match == CPG_UNKNOWN)
		*found = CPG_UNKNOWN;
	return advance(b, text.length - from, false);
}

static void begin(struct builder *b, struct cpg_expander *ex, struct cpg_value from)
{
	*b = (struct builder){.ex = ex, .from = from};
	cpg_expand_begin(&b->runs, ex->shell, ex->how, ex->err);
	b->runs.place = ex->place;
}

static int replace_whole(struct cpg_expander *ex, const struct cpg_mapping *mapping,
			 const struct cpg_flat_pattern *pattern, struct cpg_value value,
			 struct cpg_value with, struct cpg_value *out)
{
	struct builder b;
	int found;

	begin(&b, ex, value);
	if (replace_known(&b, mapping, pattern, with, &found) < 0)
		return -1;
	if (found == CPG_UNKNOWN)
		return cpg_cut_gap(ex, value, out);
	return cpg_expand_join(&b.runs, false, out);
}

/* Replaces a character around gaps. */
static int replace_around(struct cpg_expander *ex, const struct cpg_mapping *mapping,
			  const struct cpg_flat_pattern *pattern, struct cpg_value value,
			  struct cpg_value with, struct cpg_value *out)
{
	bool all = mapping->parameter->doubled;
	struct cpg_value behind = value;
	struct cpg_value part;

	*out = cpg_value_empty;
	while (behind.count) {
		struct cpg_value known = cpg_cut_head(behind);

		if (known.count == 0) {
			known = (struct cpg_value){behind.pieces, 1};
			part = known;
			if (cpg_cut_gap(ex, known, &part) < 0)
				return -1;
		} else if (replace_whole(ex, mapping, pattern, known, with, &part) < 0) {
			return -1;
		}
		if (cpg_cut_append(ex, *out, part, out) < 0)
			return -1;
		behind.pieces += known.count;
		behind.count -= known.count;
		if (!all && (part.count == 0 || !cpg_value_same(part, known)))
			return cpg_cut_append(ex, *out, behind, out);
		if (!all && !cpg_value_known(part))
			return 0;
	}
	return 0;
}

/* In an empty text bash finds no pattern, whatever it would match, but one that begins with a
 * star or stands at the end. */
static bool is_passed_over(const struct cpg_mapping *mapping,
			   const struct cpg_flat_pattern *pattern, struct cpg_value value)
{
	return cpg_value_is_empty(value) == CPG_YES && mapping->letter != '%' &&
	       (pattern->text.bytes[0] != '*' || pattern->literal[0]);
}

int cpg_replace(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		struct cpg_value value, struct cpg_value *out)
{
	struct cpg_flat_pattern pattern;
	struct cpg_value with;

	*out = value;
	if (cpg_mapping_flatten(ex, mapping, &pattern) < 0 ||
	    replacement(ex, mapping, &with) < 0)
		return -1;
	if (pattern.text.length == 0 && !mapping->letter)
		return 0;
	if (pattern.text.length == 0)
		return mapping->letter == '#' ? cpg_cut_append(ex, with, value, out)
					      : cpg_cut_append(ex, value, with, out);
	if (is_passed_over(mapping, &pattern, value))
		return 0;
	if (cpg_value_known(value))
		return replace_whole(ex, mapping, &pattern, value, with, out);
	if (is_character(&pattern) && !mapping->letter)
		return replace_around(ex, mapping, &pattern, value, with, out);
	return cpg_cut_gap(ex, value, out);
}
