#include <string.h>

#include "cpguard/pyint.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int parse(void **state, const char *string, struct cpg_int *out)
{
	return cpg_int_parse(*state, cpg_text_of(string), out);
}

/* Fails, naming `string`, unless it is read as `digits`, or as no integer for NULL. */
static void expect(void **state, const char *string, const char *digits)
{
	struct cpg_int got = {0, "?"};
	int rc = parse(state, string, &got);

	if (rc != (digits ? 1 : 0) || cpg_int_check(cpg_text_of(string)) != rc)
		fail_msg("'%s': %d", string, rc);
	if (digits && strcmp(got.digits, digits) != 0)
		fail_msg("'%s' is '%s', not '%s'", string, got.digits, digits);
}

static void plain_signed_padded_and_underscored_numbers_are_read(void **state)
{
	static const char *const cases[][2] = {
		{"0", "0"},
		{"2", "2"},
		{"02", "2"},
		{"000", "0"},
		{"+2", "2"},
		{"-2", "-2"},
		{"-0", "0"},
		{"-00_0", "0"},
		{" 2 ", "2"},
		{"2\n", "2"},
		{"\t\v\f\r\n 2", "2"},
		{"1_0", "10"},
		{"1_000_000", "1000000"},
		{"0_0", "0"},
		{" -1_2 ", "-12"},
		{"007", "7"},
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		expect(state, cases[i][0], cases[i][1]);
}

static void what_int_refuses_is_no_integer(void **state)
{
	static const char *const cases[] = {
		"",    " ",     "x",    "2x",    "2.0",  "0x2",     "1e3",     "--2",
		"+-2", "- 2",   "-",    "+",     "_1",   "1_",      "1__0",    "-_1",
		"1 0", "2 _",   "2_ ",  "two",   "2,",   "½",       "²",       "一",
		"−2",  "2\x7f", "\xff", "2\xff", "\xd9", "\u200b2", "2\ufeff", "\u180e2",
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		expect(state, cases[i], NULL);
}

static void white_space_of_unicode_is_stripped(void **state)
{
	static const char *const spaces[] = {
		"\xc2\x85", "\u00a0", "\u1680", "\u2000", "\u200a",
		"\u2028",   "\u2029", "\u202f", "\u205f", "\u3000",
	};

	for (size_t i = 0; i < COUNT(spaces); i++) {
		char text[16] = "";

		strcat(text, spaces[i]);
		strcat(text, "7");
		strcat(text, spaces[i]);
		expect(state, text, "7");
	}
}

static void separators_that_only_strip_knows_are_no_space_to_int(void **state)
{
	expect(state,
	       "\x1c"
	       "2",
	       NULL);
	expect(state, "2\x1d", NULL);
	expect(state, "\x1e\uff12", NULL);
	expect(state, "\uff12\x1f", NULL);
}

static void nul_within_the_text_is_no_integer(void **state)
{
	struct cpg_int out;

	assert_int_equal(cpg_int_parse(*state, (struct cpg_text){"2\0", 2}, &out), 0);
	assert_int_equal(cpg_int_parse(*state, (struct cpg_text){"\0002", 2}, &out), 0);
	assert_int_equal(cpg_int_parse(*state, (struct cpg_text){NULL, 0}, &out), 0);
	assert_int_equal(cpg_int_parse(*state, (struct cpg_text){"29", 1}, &out), 1);
	assert_string_equal(out.digits, "2");
}

static void digits_of_any_script_are_read_and_may_be_mixed(void **state)
{
	static const char *const cases[][2] = {
		{"٢", "2"},          {"۹", "9"},          {"߀", "0"},
		{"९", "9"},          {"෦", "0"},        {"๙", "9"},
		{"༠", "0"},          {"᠙", "9"},          {"\uabf9", "9"},
		{"２", "2"},         {"\U000104a0", "0"}, {"\U00010d39", "9"},
		{"\U00011950", "0"}, {"\U0001d7ce", "0"}, {"\U0001d7d7", "9"},
		{"\U0001d7d8", "0"}, {"\U0001d7ff", "9"}, {"\U0001e950", "0"},
		{"\U0001fbf9", "9"}, {"-١_2３", "-123"},  {"٠٠", "0"},
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		expect(state, cases[i][0], cases[i][1]);
}

static void neighbours_of_digits_are_none(void **state)
{
	static const char *const cases[] = {
		"/",      ":",          "\u065f",     "\u066a",     "\uff0f",
		"\uff1a", "\U0001d7cd", "\U0001d800", "\U0001fbef", "\U0001fbfa",
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		expect(state, cases[i], NULL);
}

static void digits_that_only_later_releases_know_cannot_be_told(void **state)
{
	static const char *const cases[] = {
		"\U00010d40", "\U000116d0", "\U000116e3",     "\U00011bf9", "\U00011de0",
		"\U00011f50", "\U00016130", "\U00016ac9",     "\U00016d70", "\U0001ccf0",
		"\U0001e4f0", "\U0001e5fa", " -1\U00011f51 ",
	};
	struct cpg_int out;

	for (size_t i = 0; i < COUNT(cases); i++) {
		if (parse(state, cases[i], &out) != -1)
			fail_msg("row %zu", i);
	}
	/* No release reads these. */
	expect(state, "\U00011f50x", NULL);
	expect(state, "\U00011f50_", NULL);
}

static void value_stops_at_the_ends_of_64_bits_and_digits_do_not(void **state)
{
	static const struct {
		const char *text;
		int64_t value;
	} cases[] = {
		{"9223372036854775806", INT64_MAX - 1},
		{"9223372036854775807", INT64_MAX},
		{"9223372036854775808", INT64_MAX},
		{"100000000000000000000000", INT64_MAX},
		{"-9223372036854775807", INT64_MIN + 1},
		{"-9223372036854775808", INT64_MIN},
		{"-9223372036854775809", INT64_MIN},
		{"-100000000000000000000000", INT64_MIN},
	};
	struct cpg_int out;

	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(parse(state, cases[i].text, &out), 1);
		assert_string_equal(out.digits, cases[i].text);
		assert_true(out.value == cases[i].value);
	}
}

/* A text of `count` times `digit`. */
static struct cpg_text repeat(void **state, char digit, size_t count)
{
	char *bytes = cpg_arena_alloc(*state, count + 1);

	assert_non_null(bytes);
	memset(bytes, digit, count);
	return (struct cpg_text){bytes, count};
}

static void more_than_4300_digits_cannot_be_told(void **state)
{
	struct cpg_int out;
	struct cpg_text text = repeat(state, '9', 4300);

	assert_int_equal(cpg_int_parse(*state, text, &out), 1);
	assert_true(cpg_text_is(text, out.digits));
	assert_true(out.value == INT64_MAX);
	assert_int_equal(cpg_int_parse(*state, repeat(state, '9', 4301), &out), -1);
	assert_int_equal(cpg_int_parse(*state, repeat(state, '9', 100000), &out), -1);

	/* Leading zeros count. */
	assert_int_equal(cpg_int_parse(*state, repeat(state, '0', 4300), &out), 1);
	assert_string_equal(out.digits, "0");
	assert_int_equal(cpg_int_parse(*state, repeat(state, '0', 4301), &out), -1);
}

static void no_memory_cannot_be_told(void **state)
{
	struct cpg_arena *arena = cpg_arena_new(8);
	struct cpg_int out;

	(void)state;
	assert_non_null(arena);
	assert_int_equal(cpg_int_parse(arena, cpg_text_of("2"), &out), -1);
	assert_int_equal(cpg_int_parse(arena, cpg_text_of("x"), &out), 0);
	assert_int_equal(cpg_int_check(cpg_text_of("2")), 1);
	cpg_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(plain_signed_padded_and_underscored_numbers_are_read),
		arena_test(what_int_refuses_is_no_integer),
		arena_test(white_space_of_unicode_is_stripped),
		arena_test(separators_that_only_strip_knows_are_no_space_to_int),
		arena_test(nul_within_the_text_is_no_integer),
		arena_test(digits_of_any_script_are_read_and_may_be_mixed),
		arena_test(neighbours_of_digits_are_none),
		arena_test(digits_that_only_later_releases_know_cannot_be_told),
		arena_test(value_stops_at_the_ends_of_64_bits_and_digits_do_not),
		arena_test(more_than_4300_digits_cannot_be_told),
		arena_test(no_memory_cannot_be_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
