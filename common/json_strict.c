#include "json_strict.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "json_clean.h"

#define TEXT_AND_LENGTH(literal) literal, sizeof(literal) - 1

struct scanner {
	struct cpg_text text;
	size_t at;
	size_t depth;
	bool is_object[CPG_JSON_DEPTH + 1]; /* by depth, from 1 */
	struct cpg_json_member *members;
	size_t member_count;
	struct cpg_json_member *member; /* whose value is being read, or NULL */
	const char *value;              /* where that value begins */
	const char *file;
	struct cpg_error *err;
};

static const struct {
	const char *text;
	size_t length;
} literals[] = {
	{TEXT_AND_LENGTH("null")},     {TEXT_AND_LENGTH("true")},
	{TEXT_AND_LENGTH("false")},    {TEXT_AND_LENGTH("NaN")},
	{TEXT_AND_LENGTH("Infinity")}, {TEXT_AND_LENGTH("-Infinity")},
};

/* What often lies where a JSON file should: told by its first bytes. */
static const struct {
	const char *text;
	size_t length;
	const char *problem;
} impostors[] = {
	{TEXT_AND_LENGTH("version https://git-lfs"),
	 "is a git-lfs pointer, the real file was not fetched"},
	{TEXT_AND_LENGTH("\xef\xbb\xbf"), "is not JSON: it begins with a byte order mark"},
	{TEXT_AND_LENGTH("\xff\xfe"), "is not JSON: it is UTF-16, not UTF-8"},
	{TEXT_AND_LENGTH("\xfe\xff"), "is not JSON: it is UTF-16, not UTF-8"},
};

const char *cpg_json_file_name(const char *file)
{
	const char *slash = strrchr(file, '/');

	return slash ? slash + 1 : file;
}

unsigned cpg_json_line(struct cpg_text text, const char *at)
{
	unsigned line = 1;

	for (const char *from = text.bytes; from < at && line < UINT_MAX; line++) {
		from = memchr(from, '\n', (size_t)(at - from));
		if (!from)
			break;
		from++;
	}
	return line;
}

static bool begins_with(struct cpg_text text, size_t at, const char *prefix, size_t length)
{
	return text.length - at >= length && memcmp(text.bytes + at, prefix, length) == 0;
}

static unsigned line_of(const struct scanner *s)
{
	return cpg_json_line(s->text, s->text.bytes + s->at);
}

static int fail(struct scanner *s, const char *problem)
{
	return cpg_error_at(s->err, CPG_E_SYNTAX, s->file, line_of(s), "%s is not JSON: %s",
			    cpg_json_file_name(s->file), problem);
}

/* Fails because what stands here is not `what`. */
static int expected(struct scanner *s, const char *what)
{
	char found[] = "the byte 0xNN";
	uint32_t point = 0;
	size_t size;

	size = cpg_utf8_decode(s->text.bytes + s->at, s->text.length - s->at, &point);
	if (s->at == s->text.length)
		strcpy(found, "its end");
	else if (size == 0)
		return fail(s, "it is not UTF-8");
	else if (point < 0x20)
		snprintf(found, sizeof(found), "the byte 0x%02x", (unsigned)point & 0xff);
	else
		snprintf(found, sizeof(found), "'%.*s'", (int)size, s->text.bytes + s->at);
	return cpg_error_at(s->err, CPG_E_SYNTAX, s->file, line_of(s),
			    "%s is not JSON: expected %s, found %s",
			    cpg_json_file_name(s->file), what, found);
}

/* The byte here, or -1 at the end. */
static int peek(const struct scanner *s)
{
	return s->at < s->text.length ? (unsigned char)s->text.bytes[s->at] : -1;
}

static void skip_space(struct scanner *s)
{
	int c = peek(s);

	while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
		s->at++;
		c = peek(s);
	}
}

static size_t skip_digits(struct scanner *s)
{
	size_t start = s->at;

	while (peek(s) >= '0' && peek(s) <= '9')
		s->at++;
	return s->at - start;
}

static bool is_hex(int c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int scan_escape(struct scanner *s)
{
	int c;

	s->at++;
	c = peek(s);
	if (c <= 0 || !strchr("\"\\/bfnrtu", c))
		return expected(s, "an escape that JSON knows");
	s->at++;
	if (c != 'u')
		return 0;
	for (int i = 0; i < 4; i++) {
		if (!is_hex(peek(s)))
			return expected(s, "four hexadecimal digits behind \\u");
		s->at++;
	}
	return 0;
}

/* Reads what lies here of a string that is no plain ASCII character. */
static int scan_unusual(struct scanner *s, int c)
{
	uint32_t point;
	size_t size;

	if (c < 0x20)
		return expected(s, "the rest of a string");
	if (c == '\\')
		return scan_escape(s);
	size = cpg_utf8_decode(s->text.bytes + s->at, s->text.length - s->at, &point);
	if (size == 0)
		return fail(s, "it is not UTF-8");
	s->at += size;
	return 0;
}

static int scan_string(struct scanner *s)
{
	int c;

	s->at++;
	while ((c = peek(s)) != '"') {
		if (c >= 0x20 && c < 0x80 && c != '\\')
			s->at++;
		else if (scan_unusual(s, c) < 0)
			return -1;
	}
	s->at++;
	return 0;
}

static int scan_number(struct scanner *s)
{
	bool whole = true;
	size_t digits = 1;

	if (peek(s) == '-')
		s->at++;
	if (peek(s) == '0')
		s->at++;
	else if ((digits = skip_digits(s)) == 0)
		return expected(s, "a digit");
	if (peek(s) == '.') {
		whole = false;
		s->at++;
		if (skip_digits(s) == 0)
			return expected(s, "a digit behind the point");
	}
	if (peek(s) == 'e' || peek(s) == 'E') {
		whole = false;
		s->at++;
		if (peek(s) == '+' || peek(s) == '-')
			s->at++;
		if (skip_digits(s) == 0)
			return expected(s, "a digit in the exponent");
	}
	if (whole && digits > CPG_JSON_DIGITS)
		return cpg_error_at(
			s->err, CPG_E_SYNTAX, s->file, line_of(s),
			"%s has an integer of %zu digits, Python reads at most %d",
			cpg_json_file_name(s->file), digits, CPG_JSON_DIGITS);
	return 0;
}

static int scan_scalar(struct scanner *s)
{
	int c = peek(s);

	if (c == '"')
		return scan_string(s);
	for (size_t i = 0; i < sizeof(literals) / sizeof(*literals); i++) {
		if (begins_with(s->text, s->at, literals[i].text, literals[i].length)) {
			s->at += literals[i].length;
			return 0;
		}
	}
	if (c == '-' || (c >= '0' && c <= '9'))
		return scan_number(s);
	return expected(s, "a value");
}

/* Whether the string between the quotes at `from` and before `end` is `name`, decoded. */
static bool string_is(const char *from, const char *end, const char *name)
{
	for (from++, end--; from < end; name++) {
		uint32_t c = (unsigned char)*from;

		if (c == '\\')
			c = cpg_json_unescape(&from);
		else
			from++;
		if (*name == '\0' || c != (unsigned char)*name)
			return false;
	}
	return *name == '\0';
}

static struct cpg_json_member *find_member(const struct scanner *s, size_t key)
{
	const char *bytes = s->text.bytes;

	for (size_t i = 0; i < s->member_count; i++) {
		if (string_is(bytes + key, bytes + s->at, s->members[i].name))
			return &s->members[i];
	}
	return NULL;
}

/* Reads a key and its colon, up to where the value begins. */
static int scan_key(struct scanner *s)
{
	size_t key = s->at;

	if (peek(s) != '"')
		return expected(s, "a key in double quotes");
	if (scan_string(s) < 0)
		return -1;
	if (s->depth == 1)
		s->member = find_member(s, key);
	skip_space(s);
	if (peek(s) != ':')
		return expected(s, "':'");
	s->at++;
	skip_space(s);
	if (s->depth == 1)
		s->value = s->text.bytes + s->at;
	return 0;
}

static char closing_bracket(const struct scanner *s)
{
	return s->is_object[s->depth] ? '}' : ']';
}

/* Enters the list or object here. Returns 1 when it was an empty one and lies behind, 0 when
 * its first value is next. */
static int open_container(struct scanner *s)
{
	if (s->depth == CPG_JSON_DEPTH)
		return cpg_error_at(s->err, CPG_E_LIMIT, s->file, line_of(s),
				    "%s is nested more than %d deep",
				    cpg_json_file_name(s->file), CPG_JSON_DEPTH);
	s->is_object[++s->depth] = peek(s) == '{';
	s->at++;
	skip_space(s);
	if (peek(s) == closing_bracket(s)) {
		s->at++;
		s->depth--;
		return 1;
	}
	return s->is_object[s->depth] ? scan_key(s) : 0;
}

/* Begins the value here. Returns 1 when all of it was read, 0 when another one, within it,
 * is next. */
static int begin_value(struct scanner *s)
{
	if (peek(s) == '{' || peek(s) == '[')
		return open_container(s);
	return scan_scalar(s) < 0 ? -1 : 1;
}

/* Goes on behind a value. Returns 1 when it ended the document, 0 when another is next. */
static int end_value(struct scanner *s)
{
	while (s->depth > 0) {
		if (s->depth == 1 && s->member) {
			size_t length = (size_t)(s->text.bytes + s->at - s->value);

			s->member->value = (struct cpg_text){s->value, length};
		}
		skip_space(s);
		if (peek(s) == ',') {
			s->at++;
			skip_space(s);
			return s->is_object[s->depth] ? scan_key(s) : 0;
		}
		if (peek(s) != closing_bracket(s))
			return expected(s, s->is_object[s->depth] ? "',' or '}'"
								  : "',' or ']'");
		s->at++;
		s->depth--;
	}
	return 1;
}

static int scan_document(struct scanner *s)
{
	int complete;

	do {
		complete = begin_value(s);
		if (complete > 0)
			complete = end_value(s);
	} while (complete == 0);
	if (complete < 0)
		return -1;
	skip_space(s);
	return s->at == s->text.length ? 0 : expected(s, "nothing more");
}

static int check_impostor(struct scanner *s)
{
	for (size_t i = 0; i < sizeof(impostors) / sizeof(*impostors); i++) {
		if (begins_with(s->text, 0, impostors[i].text, impostors[i].length))
			return cpg_error_at(s->err, CPG_E_SYNTAX, s->file, 1, "%s %s",
					    cpg_json_file_name(s->file),
					    impostors[i].problem);
	}
	return 0;
}

int cpg_json_check(struct cpg_text text, const char *file, struct cpg_json_member *members,
		   size_t count, struct cpg_error *err)
{
	struct scanner s = {
		.text = text,
		.members = members,
		.member_count = count,
		.file = file,
		.err = err,
	};
	bool is_object;

	for (size_t i = 0; i < count; i++)
		members[i].value = (struct cpg_text){NULL, 0};
	if (check_impostor(&s) < 0)
		return -1;
	skip_space(&s);
	if (s.at == text.length)
		return cpg_error_at(err, CPG_E_SYNTAX, file, 1, "%s is empty",
				    cpg_json_file_name(file));
	is_object = peek(&s) == '{';
	if (scan_document(&s) < 0)
		return -1;
	if (!is_object)
		return cpg_error_at(err, CPG_E_SYNTAX, file, 1, "%s is not a JSON object",
				    cpg_json_file_name(file));
	return 0;
}
