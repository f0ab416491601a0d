#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpguard/error.h"
#include "cpguard/text.h"

#define TEXT(literal) \
	{ \
		literal, sizeof(literal) - 1 \
	}

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

static void a_buffer_holds_all_that_was_appended(void **state)
{
	struct cpg_buffer buffer = {.arena = *state};
	char *text;

	for (int i = 0; i < 10000; i++) {
		cpg_buffer_string(&buffer, "ab");
		cpg_buffer_bytes(&buffer, "\0c", 2);
		cpg_buffer_printf(&buffer, "%d", i % 10);
	}
	text = cpg_buffer_finish(&buffer);
	assert_non_null(text);
	assert_int_equal(buffer.length, 50000);
	assert_int_equal(text[50000], '\0');
	for (size_t i = 0; i < 10000; i++) {
		assert_memory_equal(text + 5 * i, "ab\0c", 4);
		assert_int_equal(text[5 * i + 4], '0' + (int)i % 10);
	}
}

static void a_buffer_without_an_append_is_an_empty_string(void **state)
{
	struct cpg_buffer buffer = {.arena = *state};

	assert_string_equal(cpg_buffer_finish(&buffer), "");
}

static void a_buffer_that_failed_once_stays_failed(void **state)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(4000);
	struct cpg_buffer buffer = {.arena = arena};
	static const char large[5000];

	(void)state;
	cpg_buffer_string(&buffer, "kept");
	cpg_buffer_bytes(&buffer, large, sizeof(large));
	assert_true(buffer.failed);
	cpg_buffer_string(&buffer, "x");
	cpg_buffer_printf(&buffer, "%d", 1);
	cpg_buffer_printable(&buffer, cpg_text_of("x"));
	cpg_buffer_json(&buffer, cpg_text_of("x"));
	assert_int_equal(buffer.length, 4);
	assert_null(cpg_buffer_finish(&buffer));
}

static size_t encode(uint32_t point, char *to)
{
	if (point < 0x80) {
		to[0] = (char)point;
		return 1;
	}
	if (point < 0x800) {
		to[0] = (char)(0xc0 | point >> 6);
		to[1] = (char)(0x80 | (point & 0x3f));
		return 2;
	}
	if (point < 0x10000) {
		to[0] = (char)(0xe0 | point >> 12);
		to[1] = (char)(0x80 | (point >> 6 & 0x3f));
		to[2] = (char)(0x80 | (point & 0x3f));
		return 3;
	}
	to[0] = (char)(0xf0 | point >> 18);
	to[1] = (char)(0x80 | (point >> 12 & 0x3f));
	to[2] = (char)(0x80 | (point >> 6 & 0x3f));
	to[3] = (char)(0x80 | (point & 0x3f));
	return 4;
}

static void every_character_is_decoded_and_no_part_of_it_is(void **state)
{
	(void)state;
	for (uint32_t point = 0; point <= 0x10ffff; point++) {
		char bytes[4];
		size_t size = encode(point, bytes);
		uint32_t decoded = UINT32_MAX;
		size_t got = cpg_utf8_decode(bytes, size, &decoded);

		if (point >= 0xd800 && point <= 0xdfff) {
			assert_int_equal(got, 0);
			continue;
		}
		assert_int_equal(got, size);
		assert_int_equal(decoded, point);
		for (size_t part = 0; part < size; part++)
			assert_int_equal(cpg_utf8_decode(bytes, part, &decoded), 0);
	}
}

static void what_is_no_utf_8_is_not_decoded(void **state)
{
	static const char *const cases[] = {
		"\x80",
		"\xbf",
		"\xc0\x80",
		"\xc1\xbf",
		"\xc3(",
		"\xe0\x80\x80",
		"\xe0\x9f\xbf",
		"\xed\xa0\x80",
		"\xed\xbf\xbf",
		"\xe2\x82(",
		"\xf0\x80\x80\x80",
		"\xf0\x8f\xbf\xbf",
		"\xf0\x9f\x98",
		"\xf4\x90\x80\x80",
		"\xf5\x80\x80\x80",
		"\xf8\x88\x80\x80",
		"\xfe",
		"\xff",
	};
	uint32_t point;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		if (cpg_utf8_decode(cases[i], strlen(cases[i]), &point) != 0)
			fail_msg("case %zu was decoded to U+%04X", i, (unsigned)point);
	}
}

struct rendering {
	struct cpg_text text;
	const char *printable;
	const char *json;
};

static const struct rendering renderings[] = {
	{TEXT(""), "", "\"\""},
	{TEXT("/m/GLM-5"), "/m/GLM-5", "\"/m/GLM-5\""},
	{TEXT("a\nb\tc\rd"), "a\\nb\\tc\\rd", "\"a\\u000ab\\u0009c\\u000dd\""},
	{TEXT("a\0b"), "a\\x00b", "\"a\\u0000b\""},
	{TEXT("\x1b[31mred"), "\\x1b[31mred", "\"\\u001b[31mred\""},
	{TEXT("\x7f"), "\\x7f", "\"\\u007f\""},
	{TEXT("\xc2\x9b"
	      "31m"),
	 "\\u009b31m", "\"\\u009b31m\""},
	{TEXT("\xe2\x80\xa8\xe2\x80\xae"), "\\u2028\\u202e", "\"\\u2028\\u202e\""},
	{TEXT("\xef\xbb\xbf"), "\\ufeff", "\"\\ufeff\""},
	{TEXT("\xff\xe2\x82"), "\\xff\\xe2\\x82", "\"\\udcff\\udce2\\udc82\""},
	{TEXT("\xed\xa0\x80"), "\\xed\\xa0\\x80", "\"\\udced\\udca0\\udc80\""},
	{TEXT("caf\xc3\xa9 \xf0\x9f\x98\x80"), "caf\xc3\xa9 \xf0\x9f\x98\x80",
	 "\"caf\xc3\xa9 \xf0\x9f\x98\x80\""},
	{TEXT("say \"x\""), "say \"x\"", "\"say \\\"x\\\"\""},
	{TEXT("a\\nb"), "a\\\\nb", "\"a\\\\nb\""},
	{TEXT("a\\x41 \\u0041"), "a\\\\x41 \\\\u0041", "\"a\\\\x41 \\\\u0041\""},
	{TEXT("a\\b\\"), "a\\b\\", "\"a\\\\b\\\\\""},
	{TEXT("a\\\\n"), "a\\\\\\\\n", "\"a\\\\\\\\n\""},
};

static void text_is_rendered_safely(void **state)
{
	for (size_t i = 0; i < sizeof(renderings) / sizeof(*renderings); i++) {
		struct cpg_buffer printable = {.arena = *state};
		struct cpg_buffer json = {.arena = *state};

		cpg_buffer_printable(&printable, renderings[i].text);
		cpg_buffer_json(&json, renderings[i].text);
		assert_string_equal(cpg_buffer_finish(&printable), renderings[i].printable);
		assert_string_equal(cpg_buffer_finish(&json), renderings[i].json);
	}
}

static void no_byte_reaches_the_terminal_as_a_control_character(void **state)
{
	for (int byte = 0; byte < 256; byte++) {
		const char raw = (char)byte;
		struct cpg_buffer buffer = {.arena = *state};

		cpg_buffer_printable(&buffer, (struct cpg_text){&raw, 1});
		assert_non_null(cpg_buffer_finish(&buffer));
		for (size_t i = 0; i < buffer.length; i++) {
			assert_true(buffer.bytes[i] >= 0x20);
			assert_true(buffer.bytes[i] < 0x7f);
		}
	}
}

static void different_text_is_printed_differently(void **state)
{
	static const struct cpg_text pairs[][2] = {
		{TEXT("\n"), TEXT("\\n")},           {TEXT("\x01"), TEXT("\\x01")},
		{TEXT("\\\n"), TEXT("\\\\n")},       {TEXT("\\"), TEXT("\\\\")},
		{TEXT("\xc2\x80"), TEXT("\\u0080")}, {TEXT("\xff"), TEXT("\\xff")},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		struct cpg_buffer one = {.arena = *state};
		struct cpg_buffer other = {.arena = *state};

		cpg_buffer_printable(&one, pairs[i][0]);
		cpg_buffer_printable(&other, pairs[i][1]);
		assert_string_not_equal(cpg_buffer_finish(&one), cpg_buffer_finish(&other));
	}
}

static const struct {
	struct cpg_text text;
	size_t limit;
	const char *printable;
	const char *json;
} cuts[] = {
	{TEXT("abc"), 3, "abc", "\"abc\""},
	{TEXT("abcd"), 3, "abc...", "\"abc...\""},
	{TEXT(""), 0, "", "\"\""},
	{TEXT("a"), 0, "...", "\"...\""},
	/* Never within a character or an escape of it. */
	{TEXT("ab\xc3\xa9x"), 3, "ab...", "\"ab...\""},
	{TEXT("ab\xc3\xa9"), 4, "ab\xc3\xa9", "\"ab\xc3\xa9\""},
	{TEXT("ab\n"), 3, "ab...", "\"ab...\""},
	{TEXT("ab\n"), 4, "ab\\n", "\"ab...\""},
	{TEXT("ab\xff"), 6, "ab\\xff", "\"ab...\""},
	{TEXT("ab\xff"), 8, "ab\\xff", "\"ab\\udcff\""},
	{TEXT("ab\""), 3, "ab\"", "\"ab...\""},
	{TEXT("\xf0\x9f\x98"), 17, "\\xf0\\x9f\\x98", "\"\\udcf0\\udc9f...\""},
};

static void text_past_its_limit_is_cut_before_a_character(void **state)
{
	for (size_t i = 0; i < sizeof(cuts) / sizeof(*cuts); i++) {
		struct cpg_buffer printable = {.arena = *state};
		struct cpg_buffer json = {.arena = *state};

		cpg_buffer_printable_within(&printable, cuts[i].text, cuts[i].limit);
		cpg_buffer_json_within(&json, cuts[i].text, cuts[i].limit);
		if (strcmp(cpg_buffer_finish(&printable), cuts[i].printable) != 0 ||
		    strcmp(cpg_buffer_finish(&json), cuts[i].json) != 0)
			fail_msg("row %zu: %s and %s", i, printable.bytes, json.bytes);
	}
}

static void a_limit_counts_from_what_is_appended(void **state)
{
	struct cpg_buffer buffer = {.arena = *state};

	cpg_buffer_string(&buffer, "before: ");
	cpg_buffer_json_within(&buffer, cpg_text_of("abcdef"), 2);
	cpg_buffer_string(&buffer, " after");
	assert_string_equal(cpg_buffer_finish(&buffer), "before: \"ab...\" after");
}

static void text_is_compared_with_its_length(void **state)
{
	(void)state;
	assert_true(cpg_text_is((struct cpg_text){"abc", 3}, "abc"));
	assert_false(cpg_text_is((struct cpg_text){"abc", 2}, "abc"));
	assert_false(cpg_text_is((struct cpg_text){"abc\0d", 5}, "abc"));
	assert_false(cpg_text_is((struct cpg_text){"abc", 3}, "ab"));
	assert_true(cpg_text_is((struct cpg_text){NULL, 0}, ""));
	assert_int_equal(cpg_text_of(NULL).length, 0);
	assert_int_equal(cpg_text_of("abc").length, 3);
}

static void an_error_says_what_and_where(void **state)
{
	struct cpg_error err = {0};

	(void)state;
	assert_int_equal(cpg_error_set(&err, ENOENT, "%s is not there", "x"), -1);
	assert_int_equal(err.code, ENOENT);
	assert_null(err.file);
	assert_int_equal(err.line, 0);
	assert_string_equal(err.text, "x is not there");

	assert_int_equal(cpg_error_at(&err, CPG_E_SYNTAX, "config.json", 7, "bad"), -1);
	assert_int_equal(err.code, CPG_E_SYNTAX);
	assert_string_equal(err.file, "config.json");
	assert_int_equal(err.line, 7);
	assert_string_equal(err.text, "bad");
}

static void an_error_that_nobody_wants_still_fails(void **state)
{
	(void)state;
	assert_int_equal(cpg_error_set(NULL, EIO, "x"), -1);
	assert_int_equal(cpg_error_at(NULL, EIO, "f", 1, "x"), -1);
}

static void a_long_error_is_cut_between_characters(void **state)
{
	static const char *const characters[] = {"a", "\xc3\xa9", "\xe2\x82\xac",
						 "\xf0\x9f\x98\x80"};
	struct cpg_error err;
	char text[4 * sizeof(err.text) + 8];

	(void)state;
	for (size_t i = 0; i < sizeof(characters) / sizeof(*characters); i++) {
		size_t size = strlen(characters[i]);

		for (size_t shift = 0; shift < 4; shift++) {
			size_t fits = (sizeof(err.text) - 1 - shift) / size;

			memset(text, 'x', shift);
			for (size_t k = 0; k < sizeof(err.text); k++)
				memcpy(text + shift + k * size, characters[i], size);
			text[shift + sizeof(err.text) * size] = '\0';
			cpg_error_set(&err, EIO, "%s", text);
			assert_int_equal(strlen(err.text), shift + fits * size);
			assert_memory_equal(err.text, text, strlen(err.text));
		}
	}
}

static void an_error_that_fits_keeps_the_bytes_of_a_name(void **state)
{
	struct cpg_error err;

	(void)state;
	cpg_error_set(&err, EIO, "no file %s", "caf\xc3");
	assert_string_equal(err.text, "no file caf\xc3");
}

#define IN_ARENA(test) cmocka_unit_test_setup_teardown(test, make_arena, free_arena)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(a_buffer_holds_all_that_was_appended),
		IN_ARENA(a_buffer_without_an_append_is_an_empty_string),
		cmocka_unit_test(a_buffer_that_failed_once_stays_failed),
		cmocka_unit_test(every_character_is_decoded_and_no_part_of_it_is),
		cmocka_unit_test(what_is_no_utf_8_is_not_decoded),
		IN_ARENA(text_is_rendered_safely),
		IN_ARENA(no_byte_reaches_the_terminal_as_a_control_character),
		IN_ARENA(different_text_is_printed_differently),
		IN_ARENA(text_past_its_limit_is_cut_before_a_character),
		IN_ARENA(a_limit_counts_from_what_is_appended),
		cmocka_unit_test(text_is_compared_with_its_length),
		cmocka_unit_test(an_error_says_what_and_where),
		cmocka_unit_test(an_error_that_nobody_wants_still_fails),
		cmocka_unit_test(a_long_error_is_cut_between_characters),
		cmocka_unit_test(an_error_that_fits_keeps_the_bytes_of_a_name),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
