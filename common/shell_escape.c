#include "shell_escape.h"

#include <string.h>

/* The letters that stand for one byte, in pairs. */
static const char simple[] = "a\ab\be\033E\033f\fn\nr\rt\tv\v\\\\";

static int digit_of(char c, unsigned base)
{
	int digit = -1;

	if (c >= '0' && c <= '9')
		digit = c - '0';
	else if (c >= 'a' && c <= 'f')
		digit = c - 'a' + 10;
	else if (c >= 'A' && c <= 'F')
		digit = c - 'A' + 10;
	return digit < (int)base ? digit : -1;
}

/* The number of at most `most` digits. Returns how many there were. */
static size_t read_digits(const char **at, const char *end, unsigned base, size_t most,
			  unsigned long *number)
{
	size_t count = 0;

	*number = 0;
	while (count < most && *at < end && digit_of(**at, base) >= 0) {
		*number = *number * base + (unsigned long)digit_of(**at, base);
		(*at)++;
		count++;
	}
	return count;
}

static enum cpg_escape_end byte(unsigned long number, char out[4], size_t *length)
{
	out[0] = (char)(number & 0xff);
	*length = 1;
	return out[0] ? CPG_ESCAPE_DONE : CPG_ESCAPE_UNKNOWN;
}

/* What is no escape stays as it is, backslash and all. */
static enum cpg_escape_end literal(char c, char out[4], size_t *length)
{
	out[0] = '\\';
	out[1] = c;
	*length = 2;
	return CPG_ESCAPE_DONE;
}

/* \xHH, \uHHHH and \UHHHHHHHH. */
static enum cpg_escape_end hexadecimal(char letter, const char **at, const char *end,
				       char out[4], size_t *length)
{
	size_t most = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
	unsigned long number;

	if (read_digits(at, end, 16, most, &number) == 0)
		return literal(letter, out, length);
	if (letter != 'x' && number >= 0x80)
		return CPG_ESCAPE_UNKNOWN;
	return byte(number, out, length);
}

static enum cpg_escape_end octal(enum cpg_escape_style style, char first, const char **at,
				 const char *end, char out[4], size_t *length)
{
	size_t most = style != CPG_ESCAPE_FORMAT && first == '0' ? 3 : 2;
	unsigned long rest;
	unsigned long number = (unsigned long)(first - '0');
	size_t digits = read_digits(at, end, 8, most, &rest);

	while (digits-- > 0)
		number *= 8;
	return byte(number + rest, out, length);
}

static enum cpg_escape_end quote(enum cpg_escape_style style, char c, char out[4],
				 size_t *length)
{
	if (style == CPG_ESCAPE_ECHO)
		return literal(c, out, length);
	out[0] = c;
	*length = 1;
	return CPG_ESCAPE_DONE;
}

enum cpg_escape_end cpg_escape_read(enum cpg_escape_style style, const char **at,
				    const char *end, char out[4], size_t *length)
{
	char c;

	*length = 0;
	if (*at == end) {
		out[(*length)++] = '\\';
		return CPG_ESCAPE_DONE;
	}
	c = *(*at)++;
	for (const char *pair = simple; *pair; pair += 2) {
		if (*pair == c)
			return byte((unsigned char)pair[1], out, length);
	}
	if (c == 'x' || c == 'u' || c == 'U')
		return hexadecimal(c, at, end, out, length);
	if (c >= '0' && c <= (style == CPG_ESCAPE_ECHO ? '0' : '7'))
		return octal(style, c, at, end, out, length);
	if (c == 'c' && style != CPG_ESCAPE_FORMAT)
		return CPG_ESCAPE_STOP;
	if (c == '\'' || c == '"' || c == '?')
		return quote(style, c, out, length);
	return literal(c, out, length);
}
