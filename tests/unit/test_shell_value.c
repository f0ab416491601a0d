#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpguard/shell_value.h"

static int make_arena(void **state)
{
	*state = cpg_arena_new(CPG_ARENA_BUDGET);
	return *state ? 0 : -1;
}

static int free_arena(void **state)
{
	cpg_arena_free(*state);
	return 0;
}

/* A value written down: $ is a gap, # a solid one, | ends a piece. */
static struct cpg_value make(struct cpg_arena *arena, const char *written)
{
	struct cpg_value value = cpg_value_empty;

	while (*written) {
		struct cpg_text text = {written, strcspn(written, "$#|")};
		struct cpg_origin origin = {"f", 1};
		struct cpg_value piece;
		int rc;

		if (text.length)
			rc = cpg_value_text(arena, text, origin, &piece);
		else if (*written == '$')
			rc = cpg_value_unknown(arena, "why", origin, &piece);
		else if (*written == '#')
			rc = cpg_value_unknown_word(arena, "why", origin, &piece);
		else
			rc = cpg_value_string(arena, "", &piece);
		assert_int_equal(rc, 0);
		assert_int_equal(cpg_value_append(arena, value, piece, &value), 0);
		written += text.length ? text.length : 1;
	}
	return value;
}

static void a_text_is_known_and_flat(void **state)
{
	struct cpg_value value = make(*state, "ab|cd|");
	struct cpg_text flat = cpg_value_flat(*state, value);

	assert_true(cpg_value_known(value));
	assert_int_equal(flat.length, 4);
	assert_string_equal(flat.bytes, "abcd");
}

static void a_text_of_null_is_empty_and_no_gap(void **state)
{
	struct cpg_value value;

	assert_int_equal(cpg_value_string(*state, NULL, &value), 0);
	assert_true(cpg_value_known(value));
	assert_int_equal(cpg_value_is_empty(value), CPG_YES);
}

static void the_prefix_ends_at_the_first_gap(void **state)
{
	assert_string_equal(cpg_value_prefix(*state, make(*state, "a|b$c")).bytes, "ab");
	assert_string_equal(cpg_value_prefix(*state, make(*state, "$c")).bytes, "");
	assert_string_equal(cpg_value_prefix(*state, cpg_value_empty).bytes, "");
}

static void a_value_is_empty_when_no_piece_can_have_text(void **state)
{
	static const struct {
		const char *value;
		int empty;
	} rows[] = {
		{"", CPG_YES},  {"||", CPG_YES}, {"$", CPG_UNKNOWN}, {"|$", CPG_UNKNOWN},
		{"$a", CPG_NO}, {"a", CPG_NO},   {"#", CPG_NO},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (cpg_value_is_empty(make(*state, rows[i].value)) != rows[i].empty)
			fail_msg("'%s'", rows[i].value);
	}
}

static void values_are_compared_as_far_as_they_are_known(void **state)
{
	static const struct {
		const char *a;
		const char *b;
		int equal;
	} rows[] = {
		{"", "", CPG_YES},          {"ab", "a|b", CPG_YES},
		{"ab", "ac", CPG_NO},       {"ab", "abc", CPG_NO},
		{"a$", "abc", CPG_UNKNOWN}, {"a$", "b$", CPG_NO},
		{"$a", "$b", CPG_NO},       {"$", "$", CPG_UNKNOWN},
		{"a$b", "ab", CPG_UNKNOWN}, {"a$ba", "aba", CPG_UNKNOWN},
		{"ab$ba", "aba", CPG_NO},   {"$b$", "aba", CPG_UNKNOWN},
		{"#", "", CPG_NO},          {"a#", "a", CPG_NO},
		{"$", "", CPG_UNKNOWN},     {"a|$", "||a|", CPG_UNKNOWN},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_value a = make(*state, rows[i].a);
		struct cpg_value b = make(*state, rows[i].b);

		if (cpg_value_equal(a, b) != rows[i].equal ||
		    cpg_value_equal(b, a) != rows[i].equal)
			fail_msg("'%s' and '%s'", rows[i].a, rows[i].b);
	}
}

static void values_are_the_same_when_their_gaps_are_at_the_same_places(void **state)
{
	static const struct {
		const char *a;
		const char *b;
		bool same;
	} rows[] = {
		{"", "|", true},       {"a|b", "ab", true}, {"a$b", "a|$|b", true},
		{"a$", "a", false},    {"$", "#", false},   {"$$", "$", false},
		{"a$b", "a$c", false}, {"$", "a", false},   {"#a", "#|a", true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_value a = make(*state, rows[i].a);
		struct cpg_value b = make(*state, rows[i].b);

		if (cpg_value_same(a, b) != rows[i].same ||
		    cpg_value_same(b, a) != rows[i].same)
			fail_msg("'%s' and '%s'", rows[i].a, rows[i].b);
	}
}

static void values_order_by_bytes_where_that_is_known(void **state)
{
	static const struct {
		const char *a;
		const char *b;
		int before;
	} rows[] = {
		{"a", "b", CPG_YES},       {"b", "a", CPG_NO},    {"a", "a", CPG_NO},
		{"a", "ab", CPG_YES},      {"ab", "a", CPG_NO},   {"", "a", CPG_YES},
		{"B", "a", CPG_YES},       {"a$", "b$", CPG_YES}, {"a$", "a", CPG_NO},
		{"a", "a$", CPG_UNKNOWN},  {"a", "a$b", CPG_YES}, {"a", "a#", CPG_YES},
		{"a$", "ab", CPG_UNKNOWN}, {"$", "", CPG_NO},     {"a|x", "a|b", CPG_NO},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (cpg_value_before(make(*state, rows[i].a), make(*state, rows[i].b)) !=
		    rows[i].before)
			fail_msg("'%s' and '%s'", rows[i].a, rows[i].b);
	}
}

static void numbers_and_paths_are_one_word_wherever_they_stand(void **state)
{
	static const struct {
		const char *value;
		bool solid;
	} rows[] = {
		{"8", true},   {"a/b-1.0", true}, {"#", true},    {"/d/#/x", true},
		{"", false},   {"$", false},      {"a b", false}, {"*", false},
		{"a$", false}, {"~", false},      {"a\\", false}, {"\xc3\xa9", false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (cpg_value_is_solid(make(*state, rows[i].value)) != rows[i].solid)
			fail_msg("'%s'", rows[i].value);
	}
}

static void the_origin_is_the_first_that_has_a_file(void **state)
{
	struct cpg_origin here = {"run.sh", 7};
	struct cpg_value nowhere;
	struct cpg_value value;

	assert_int_equal(cpg_value_string(*state, "a", &nowhere), 0);
	assert_int_equal(cpg_value_text(*state, cpg_text_of("b"), here, &value), 0);
	assert_int_equal(cpg_value_append(*state, nowhere, value, &value), 0);
	assert_string_equal(cpg_value_origin(value).file, "run.sh");
	assert_int_equal(cpg_value_origin(value).line, 7);
	assert_null(cpg_value_origin(nowhere).file);
	assert_null(cpg_value_origin(cpg_value_empty).file);
}

static void a_word_is_known_or_has_a_prefix(void **state)
{
	struct cpg_word word;

	assert_int_equal(cpg_value_word(*state, make(*state, "--a=b"), false, &word), 0);
	assert_string_equal(word.text, "--a=b");
	assert_null(word.prefix);
	assert_string_equal(word.origin.file, "f");
	assert_int_equal(cpg_value_word(*state, make(*state, "--a=$"), false, &word), 0);
	assert_null(word.text);
	assert_string_equal(word.prefix, "--a=");
	assert_false(word.many);
	assert_int_equal(cpg_value_word(*state, make(*state, "x"), true, &word), 0);
	assert_null(word.text);
	assert_true(word.many);
}

static void without_memory_every_function_says_so(void **state)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(0);
	struct cpg_origin nowhere = {NULL, 0};
	struct cpg_value known = make(*state, "abc");
	struct cpg_value out;
	struct cpg_word word;

	assert_int_equal(cpg_value_string(arena, "a", &out), -1);
	assert_int_equal(cpg_value_unknown(arena, "why", nowhere, &out), -1);
	assert_int_equal(cpg_value_unknown_word(arena, "why", nowhere, &out), -1);
	assert_int_equal(cpg_value_append(arena, known, known, &out), -1);
	assert_null(cpg_value_flat(arena, known).bytes);
	assert_int_equal(cpg_value_word(arena, known, false, &word), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_is_known_and_flat),
		cmocka_unit_test(a_text_of_null_is_empty_and_no_gap),
		cmocka_unit_test(the_prefix_ends_at_the_first_gap),
		cmocka_unit_test(a_value_is_empty_when_no_piece_can_have_text),
		cmocka_unit_test(values_are_compared_as_far_as_they_are_known),
		cmocka_unit_test(
			values_are_the_same_when_their_gaps_are_at_the_same_places),
		cmocka_unit_test(values_order_by_bytes_where_that_is_known),
		cmocka_unit_test(numbers_and_paths_are_one_word_wherever_they_stand),
		cmocka_unit_test(the_origin_is_the_first_that_has_a_file),
		cmocka_unit_test(a_word_is_known_or_has_a_prefix),
		cmocka_unit_test(without_memory_every_function_says_so),
	};

	return cmocka_run_group_tests(tests, make_arena, free_arena);
}
