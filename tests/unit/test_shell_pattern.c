#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "cpguard/shell_value.h"

static int match(const char *pattern, const char *text)
{
	return cpg_pattern_match(cpg_text_of(pattern), NULL, true, false,
				 cpg_text_of(text));
}

struct row {
	const char *pattern;
	const char *text;
	int answer;
};

static void check(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (match(rows[i].pattern, rows[i].text) != rows[i].answer)
			fail_msg("pattern '%s', text '%s'", rows[i].pattern, rows[i].text);
	}
}

static void wildcards_match_as_in_bash(void **state)
{
	static const struct row rows[] = {
		{"", "", CPG_YES},           {"", "a", CPG_NO},
		{"a", "a", CPG_YES},         {"*", "", CPG_YES},
		{"*", "abc", CPG_YES},       {"?", "", CPG_NO},
		{"?", "a", CPG_YES},         {"a*c", "abbc", CPG_YES},
		{"a*c", "abb", CPG_NO},      {"*.sh", "x.sh", CPG_YES},
		{"*a*b*", "xaybz", CPG_YES}, {"*a*b*", "ba", CPG_NO},
		{"*?", "", CPG_NO},          {"**", "x", CPG_YES},
		{"\\*", "*", CPG_YES},       {"\\*", "a", CPG_NO},
		{"a\nb", "a\nb", CPG_YES},   {"*", "a\nb/c", CPG_YES},
	};

	(void)state;
	check(rows, sizeof(rows) / sizeof(*rows));
}

static void brackets_match_as_in_bash(void **state)
{
	static const struct row rows[] = {
		{"[abc]", "b", CPG_YES},
		{"[abc]", "d", CPG_NO},
		{"[a-c]x", "bx", CPG_YES},
		{"[!a-c]", "b", CPG_NO},
		{"[^a-c]", "d", CPG_YES},
		{"[]a]", "]", CPG_YES},
		{"[!]a]", "b", CPG_YES},
		{"[a-]", "-", CPG_YES},
		{"[c-a]", "b", CPG_NO},
		{"[a", "[a", CPG_YES},
		{"[a", "a", CPG_NO},
		{"[\\]]", "]", CPG_YES},
		{"[[:digit:]]", "7", CPG_YES},
		{"[[:alpha:]_]", "_", CPG_YES},
		{"[[:bogus:]]", "b", CPG_NO},
		{"[[:upper:][:digit:]]", "a", CPG_NO},
		{"[0]*3+[1]*75", "[0]*3+[1]*75", CPG_NO},
	};

	(void)state;
	check(rows, sizeof(rows) / sizeof(*rows));
}

static void groups_match_as_in_bash(void **state)
{
	static const struct row rows[] = {
		{"@(a|b)", "a", CPG_YES},        {"@(a|b)", "", CPG_NO},
		{"@(a|b)", "ab", CPG_NO},        {"?(a)b", "b", CPG_YES},
		{"?(a)b", "aab", CPG_NO},        {"*(ab|c)", "abcab", CPG_YES},
		{"*(ab|c)", "aba", CPG_NO},      {"+(a)", "", CPG_NO},
		{"+(a)", "aaa", CPG_YES},        {"!(a)", "a", CPG_NO},
		{"!(a)", "", CPG_YES},           {"!(a|b)c", "ac", CPG_NO},
		{"!(a|b)c", "dc", CPG_YES},      {"*.@(sh|py)", "x.py", CPG_YES},
		{"*@(a|b)*", "xbx", CPG_YES},    {"*@(a|b)*", "xyz", CPG_NO},
		{"@(@(a|b)|c)d", "bd", CPG_YES}, {"@([)]|a)", ")", CPG_YES},
		{"@(a", "@(a", CPG_YES},         {"@(|a)b", "b", CPG_YES},
	};

	(void)state;
	check(rows, sizeof(rows) / sizeof(*rows));
}

static void without_extglob_a_group_is_ordinary_characters(void **state)
{
	(void)state;
	assert_int_equal(cpg_pattern_match(cpg_text_of("@(a)"), NULL, false, false,
					   cpg_text_of("a")),
			 CPG_NO);
	assert_int_equal(cpg_pattern_match(cpg_text_of("@(a)"), NULL, false, false,
					   cpg_text_of("@(a)")),
			 CPG_YES);
}

static void what_hangs_on_the_locale_or_on_a_slip_of_bash_is_not_known(void **state)
{
	static const struct row rows[] = {
		{"[[:alpha:]]", "\xc3\xa9", CPG_UNKNOWN},
		{"[[=a=]]", "a", CPG_UNKNOWN},
		{"*@()", "a", CPG_UNKNOWN},
		{"*\\", "\\", CPG_UNKNOWN},
	};

	(void)state;
	check(rows, sizeof(rows) / sizeof(*rows));
	assert_int_equal(cpg_pattern_match(cpg_text_of("\xc3\x89"), NULL, true, true,
					   cpg_text_of("\xc3\xa9")),
			 CPG_UNKNOWN);
}

static void a_character_of_utf8_is_one(void **state)
{
	static const struct row rows[] = {
		{"?", "\xc3\xa9", CPG_YES},
		{"[\xc3\xa9]", "\xc3\xa9", CPG_YES},
		{"??", "\xc3\xa9", CPG_NO},
		{"??", "\xc3\x28", CPG_YES},
		{"?", "\xff", CPG_YES},
		{"[!a]", "\xe2\x82\xac", CPG_YES},
		{"[\xc3\xa0-\xc3\xbf]", "\xc3\xa9", CPG_YES},
	};

	(void)state;
	check(rows, sizeof(rows) / sizeof(*rows));
}

static void literal_characters_stand_for_themselves(void **state)
{
	static const bool star[] = {false, true};
	static const bool dash[] = {false, false, true, false, false};
	static const bool paren[] = {true, true, true, true};

	(void)state;
	assert_int_equal(
		cpg_pattern_match(cpg_text_of("a*"), star, true, false, cpg_text_of("a*")),
		CPG_YES);
	assert_int_equal(
		cpg_pattern_match(cpg_text_of("a*"), star, true, false, cpg_text_of("ab")),
		CPG_NO);
	assert_int_equal(cpg_pattern_match(cpg_text_of("[a-c]"), dash, true, false,
					   cpg_text_of("b")),
			 CPG_NO);
	assert_int_equal(cpg_pattern_match(cpg_text_of("@(a)"), paren, true, false,
					   cpg_text_of("a")),
			 CPG_NO);
}

static void with_nocase_letters_are_the_same(void **state)
{
	(void)state;
	assert_int_equal(cpg_pattern_match(cpg_text_of("aB[c-e]"), NULL, true, true,
					   cpg_text_of("AbD")),
			 CPG_YES);
	assert_int_equal(match("a", "A"), CPG_NO);
}

struct removal {
	const char *pattern;
	const char *text;
	int shortest; /* -1: nothing matches */
	int longest;
};

typedef int remove_function(struct cpg_text pattern, const bool *literal, bool extglob,
			    bool nocase, bool longest, struct cpg_text text,
			    size_t *length);

static void check_removal(remove_function *remove_from, const struct removal *row,
			  bool longest)
{
	int expected = longest ? row->longest : row->shortest;
	size_t length = 0;
	int answer = remove_from(cpg_text_of(row->pattern), NULL, true, false, longest,
				 cpg_text_of(row->text), &length);

	if (answer != (expected < 0 ? CPG_NO : CPG_YES) ||
	    (expected >= 0 && length != (size_t)expected))
		fail_msg("pattern '%s', text '%s'", row->pattern, row->text);
}

static void the_shortest_and_the_longest_beginning_and_end_are_found(void **state)
{
	static const struct removal prefixes[] = {
		{"*/", "/a/b/c", 1, 5}, {"a", "abc", 1, 1},       {"x", "abc", -1, -1},
		{"*", "abc", 0, 3},     {"?", "\xc3\xa9x", 2, 2}, {"+(a)", "aab", 1, 2},
	};
	static const struct removal suffixes[] = {
		{"/*", "/a/b/c", 2, 6}, {".sh", "x.sh", 3, 3},    {"x", "abc", -1, -1},
		{"*", "abc", 0, 3},     {"?", "x\xc3\xa9", 2, 2}, {".*", "a.b.c", 2, 4},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		check_removal(cpg_pattern_prefix, &prefixes[i], false);
		check_removal(cpg_pattern_prefix, &prefixes[i], true);
	}
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		check_removal(cpg_pattern_suffix, &suffixes[i], false);
		check_removal(cpg_pattern_suffix, &suffixes[i], true);
	}
}

static void the_first_place_with_the_longest_match_is_found(void **state)
{
	static const struct {
		const char *pattern;
		const char *text;
		size_t from;
		int begin; /* -1: none */
		int end;
	} rows[] = {
		{"b", "abcb", 0, 1, 2},
		{"b", "abcb", 2, 3, 4},
		{"x", "abc", 0, -1, 0},
		{"b*", "abc", 0, 1, 3},
		{"?", "\xc3\xa9", 0, 0, 2},
		{"*", "", 0, 0, 0},
		{"a", "", 0, -1, 0},
		{"[0-9]", "v12", 0, 1, 2},
		{"*", "ab", 0, 0, 2},
		{"b",
		 "\xc3\xa9"
		 "b",
		 0, 2, 3},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		size_t begin = 0;
		size_t end = 0;
		int answer = cpg_pattern_find(cpg_text_of(rows[i].pattern), NULL, true,
					      false, cpg_text_of(rows[i].text),
					      rows[i].from, &begin, &end);

		if (answer != (rows[i].begin < 0 ? CPG_NO : CPG_YES))
			fail_msg("pattern '%s', text '%s'", rows[i].pattern, rows[i].text);
		if (answer == CPG_YES &&
		    ((int)begin != rows[i].begin || (int)end != rows[i].end))
			fail_msg("pattern '%s', text '%s'", rows[i].pattern, rows[i].text);
	}
}

/* A value of pieces: $ is a gap, a piece in ' ' is quoted. */
static struct cpg_value make(struct cpg_piece *pieces, const char *written)
{
	size_t count = 0;

	while (*written) {
		bool quoted = *written == '\'';
		size_t length;

		written += quoted;
		length = quoted ? strcspn(written, "'") : strcspn(written, "'$");
		if (*written == '$')
			pieces[count++] = (struct cpg_piece){.why = "x", .quoted = quoted};
		else
			pieces[count++] = (struct cpg_piece){.text = {written, length},
							     .quoted = quoted};
		written += *written == '$' ? 1 : length;
		written += quoted;
	}
	return (struct cpg_value){pieces, count};
}

static void a_match_is_decided_where_gaps_do_not_matter(void **state)
{
	static const struct row rows[] = {
		{"a*", "a$", CPG_YES},
		{"b*", "a$", CPG_NO},
		{"*", "$", CPG_YES},
		{"?*", "$", CPG_UNKNOWN},
		{"*glm*", "/d/$/glm-5", CPG_YES},
		{"*qwen*", "/d/$/glm-5", CPG_UNKNOWN},
		{"*.sh", "$.sh", CPG_YES},
		{"*.sh", "$.py", CPG_NO},
		{"a?c", "a$c", CPG_UNKNOWN},
		{"a", "a$a", CPG_NO},
		{"!(b*)", "a$", CPG_YES},
		{"!(a*)", "a$", CPG_NO},
		{"!(ab)", "a$", CPG_UNKNOWN},
		{"@(a*|b)", "a$", CPG_YES},
		{"'*'", "*", CPG_YES},
		{"'*'", "a", CPG_NO},
		{"$", "a", CPG_UNKNOWN},
		{"'$'", "a", CPG_UNKNOWN},
		{"a'$'", "b", CPG_NO},
		{"'$'a", "b", CPG_NO},
		{"a$b", "ac", CPG_UNKNOWN},
		{"b$", "a", CPG_NO},
		{"[$]", "a", CPG_UNKNOWN},
		{"", "$", CPG_UNKNOWN},
		{"", "a$", CPG_NO},
	};
	struct cpg_piece left[8];
	struct cpg_piece right[8];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_value pattern = make(left, rows[i].pattern);
		struct cpg_value text = make(right, rows[i].text);

		if (cpg_value_match(pattern, true, false, text) != rows[i].answer)
			fail_msg("pattern %s, text %s", rows[i].pattern, rows[i].text);
	}
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void no_pattern_takes_long(void **state)
{
	static const char *const patterns[] = {
		"*a*a*a*a*a*a*a*a*a*a*b",
		"*(*(*(*(*(a)))))b",
		"+(a|aa|aaa|*)b",
		"!(!(!(!(*a)*a)*a)*a)b",
		"*(*(a)|*(b)|*(a*b)|+(?))x",
		"@(*|?(*)|*(*))@(*|?(*)|*(*))x",
		"*[[:alpha:]]*[!b]*[a-c]*?*?*?x",
	};
	static char text[20001];
	double start = seconds();

	(void)state;
	memset(text, 'a', sizeof(text) - 1);
	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++)
		assert_int_not_equal(match(patterns[i], text), CPG_YES);
	assert_true(seconds() - start < 5);
}

static void a_pattern_that_nests_too_deep_is_not_known(void **state)
{
	char pattern[4 * 200 + 2] = "";

	(void)state;
	for (size_t i = 0; i < 200; i++)
		memcpy(pattern + 2 * i, "@(", 2);
	pattern[400] = 'a';
	memset(pattern + 401, ')', 200);
	assert_int_equal(match(pattern, "a"), CPG_UNKNOWN);
}

static void a_text_of_megabytes_is_matched(void **state)
{
	static char text[(1 << 20) + 1];

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	assert_int_equal(match("*y", text), CPG_NO);
	assert_int_equal(match("x*x", text), CPG_YES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wildcards_match_as_in_bash),
		cmocka_unit_test(brackets_match_as_in_bash),
		cmocka_unit_test(groups_match_as_in_bash),
		cmocka_unit_test(without_extglob_a_group_is_ordinary_characters),
		cmocka_unit_test(
			what_hangs_on_the_locale_or_on_a_slip_of_bash_is_not_known),
		cmocka_unit_test(a_character_of_utf8_is_one),
		cmocka_unit_test(literal_characters_stand_for_themselves),
		cmocka_unit_test(with_nocase_letters_are_the_same),
		cmocka_unit_test(the_shortest_and_the_longest_beginning_and_end_are_found),
		cmocka_unit_test(the_first_place_with_the_longest_match_is_found),
		cmocka_unit_test(a_match_is_decided_where_gaps_do_not_matter),
		cmocka_unit_test(no_pattern_takes_long),
		cmocka_unit_test(a_pattern_that_nests_too_deep_is_not_known),
		cmocka_unit_test(a_text_of_megabytes_is_matched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
