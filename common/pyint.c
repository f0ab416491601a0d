#include "cpguard/pyint.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"

enum {
	DIGITS_MAX = 4300, /* sys.int_info.default_max_str_digits */
};

/* What peek() gives at the end and for bytes that are no UTF-8: no character. */
#define NO_POINT UINT32_MAX

struct scan {
	struct cpg_text text;
	size_t at;
	size_t count;  /* of digits, leading zeros included */
	bool disputed; /* a digit that only some releases of Python know */
	bool negative;
	size_t kept;
	char digits[DIGITS_MAX]; /* the significant ones */
};

/* What int() strips. Not U+001C to U+001F, though str.strip() does: int() turns only what
 * lies beyond ASCII into spaces first. */
static bool is_space(uint32_t point)
{
	static const struct {
		uint32_t first;
		uint32_t last;
	} ranges[] = {
		{0x09, 0x0d},     {0x20, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},
		{0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f},
		{0x205f, 0x205f}, {0x3000, 0x3000},
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		if (point >= ranges[i].first && point <= ranges[i].last)
			return true;
	}
	return false;
}

static uint32_t peek(const struct scan *scan, size_t *size)
{
	uint32_t point = NO_POINT;

	*size = 0;
	if (scan->at < scan->text.length)
		*size = cpg_utf8_decode(scan->text.bytes + scan->at,
					scan->text.length - scan->at, &point);
	return point;
}

static void skip_space(struct scan *scan)
{
	size_t size;

	while (is_space(peek(scan, &size)))
		scan->at += size;
}

static void read_sign(struct scan *scan)
{
	size_t size;
	uint32_t point = peek(scan, &size);

	if (point != '-' && point != '+')
		return;
	scan->negative = point == '-';
	scan->at += size;
}

static void keep_digit(struct scan *scan, int value)
{
	scan->count++;
	if ((value == 0 && scan->kept == 0) || scan->kept == DIGITS_MAX)
		return;
	scan->digits[scan->kept++] = (char)('0' + value);
}

/* Returns whether there is a number: a digit at the beginning, at the end, and on both sides
 * of each underscore. */
static bool read_digits(struct scan *scan)
{
	bool behind_digit = false;
	size_t size;

	for (;; scan->at += size) {
		uint32_t point = peek(scan, &size);
		int value = cpg_decimal_value(point, &scan->disputed);

		if (value >= 0) {
			keep_digit(scan, value);
			behind_digit = true;
		} else if (point == '_' && behind_digit) {
			behind_digit = false;
		} else {
			return behind_digit;
		}
	}
}

/* Returns what cpg_int_check() does. */
static int read_int(struct cpg_text text, struct scan *scan)
{
	*scan = (struct scan){.text = text};
	skip_space(scan);
	read_sign(scan);
	if (!read_digits(scan))
		return 0;
	skip_space(scan);
	if (scan->at < text.length)
		return 0;
	return scan->disputed || scan->count > DIGITS_MAX ? -1 : 1;
}

int cpg_int_check(struct cpg_text text)
{
	struct scan scan;

	return read_int(text, &scan);
}

int cpg_int_parse(struct cpg_arena *arena, struct cpg_text text, struct cpg_int *out)
{
	struct scan scan;
	int rc = read_int(text, &scan);
	char *digits;
	char *end;

	if (rc != 1)
		return rc;
	digits = cpg_arena_alloc(arena, scan.kept + sizeof("-0"));
	if (!digits)
		return -1;
	end = digits;
	if (scan.kept == 0)
		scan.digits[scan.kept++] = '0';
	else if (scan.negative)
		*end++ = '-';
	memcpy(end, scan.digits, scan.kept);

	/* strtoll() stops at the ends of its range, which is what is wanted. */
	*out = (struct cpg_int){strtoll(digits, NULL, 10), digits};
	return 1;
}
