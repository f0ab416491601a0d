#include <string.h>

#include "shell_word.h"

struct escapes {
	const char *at;
	const char *end;
	char *out;
};

static const char letters[] = "abeEfnrtv\\'\"?";
static const char values[] = "\a\b\033\033\f\n\r\t\v\\'\"?";

static int digit_value(int c, int base)
{
	int value = -1;

	if (c >= '0' && c <= '9')
		value = c - '0';
	else if (c >= 'a' && c <= 'f')
		value = c - 'a' + 10;
	else if (c >= 'A' && c <= 'F')
		value = c - 'A' + 10;
	return value < base ? value : -1;
}

/* Up to `most` digits; returns how many there were. */
static size_t read_number(struct escapes *e, int base, size_t most, uint32_t *number)
{
	size_t count = 0;
	int value;

	*number = 0;
	while (count < most && e->at < e->end &&
	       (value = digit_value((unsigned char)*e->at, base)) >= 0) {
		*number = *number * (uint32_t)base + (uint32_t)value;
		e->at++;
		count++;
	}
	return count;
}

/* The encoding of UTF-8 as it first was, up to six bytes, which is what bash writes. */
static void put_character(struct escapes *e, uint32_t point)
{
	int more = 0;

	if (point < 0x80) {
		*e->out++ = (char)point;
		return;
	}
	if (point > 0x7fffffff)
		return;
	while (point >> (more * 5 + 6) && more < 6)
		more++;
	*e->out++ = (char)(0xff << (7 - more) | (int)(point >> (more * 6)));
	while (more-- > 0)
		*e->out++ = (char)(0x80 | (point >> (more * 6) & 0x3f));
}

/* Returns false at an escape that stands for NUL, which ends the string. */
static bool put_number(struct escapes *e, char letter)
{
	const char *begin = e->at;
	bool brace = false;
	uint32_t number;
	size_t count;

	switch (letter) {
	case 'x':
		brace = e->at < e->end && *e->at == '{';
		e->at += brace;
		count = read_number(e, 16, brace ? SIZE_MAX : 2, &number);
		if (brace && e->at < e->end && *e->at == '}')
			e->at++;
		number &= 0xff;
		break;
	case 'u':
	case 'U':
		count = read_number(e, 16, letter == 'u' ? 4 : 8, &number);
		break;
	default:
		e->at--;
		count = read_number(e, 8, 3, &number);
		number &= 0xff;
	}
	if (count == 0) {
		*e->out++ = '\\';
		*e->out++ = letter;
		e->at = begin;
		return true;
	}
	if (letter == 'u' || letter == 'U')
		put_character(e, number);
	else
		*e->out++ = (char)number;
	return number != 0;
}

static bool put_control(struct escapes *e)
{
	unsigned char c = (unsigned char)*e->at++;

	if (c == '\\' && e->at < e->end && *e->at == '\\')
		e->at++;
	if (c >= 'a' && c <= 'z')
		c = (unsigned char)(c - 'a' + 'A');
	c = c == '?' ? 0x7f : c & 0x1f;
	*e->out++ = (char)c;
	return c != 0;
}

/* One escape behind its backslash. */
static bool put_escape(struct escapes *e)
{
	char letter = *e->at++;
	const char *known = letter ? strchr(letters, letter) : NULL;

	if (known) {
		*e->out++ = values[known - letters];
		return true;
	}
	if (letter == 'c' && e->at < e->end)
		return put_control(e);
	if (letter == 'x' || letter == 'u' || letter == 'U' ||
	    (letter >= '0' && letter <= '7'))
		return put_number(e, letter);
	*e->out++ = '\\';
	*e->out++ = letter;
	return true;
}

static const char *find_close(const struct cpg_shell_reader *r)
{
	const char *at = r->place.at;

	while (at < r->end && *at != '\'')
		at += *at == '\\' && r->end - at > 1 ? 2 : 1;
	return at < r->end ? at : NULL;
}

/* Decodes into `out`, which has room for as many bytes as are read: no escape grows. */
static size_t decode(const char *bytes, size_t length, char *out)
{
	struct escapes e = {.at = bytes, .end = bytes + length, .out = out};

	while (e.at < e.end) {
		if (*e.at != '\\' || e.end - e.at < 2) {
			*e.out++ = *e.at++;
			continue;
		}
		e.at++;
		if (!put_escape(&e)) {
			e.out--;
			break;
		}
	}
	return (size_t)(e.out - out);
}

bool cpg_shell_read_ansi_quote(struct cpg_shell_reader *r)
{
	size_t before = cpg_shell_mark(r, PILE_PARTS);
	const char *close;
	size_t length;
	char *text;

	cpg_shell_next(r);
	r->quoted = true;
	close = find_close(r);
	if (!close)
		return cpg_shell_unclosed(r, r->place.line, "'");
	length = (size_t)(close - r->place.at);
	text = cpg_shell_alloc(r, length + 1);
	if (!text ||
	    !cpg_shell_add_text(r, text, decode(r->place.at, length, text), TEXT_ANSI))
		return false;
	cpg_shell_note_opening(r, before);
	for (; r->place.at < close; r->place.at++)
		r->place.line += *r->place.at == '\n';
	r->place.at++;
	return true;
}
