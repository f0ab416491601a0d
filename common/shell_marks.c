#include "shell_marks.h"

#include <ctype.h>
#include <string.h>

#include "shell_walk.h"

enum {
	BEGINS = 1,
	ENDS = 2,
	DIGIT = 14, /* the digits are this character and those behind it */
	BASE = 16,
	LENGTH = 4,
	MOST = BASE * BASE,
};

static bool same_gap(const struct cpg_piece *a, const struct cpg_piece *b)
{
	return a->why == b->why && a->solid == b->solid && a->plain == b->plain &&
	       a->origin.file == b->origin.file && a->origin.line == b->origin.line;
}

/* The number of a gap, or -1 when there are too many; -2: no memory. */
static int number_of(struct cpg_shell_world *world, const struct cpg_piece *gap)
{
	for (size_t i = 0; i < world->gap_count; i++) {
		if (same_gap(&world->gaps[i], gap))
			return (int)i;
	}
	if (world->gap_count == MOST)
		return -1;
	if (!world->gaps)
		world->gaps = cpg_arena_array(world->arena, MOST, sizeof(*world->gaps));
	if (!world->gaps)
		return -2;
	world->gaps[world->gap_count] = *gap;
	return (int)world->gap_count++;
}

static bool is_blank(char c)
{
	return c == '\0' || strchr(" \t\n;&|()", c);
}

/* Whether the word that ends before `at` is followed by a name. */
static bool awaits_name(const char *text, size_t at)
{
	static const char *const words[] = {"for", "function", "select"};

	while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
		at--;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t length = strlen(words[i]);

		if (at >= length && strncmp(text + at - length, words[i], length) == 0 &&
		    (at == length || is_blank(text[at - length - 1])))
			return true;
	}
	return false;
}

static bool is_name(char c)
{
	return c == '_' || isalnum((unsigned char)c);
}

/* Whether the mark at `at` lies in NAME of NAME=value or NAME[i]=value. */
static bool in_assigned_name(const char *text, size_t at)
{
	size_t begin = at;
	size_t end = at;

	while (begin > 0 && is_name(text[begin - 1]))
		begin--;
	if (begin > 0 && !is_blank(text[begin - 1]))
		return false;
	while (text[end] == BEGINS || is_name(text[end]))
		end += text[end] == BEGINS ? LENGTH : 1;
	return text[end] && strchr("=[+", text[end]);
}

/* Whether the mark at `at` may be part of a name, of an operator, or of what is looked up. */
static bool is_risky(const char *text, size_t at)
{
	char before = at > 0 ? text[at - 1] : ' ';
	char after = text[at + LENGTH];

	if (strchr("$\\~<!`", before) || (after && strchr("<>(", after)))
		return true;
	return (is_blank(before) && awaits_name(text, at)) || in_assigned_name(text, at);
}

/* Whether the text means what it says, whatever one word each mark stands for. */
static bool is_sound(const char *text, size_t length)
{
	bool in_braces = false;

	for (size_t at = 0; at < length; at++) {
		if (text[at] == '{' && at > 0 && text[at - 1] == '$')
			in_braces = true;
		else if (text[at] == '}')
			in_braces = false;
		else if (text[at] == BEGINS && (in_braces || is_risky(text, at)))
			return false;
	}
	return true;
}

static bool put_mark(struct cpg_buffer *text, int number)
{
	const char mark[LENGTH] = {BEGINS, (char)(DIGIT + number / BASE),
				   (char)(DIGIT + number % BASE), ENDS};

	return cpg_buffer_bytes(text, mark, LENGTH), !text->failed;
}

int cpg_marks_write(struct cpg_shell *shell, struct cpg_value value, struct cpg_text *out,
		    struct cpg_error *err)
{
	struct cpg_buffer text = {.arena = shell->arena};

	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_piece *piece = &value.pieces[i];
		int number;

		if (piece->text.bytes) {
			if (memchr(piece->text.bytes, BEGINS, piece->text.length))
				return 0;
			cpg_buffer_bytes(&text, piece->text.bytes, piece->text.length);
			continue;
		}
		number = number_of(shell->world, piece);
		if (number == -1)
			return 0;
		if (number < 0 || !put_mark(&text, number))
			return cpg_walk_no_memory(err);
	}
	if (!cpg_buffer_finish(&text))
		return cpg_walk_no_memory(err);
	*out = (struct cpg_text){text.bytes, text.length};
	return is_sound(text.bytes, text.length);
}

bool cpg_marks_plain(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (!value.pieces[i].text.bytes && !value.pieces[i].solid)
			return false;
	}
	return true;
}

const struct cpg_piece *cpg_marks_find(const struct cpg_shell_world *world,
				       struct cpg_text text, size_t *at, size_t *length)
{
	const char *from = text.bytes;
	const char *end = text.bytes + text.length;

	*length = LENGTH;
	while (world->gap_count > 0 && end - from >= LENGTH &&
	       (from = memchr(from, BEGINS, (size_t)(end - from))) &&
	       end - from >= LENGTH) {
		int number = (from[1] - DIGIT) * BASE + from[2] - DIGIT;

		*at = (size_t)(from - text.bytes);
		if (from[3] == ENDS && number >= 0 && (size_t)number < world->gap_count)
			return &world->gaps[number];
		from++;
	}
	return NULL;
}
