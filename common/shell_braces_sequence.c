#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "shell_braces.h"

/* {x..y..step} */
struct sequence {
	intmax_t first;
	intmax_t last;
	intmax_t step;
	bool letters;
	int width; /* of numbers with zeros before them; 0: none */
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A whole number up to `end`, or up to the text's. */
static bool read_number(const char *text, const char *end, intmax_t *number)
{
	char *stop;

	errno = 0;
	*number = strtoimax(text, &stop, 10);
	return stop == end && stop > text && errno == 0;
}

static int zero_width(const char *text, const char *end)
{
	size_t length = (size_t)(end - text);

	if ((length > 1 && text[0] == '0') ||
	    (length > 2 && text[0] == '-' && text[1] == '0'))
		return (int)length;
	return 0;
}

static bool read_sequence(const char *text, struct sequence *out)
{
	const char *middle = strstr(text, "..");
	const char *second = middle ? middle + 2 : NULL;
	const char *end = second ? strstr(second, "..") : NULL;

	*out = (struct sequence){.step = 1};
	if (!middle)
		return false;
	if (!end)
		end = second + strlen(second);
	else if (!read_number(end + 2, end + strlen(end), &out->step))
		return false;
	if (is_letter(text[0]) && middle == text + 1 && is_letter(second[0]) &&
	    end == second + 1) {
		out->letters = true;
		out->first = (unsigned char)text[0];
		out->last = (unsigned char)second[0];
		return true;
	}
	if (!read_number(text, middle, &out->first) ||
	    !read_number(second, end, &out->last))
		return false;
	if (zero_width(text, middle) || zero_width(second, end)) {
		size_t longer = (size_t)(middle - text);

		if ((size_t)(end - second) > longer)
			longer = (size_t)(end - second);
		out->width = (int)longer;
	}
	return true;
}

static struct cpg_text sequence_item(struct cpg_arena *arena,
				     const struct sequence *sequence, intmax_t value)
{
	char *text = sequence->letters ? cpg_arena_printf(arena, "%c", (int)value)
				       : cpg_arena_printf(arena, "%0*" PRIdMAX,
							  sequence->width, value);

	return cpg_text_of(text);
}

static int add_sequence(struct cpg_braces *b, const struct sequence *sequence,
			struct cpg_brace_strands *out)
{
	uintmax_t step = (uintmax_t)sequence->step;
	bool down = sequence->first > sequence->last;
	uintmax_t span = (uintmax_t)sequence->last - (uintmax_t)sequence->first;
	uintmax_t value = (uintmax_t)sequence->first;

	if (sequence->step < 0)
		step = -step;
	if (step == 0)
		step = 1;
	if (down)
		span = -span;
	for (;;) {
		struct cpg_brace_slice slice = {0};

		slice.text = sequence_item(b->ex->arena, sequence, (intmax_t)value);
		if (!slice.text.bytes)
			return cpg_expand_no_memory(b->ex->err);
		if (cpg_brace_add(b, out, &slice) < 0)
			return -1;
		if (span < step)
			return 0;
		span -= step;
		value = down ? value - step : value + step;
	}
}

int cpg_brace_sequence(struct cpg_braces *b, const char *text,
		       struct cpg_brace_strands *out)
{
	struct sequence sequence;

	if (!read_sequence(text, &sequence))
		return 0;
	return add_sequence(b, &sequence, out) < 0 ? -1 : 1;
}
