#include "shell_cut.h"

#include <string.h>

struct cpg_value cpg_cut_head(struct cpg_value value)
{
	size_t count = 0;

	while (count < value.count && value.pieces[count].text.bytes)
		count++;
	return (struct cpg_value){value.pieces, count};
}

struct cpg_value cpg_cut_tail(struct cpg_value value)
{
	size_t first = value.count;

	while (first > 0 && value.pieces[first - 1].text.bytes)
		first--;
	if (first == value.count)
		return cpg_value_empty;
	return (struct cpg_value){value.pieces + first, value.count - first};
}

size_t cpg_cut_length(struct cpg_value value)
{
	size_t length = 0;

	for (size_t i = 0; i < value.count; i++)
		length += value.pieces[i].text.length;
	return length;
}

static struct cpg_piece *copy_pieces(struct cpg_expander *ex, struct cpg_value value)
{
	struct cpg_piece *pieces = cpg_arena_array(ex->arena, value.count, sizeof(*pieces));

	if (!pieces)
		cpg_expand_no_memory(ex->err);
	else if (value.count)
		memcpy(pieces, value.pieces, value.count * sizeof(*pieces));
	return pieces;
}

int cpg_cut_front(struct cpg_expander *ex, struct cpg_value value, size_t length,
		  struct cpg_value *out)
{
	struct cpg_piece *pieces;

	*out = value;
	while (out->count && out->pieces[0].text.bytes &&
	       length >= out->pieces[0].text.length) {
		length -= out->pieces[0].text.length;
		out->pieces++;
		out->count--;
	}
	if (length == 0 || out->count == 0)
		return 0;
	pieces = copy_pieces(ex, *out);
	if (!pieces)
		return -1;
	pieces[0].text.bytes += length;
	pieces[0].text.length -= length;
	out->pieces = pieces;
	return 0;
}

int cpg_cut_back(struct cpg_expander *ex, struct cpg_value value, size_t length,
		 struct cpg_value *out)
{
	struct cpg_piece *pieces;

	*out = value;
	while (out->count && out->pieces[out->count - 1].text.bytes &&
	       length >= out->pieces[out->count - 1].text.length) {
		length -= out->pieces[out->count - 1].text.length;
		out->count--;
	}
	if (length == 0 || out->count == 0)
		return 0;
	pieces = copy_pieces(ex, *out);
	if (!pieces)
		return -1;
	pieces[out->count - 1].text.length -= length;
	out->pieces = pieces;
	return 0;
}

int cpg_cut_first(struct cpg_expander *ex, struct cpg_value value, size_t length,
		  struct cpg_value *out)
{
	struct cpg_value head = cpg_cut_head(value);

	return cpg_cut_back(ex, head, cpg_cut_length(head) - length, out);
}

int cpg_cut_last(struct cpg_expander *ex, struct cpg_value value, size_t length,
		 struct cpg_value *out)
{
	struct cpg_value tail = cpg_cut_tail(value);

	return cpg_cut_front(ex, tail, cpg_cut_length(tail) - length, out);
}

int cpg_cut_gap(struct cpg_expander *ex, struct cpg_value value, struct cpg_value *out)
{
	const char *why = "it is made from what is not known";
	struct cpg_origin origin = ex->place;

	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_piece *piece = &value.pieces[i];

		if (piece->text.bytes)
			continue;
		if (piece->why != cpg_shell_spool)
			why = piece->why;
		origin = piece->origin;
		break;
	}
	if (cpg_value_unknown(ex->arena, why, origin, out) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

int cpg_cut_append(struct cpg_expander *ex, struct cpg_value a, struct cpg_value b,
		   struct cpg_value *out)
{
	if (cpg_value_append(ex->arena, a, b, out) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

bool cpg_cut_ascii(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_text *text = &value.pieces[i].text;

		for (size_t j = 0; j < text->length; j++) {
			if ((unsigned char)text->bytes[j] >= 0x80)
				return false;
		}
	}
	return true;
}
