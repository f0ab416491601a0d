#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "shell_bench.h"

static struct cpg_value text(struct bench *bench, const char *string)
{
	struct cpg_value value;

	assert_int_equal(cpg_value_string(bench->arena, string, &value), 0);
	return value;
}

/* A gap with that reason and behind it `string`. */
static struct cpg_value behind_gap(struct bench *bench, const char *why, const char *string)
{
	struct cpg_origin nowhere = {NULL, 0};
	struct cpg_value gap;

	assert_int_equal(cpg_value_unknown(bench->arena, why, nowhere, &gap), 0);
	assert_int_equal(cpg_value_append(bench->arena, gap, text(bench, string), &gap), 0);
	return gap;
}

static void add_written(struct bench *bench, const struct cpg_shell_file *file)
{
	struct cpg_shell_file *files = cpg_arena_array(
		bench->arena, bench->world.written_count + 1, sizeof(*files));

	assert_non_null(files);
	if (bench->world.written_count)
		memcpy(files, bench->world.written,
		       bench->world.written_count * sizeof(*files));
	files[bench->world.written_count++] = *file;
	bench->world.written = files;
}

static void steps_are_counted_up_to_the_limit(void **state)
{
	struct bench bench;
	struct cpg_error err = {.code = 0};

	make_bench(&bench, *state, "/nowhere");
	for (int i = 0; i < CPG_SHELL_STEPS_LIMIT; i++)
		assert_int_equal(cpg_shell_step(&bench.shell, &err), 0);
	assert_int_equal(cpg_shell_step(&bench.shell, &err), -1);
	assert_int_equal(err.code, CPG_E_LIMIT);
	assert_non_null(strstr(err.text, "200000"));
}

static void the_first_reason_for_a_hidden_launch_is_kept(void **state)
{
	struct bench bench;

	make_bench(&bench, *state, "/nowhere");
	cpg_shell_incomplete(&bench.shell, "first", (struct cpg_origin){"a.sh", 1});
	cpg_shell_incomplete(&bench.shell, "second", (struct cpg_origin){"a.sh", 2});
	assert_true(bench.world.incomplete);
	assert_string_equal(bench.world.why, "first");
	assert_int_equal(bench.world.why_origin.line, 1);
}

static void paths_count_from_the_scopes_directory(void **state)
{
	static const char *const rows[][2] = {
		{"x.sh", "/jobs/x.sh"},
		{"./a//b", "/jobs/a/b"},
		{"/x/./y", "/x/y"},
		{"../x", "/jobs/../x"},
		{".", "/jobs"},
		{"/", "/"},
		{"", ""},
		{"/x/", "/x/"},
		{"/.", "/"},
	};
	struct bench bench;
	struct cpg_error err;

	make_bench(&bench, *state, "/jobs");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *path = NULL;

		assert_int_equal(
			cpg_shell_path(&bench.shell, text(&bench, rows[i][0]), &path, &err),
			1);
		if (strcmp(path, rows[i][1]) != 0)
			fail_msg("%s: %s, not %s", rows[i][0], path, rows[i][1]);
	}
}

static void a_path_with_a_gap_or_in_a_container_is_not_known(void **state)
{
	struct bench bench;
	struct cpg_error err;
	const char *path;

	make_bench(&bench, *state, "/jobs");
	assert_int_equal(
		cpg_shell_path(&bench.shell, behind_gap(&bench, "x", "/y"), &path, &err),
		0);
	bench.shell.container = &cpg_container_closed;
	assert_int_equal(cpg_shell_path(&bench.shell, text(&bench, "/y"), &path, &err), 0);
	bench.shell.container = NULL;
	cpg_scope_set_directory(bench.shell.scope, behind_gap(&bench, "x", ""));
	assert_int_equal(cpg_shell_path(&bench.shell, text(&bench, "y"), &path, &err), 0);
	assert_int_equal(cpg_shell_path(&bench.shell, text(&bench, "/y"), &path, &err), 1);
}

static void a_file_that_is_here_is_taken_to_be_there(void **state)
{
	static const struct {
		char op;
		const char *path;
		int here;
		int on_node;
	} rows[] = {
		{'e', "full", CPG_YES, CPG_YES},
		{'f', "full", CPG_YES, CPG_YES},
		{'d', "full", CPG_NO, CPG_NO},
		{'d', "dir", CPG_YES, CPG_YES},
		{'f', "dir", CPG_NO, CPG_NO},
		{'s', "full", CPG_YES, CPG_YES},
		{'s', "empty", CPG_UNKNOWN, CPG_NO},
		{'r', "full", CPG_YES, CPG_YES},
		{'w', "full", CPG_YES, CPG_YES},
		{'x', "full", CPG_NO, CPG_NO},
		{'x', "run", CPG_YES, CPG_YES},
		{'L', "link", CPG_YES, CPG_YES},
		{'f', "link", CPG_YES, CPG_YES},
		{'h', "full", CPG_NO, CPG_NO},
		{'p', "pipe", CPG_YES, CPG_YES},
		{'O', "full", CPG_YES, CPG_YES},
		{'e', "none", CPG_UNKNOWN, CPG_NO},
		{'f', "full/none", CPG_UNKNOWN, CPG_NO},
		{'e', "", CPG_NO, CPG_NO},
		{'e', "/dev/null", CPG_YES, CPG_YES},
		{'c', "/dev/null", CPG_YES, CPG_YES},
		{'N', "full", CPG_UNKNOWN, CPG_UNKNOWN},
		{'t', "1", CPG_UNKNOWN, CPG_UNKNOWN},
	};
	char *directory = make_directory();
	struct bench bench;

	make_bench(&bench, *state, directory);
	write_file(*state, directory, "full", "x");
	write_file(*state, directory, "empty", "");
	write_file(*state, directory, "dir/x", "");
	assert_int_equal(chmod(write_file(*state, directory, "run", "x"), 0755), 0);
	assert_int_equal(symlink("full", cpg_arena_printf(*state, "%s/link", directory)),
			 0);
	assert_int_equal(mkfifo(cpg_arena_printf(*state, "%s/pipe", directory), 0600), 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_value path = text(&bench, rows[i].path);
		int here;
		int on_node;

		bench.world.on_node = false;
		here = cpg_shell_file_test(&bench.shell, rows[i].op, path);
		bench.world.on_node = true;
		on_node = cpg_shell_file_test(&bench.shell, rows[i].op, path);
		if (here != rows[i].here || on_node != rows[i].on_node)
			fail_msg("-%c %s: %d, %d", rows[i].op, rows[i].path, here, on_node);
	}
	remove_directory(directory);
}

static void tests_on_what_is_not_known_are_not_known(void **state)
{
	struct bench bench;

	make_bench(&bench, *state, "/");
	assert_int_equal(
		cpg_shell_file_test(&bench.shell, 'e', behind_gap(&bench, "x", "/y")),
		CPG_UNKNOWN);
	bench.shell.container = &cpg_container_closed;
	assert_int_equal(cpg_shell_file_test(&bench.shell, 'd', text(&bench, "/")),
			 CPG_UNKNOWN);
}

static void beside_the_spooled_script_lies_nothing(void **state)
{
	static const struct {
		char op;
		const char *rest;
		int expected;
	} rows[] = {
		{'e', "", CPG_YES},
		{'d', "", CPG_YES},
		{'f', "", CPG_NO},
		{'d', "/", CPG_YES},
		{'f', "/slurm_script", CPG_YES},
		{'d', "/slurm_script", CPG_NO},
		{'e', "/models/x.sh", CPG_NO},
		{'f', "/../scripts/x.sh", CPG_NO},
		{'d', "/..", CPG_YES},
		{'e', "/../../../../home/x.sh", CPG_UNKNOWN},
		{'e', "x", CPG_UNKNOWN},
	};
	struct bench bench;
	struct cpg_value content;
	struct cpg_error err;
	const char *absolute;
	const char *why;

	make_bench(&bench, *state, "/nowhere");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_value path = behind_gap(&bench, cpg_shell_spool, rows[i].rest);
		int got = cpg_shell_file_test(&bench.shell, rows[i].op, path);

		if (got != rows[i].expected)
			fail_msg("-%c %s: %d", rows[i].op, rows[i].rest, got);
	}
	cpg_scope_set_directory(bench.shell.scope, behind_gap(&bench, cpg_shell_spool, ""));
	assert_int_equal(cpg_shell_file_test(&bench.shell, 'f', text(&bench, "x.sh")),
			 CPG_NO);
	assert_int_equal(cpg_shell_read(&bench.shell, text(&bench, "x.sh"), true, &content,
					&absolute, &why, &err),
			 0);
	assert_int_equal(cpg_shell_read(&bench.shell, text(&bench, "slurm_script"), true,
					&content, &absolute, &why, &err),
			 2);
}

static void what_the_script_wrote_exists(void **state)
{
	struct bench bench;
	struct cpg_shell_file file = {.path = "/nowhere/x.sh"};

	make_bench(&bench, *state, "/nowhere");
	file.content = text(&bench, "echo x\n");
	add_written(&bench, &file);
	assert_int_equal(cpg_shell_file_test(&bench.shell, 'f', text(&bench, "x.sh")),
			 CPG_YES);
	assert_int_equal(cpg_shell_file_test(&bench.shell, 's', text(&bench, "./x.sh")),
			 CPG_YES);
	assert_int_equal(cpg_shell_file_test(&bench.shell, 'd', text(&bench, "x.sh")),
			 CPG_NO);
	file.maybe = true;
	add_written(&bench, &file);
	assert_int_equal(cpg_shell_file_test(&bench.shell, 'f', text(&bench, "x.sh")),
			 CPG_UNKNOWN);
}

/* What a read gives, as one line. */
static const char *read_of(struct bench *bench, const char *path, bool script)
{
	struct cpg_buffer out = {.arena = bench->arena};
	struct cpg_error err = {.code = 0};
	struct cpg_value content;
	const char *absolute;
	const char *why = "";

	switch (cpg_shell_read(&bench->shell, text(bench, path), script, &content,
			       &absolute, &why, &err)) {
	case 0:
		return "absent";
	case 1:
		show_value(&out, content);
		return cpg_buffer_finish(&out);
	case 2:
		return cpg_arena_printf(bench->arena, "unknown: %s", why);
	}
	return err.code == CPG_E_LIMIT ? "limit" : "error";
}

static void files_are_read_where_that_is_harmless(void **state)
{
	char *directory = make_directory();
	struct bench bench;

	make_bench(&bench, *state, directory);
	write_file(*state, directory, "x.sh", "a\nb\n");
	write_file(*state, directory, "dir/x", "");
	assert_int_equal(mkfifo(cpg_arena_printf(*state, "%s/pipe", directory), 0600), 0);
	assert_string_equal(read_of(&bench, "x.sh", true), "a\nb\n");
	assert_string_equal(read_of(&bench, "x.sh", false), "a\nb\n");
	assert_string_equal(read_of(&bench, "/dev/null", false), "");
	assert_string_equal(read_of(&bench, "none", false),
			    "unknown: the file is not here");
	assert_string_equal(read_of(&bench, "dir", false), "absent");
	assert_string_equal(read_of(&bench, "", false), "absent");
	assert_string_equal(read_of(&bench, "pipe", false),
			    "unknown: the file cannot be read");
	bench.world.on_node = true;
	assert_string_equal(read_of(&bench, "none", false), "absent");
	bench.shell.container = &cpg_container_closed;
	assert_string_equal(read_of(&bench, "x.sh", true),
			    "unknown: the file lies within a container");
	remove_directory(directory);
}

static void each_line_of_a_file_knows_its_number(void **state)
{
	char *directory = make_directory();
	struct bench bench;
	struct cpg_value content;
	struct cpg_error err;
	const char *absolute;
	const char *why;

	make_bench(&bench, *state, directory);
	write_file(*state, directory, "args", "--a\n--b\n\n--c");
	assert_int_equal(cpg_shell_read(&bench.shell, text(&bench, "args"), false, &content,
					&absolute, &why, &err),
			 1);
	assert_int_equal(content.count, 4);
	assert_int_equal(content.pieces[1].origin.line, 2);
	assert_int_equal(content.pieces[3].origin.line, 4);
	assert_string_equal(content.pieces[3].origin.file, absolute);
	remove_directory(directory);
}

static void reading_keeps_to_its_budgets(void **state)
{
	char *directory = make_directory();
	char *large = calloc(1, CPG_SHELL_READ_LIMIT + 2);
	struct bench bench;

	assert_non_null(large);
	memset(large, 'x', CPG_SHELL_READ_LIMIT + 1);
	make_bench(&bench, *state, directory);
	write_file(*state, directory, "large", large);
	write_file(*state, directory, "x.sh", "x");
	free(large);
	assert_string_equal(read_of(&bench, "large", false),
			    "unknown: the file is too large to be read");
	for (int i = 0; i < CPG_SHELL_FILES_LIMIT; i++)
		assert_string_equal(read_of(&bench, "x.sh", true), "x");
	assert_string_equal(read_of(&bench, "x.sh", true), "limit");
	assert_string_equal(read_of(&bench, "x.sh", false), "x");
	bench.world.files = 0;
	bench.world.bytes = CPG_SHELL_SCRIPTS_LIMIT;
	assert_string_equal(read_of(&bench, "x.sh", true), "limit");
	remove_directory(directory);
}

static void what_the_script_wrote_is_read_as_it_was_written(void **state)
{
	struct bench bench;
	struct cpg_shell_file file = {.path = "/nowhere/x.sh"};

	make_bench(&bench, *state, "/nowhere");
	file.content = behind_gap(&bench, "x", " --flag\n");
	add_written(&bench, &file);
	assert_string_equal(read_of(&bench, "x.sh", true), "(?) --flag\n");
	file.maybe = true;
	add_written(&bench, &file);
	assert_string_equal(read_of(&bench, "x.sh", true),
			    "unknown: whether the script wrote the file is not known");
}

static void nothing_in_a_file_is_a_nul(void **state)
{
	char *directory = make_directory();
	struct bench bench;
	FILE *file = fopen(write_file(*state, directory, "x", ""), "w");

	assert_non_null(file);
	assert_int_equal(fwrite("a\0b", 1, 3, file), 3);
	assert_int_equal(fclose(file), 0);
	make_bench(&bench, *state, directory);
	assert_string_equal(read_of(&bench, "x", false), "ab");
	remove_directory(directory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(steps_are_counted_up_to_the_limit),
		arena_test(the_first_reason_for_a_hidden_launch_is_kept),
		arena_test(paths_count_from_the_scopes_directory),
		arena_test(a_path_with_a_gap_or_in_a_container_is_not_known),
		arena_test(a_file_that_is_here_is_taken_to_be_there),
		arena_test(tests_on_what_is_not_known_are_not_known),
		arena_test(beside_the_spooled_script_lies_nothing),
		arena_test(what_the_script_wrote_exists),
		arena_test(files_are_read_where_that_is_harmless),
		arena_test(each_line_of_a_file_knows_its_number),
		arena_test(reading_keeps_to_its_budgets),
		arena_test(what_the_script_wrote_is_read_as_it_was_written),
		arena_test(nothing_in_a_file_is_a_nul),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
