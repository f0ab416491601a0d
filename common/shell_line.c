#include "shell_line.h"

#include <string.h>

/* A line in the making, and how far the input was read for it. */
struct reader {
	struct cpg_shell *shell;
	const struct cpg_line_request *request;
	struct cpg_value input;
	size_t piece;
	size_t byte;
	struct cpg_line_cell *cells;
	size_t count;
	size_t capacity;
	bool no_memory;
};

static void add(struct reader *r, struct cpg_line_cell cell)
{
	if (r->count == r->capacity) {
		size_t capacity = r->capacity ? r->capacity * 2 : 64;
		struct cpg_line_cell *cells =
			cpg_arena_array(r->shell->arena, capacity, sizeof(*cells));

		r->no_memory = !cells;
		if (!cells)
			return;
		if (r->count)
			memcpy(cells, r->cells, r->count * sizeof(*cells));
		r->cells = cells;
		r->capacity = capacity;
	}
	r->cells[r->count++] = cell;
}

/* The next cell, which stays where it is. Returns false at the end. */
static bool peek(struct reader *r, struct cpg_line_cell *cell)
{
	const struct cpg_piece *piece;

	while (r->piece < r->input.count) {
		piece = &r->input.pieces[r->piece];
		*cell = (struct cpg_line_cell){.piece = piece, .gap = !piece->text.bytes};
		if (cell->gap)
			return true;
		if (r->byte < piece->text.length) {
			cell->byte = piece->text.bytes[r->byte];
			return true;
		}
		r->piece++;
		r->byte = 0;
	}
	return false;
}

static void advance(struct reader *r, const struct cpg_line_cell *cell)
{
	if (cell->gap)
		r->piece++;
	else
		r->byte++;
}

/* Whether a line's end is sure to be found from here on. */
static bool delimiter_follows(const struct reader *r)
{
	for (size_t i = r->piece; i < r->input.count; i++) {
		struct cpg_text text = r->input.pieces[i].text;

		if (text.bytes && memchr(text.bytes, r->request->delimiter, text.length))
			return true;
	}
	return false;
}

/* What is left becomes the input. */
static int keep_rest(struct reader *r, struct cpg_error *err)
{
	struct cpg_value *rest = cpg_arena_alloc(r->shell->arena, sizeof(*rest));
	struct cpg_line_cell cell;
	struct cpg_piece *first;
	size_t count;

	if (!rest)
		return cpg_walk_no_memory(err);
	/* Past the pieces that are used up, so that a line of its own piece cuts none. */
	peek(r, &cell);
	count = r->input.count - r->piece;
	*rest = (struct cpg_value){count ? r->input.pieces + r->piece : NULL, count};
	r->shell->input = rest;
	if (count == 0 || r->byte == 0)
		return 0;
	/* Two pieces for the cut one: what is left of it, and the others. */
	first = cpg_arena_array(r->shell->arena, 1, sizeof(*first));
	if (!first)
		return cpg_walk_no_memory(err);
	*first = r->input.pieces[r->piece];
	first->text.bytes += r->byte;
	first->text.length -= r->byte;
	rest->pieces++;
	rest->count--;
	return cpg_value_append(r->shell->arena, (struct cpg_value){first, 1}, *rest,
				rest) < 0
		       ? cpg_walk_no_memory(err)
		       : 0;
}

/* The line ends within a gap, or behind it. */
static void cut_short(struct reader *r, struct cpg_line *line,
		      const struct cpg_line_cell *gap)
{
	add(r, *gap);
	line->cut = true;
	line->status = r->request->delimiter > 0 && r->request->raw && delimiter_follows(r)
			       ? 0
			       : -1;
	r->shell->input = NULL;
}

/* Whether the gap goes on with the line as it is: a number has neither a line's end nor a
 * backslash. */
static bool goes_on(const struct reader *r, const struct cpg_line_cell *gap)
{
	int delimiter = r->request->delimiter;

	return gap->piece->solid && r->request->most < 0 &&
	       (delimiter == '\n' || delimiter == 0 || delimiter == ' ' ||
		delimiter == '\t');
}

/* Reads up to the line's end. Returns false when it was cut short. */
static bool read_cells(struct reader *r, struct cpg_line *line)
{
	const struct cpg_line_request *request = r->request;
	struct cpg_line_cell cell;
	bool escaped = false;
	long taken = 0;

	line->status = request->most == 0 ? 0 : 1;
	while (taken != request->most && !r->no_memory && peek(r, &cell)) {
		if (cell.gap && (escaped || !goes_on(r, &cell))) {
			cut_short(r, line, &cell);
			return false;
		}
		advance(r, &cell);
		if (!cell.gap && !escaped && !request->raw && cell.byte == '\\') {
			escaped = true;
			continue;
		}
		if (escaped && cell.byte == '\n') {
			escaped = false;
			continue;
		}
		if (!cell.gap && !escaped && request->delimiter > 0 &&
		    (unsigned char)cell.byte == request->delimiter) {
			line->status = 0;
			return true;
		}
		cell.escaped = escaped;
		escaped = false;
		add(r, cell);
		if (++taken == request->most)
			line->status = 0;
	}
	/* What bash makes of a backslash at the end of all is no text. */
	line->unknown = escaped;
	return true;
}

/* How many bytes a character has hangs on the locale. */
static bool has_other_than_ascii(const struct reader *r)
{
	for (size_t i = 0; i < r->count; i++) {
		if (!r->cells[i].gap && (unsigned char)r->cells[i].byte >= 0x80)
			return true;
	}
	return false;
}

int cpg_line_read(struct cpg_shell *shell, const struct cpg_line_request *request,
		  struct cpg_line *line, struct cpg_error *err)
{
	struct reader r = {.shell = shell, .request = request};
	struct cpg_line_cell cell;
	bool whole;

	*line = (struct cpg_line){.status = -1, .unknown = !shell->input};
	if (!shell->input)
		return 0;
	r.input = *shell->input;
	line->ended = !peek(&r, &cell);
	whole = read_cells(&r, line);
	if (r.no_memory)
		return cpg_walk_no_memory(err);
	line->cells = r.cells;
	line->count = r.count;
	if (request->most >= 0 && (line->cut || has_other_than_ascii(&r))) {
		line->unknown = true;
		shell->input = NULL;
		return 0;
	}
	return whole ? keep_rest(&r, err) : 0;
}
