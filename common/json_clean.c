#include "json_clean.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint32_t read_hex(const char *digits)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++) {
		int c = (unsigned char)digits[i];

		value = value << 4 | (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return value;
}

uint32_t cpg_json_unescape(const char **at)
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	const char *escape = *at;
	uint32_t unit;
	uint32_t low;

	*at += 2;
	if (escape[1] != 'u')
		return (unsigned char)meanings[strchr(letters, escape[1]) - letters];
	unit = read_hex(escape + 2);
	*at += 4;
	if (unit < 0xd800 || unit > 0xdbff || escape[6] != '\\' || escape[7] != 'u')
		return unit;
	low = read_hex(escape + 8);
	if (low < 0xdc00 || low > 0xdfff)
		return unit;
	*at += 6;
	return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

static int encoded_size(uint32_t point)
{
	if (point == 0)
		return 2;
	return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

/* Writes the character as UTF-8 would, surrogates too, and U+0000 as C0 80. */
static char *encode(char *to, uint32_t point)
{
	static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
	int size = encoded_size(point);

	for (int i = size - 1; i > 0; i--) {
		to[i] = (char)(0x80 | (point & 0x3f));
		point >>= 6;
	}
	to[0] = (char)(first[size] | point);
	return to + size;
}

struct cleaner {
	const char *from;
	char *to;
	locale_t c_locale; /* the program around us may have set a decimal comma */
};

static void clean_string(struct cleaner *c)
{
	const char *from = c->from + 1;
	char *to = c->to;

	*to++ = '"';
	while (*from != '"') {
		uint32_t point;

		if (*from != '\\') {
			*to++ = *from++;
			continue;
		}
		point = cpg_json_unescape(&from);
		if (point == '"' || point == '\\')
			*to++ = '\\';
		to = encode(to, point);
	}
	*to++ = '"';
	c->from = from + 1;
	c->to = to;
}

/* strtod() knows NaN and Infinity as well, and what is too small for a double is 0 to it as
 * it is to Python. */
static void clean_number(struct cleaner *c)
{
	char *end;

	*c->to++ = strtod_l(c->from, &end, c->c_locale) != 0 ? '1' : '0';
	c->from = end;
}

static void clean(struct cleaner *c, const char *end)
{
	while (c->from < end) {
		if (*c->from == '"')
			clean_string(c);
		else if (strchr(" \t\r\n", *c->from))
			c->from++;
		else if (strchr("[]{},:aeflnrstu", *c->from))
			*c->to++ = *c->from++;
		else
			clean_number(c);
	}
	*c->to = '\0';
}

char *cpg_json_clean(struct cpg_arena *arena, struct cpg_text value)
{
	char *text = cpg_arena_alloc(arena, value.length + 1);
	struct cleaner cleaner = {
		.from = value.bytes,
		.to = text,
		.c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0),
	};

	if (text && cleaner.c_locale)
		clean(&cleaner, value.bytes + value.length);
	else
		text = NULL;
	if (cleaner.c_locale)
		freelocale(cleaner.c_locale);
	return text;
}

struct cpg_text cpg_json_restore(struct cpg_arena *arena, const char *string)
{
	char *bytes = cpg_arena_string(arena, string);
	char *to = bytes;

	if (!bytes)
		return (struct cpg_text){NULL, 0};
	for (const char *from = string; *from;) {
		if (strncmp(from, "\xc0\x80", 2) == 0) {
			*to++ = '\0';
			from += 2;
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
	return (struct cpg_text){bytes, (size_t)(to - bytes)};
}
