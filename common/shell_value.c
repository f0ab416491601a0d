#include "cpguard/shell_value.h"

#include <string.h>

const struct cpg_value cpg_value_empty = {NULL, 0};

static bool is_gap(const struct cpg_piece *piece)
{
	return !piece->text.bytes;
}

static int of_piece(struct cpg_arena *arena, struct cpg_piece piece, struct cpg_value *out)
{
	struct cpg_piece *copy = cpg_arena_alloc(arena, sizeof(*copy));

	if (!copy)
		return -1;
	*copy = piece;
	*out = (struct cpg_value){copy, 1};
	return 0;
}

int cpg_value_text(struct cpg_arena *arena, struct cpg_text text, struct cpg_origin origin,
		   struct cpg_value *out)
{
	/* A NULL would make it a gap. */
	if (!text.bytes)
		text = (struct cpg_text){"", 0};
	return of_piece(arena, (struct cpg_piece){.text = text, .origin = origin}, out);
}

int cpg_value_string(struct cpg_arena *arena, const char *string, struct cpg_value *out)
{
	return cpg_value_text(arena, cpg_text_of(string), (struct cpg_origin){NULL, 0},
			      out);
}

int cpg_value_unknown(struct cpg_arena *arena, const char *why, struct cpg_origin origin,
		      struct cpg_value *out)
{
	return of_piece(arena, (struct cpg_piece){.why = why, .origin = origin}, out);
}

int cpg_value_unknown_word(struct cpg_arena *arena, const char *why,
			   struct cpg_origin origin, struct cpg_value *out)
{
	return of_piece(arena,
			(struct cpg_piece){.why = why, .origin = origin, .solid = true},
			out);
}

int cpg_value_append(struct cpg_arena *arena, struct cpg_value a, struct cpg_value b,
		     struct cpg_value *out)
{
	struct cpg_piece *pieces;

	if (a.count == 0 || b.count == 0) {
		*out = a.count ? a : b;
		return 0;
	}
	pieces = cpg_arena_array(arena, a.count + b.count, sizeof(*pieces));
	if (!pieces)
		return -1;
	memcpy(pieces, a.pieces, a.count * sizeof(*pieces));
	memcpy(pieces + a.count, b.pieces, b.count * sizeof(*pieces));
	*out = (struct cpg_value){pieces, a.count + b.count};
	return 0;
}

/* How many pieces stand before the first gap. */
static size_t known_pieces(struct cpg_value value)
{
	size_t count = 0;

	while (count < value.count && !is_gap(&value.pieces[count]))
		count++;
	return count;
}

bool cpg_value_known(struct cpg_value value)
{
	return known_pieces(value) == value.count;
}

/* The bytes of all pieces that are known. */
static size_t known_length(struct cpg_value value)
{
	size_t length = 0;

	for (size_t i = 0; i < value.count; i++)
		length += value.pieces[i].text.length;
	return length;
}

struct cpg_text cpg_value_prefix(struct cpg_arena *arena, struct cpg_value value)
{
	struct cpg_value known = {value.pieces, known_pieces(value)};
	size_t length = known_length(known);
	char *bytes = cpg_arena_alloc(arena, length + 1);
	char *at = bytes;

	if (!bytes)
		return (struct cpg_text){NULL, 0};
	for (size_t i = 0; i < known.count; i++)
		at = mempcpy(at, known.pieces[i].text.bytes, known.pieces[i].text.length);
	return (struct cpg_text){bytes, length};
}

struct cpg_text cpg_value_flat(struct cpg_arena *arena, struct cpg_value value)
{
	return cpg_value_prefix(arena, value);
}

/* The bytes that it has at least. */
static size_t least_length(struct cpg_value value)
{
	size_t length = known_length(value);

	for (size_t i = 0; i < value.count; i++)
		length += is_gap(&value.pieces[i]) && value.pieces[i].solid;
	return length;
}

int cpg_value_is_empty(struct cpg_value value)
{
	if (least_length(value) > 0)
		return CPG_NO;
	return cpg_value_known(value) ? CPG_YES : CPG_UNKNOWN;
}

static bool is_solid_text(struct cpg_text text)
{
	static const char others[] = "_-./:,+=%@";

	for (size_t i = 0; i < text.length; i++) {
		char c = text.bytes[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		if (!letter && !(c >= '0' && c <= '9') &&
		    !memchr(others, c, sizeof(others) - 1))
			return false;
	}
	return true;
}

bool cpg_value_is_plain(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_piece *piece = &value.pieces[i];

		if (is_gap(piece) ? !piece->solid && !piece->plain
				  : !is_solid_text(piece->text))
			return false;
	}
	return true;
}

bool cpg_value_is_solid(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_piece *piece = &value.pieces[i];

		if (is_gap(piece) ? !piece->solid : !is_solid_text(piece->text))
			return false;
	}
	return least_length(value) > 0;
}

/* A place in a value, read from its beginning or, with `back`, from its end. */
struct cursor {
	struct cpg_value value;
	bool back;
	size_t piece; /* how many are behind the cursor */
	size_t byte;  /* how many of the current piece are behind it */
};

static const struct cpg_piece *current(const struct cursor *cursor)
{
	const struct cpg_value *value = &cursor->value;

	if (cursor->piece == value->count)
		return NULL;
	return &value->pieces[cursor->back ? value->count - 1 - cursor->piece
					   : cursor->piece];
}

/* Passes over pieces that are used up. Returns the one with something left, a gap or NULL. */
static const struct cpg_piece *settle(struct cursor *cursor)
{
	const struct cpg_piece *piece;

	while ((piece = current(cursor)) && !is_gap(piece) &&
	       cursor->byte == piece->text.length) {
		cursor->piece++;
		cursor->byte = 0;
	}
	return piece;
}

static const char *bytes_at(const struct cursor *cursor, const struct cpg_piece *piece,
			    size_t length)
{
	size_t start = cursor->byte;

	if (cursor->back)
		start = piece->text.length - cursor->byte - length;
	return piece->text.bytes + start;
}

/* Moves both over the text that they have in common up to a gap or an end. Returns false when
 * they differ before that. */
static bool common_text(struct cursor *a, struct cursor *b)
{
	const struct cpg_piece *left;
	const struct cpg_piece *right;

	while ((left = settle(a)) && (right = settle(b)) && !is_gap(left) &&
	       !is_gap(right)) {
		size_t length = left->text.length - a->byte;

		if (length > right->text.length - b->byte)
			length = right->text.length - b->byte;
		if (memcmp(bytes_at(a, left, length), bytes_at(b, right, length), length) !=
		    0)
			return false;
		a->byte += length;
		b->byte += length;
	}
	settle(b);
	return true;
}

static bool may_be_equal(struct cpg_value a, struct cpg_value b, bool back)
{
	struct cursor left = {.value = a, .back = back};
	struct cursor right = {.value = b, .back = back};

	return common_text(&left, &right);
}

int cpg_value_equal(struct cpg_value a, struct cpg_value b)
{
	bool a_known = cpg_value_known(a);
	bool b_known = cpg_value_known(b);
	size_t a_length = least_length(a);
	size_t b_length = least_length(b);

	if ((a_known && b_length > a_length) || (b_known && a_length > b_length))
		return CPG_NO;
	if (!may_be_equal(a, b, false) || !may_be_equal(a, b, true))
		return CPG_NO;
	return a_known && b_known ? CPG_YES : CPG_UNKNOWN;
}

bool cpg_value_same(struct cpg_value a, struct cpg_value b)
{
	struct cursor left = {.value = a};
	struct cursor right = {.value = b};

	if (a.pieces == b.pieces && a.count == b.count)
		return true;
	for (;;) {
		const struct cpg_piece *x;
		const struct cpg_piece *y;

		if (!common_text(&left, &right))
			return false;
		x = current(&left);
		y = current(&right);
		if (!x || !y)
			return !x && !y;
		if (!is_gap(x) || !is_gap(y) || x->solid != y->solid)
			return false;
		left.piece++;
		right.piece++;
	}
}

int cpg_value_before(struct cpg_value a, struct cpg_value b)
{
	struct cursor left = {.value = a};
	struct cursor right = {.value = b};
	bool common = common_text(&left, &right);
	const struct cpg_piece *x = current(&left);
	const struct cpg_piece *y = current(&right);

	if (!common) {
		size_t length = x->text.length - left.byte;

		if (length > y->text.length - right.byte)
			length = y->text.length - right.byte;
		return memcmp(bytes_at(&left, x, length), bytes_at(&right, y, length),
			      length) < 0
			       ? CPG_YES
			       : CPG_NO;
	}
	if (!y)
		return CPG_NO;
	if (x)
		return CPG_UNKNOWN;
	b.pieces += right.piece;
	b.count -= right.piece;
	return least_length(b) > 0 ? CPG_YES : CPG_UNKNOWN;
}

struct cpg_origin cpg_value_origin(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (value.pieces[i].origin.file)
			return value.pieces[i].origin;
	}
	return value.count ? value.pieces[0].origin : (struct cpg_origin){NULL, 0};
}

/* The known text behind the last gap, with a NUL behind it. */
static const char *suffix_of(struct cpg_arena *arena, struct cpg_value value)
{
	size_t from = value.count;

	while (from > 0 && !is_gap(&value.pieces[from - 1]))
		from--;
	value.pieces += from;
	value.count -= from;
	return cpg_value_prefix(arena, value).bytes;
}

int cpg_value_word(struct cpg_arena *arena, struct cpg_value value, bool many,
		   struct cpg_word *out)
{
	struct cpg_text known = cpg_value_prefix(arena, value);
	bool whole = !many && cpg_value_known(value);

	if (!known.bytes)
		return -1;
	*out = (struct cpg_word){
		.text = whole ? known.bytes : NULL,
		.prefix = whole ? NULL : known.bytes,
		.suffix = whole ? NULL : suffix_of(arena, value),
		.many = many,
		.origin = cpg_value_origin(value),
	};
	return whole || out->suffix ? 0 : -1;
}
