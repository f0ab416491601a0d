#include "cpguard/shell_scope.h"

#include <limits.h>
#include <string.h>

/* Elements with room for more behind them. Whoever holds `used` of them holds all, and may
 * put another one there: those who hold fewer do not see it. */
struct cpg_array_room {
	struct cpg_array_element *elements;
	size_t used;
	size_t capacity;
};

int cpg_variable_unknown(struct cpg_arena *arena, const char *why, struct cpg_origin origin,
			 struct cpg_shell_variable *out)
{
	struct cpg_value gap;

	if (cpg_value_unknown(arena, why, origin, &gap) < 0)
		return -1;
	*out = (struct cpg_shell_variable){
		.kind = CPG_VARIABLE_UNKNOWN,
		.scalar = gap,
		.exported = CPG_UNKNOWN,
		.why = why,
	};
	return 0;
}

/* The place of the first element whose index is not below `index`. */
static size_t place_of(const struct cpg_shell_variable *variable, long long index)
{
	size_t low = 0;
	size_t high = variable->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (variable->elements[middle].index < index)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static size_t place_of_key(const struct cpg_shell_variable *variable, const char *key)
{
	size_t i = 0;

	while (i < variable->count && strcmp(variable->elements[i].key, key) != 0)
		i++;
	return i;
}

static bool is_at(const struct cpg_shell_variable *variable, size_t place, long long index)
{
	return place < variable->count && variable->elements[place].index == index;
}

/* The index behind the last known element. */
static long long end_of(const struct cpg_shell_variable *variable)
{
	long long last =
		variable->count ? variable->elements[variable->count - 1].index : -1;

	return last < LLONG_MAX ? last + 1 : last;
}

static int at_scalar(const struct cpg_shell_variable *variable, bool zero,
		     struct cpg_value *value)
{
	if (variable->kind == CPG_VARIABLE_UNKNOWN)
		return CPG_UNKNOWN;
	if (variable->kind != CPG_VARIABLE_SCALAR || !zero)
		return CPG_NO;
	*value = variable->scalar;
	return CPG_YES;
}

static int at_place(const struct cpg_shell_variable *variable, size_t place,
		    struct cpg_value *value)
{
	*value = variable->elements[place].value;
	return CPG_YES;
}

/* The last element of a loose array. */
static int at_end(const struct cpg_shell_variable *variable, struct cpg_value *value)
{
	const struct cpg_row *rest = &variable->rest;

	if (rest->count == 0 || rest->items[rest->count - 1].many)
		return CPG_UNKNOWN;
	*value = rest->items[rest->count - 1].value;
	return CPG_YES;
}

int cpg_variable_at(const struct cpg_shell_variable *variable, long long index,
		    struct cpg_value *value)
{
	size_t place;

	if (variable->kind == CPG_VARIABLE_ASSOCIATIVE)
		return CPG_UNKNOWN;
	if (variable->kind != CPG_VARIABLE_INDEXED)
		return at_scalar(variable, index == 0, value);
	if (index < 0 && variable->loose)
		return index == -1 ? at_end(variable, value) : CPG_UNKNOWN;
	if (index < 0) {
		index += end_of(variable);
	}
	place = place_of(variable, index);
	if (is_at(variable, place, index))
		return at_place(variable, place, value);
	return variable->loose && place == variable->count ? CPG_UNKNOWN : CPG_NO;
}

bool cpg_variable_lacks(const struct cpg_shell_variable *variable, long long index)
{
	if (variable->kind == CPG_VARIABLE_UNKNOWN || variable->loose)
		return false;
	return index < 0 && index + end_of(variable) < 0;
}

int cpg_variable_at_key(const struct cpg_shell_variable *variable, const char *key,
			struct cpg_value *value)
{
	size_t place;

	if (variable->kind == CPG_VARIABLE_INDEXED)
		return CPG_UNKNOWN;
	if (variable->kind != CPG_VARIABLE_ASSOCIATIVE)
		return at_scalar(variable, strcmp(key, "0") == 0, value);
	place = place_of_key(variable, key);
	if (place < variable->count)
		return at_place(variable, place, value);
	return variable->loose ? CPG_UNKNOWN : CPG_NO;
}

/* Makes *out the variable with a copy of its elements, one more left free at `place` when
 * `more` is 1, the one there left out when it is -1. Returns the copy, or NULL. */
static struct cpg_array_element *copy_elements(struct cpg_arena *arena,
					       const struct cpg_shell_variable *variable,
					       size_t place, int more,
					       struct cpg_shell_variable *out)
{
	size_t behind = variable->count - place - (more < 0);
	struct cpg_array_element *elements =
		cpg_arena_array(arena, variable->count + 1, sizeof(*elements));

	if (!elements)
		return NULL;
	if (place)
		memcpy(elements, variable->elements, place * sizeof(*elements));
	if (behind)
		memcpy(elements + place + (more > 0),
		       variable->elements + place + (more < 0), behind * sizeof(*elements));
	*out = *variable;
	out->elements = elements;
	out->count = variable->count + (size_t)more;
	out->room = NULL;
	return elements;
}

static int put(struct cpg_arena *arena, const struct cpg_shell_variable *variable,
	       size_t place, bool there, const struct cpg_array_element *element,
	       struct cpg_shell_variable *out)
{
	const struct cpg_shell_variable old = *variable;
	struct cpg_array_element *elements =
		copy_elements(arena, &old, place, there ? 0 : 1, out);

	if (!elements)
		return -1;
	elements[place] = *element;
	return 0;
}

static int take(struct cpg_arena *arena, const struct cpg_shell_variable *variable,
		size_t place, struct cpg_shell_variable *out)
{
	return copy_elements(arena, variable, place, -1, out) ? 0 : -1;
}

/* The variable as an array of that kind; a scalar is its first element. */
static int as_array(struct cpg_arena *arena, const struct cpg_shell_variable *variable,
		    enum cpg_variable_kind kind, struct cpg_shell_variable *out)
{
	const struct cpg_array_element first = {0, "0", variable->scalar};

	*out = *variable;
	if (variable->kind != CPG_VARIABLE_UNSET && variable->kind != CPG_VARIABLE_SCALAR)
		return 0;
	out->kind = kind;
	out->scalar = cpg_value_empty;
	out->elements = NULL;
	out->count = 0;
	out->room = NULL;
	if (variable->kind == CPG_VARIABLE_UNSET)
		return 0;
	return put(arena, out, 0, false, &first, out);
}

int cpg_variable_set_at(struct cpg_arena *arena, const struct cpg_shell_variable *variable,
			long long index, struct cpg_value value,
			struct cpg_shell_variable *out)
{
	const struct cpg_array_element element = {index, NULL, value};
	struct cpg_shell_variable array;
	size_t place;

	if (as_array(arena, variable, CPG_VARIABLE_INDEXED, &array) < 0)
		return -1;
	*out = array;
	if (array.kind != CPG_VARIABLE_INDEXED)
		return 0;
	place = place_of(&array, index);
	if (place == array.count)
		array.rest = out->rest = (struct cpg_row){0};
	if (array.loose && place == array.count && index != end_of(&array))
		return 0;
	if (place == array.count && !array.loose && index == end_of(&array))
		return cpg_variable_append(arena, &array, value, out);
	return put(arena, &array, place, is_at(&array, place, index), &element, out);
}

static struct cpg_array_room *new_room(struct cpg_arena *arena,
				       const struct cpg_shell_variable *variable)
{
	struct cpg_array_room *room = cpg_arena_alloc(arena, sizeof(*room));

	if (!room)
		return NULL;
	room->capacity = variable->count * 2 + 8;
	room->used = variable->count;
	room->elements = cpg_arena_array(arena, room->capacity, sizeof(*room->elements));
	if (!room->elements)
		return NULL;
	if (variable->count)
		memcpy(room->elements, variable->elements,
		       variable->count * sizeof(*room->elements));
	return room;
}

static bool has_room(const struct cpg_shell_variable *variable)
{
	const struct cpg_array_room *room = variable->room;

	return room && room->elements == variable->elements &&
	       room->used == variable->count && room->used < room->capacity;
}

/* Puts an element behind the last. */
static int push(struct cpg_arena *arena, const struct cpg_shell_variable *array,
		const struct cpg_array_element *element, struct cpg_shell_variable *out)
{
	struct cpg_array_room *room =
		has_room(array) ? array->room : new_room(arena, array);

	if (!room)
		return -1;
	room->elements[room->used++] = *element;
	*out = *array;
	out->room = room;
	out->elements = room->elements;
	out->count = room->used;
	return 0;
}

/* Adds to what comes behind the elements of a loose array. */
static int add_rest(struct cpg_arena *arena, struct cpg_shell_variable *array,
		    struct cpg_value value, bool many)
{
	struct cpg_origin nowhere = {NULL, 0};
	struct cpg_value gap;

	if (array->rest.count == 0 && !many &&
	    (cpg_value_unknown(arena, array->why, nowhere, &gap) < 0 ||
	     cpg_row_add(arena, &array->rest, gap, true) < 0))
		return -1;
	return cpg_row_add(arena, &array->rest, value, many);
}

int cpg_variable_append(struct cpg_arena *arena, const struct cpg_shell_variable *variable,
			struct cpg_value value, struct cpg_shell_variable *out)
{
	struct cpg_array_element element = {.value = value};
	struct cpg_shell_variable array;

	if (as_array(arena, variable, CPG_VARIABLE_INDEXED, &array) < 0)
		return -1;
	*out = array;
	if (array.kind != CPG_VARIABLE_INDEXED)
		return 0;
	if (array.loose)
		return add_rest(arena, out, value, false);
	element.index = end_of(&array);
	return push(arena, &array, &element, out);
}

int cpg_variable_append_many(struct cpg_arena *arena,
			     const struct cpg_shell_variable *variable,
			     struct cpg_value value, struct cpg_shell_variable *out)
{
	if (as_array(arena, variable, CPG_VARIABLE_INDEXED, out) < 0)
		return -1;
	if (out->kind != CPG_VARIABLE_INDEXED)
		return 0;
	if (!out->loose)
		out->why = value.pieces[0].why;
	out->loose = true;
	return add_rest(arena, out, value, true);
}

int cpg_variable_set_at_key(struct cpg_arena *arena,
			    const struct cpg_shell_variable *variable, const char *key,
			    struct cpg_value value, struct cpg_shell_variable *out)
{
	const struct cpg_array_element element = {0, key, value};
	struct cpg_shell_variable array;
	size_t place;

	if (as_array(arena, variable, CPG_VARIABLE_ASSOCIATIVE, &array) < 0)
		return -1;
	*out = array;
	if (array.kind != CPG_VARIABLE_ASSOCIATIVE)
		return 0;
	place = place_of_key(&array, key);
	if (place < array.count)
		return put(arena, &array, place, true, &element, out);
	if (array.count == CPG_ARRAY_KEYS) {
		array.count = 0;
		array.loose = true;
		array.why = "an array has too many keys";
	}
	return push(arena, &array, &element, out);
}

/* bash lets a scalar be unset as its own element 0. */
static int unset_scalar(const struct cpg_shell_variable *variable, bool zero,
			struct cpg_shell_variable *out)
{
	*out = *variable;
	if (variable->kind == CPG_VARIABLE_SCALAR && zero)
		*out = (struct cpg_shell_variable){.kind = CPG_VARIABLE_UNSET};
	return 0;
}

int cpg_variable_unset_at(struct cpg_arena *arena,
			  const struct cpg_shell_variable *variable, long long index,
			  struct cpg_shell_variable *out)
{
	size_t place;

	if (variable->kind != CPG_VARIABLE_INDEXED)
		return unset_scalar(variable, index == 0, out);
	*out = *variable;
	if (index < 0 && variable->loose) {
		out->count = 0;
		out->rest = (struct cpg_row){0};
		return 0;
	}
	if (index < 0)
		index += end_of(variable);
	place = place_of(variable, index);
	if (place == variable->count)
		out->rest = (struct cpg_row){0};
	if (!is_at(variable, place, index))
		return 0;
	return take(arena, variable, place, out);
}

int cpg_variable_unset_at_key(struct cpg_arena *arena,
			      const struct cpg_shell_variable *variable, const char *key,
			      struct cpg_shell_variable *out)
{
	size_t place;

	if (variable->kind != CPG_VARIABLE_ASSOCIATIVE)
		return unset_scalar(variable, strcmp(key, "0") == 0, out);
	place = place_of_key(variable, key);
	*out = *variable;
	if (place == variable->count)
		return 0;
	return take(arena, variable, place, out);
}

static const char hidden[] = "what an array holds while it is assigned is not known";

void cpg_variable_clear(struct cpg_shell_variable *variable, enum cpg_variable_kind kind)
{
	variable->kind = kind;
	variable->scalar = cpg_value_empty;
	variable->elements = NULL;
	variable->count = 0;
	variable->room = NULL;
	variable->rest = (struct cpg_row){0};
	variable->loose = false;
	variable->why = NULL;
}

void cpg_variable_hide(struct cpg_shell_variable *variable)
{
	bool associative = variable->kind == CPG_VARIABLE_ASSOCIATIVE;

	cpg_variable_clear(variable,
			   associative ? CPG_VARIABLE_ASSOCIATIVE : CPG_VARIABLE_INDEXED);
	variable->loose = true;
	variable->why = hidden;
}

bool cpg_variable_is_hidden(const struct cpg_shell_variable *variable)
{
	return variable->loose && variable->count == 0 && variable->rest.count == 0 &&
	       variable->why == hidden;
}
