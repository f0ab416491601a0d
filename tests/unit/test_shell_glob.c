#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "shell_bench.h"

/* A directory with a.txt b.txt B.txt .hidden "c d.txt" dir/x.sh dir/y.sh dir/sub/z. */
static char *make_files(struct cpg_arena *arena)
{
	static const char *const names[] = {
		"a.txt",   "b.txt",    "B.txt",    ".hidden",
		"c d.txt", "dir/x.sh", "dir/y.sh", "dir/sub/z",
	};
	char *directory = make_directory();

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		write_file(arena, directory, names[i], "");
	return directory;
}

static void check(struct cpg_arena *arena, const struct expansion_case *cases, size_t count)
{
	char *directory = make_files(arena);

	check_expansions(arena, directory, cases, count);
	remove_directory(directory);
}

#define CHECK_FILES(state, cases) check(*(state), cases, sizeof(cases) / sizeof(*(cases)))

static void a_pattern_becomes_the_files_that_it_matches_sorted_by_bytes(void **state)
{
	static const struct expansion_case cases[] = {
		{NULL, "*.txt", "<B.txt><a.txt><b.txt><c d.txt>"},
		{NULL, "?.txt [ab].txt [!a].txt",
		 "<B.txt><a.txt><b.txt><a.txt><b.txt><B.txt><b.txt>"},
		{NULL, "dir/*.sh */x.sh d*/s*/*",
		 "<dir/x.sh><dir/y.sh><dir/x.sh><dir/sub/z>"},
		{NULL, "*/ dir//*.sh ./a*", "<dir/><dir//x.sh><dir//y.sh><./a.txt>"},
		{NULL, "* .h*", "<B.txt><a.txt><b.txt><c d.txt><dir><.hidden>"},
		{"P='*.txt' Q=dir", "$P $Q/x*", "<B.txt><a.txt><b.txt><c d.txt><dir/x.sh>"},
		{"cd dir", "*.sh ../a*", "<x.sh><y.sh><../a.txt>"},
		{"shopt -s dotglob", "*h*", "<.hidden>"},
		{"shopt -s extglob", "@(a|b).txt !(*.txt)", "<a.txt><b.txt><dir>"},
		{"shopt -s nocaseglob", "b*", "<B.txt><b.txt>"},
	};

	CHECK_FILES(state, cases);
}

static void an_absolute_pattern_gives_absolute_paths(void **state)
{
	char *directory = make_files(*state);
	struct bench bench;

	make_bench(&bench, *state, "/nowhere");
	assert_string_equal(expand(&bench, cpg_arena_printf(*state, "%s/a*", directory)),
			    cpg_arena_printf(*state, "<%s/a.txt>", directory));
	remove_directory(directory);
}

static void what_is_quoted_is_no_pattern(void **state)
{
	static const struct expansion_case cases[] = {
		{"P='*.txt'", "\"$P\" '*.txt' \\*.txt", "<*.txt><*.txt><*.txt>"},
		{"P=a", "\"$P\"*'.'txt", "<a.txt>"},
		{"P='*.txt' V=$P", "\"$V\"", "<*.txt>"},
		{"set -f", "*.txt", "<*.txt>"},
		{NULL, "a\\*b a'?'c", "<a*b><a?c>"},
	};

	CHECK_FILES(state, cases);
}

static void what_matches_nothing_stays_as_it_is(void **state)
{
	static const struct expansion_case cases[] = {
		{NULL, "[0]*3+[1]*75 *.none nodir/*", "<[0]*3+[1]*75><*.none><nodir/*>"},
		{NULL, "a[ a[b x]", "<a[><a[b><x]>"},
		{"V='a\\b'", "$V", "<a\\b>"},
		{"shopt -s nullglob", "*.none x a*", "<x><a.txt>"},
		{"shopt -s failglob", "*.none", "discarded: no match: *.none"},
		{NULL, "http://host/api?x=1", "<http://host/api?x=1>"},
	};

	CHECK_FILES(state, cases);
}

static void files_that_cannot_be_looked_at_are_not_known(void **state)
{
	static const struct expansion_case cases[] = {
		{NULL, "/nowhere/*.txt --x=*", "</nowhere/(?)>*<--x=*>"},
		{"cd \"$(uname)\"", "*.txt", "<(?)>*"},
		{"cd \"$(uname)\"", "[0]*3+[1]*75 http://h/?x",
		 "<[0]*3+[1]*75><http://h/?x>"},
		{"cd \"$(uname)\"", "a.b=['c',d] a=[b]* a[b] [b]=c",
		 "<a.b=[c,d]><a=(?)>*<a(?)>*<(?)>*"},
		{"cd \"$(uname)\"", "N*=2 2*=2 N*=*", "<N*=2><2(?)>*<N(?)>*"},
		{"U=$(uname)", "\"$U\"/* a*$U a\"$U\"", "<(?)>*<a(?)>*<a(?)>"},
		{"shopt -s nullglob; U=$(uname)", "--x=$U", "<(?)>*"},
		{"GLOBIGNORE=a", "*.txt", "<(?)>*"},
		{"shopt -s globstar", "**", "<(?)>*"},
		{NULL, ".* .[!.]*", "<.(?)>*<.hidden>"},
		{"shopt -s extglob", "x@(a/b)", "<x(?)>*"},
	};

	CHECK_FILES(state, cases);
}

static void within_a_container_no_file_is_looked_at(void **state)
{
	char *directory = make_files(*state);
	struct bench bench;

	make_bench(&bench, *state, directory);
	bench.shell.container = &cpg_container_closed;
	assert_string_equal(expand(&bench, "*.txt [0]*3 x"), "<(?)>*<[0]*3><x>");
	remove_directory(directory);
}

static void on_the_node_a_directory_that_is_not_there_has_no_files(void **state)
{
	struct bench bench;

	make_bench(&bench, *state, "/nowhere");
	bench.world.on_node = true;
	assert_string_equal(expand(&bench, "*.txt /nowhere/*"), "<*.txt></nowhere/*>");
}

static void files_that_the_script_writes_may_match(void **state)
{
	static const struct expansion_case cases[] = {
		{"echo x > new.txt", "n* d*", "<n(?)>*<dir>"},
		{"echo x > a.txt", "a*", "<a.txt>"},
		{"echo x > new.txt", "dir/* */x.sh",
		 "<dir/sub><dir/x.sh><dir/y.sh><dir/x.sh>"},
	};

	CHECK_FILES(state, cases);
}

static void directories_that_the_script_makes_may_match(void **state)
{
	static const struct expansion_case cases[] = {
		{"mkdir new", "n* ./n* d* dir/y*", "<n(?)>*<./n(?)>*<dir><dir/y.sh>"},
		{"mkdir -p new/one", "n* new/* o*", "<n(?)>*<new/(?)>*<o*>"},
		{"mkdir -p dir/new", "dir/n* dir/new/* d* n*",
		 "<dir/n(?)>*<dir/new/(?)>*<dir><n*>"},
		{"mkdir dir/sub/new", "*/*/n* */n*", "<(?)>*<(?)>*"},
		{"mkdir -p dir", "dir/* d*", "<dir/sub><dir/x.sh><dir/y.sh><dir>"},
		{"mkdir new", "absent/*", "<absent/*>"},
	};

	CHECK_FILES(state, cases);
}

static void a_pattern_looks_at_so_many_names_and_no_more(void **state)
{
	char *directory = make_directory();
	struct bench bench;
	char path[128];

	for (int i = 0; i < 10001; i++) {
		snprintf(path, sizeof(path), "%s/%d", directory, i);
		assert_int_equal(symlink("x", path), 0);
	}
	make_bench(&bench, *state, directory);
	assert_string_equal(expand(&bench, "a 7* b"), "<a><7(?)>*<b>");
	remove_directory(directory);
}

static void a_fifo_is_a_name_like_any_other(void **state)
{
	char *directory = make_directory();
	struct bench bench;

	assert_int_equal(mkfifo(cpg_arena_printf(*state, "%s/pipe", directory), 0600), 0);
	make_bench(&bench, *state, directory);
	assert_string_equal(expand(&bench, "p* */x"), "<pipe><*/x>");
	remove_directory(directory);
}

static void a_match_has_the_place_of_its_pattern(void **state)
{
	char *directory = make_files(*state);
	struct bench bench;
	struct cpg_expansion how;
	struct cpg_fields fields;
	struct cpg_error err;
	const struct cpg_shell_command *command;

	make_bench(&bench, *state, directory);
	command = first_command(parse(&bench, "x \\\n *.txt"));
	assert_int_equal(cpg_shell_expand_words(&bench.shell, command->arguments, 2,
						&fields, &how, &err),
			 0);
	assert_int_equal(fields.count, 5);
	assert_int_equal(cpg_value_origin(fields.items[4].value).line, 2);
	remove_directory(directory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(a_pattern_becomes_the_files_that_it_matches_sorted_by_bytes),
		arena_test(an_absolute_pattern_gives_absolute_paths),
		arena_test(what_is_quoted_is_no_pattern),
		arena_test(what_matches_nothing_stays_as_it_is),
		arena_test(files_that_cannot_be_looked_at_are_not_known),
		arena_test(within_a_container_no_file_is_looked_at),
		arena_test(on_the_node_a_directory_that_is_not_there_has_no_files),
		arena_test(files_that_the_script_writes_may_match),
		arena_test(directories_that_the_script_makes_may_match),
		arena_test(a_pattern_looks_at_so_many_names_and_no_more),
		arena_test(a_fifo_is_a_name_like_any_other),
		arena_test(a_match_has_the_place_of_its_pattern),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
