#include "shell_pieces.h"

#include <errno.h>
#include <string.h>

static void add(struct cpg_pieces *pieces, const struct cpg_piece *piece)
{
	if (pieces->failed)
		return;
	if (pieces->count == pieces->capacity) {
		size_t capacity = pieces->capacity ? pieces->capacity * 2 : 4;
		struct cpg_piece *items =
			cpg_arena_array(pieces->arena, capacity, sizeof(*items));

		pieces->failed = !items;
		if (!items)
			return;
		if (pieces->count)
			memcpy(items, pieces->items, pieces->count * sizeof(*items));
		pieces->items = items;
		pieces->capacity = capacity;
	}
	pieces->items[pieces->count] = *piece;
	pieces->items[pieces->count++].quoted = false;
}

/* Makes a piece of the text that waits behind the last one. */
static void settle(struct cpg_pieces *pieces)
{
	const struct cpg_buffer *tail = &pieces->tail;
	struct cpg_piece piece = {
		.text = {tail->bytes, tail->length},
		.origin = pieces->tail_origin,
	};

	pieces->failed = pieces->failed || tail->failed;
	if (tail->length)
		add(pieces, &piece);
	pieces->tail = (struct cpg_buffer){.arena = pieces->arena};
}

void cpg_pieces_value(struct cpg_pieces *pieces, struct cpg_value value)
{
	settle(pieces);
	for (size_t i = 0; i < value.count; i++)
		add(pieces, &value.pieces[i]);
}

static bool same_place(struct cpg_origin a, struct cpg_origin b)
{
	return a.file == b.file && a.line == b.line;
}

void cpg_pieces_text(struct cpg_pieces *pieces, const char *bytes, size_t length,
		     struct cpg_origin origin)
{
	if (pieces->tail.length && !same_place(pieces->tail_origin, origin))
		settle(pieces);
	pieces->tail.arena = pieces->arena;
	pieces->tail_origin = origin;
	cpg_buffer_bytes(&pieces->tail, bytes, length);
}

void cpg_pieces_gap(struct cpg_pieces *pieces, const char *why, struct cpg_origin origin,
		    bool solid)
{
	const struct cpg_piece gap = {.why = why, .origin = origin, .solid = solid};

	settle(pieces);
	add(pieces, &gap);
}

int cpg_pieces_finish(struct cpg_pieces *pieces, struct cpg_value *out,
		      struct cpg_error *err)
{
	settle(pieces);
	if (pieces->failed)
		return cpg_error_set(err, ENOMEM, "no memory left to read the script");
	*out = (struct cpg_value){pieces->items, pieces->count};
	return 0;
}
