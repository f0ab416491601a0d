#include "yaml_number.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"

enum {
	SHOWN_MAX = 64,     /* bytes of a number that a sentence shows */
	SEXAGESIMALS = 12,  /* so many powers of sixty are exact as doubles */
	DAY_MINUTES = 1440, /* no time zone is this far from Greenwich */
};

struct scan {
	struct cpg_text text;
	size_t at;
};

static bool at_end(const struct scan *scan)
{
	return scan->at == scan->text.length;
}

/* Passes over up to `most` characters of `set` and returns how many there were. */
static size_t skip(struct scan *scan, const char *set, size_t most)
{
	size_t from = scan->at;

	while (!at_end(scan) && scan->at - from < most &&
	       memchr(set, scan->text.bytes[scan->at], strlen(set)))
		scan->at++;
	return scan->at - from;
}

static bool skip_word(struct scan *scan, const char *word)
{
	size_t length = strlen(word);

	if (scan->text.length - scan->at < length ||
	    memcmp(scan->text.bytes + scan->at, word, length) != 0)
		return false;
	scan->at += length;
	return true;
}

static bool rest_is(const struct scan *scan, const char *word)
{
	struct scan rest = *scan;

	return skip_word(&rest, word) && at_end(&rest);
}

/* A digit, and digits and underscores behind it. */
static bool skip_digits(struct scan *scan)
{
	if (skip(scan, DIGITS, 1) == 0)
		return false;
	skip(scan, DIGITS "_", SIZE_MAX);
	return true;
}

/* What follows the first part of 190:20:30. Returns the number of whole parts. */
static size_t skip_sixtieths(struct scan *scan)
{
	size_t count = 0;

	for (;; count++) {
		struct scan part = *scan;
		struct scan tens;

		if (skip(&part, ":", 1) == 0)
			return count;
		tens = part;
		if (skip(&tens, "012345", 1) > 0 && skip(&tens, DIGITS, 1) > 0)
			part = tens;
		else if (skip(&part, DIGITS, 1) == 0)
			return count;
		*scan = part;
	}
}

/* False when an exponent begins and is none. `sign` is whether it must have one. */
static bool skip_exponent(struct scan *scan, bool sign)
{
	if (skip(scan, "eE", 1) == 0)
		return true;
	if (skip(scan, "-+", 1) == 0 && sign)
		return false;
	return skip(scan, DIGITS, SIZE_MAX) > 0;
}

bool cpg_yaml_is_int(struct cpg_text text)
{
	struct scan scan = {text, 0};

	skip(&scan, "-+", 1);
	if (skip_word(&scan, "0b"))
		return skip(&scan, "01_", SIZE_MAX) > 0 && at_end(&scan);
	if (skip_word(&scan, "0x"))
		return skip(&scan, DIGITS "abcdefABCDEF_", SIZE_MAX) > 0 && at_end(&scan);
	if (skip(&scan, "0", 1) > 0) {
		skip(&scan, "01234567_", SIZE_MAX);
		return at_end(&scan);
	}
	if (!skip_digits(&scan))
		return false;
	return at_end(&scan) || (skip_sixtieths(&scan) > 0 && at_end(&scan));
}

static bool is_special_float(const struct scan *rest, bool is_signed)
{
	static const char *const infinities[] = {".inf", ".Inf", ".INF"};
	static const char *const nans[] = {".nan", ".NaN", ".NAN"};

	for (size_t i = 0; i < sizeof(nans) / sizeof(nans[0]); i++) {
		if (rest_is(rest, infinities[i]) || (!is_signed && rest_is(rest, nans[i])))
			return true;
	}
	return false;
}

bool cpg_yaml_is_float(struct cpg_text text)
{
	struct scan scan = {text, 0};
	bool is_signed = skip(&scan, "-+", 1) > 0;

	if (is_special_float(&scan, is_signed))
		return true;
	if (!is_signed && skip(&scan, ".", 1) > 0)
		return skip_digits(&scan) && skip_exponent(&scan, true) && at_end(&scan);
	if (!skip_digits(&scan))
		return false;
	if (skip_sixtieths(&scan) > 0) {
		if (skip(&scan, ".", 1) == 0)
			return false;
		skip(&scan, DIGITS "_", SIZE_MAX);
		return at_end(&scan);
	}
	if (skip(&scan, ".", 1) == 0)
		return false;
	skip(&scan, DIGITS "_", SIZE_MAX);
	return skip_exponent(&scan, true) && at_end(&scan);
}

bool cpg_yaml_is_tagged_float(struct cpg_text text)
{
	struct scan scan = {text, 0};
	bool digits;

	if (cpg_yaml_is_float(text))
		return true;
	skip(&scan, "-+", 1);
	digits = skip_digits(&scan);
	if (skip(&scan, ".", 1) > 0)
		digits = skip_digits(&scan) || digits;
	return digits && skip_exponent(&scan, false) && at_end(&scan);
}

/* How much of the text a sentence shows. */
static int shown(struct cpg_text text)
{
	return text.length < SHOWN_MAX ? (int)text.length : SHOWN_MAX;
}

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left for a number");
}

static int too_large(struct cpg_text text, struct cpg_error *err)
{
	return cpg_error_set(err, CPG_E_LIMIT,
			     "the number %.*s is larger than cpguard reads", shown(text),
			     text.bytes);
}

/* The text without its underscores, as a string. */
static char *without_underscores(struct cpg_arena *arena, struct cpg_text text)
{
	char *copy = cpg_arena_alloc(arena, text.length + 1);
	size_t length = 0;

	for (size_t i = 0; copy && i < text.length; i++) {
		if (text.bytes[i] != '_')
			copy[length++] = text.bytes[i];
	}
	return copy;
}

/* The digits of a number in a base other than ten. Returns 1 and sets *out, 0 when there are
 * none, -1 when it does not fit. */
static int read_base(const char *digits, int base, int64_t *out)
{
	char *end;

	if (*digits == '\0')
		return 0;
	errno = 0;
	*out = strtoll(digits, &end, base);
	return errno == 0 ? 1 : -1;
}

static int read_sixtieths(const char *digits, int64_t *out)
{
	const char *at = digits;

	*out = 0;
	do {
		char *end;
		long long part;

		errno = 0;
		part = strtoll(at, &end, 10);
		if (errno != 0 || __builtin_mul_overflow(*out, 60, out) ||
		    __builtin_add_overflow(*out, part, out))
			return -1;
		at = end + 1;
	} while (at[-1] == ':');
	return 1;
}

static int read_decimal(struct cpg_arena *arena, struct cpg_text text, const char *digits,
			struct cpg_int *out, struct cpg_error *err)
{
	if (cpg_int_check(cpg_text_of(digits)) != 1)
		return too_large(text, err);
	return cpg_int_parse(arena, cpg_text_of(digits), out) == 1 ? 0 : no_memory(err);
}

int cpg_yaml_int(struct cpg_arena *arena, struct cpg_text text, struct cpg_int *out,
		 struct cpg_error *err)
{
	char *digits = without_underscores(arena, text);
	bool negative;
	int64_t value = 0;
	int rc;

	if (!digits)
		return no_memory(err);
	negative = *digits == '-';
	digits += negative || *digits == '+';
	if (strncmp(digits, "0b", 2) == 0)
		rc = read_base(digits + 2, 2, &value);
	else if (strncmp(digits, "0x", 2) == 0)
		rc = read_base(digits + 2, 16, &value);
	else if (*digits == '0')
		rc = read_base(digits, 8, &value);
	else if (strchr(digits, ':'))
		rc = read_sixtieths(digits, &value);
	else
		return read_decimal(arena, text, digits - negative, out, err);
	if (rc < 0)
		return too_large(text, err);
	if (rc == 0)
		return cpg_error_set(err, CPG_E_SYNTAX, "the number %.*s has no digits",
				     shown(text), text.bytes);
	out->value = negative ? -value : value;
	out->digits = cpg_arena_printf(arena, "%lld", (long long)out->value);
	return out->digits ? 0 : no_memory(err);
}

/* strtod() as in the C locale, whatever the process has. */
static double read_double(const char *digits, locale_t plain)
{
	return strtod_l(digits, NULL, plain);
}

/* Adds in PyYAML's order, from the last part up, so that the sum is the same to the bit. */
static int add_sixtieths(char *digits, locale_t plain, double *out)
{
	double base = 1;
	size_t count = 0;

	*out = 0;
	for (;;) {
		char *colon = strrchr(digits, ':');

		if (++count > SEXAGESIMALS)
			return -1;
		*out += read_double(colon ? colon + 1 : digits, plain) * base;
		if (!colon)
			return 0;
		*colon = '\0';
		base *= 60;
	}
}

static double infinity_or_nan(const char *name)
{
	return *name == 'i' || *name == 'I' ? (double)__builtin_inff()
					    : (double)__builtin_nanf("");
}

int cpg_yaml_float(struct cpg_arena *arena, struct cpg_text text, double *out,
		   struct cpg_error *err)
{
	char *digits = without_underscores(arena, text);
	locale_t plain;
	bool negative;
	int rc = 0;

	if (!digits)
		return no_memory(err);
	negative = *digits == '-';
	digits += negative || *digits == '+';
	if (digits[0] == '.' && digits[1] >= 'A') {
		*out = infinity_or_nan(digits + 1);
	} else {
		plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
		if (!plain)
			return no_memory(err);
		rc = add_sixtieths(digits, plain, out);
		freelocale(plain);
	}
	if (rc < 0)
		return too_large(text, err);
	*out = negative ? -*out : *out;
	return 0;
}

/* A point in time as it is written; what is not written is 0. */
struct moment {
	int year;
	int month;
	int day;
	int hour;
	int minute;
	int second;
	int zone_hour;
	int zone_minute;
};

/* Reads from `least` to `most` digits, up to four. */
static bool take_number(struct scan *scan, size_t least, size_t most, int *out)
{
	size_t count = skip(scan, DIGITS, most);

	*out = 0;
	for (size_t i = scan->at - count; i < scan->at; i++)
		*out = *out * 10 + (scan->text.bytes[i] - '0');
	return count >= least;
}

static bool take_zone(struct scan *scan, struct moment *moment)
{
	skip(scan, " \t", SIZE_MAX);
	if (skip(scan, "Z", 1) > 0)
		return true;
	if (skip(scan, "-+", 1) == 0 || !take_number(scan, 1, 2, &moment->zone_hour))
		return false;
	return skip(scan, ":", 1) == 0 || take_number(scan, 2, 2, &moment->zone_minute);
}

static bool take_time(struct scan *scan, struct moment *moment)
{
	if (skip(scan, "Tt", 1) == 0 && skip(scan, " \t", SIZE_MAX) == 0)
		return false;
	if (!take_number(scan, 1, 2, &moment->hour) || skip(scan, ":", 1) == 0 ||
	    !take_number(scan, 2, 2, &moment->minute) || skip(scan, ":", 1) == 0 ||
	    !take_number(scan, 2, 2, &moment->second))
		return false;
	if (skip(scan, ".", 1) > 0)
		skip(scan, DIGITS, SIZE_MAX);
	return at_end(scan) || (take_zone(scan, moment) && at_end(scan));
}

/* A date alone has two digits for the month and the day. */
static bool take_moment(struct cpg_text text, struct moment *moment)
{
	struct scan scan = {text, 0};
	size_t from;

	*moment = (struct moment){0};
	if (!take_number(&scan, 4, 4, &moment->year) || skip(&scan, "-", 1) == 0)
		return false;
	from = scan.at;
	if (!take_number(&scan, 1, 2, &moment->month) || skip(&scan, "-", 1) == 0 ||
	    !take_number(&scan, 1, 2, &moment->day))
		return false;
	if (at_end(&scan))
		return scan.at - from == strlen("mm-dd");
	return take_time(&scan, moment);
}

bool cpg_yaml_is_time(struct cpg_text text)
{
	struct moment moment;

	return take_moment(text, &moment);
}

static int month_days(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

int cpg_yaml_time(struct cpg_text text, struct cpg_error *err)
{
	struct moment at;

	if (take_moment(text, &at) && at.year >= 1 && at.month >= 1 && at.month <= 12 &&
	    at.day >= 1 && at.day <= month_days(at.year, at.month) && at.hour <= 23 &&
	    at.minute <= 59 && at.second <= 59 &&
	    at.zone_hour * 60 + at.zone_minute < DAY_MINUTES)
		return 0;
	return cpg_error_set(err, CPG_E_SYNTAX, "there is no date or time %.*s",
			     shown(text), text.bytes);
}
