#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cpguard/plugstack.h"
#include "test.h"

static int find(struct cpg_arena *arena, const char *text, struct cpg_plugstack_line *line)
{
	return cpg_plugstack_find(arena, cpg_text_of(text), line, NULL);
}

static void cpguard_line_is_found_among_others_with_its_number(void **state)
{
	struct cpg_plugstack_line line;

	assert_int_equal(
		find(*state,
		     "# comment\n"
		     "optional other.so mode=off\n"
		     "\n"
		     "required\t/usr/lib/slurm/spank_cpguard.so  mode=warn hf_home=/h # x\n"
		     "optional spank_cpguard.so scripts=off\n",
		     &line),
		1);
	assert_int_equal(line.line, 4);
	assert_true(line.required);
	assert_string_equal(line.path, "/usr/lib/slurm/spank_cpguard.so");
	assert_int_equal(line.argument_count, 2);
	assert_string_equal(line.arguments[0], "mode=warn");
	assert_string_equal(line.arguments[1], "hf_home=/h");
	assert_null(line.arguments[2]);
}

static void line_without_a_newline_and_without_arguments_is_found(void **state)
{
	struct cpg_plugstack_line line;

	assert_int_equal(find(*state, "optional spank_cpguard.so", &line), 1);
	assert_false(line.required);
	assert_int_equal(line.argument_count, 0);
}

static void lines_that_do_not_load_the_plugin_are_passed_over(void **state)
{
	static const char *const texts[] = {
		"",
		"#optional spank_cpguard.so\n",
		"optional\n",
		"include spank_cpguard.so\n",
		"mandatory spank_cpguard.so\n",
		"optional my_spank_cpguard.so\n",
		"optional spank_cpguard.so.bak\n",
		"optional other.so spank_cpguard.so\n",
	};
	struct cpg_plugstack_line line;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (find(*state, texts[i], &line) != 0)
			fail_msg("found in '%s'", texts[i]);
	}
}

static void carriage_return_sticks_to_the_last_argument(void **state)
{
	struct cpg_plugstack_line line;

	assert_int_equal(find(*state, "optional spank_cpguard.so mode=off\r\n", &line), 1);
	assert_string_equal(line.arguments[0], "mode=off\r");
}

static void what_stands_behind_byte_4095_of_a_line_is_lost(void **state)
{
	struct cpg_plugstack_line line;
	char text[5000];

	memset(text, ' ', sizeof(text));
	memcpy(text, "optional spank_cpguard.so", 25);
	memcpy(text + 4090, "mode=off", 8);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(find(*state, text, &line), 1);
	assert_int_equal(line.argument_count, 1);
	assert_string_equal(line.arguments[0], "mode=");
}

static void lack_of_memory_is_an_error(void **state)
{
	struct cpg_arena *arena = cpg_arena_new(16);
	struct cpg_plugstack_line line;
	struct cpg_error err;

	(void)state;
	assert_int_equal(cpg_plugstack_find(arena, cpg_text_of("optional spank_cpguard.so"),
					    &line, &err),
			 -1);
	assert_int_equal(err.code, ENOMEM);
	cpg_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(cpguard_line_is_found_among_others_with_its_number),
		arena_test(line_without_a_newline_and_without_arguments_is_found),
		arena_test(lines_that_do_not_load_the_plugin_are_passed_over),
		arena_test(carriage_return_sticks_to_the_last_argument),
		arena_test(what_stands_behind_byte_4095_of_a_line_is_lost),
		arena_test(lack_of_memory_is_an_error),
	};

	return cmocka_run_group_tests_name("plugstack", tests, NULL, NULL);
}
