#include "cpguard/shell_row.h"

#include <string.h>

/* Items with room for more behind them. Whoever holds `used` of them holds all, and may put
 * another one there: those who hold fewer do not see it. */
struct cpg_row_room {
	struct cpg_row_item *items;
	size_t used;
	size_t capacity;
};

static struct cpg_row_room *new_room(struct cpg_arena *arena, const struct cpg_row *row)
{
	struct cpg_row_room *room = cpg_arena_alloc(arena, sizeof(*room));

	if (!room)
		return NULL;
	room->capacity = row->count * 2 + 4;
	room->used = row->count;
	room->items = cpg_arena_array(arena, room->capacity, sizeof(*room->items));
	if (!room->items)
		return NULL;
	if (row->count)
		memcpy(room->items, row->items, row->count * sizeof(*room->items));
	return room;
}

static bool has_room(const struct cpg_row *row)
{
	const struct cpg_row_room *room = row->room;

	return room && room->items == row->items && room->used == row->count &&
	       room->used < room->capacity;
}

int cpg_row_add(struct cpg_arena *arena, struct cpg_row *row, struct cpg_value value,
		bool many)
{
	bool full = row->count >= CPG_ROW_LIMIT - 1;

	if ((many || full) && row->count && row->items[row->count - 1].many)
		return 0;
	if (full && cpg_value_unknown(arena, "there are too many words behind unknown ones",
				      cpg_value_origin(value), &value) < 0)
		return -1;
	many = many || full;
	if (!has_room(row))
		row->room = new_room(arena, row);
	if (!row->room)
		return -1;
	row->room->items[row->room->used++] = (struct cpg_row_item){value, many};
	row->items = row->room->items;
	row->count = row->room->used;
	return 0;
}

size_t cpg_row_least(struct cpg_row row)
{
	size_t least = 0;

	for (size_t i = 0; i < row.count; i++)
		least += !row.items[i].many;
	return least;
}

static bool says_nothing(struct cpg_row row)
{
	return row.count == 0 || (row.count == 1 && row.items[0].many);
}

bool cpg_row_same(struct cpg_row a, struct cpg_row b)
{
	if (says_nothing(a) && says_nothing(b))
		return true;
	if (a.count != b.count)
		return false;
	for (size_t i = 0; i < a.count && a.items != b.items; i++) {
		if (a.items[i].many != b.items[i].many)
			return false;
		if (!a.items[i].many && !cpg_value_same(a.items[i].value, b.items[i].value))
			return false;
	}
	return true;
}
