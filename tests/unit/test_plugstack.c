#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/plugstack.h"
#include "cpguard/text.h"
#include "site.h"

/* Reads `text` as plugstack.conf. */
static int find(struct site *site, const char *text,
		const struct cpg_plugstack_line **first)
{
	const char *path = write_file(site->arena, site->directory, "plugstack.conf", text);

	return cpg_plugstack_read(site->arena, path, first, NULL);
}

static void cpguard_line_is_found_among_others_with_its_number(void **state)
{
	const struct cpg_plugstack_line *line;

	assert_int_equal(find(*state,
			      "# comment\n"
			      "optional other.so mode=off\n"
			      "\n"
			      "required\t/usr/lib/slurm/spank_cpguard.so  mode=warn "
			      "hf_home=/h # x\n",
			      &line),
			 1);
	assert_int_equal(line->line, 4);
	assert_true(line->required);
	assert_string_equal(line->path, "/usr/lib/slurm/spank_cpguard.so");
	assert_int_equal(line->argument_count, 2);
	assert_string_equal(line->arguments[0], "mode=warn");
	assert_string_equal(line->arguments[1], "hf_home=/h");
	assert_null(line->arguments[2]);
	assert_null(line->next);
}

static void line_without_a_newline_and_without_arguments_is_found(void **state)
{
	const struct cpg_plugstack_line *line;

	assert_int_equal(find(*state, "optional spank_cpguard.so", &line), 1);
	assert_false(line->required);
	assert_int_equal(line->argument_count, 0);
}

static void lines_that_do_not_load_the_plugin_are_passed_over(void **state)
{
	static const char *const texts[] = {
		"",
		"#optional spank_cpguard.so\n",
		"optional\n",
		"include\n",
		"include spank_cpguard.so\n",
		"mandatory spank_cpguard.so\n",
		"optional my_spank_cpguard.so\n",
		"optional spank_cpguard.so.bak\n",
		"optional other.so spank_cpguard.so\n",
		"include absent.conf\n",
		"include absent/*.conf\n",
	};
	const struct cpg_plugstack_line *line;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (find(*state, texts[i], &line) != 0)
			fail_msg("found in '%s'", texts[i]);
	}
}

static void carriage_return_sticks_to_the_last_argument(void **state)
{
	const struct cpg_plugstack_line *line;

	assert_int_equal(find(*state, "optional spank_cpguard.so mode=off\r\n", &line), 1);
	assert_string_equal(line->arguments[0], "mode=off\r");
}

static void what_stands_behind_byte_4095_of_a_line_is_a_line_by_itself(void **state)
{
	const struct cpg_plugstack_line *line;
	char text[5000];

	memset(text, ' ', sizeof(text));
	memcpy(text, "optional spank_cpguard.so", 25);
	memcpy(text + 4090, "mode=off", 8);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(find(*state, text, &line), 1);
	assert_int_equal(line->argument_count, 1);
	assert_string_equal(line->arguments[0], "mode=");
	assert_null(line->next);

	memset(text, ' ', sizeof(text));
	text[0] = '#';
	memcpy(text + 4095, "optional spank_cpguard.so", 25);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(find(*state, text, &line), 1);
	assert_int_equal(line->line, 2);
}

static void includes_are_followed_in_order_relative_to_their_file(void **state)
{
	struct site *site = *state;
	const struct cpg_plugstack_line *line;

	write_file(site->arena, site->directory, "d/20-b.conf",
		   "optional spank_cpguard.so b\n");
	write_file(site->arena, site->directory, "d/10-a.conf",
		   "# ours\ninclude deep/*.inc\noptional spank_cpguard.so a\n");
	write_file(site->arena, site->directory, "d/deep/x.inc",
		   "required spank_cpguard.so deep\n");
	write_file(site->arena, site->directory, "d/30.off",
		   "optional spank_cpguard.so no\n");
	write_file(site->arena, site->directory, "d/dir.conf/file", "");
	assert_int_equal(symlink("gone", cpg_arena_printf(site->arena, "%s/d/00-gone.conf",
							  site->directory)),
			 0);
	assert_int_equal(
		find(site, "include d/*.conf\noptional spank_cpguard.so last", &line), 1);
	assert_string_equal(line->arguments[0], "deep");
	assert_true(line->required);
	assert_string_equal(line->file, cpg_arena_printf(site->arena, "%s/d/deep/x.inc",
							 site->directory));
	line = line->next;
	assert_string_equal(line->arguments[0], "a");
	assert_int_equal(line->line, 3);
	line = line->next;
	assert_string_equal(line->arguments[0], "b");
	line = line->next;
	assert_string_equal(line->arguments[0], "last");
	assert_int_equal(line->line, 2);
	assert_null(line->next);
}

static void absolute_include_is_followed(void **state)
{
	struct site *site = *state;
	const struct cpg_plugstack_line *line;
	const char *file =
		write_file(site->arena, site->directory, "x", "optional spank_cpguard.so");

	assert_int_equal(
		find(site, cpg_arena_printf(site->arena, "include %s # one", file), &line),
		1);
	assert_string_equal(line->file, file);
}

/* What slurmctld sends to nodes without files hangs on it. */
static void way_to_the_line_is_told_from_how_its_file_is_included(void **state)
{
	static const struct {
		const char *top;
		enum cpg_plugstack_way way;
	} cases[] = {
		{"optional spank_cpguard.so\n", CPG_PLUGSTACK_ITSELF},
		{"include one\n", CPG_PLUGSTACK_BESIDE},
		{"include to-one # more\n", CPG_PLUGSTACK_BESIDE},
		{" include one\n", CPG_PLUGSTACK_BELOW},
		{"include on?\n", CPG_PLUGSTACK_BELOW},
		{"include [o]ne\n", CPG_PLUGSTACK_BELOW},
		{"include *ne\n", CPG_PLUGSTACK_BELOW},
		{"include ./one\n", CPG_PLUGSTACK_BELOW},
		{"include d/two\n", CPG_PLUGSTACK_BELOW},
		{"include d/*\n", CPG_PLUGSTACK_BELOW},
		{"include d/to-absolute\n", CPG_PLUGSTACK_BELOW},
		{"include %s/one\n", CPG_PLUGSTACK_ABSOLUTE},
		{"include %s/to-one\n", CPG_PLUGSTACK_ABSOLUTE},
		{"include %s/d/*w?\n", CPG_PLUGSTACK_ABSOLUTE},
		{"include to-absolute\n", CPG_PLUGSTACK_ABSOLUTE},
	};
	struct site *site = *state;
	const char *to_absolute =
		cpg_arena_printf(site->arena, "include %s/one\n", site->directory);
	const struct cpg_plugstack_line *line;

	write_file(site->arena, site->directory, "one", "optional spank_cpguard.so\n");
	write_file(site->arena, site->directory, "to-one", "include one\n");
	write_file(site->arena, site->directory, "to-absolute", to_absolute);
	write_file(site->arena, site->directory, "d/two", "optional spank_cpguard.so\n");
	write_file(site->arena, site->directory, "d/to-absolute", to_absolute);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cpg_buffer text = {.arena = site->arena};
		const char *place = strstr(cases[i].top, "%s");

		cpg_buffer_bytes(&text, cases[i].top,
				 place ? (size_t)(place - cases[i].top)
				       : strlen(cases[i].top));
		cpg_buffer_string(&text, place ? site->directory : "");
		cpg_buffer_string(&text, place ? place + 2 : "");
		assert_int_equal(find(site, cpg_buffer_finish(&text), &line), 1);
		if (line->way != cases[i].way)
			fail_msg("'%s': way %d", cases[i].top, (int)line->way);
	}
}

static void file_that_includes_itself_is_an_error_that_names_it(void **state)
{
	struct site *site = *state;
	const char *path = write_file(site->arena, site->directory, "plugstack.conf",
				      "include plugstack.con?\n");
	const struct cpg_plugstack_line *line;
	struct cpg_error err;

	assert_int_equal(cpg_plugstack_read(site->arena, path, &line, &err), -1);
	assert_int_equal(err.code, CPG_E_LIMIT);
	assert_string_equal(err.file, path);
	assert_string_equal(err.text, "includes nest deeper than 16 files");
}

static void file_that_is_not_there_is_an_error(void **state)
{
	const struct cpg_plugstack_line *line;
	struct cpg_error err;

	assert_int_equal(cpg_plugstack_read(((struct site *)*state)->arena, "/no/such/file",
					    &line, &err),
			 -1);
	assert_int_equal(err.code, ENOENT);
}

static void lack_of_memory_is_an_error(void **state)
{
	struct site *site = *state;
	const char *path = write_file(site->arena, site->directory, "plugstack.conf",
				      "optional spank_cpguard.so");
	const struct cpg_plugstack_line *line;
	struct cpg_error err;

	for (size_t budget = 64; budget < 16384; budget *= 2) {
		struct cpg_arena *arena = cpg_arena_new(budget);

		assert_int_equal(cpg_plugstack_read(arena, path, &line, &err), -1);
		assert_int_equal(err.code, ENOMEM);
		cpg_arena_free(arena);
	}
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, make_site, free_site)

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(cpguard_line_is_found_among_others_with_its_number),
		site_test(line_without_a_newline_and_without_arguments_is_found),
		site_test(lines_that_do_not_load_the_plugin_are_passed_over),
		site_test(carriage_return_sticks_to_the_last_argument),
		site_test(what_stands_behind_byte_4095_of_a_line_is_a_line_by_itself),
		site_test(includes_are_followed_in_order_relative_to_their_file),
		site_test(absolute_include_is_followed),
		site_test(way_to_the_line_is_told_from_how_its_file_is_included),
		site_test(file_that_includes_itself_is_an_error_that_names_it),
		site_test(file_that_is_not_there_is_an_error),
		site_test(lack_of_memory_is_an_error),
	};

	return cmocka_run_group_tests_name("plugstack", tests, NULL, NULL);
}
