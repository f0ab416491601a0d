#include "shell_test_private.h"

#include <regex.h>
#include <string.h>

enum {
	GROUPS_LIMIT = 64,
	/* How many times as large the repetitions may make a pattern. */
	REPEAT_LIMIT = 1000,
};

/* A pattern of the C library's, as bash hands it over: quoted characters lose their meaning by
 * a backslash, but not within brackets, where a backslash is a character. */
struct pattern {
	char *text;
	size_t length;
};

/* All bytes of the pattern, with whether each is quoted. */
struct source {
	char *bytes;
	bool *quoted;
	size_t length;
};

static bool gather(struct cpg_arena *arena, struct cpg_value value, struct source *out)
{
	struct cpg_text flat = cpg_value_flat(arena, value);
	size_t at = 0;

	out->quoted = cpg_arena_array(arena, flat.length, sizeof(*out->quoted));
	if (!flat.bytes || !out->quoted)
		return false;
	out->bytes = cpg_arena_bytes(arena, flat.bytes, flat.length);
	out->length = flat.length;
	for (size_t i = 0; i < value.count; i++) {
		size_t length = value.pieces[i].text.length;

		if (value.pieces[i].quoted)
			memset(out->quoted + at, 1, length);
		at += length;
	}
	return out->bytes;
}

static bool is_plain(const struct source *source, size_t at, char c)
{
	return at < source->length && source->bytes[at] == c && !source->quoted[at];
}

/* Behind the ] that closes the [ at `at`, as bash sees it when it looks for what is quoted: of
 * []] it takes both for members. 0 when nothing closes it. */
static size_t bracket_end(const struct source *source, size_t at)
{
	char inner = 0;
	size_t first;

	at++;
	if (is_plain(source, at, '^'))
		at++;
	if (is_plain(source, at, ']'))
		at++;
	for (first = at; at < source->length; at++) {
		bool opens = is_plain(source, at, '[') && at + 1 < source->length &&
			     strchr(":=.", source->bytes[at + 1]);

		if (inner && source->bytes[at] == inner && is_plain(source, at + 1, ']')) {
			inner = 0;
			at++;
		} else if (!inner && opens) {
			inner = source->bytes[++at];
		} else if (!inner && at > first && is_plain(source, at, ']')) {
			return at + 1;
		}
	}
	return 0;
}

static bool is_special(char c)
{
	return memchr(".[\\()*+?{|^$", c, 12) != NULL;
}

static const char *as_pattern(struct cpg_arena *arena, const struct source *source)
{
	char *out = cpg_arena_alloc(arena, 2 * source->length + 1);
	size_t length = 0;
	size_t brackets = 0; /* where the bracket expression ends in which we are */

	for (size_t i = 0; out && i < source->length; i++) {
		bool within = i < brackets;

		if (!within && is_plain(source, i, '['))
			brackets = bracket_end(source, i);
		if (!within && source->quoted[i] && is_special(source->bytes[i]))
			out[length++] = '\\';
		out[length++] = source->bytes[i];
	}
	return out;
}

static bool is_ascii(const char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text >= 0x80)
			return false;
	}
	return true;
}

/* Back references make a match exponential; nested repetitions make a pattern huge. */
static bool is_modest(const char *pattern)
{
	size_t product = 1;

	for (const char *at = pattern; *at; at++) {
		size_t count = 0;

		if (at[0] == '\\' && at[1] >= '1' && at[1] <= '9')
			return false;
		if (*at != '{')
			continue;
		for (const char *digit = at + 1; *digit && *digit != '}'; digit++) {
			if (*digit < '0' || *digit > '9')
				count = 0;
			else if (count < REPEAT_LIMIT)
				count = count * 10 + (size_t)(*digit - '0');
			if (product * (count + 1) > REPEAT_LIMIT)
				return false;
		}
		product *= count + 1;
	}
	return true;
}

static bool is_decidable(const char *pattern, const char *text)
{
	return strlen(pattern) <= CPG_TEST_PATTERN && strlen(text) <= CPG_TEST_TEXT &&
	       is_ascii(pattern) && is_ascii(text) && is_modest(pattern);
}

/* Whether a group is repeated, or a repetition is. The C library may then never come back from
 * finding out what the groups matched, if they can match nothing. */
static bool has_loops(const char *pattern)
{
	bool repeated = false;

	for (const char *at = pattern; *at; at++) {
		bool loop = *at == '*' || *at == '+' || *at == '{';

		if ((loop || *at == '?') && repeated)
			return true;
		if (loop && at > pattern && at[-1] == ')')
			return true;
		repeated = loop || *at == '?' || *at == '}';
	}
	return false;
}

struct compiled {
	regex_t regex;
	bool valid;
};

static void release(struct compiled *compiled)
{
	if (compiled->valid)
		regfree(&compiled->regex);
}

static void set_rematch(struct cpg_test_context *context,
			const struct cpg_shell_variable *variable)
{
	if (cpg_scope_set(context->scope, "BASH_REMATCH", variable, false) < 0)
		context->no_memory = true;
}

static int unknown(struct cpg_test_context *context)
{
	struct cpg_origin nowhere = {NULL, 0};
	struct cpg_shell_variable variable;

	if (cpg_variable_unknown(cpg_scope_arena(context->scope),
				 "it is not known what =~ matched", nowhere, &variable) < 0)
		context->no_memory = true;
	else
		set_rematch(context, &variable);
	return CPG_TEST_UNKNOWN;
}

static int group_value(struct cpg_arena *arena, const char *text, const regmatch_t *group,
		       struct cpg_origin origin, struct cpg_value *out)
{
	struct cpg_text piece = {"", 0};

	if (group->rm_so >= 0) {
		piece.bytes = text + group->rm_so;
		piece.length = (size_t)(group->rm_eo - group->rm_so);
	}
	return cpg_value_text(arena, piece, origin, out);
}

/* The groups as the elements of an array; those that took no part are empty, and those behind
 * `known` are not known. */
static int keep_groups(struct cpg_test_context *context, const char *text,
		       const regmatch_t *groups, size_t known, size_t count,
		       struct cpg_origin origin)
{
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_INDEXED};
	struct cpg_arena *arena = cpg_scope_arena(context->scope);
	int rc = 0;

	for (size_t i = 0; i < count && rc == 0; i++) {
		struct cpg_value value;

		if (i < known)
			rc = group_value(arena, text, &groups[i], origin, &value);
		else
			rc = cpg_value_unknown(arena, "it is a group of a repeated match",
					       origin, &value);
		if (rc == 0)
			rc = cpg_variable_append(arena, &array, value, &array);
	}
	if (rc < 0)
		context->no_memory = true;
	else
		set_rematch(context, &array);
	return count ? 0 : 1;
}

static int match(struct cpg_test_context *context, const char *pattern, const char *text,
		 int flags, struct cpg_origin origin)
{
	struct compiled compiled __attribute__((cleanup(release))) = {.valid = false};
	regmatch_t groups[GROUPS_LIMIT];
	size_t count;
	size_t known;
	int rc = regcomp(&compiled.regex, pattern, REG_EXTENDED | flags);

	compiled.valid = rc == 0;
	if (rc)
		return rc == REG_ESPACE ? unknown(context) : 2;
	count = compiled.regex.re_nsub + 1;
	if (count > GROUPS_LIMIT)
		return unknown(context);
	known = has_loops(pattern) ? 1 : count;
	rc = regexec(&compiled.regex, text, known, groups, 0);
	if (rc && rc != REG_NOMATCH)
		return unknown(context);
	return keep_groups(context, text, groups, known, rc ? 0 : count, origin);
}

int cpg_test_regex(struct cpg_test_context *context, struct cpg_value text,
		   struct cpg_value pattern)
{
	struct cpg_arena *arena = cpg_scope_arena(context->scope);
	int nocase = cpg_scope_option(context->scope, CPG_SHOPT_NOCASEMATCH);
	struct source source;
	const char *expression;
	const char *subject;

	if (!cpg_value_known(text) || !cpg_value_known(pattern) || nocase == CPG_UNKNOWN)
		return unknown(context);
	subject = cpg_value_flat(arena, text).bytes;
	expression = gather(arena, pattern, &source) ? as_pattern(arena, &source) : NULL;
	if (!subject || !expression) {
		context->no_memory = true;
		return CPG_TEST_UNKNOWN;
	}
	if (!is_decidable(expression, subject))
		return unknown(context);
	return match(context, expression, subject, nocase == CPG_YES ? REG_ICASE : 0,
		     cpg_value_origin(text));
}
