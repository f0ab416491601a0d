#include <errno.h>
#include <string.h>

#include "cpguard/launch.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
	WORDS_MAX = 12,
	NONE = -1,
};

/* A command whose words are all known. */
struct command {
	const char *words[WORDS_MAX];
	int program; /* the word that is the training program, or NONE */
};

/* The program of the one launch that `words` starts, NONE when it starts none. */
static int find(void **state, const struct cpg_word *words, size_t count)
{
	const struct cpg_launch command = {
		.source = CPG_LAUNCH_COMMAND,
		.argv = words,
		.argc = count,
		.workdir = "/w",
	};
	struct cpg_launches launches = {NULL, 0};

	assert_int_equal(cpg_launch_find(*state, &command, &launches, NULL), 0);
	if (launches.count == 0)
		return NONE;
	assert_int_equal(launches.count, 1);
	assert_ptr_equal(launches.items[0].argv, words);
	assert_int_equal(launches.items[0].argc, count);
	assert_string_equal(launches.items[0].workdir, "/w");
	return (int)launches.items[0].program;
}

static void expect(void **state, const struct command *commands, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t argc = 0;
		struct cpg_word *words =
			cpg_words_of(*state, commands[i].words, WORDS_MAX, &argc);
		int program;

		assert_non_null(words);
		program = find(state, words, argc);
		if (program != commands[i].program)
			fail_msg("row %zu (%s %s ...): %d, not %d", i, commands[i].words[0],
				 argc > 1 ? commands[i].words[1] : "", program,
				 commands[i].program);
	}
}

static void script_is_the_program_by_itself_or_behind_an_interpreter(void **state)
{
	static const struct command commands[] = {
		{{"train.py"}, 0},
		{{"./train.py", "--allgather-cp"}, 0},
		{{"/opt/slime/train_async.py"}, 0},
		{{"python", "train.py"}, 1},
		{{"python3", "train.py", "other.py"}, 1},
		{{"/usr/bin/python3.11", "/opt/train.py"}, 1},
		{{"python3", ".py"}, 1},
		{{"python3", "train.PY"}, NONE},
		{{"python3", "train.pyc"}, NONE},
		{{"python3", "train"}, NONE},
		{{"python3", "py"}, NONE},
		{{"python3"}, NONE},
		{{"python3", ""}, NONE},
		{{""}, NONE},
		{{"bash", "train.py"}, NONE},
		{{"echo", "train.py", "--allgather-cp"}, NONE},
		{{"train.sh"}, NONE},
		{{"python3 train.py"}, NONE},
		{{"my train.py", "--allgather-cp"}, NONE},
		{{"python3", "my train.py"}, 1},
		{{"/my dir/python3", "train.py"}, 1},
	};

	expect(state, commands, COUNT(commands));
	assert_int_equal(find(state, NULL, 0), NONE);
}

static void interpreters_are_known_by_the_last_part_of_their_path(void **state)
{
	static const struct command commands[] = {
		{{"python2", "x.py"}, 1},
		{{"python3.9", "x.py"}, 1},
		{{"python3.14", "x.py"}, 1},
		{{"python3.13t", "x.py"}, 1},
		{{"python3.12d", "x.py"}, 1},
		{{"python3.14td", "x.py"}, 1},
		{{"pypy", "x.py"}, 1},
		{{"pypy3", "x.py"}, 1},
		{{"./venv/bin/pypy3.10", "x.py"}, 1},
		{{"python-config", "x.py"}, NONE},
		{{"python3-config", "x.py"}, NONE},
		{{"python3.11-config", "x.py"}, NONE},
		{{"python3.", "x.py"}, NONE},
		{{"pythonw", "x.py"}, NONE},
		{{"pythont", "x.py"}, NONE},
		{{"ipython", "x.py"}, NONE},
		{{"Python", "x.py"}, NONE},
		{{"python3/x", "x.py"}, NONE},
		{{"/python3/", "x.py"}, NONE},
	};

	expect(state, commands, COUNT(commands));
}

static void options_of_the_interpreter_are_stepped_over(void **state)
{
	static const struct command commands[] = {
		{{"python3", "-u", "x.py"}, 2},
		{{"python3", "-uB", "-OO", "-bb", "x.py"}, 4},
		{{"python3", "-bBdEiIOPqRsStuvx", "x.py"}, 2},
		{{"python3", "-W", "ignore", "x.py"}, 3},
		{{"python3", "-Wignore", "x.py"}, 2},
		{{"python3", "-uW", "ignore", "-X", "dev", "x.py"}, 5},
		{{"python3", "-uXfaulthandler", "x.py"}, 2},
		{{"python3", "-W", "a.py", "x.py"}, 3},
		{{"python3", "-W", "-h", "x.py"}, 3},
		{{"python3", "-W-h", "x.py"}, 2},
		{{"python3", "--check-hash-based-pycs", "always", "x.py"}, 3},
		{{"python3", "-B-check-hash-based-pycs", "never", "-u", "x.py"}, 4},
		{{"python3", "--", "x.py"}, 2},
		{{"python3", "-u", "--", "-d.py"}, 3},
		{{"python3", "-B-", "x.py"}, 2},
		{{"python3", "-W"}, NONE},
		{{"python3", "-W", "ignore"}, NONE},
		{{"python3", "-u"}, NONE},
		{{"python3", "--"}, NONE},
		{{"python3", "--", "--", "x.py"}, NONE},
	};

	expect(state, commands, COUNT(commands));
}

static void module_is_the_program_and_the_rest_is_its_own(void **state)
{
	static const struct command commands[] = {
		{{"python3", "-m", "slime.train", "-h"}, 2},
		{{"python3", "-mslime.train"}, 1},
		{{"python3", "-u", "-um", "train", "x.py"}, 3},
		{{"python3", "-umtrain", "x.py"}, 1},
		{{"python3", "-m", "-u", "x.py"}, 2},
		{{"python3", "-m-u", "x.py"}, 1},
		{{"python3", "-m", "torch.distributed.run", "train.py"}, 2},
		{{"python3", "-m"}, NONE},
	};

	expect(state, commands, COUNT(commands));
}

static void what_runs_no_program_is_no_launch(void **state)
{
	static const struct command commands[] = {
		{{"python3", "-c", "x.py"}, NONE},
		{{"python3", "-cpass", "x.py"}, NONE},
		{{"python3", "-uc", "pass", "x.py"}, NONE},
		{{"python3", "-", "x.py"}, NONE},
		{{"python3", "-h", "x.py"}, NONE},
		{{"python3", "-uh", "x.py"}, NONE},
		{{"python3", "-?", "x.py"}, NONE},
		{{"python3", "-V", "x.py"}, NONE},
		{{"python3", "-V", "-m", "x"}, NONE},
		{{"python3", "--help", "x.py"}, NONE},
		{{"python3", "--version", "x.py"}, NONE},
		{{"python3", "--help-all", "x.py"}, NONE},
		{{"python3", "-J", "x.py"}, NONE},
		{{"python3", "-z", "x.py"}, NONE},
		{{"python3", "---", "x.py"}, NONE},
		{{"python3", "--unbuffered", "x.py"}, NONE},
		{{"python3", "--check-hash-based-pycs", "x.py"}, NONE},
		{{"python3", "--check-hash-based-pycs", "x.py", "x.py"}, NONE},
		{{"python3", "--check-hash-based-pycs=always", "x.py"}, NONE},
	};

	expect(state, commands, COUNT(commands));
}

static void programs_that_take_the_flags_and_do_not_train_are_no_launch(void **state)
{
	static const struct command commands[] = {
		{{"python3", "tools/convert_hf_to_torch_dist.py", "--allgather-cp"}, NONE},
		{{"convert_hf_to_torch_dist.py"}, NONE},
		{{"python3", "-m", "tools.convert_hf_to_torch_dist"}, NONE},
		{{"python3", "-mconvert_hf_to_torch_dist"}, NONE},
		{{"python3", "my_convert_hf_to_torch_dist.py"}, 1},
		{{"python3", "-m", "convert_hf_to_torch_dist.train"}, 2},
		{{"python3", "convert_hf_to_torch_dist/train.py"}, 1},
	};

	expect(state, commands, COUNT(commands));
}

#define KNOWN(string) \
	{ \
		.text = (string) \
	}
#define BEGINS(string) \
	{ \
		.prefix = (string) \
	}
#define ENDS(string) \
	{ \
		.suffix = (string) \
	}
#define MANY \
	{ \
		.many = true \
	}
#define MANY_END(string) \
	{ \
		.suffix = (string), .many = true \
	}

struct partly_known {
	struct cpg_word words[5];
	size_t count;
	int program;
};

/* Checks each row, with its launches conditional or not. */
static void expect_partly_known(void **state, const struct partly_known *rows, size_t count,
				bool conditional)
{
	for (size_t i = 0; i < count; i++) {
		const struct cpg_launch command = {.argv = rows[i].words,
						   .argc = rows[i].count};
		struct cpg_launches launches = {NULL, 0};
		int program;

		assert_int_equal(cpg_launch_find(*state, &command, &launches, NULL), 0);
		program = launches.count ? (int)launches.items[0].program : NONE;
		if (program != rows[i].program)
			fail_msg("row %zu: %d, not %d", i, program, rows[i].program);
		if (launches.count && launches.items[0].conditional != conditional)
			fail_msg("row %zu: conditional is %d", i, !conditional);
	}
}

static void words_that_are_not_known_are_stepped_over_where_they_cannot_matter(void **state)
{
	static const struct partly_known rows[] = {
		/* Another program's arguments. */
		{{KNOWN("python3"), KNOWN("x.py"), MANY}, 3, 1},
		{{KNOWN("x.py"), MANY}, 2, 0},
		/* An option's argument. */
		{{KNOWN("python3"), KNOWN("-W"), BEGINS(NULL), KNOWN("x.py")}, 4, 3},
		{{KNOWN("python3"), BEGINS("-Wi"), KNOWN("x.py")}, 3, 2},
		{{KNOWN("python3"), BEGINS("-uXa=-"), KNOWN("x.py")}, 3, 2},
		{{KNOWN("python3"), KNOWN("--check-hash-based-pycs"), BEGINS("a"),
		  KNOWN("x.py")},
		 4,
		 3},
		/* What runs no program does not begin to. */
		{{KNOWN("python3"), BEGINS("-h"), KNOWN("x.py")}, 3, NONE},
		{{KNOWN("python3"), KNOWN("-c"), BEGINS(NULL), KNOWN("x.py")}, 4, NONE},
	};

	expect_partly_known(state, rows, COUNT(rows), false);
}

static void program_is_told_by_how_its_word_ends(void **state)
{
	static const struct partly_known rows[] = {
		{{KNOWN("python3"), ENDS("/x.py"), KNOWN("a")}, 3, 1},
		{{KNOWN("python3"), {.prefix = "/a/", .suffix = ".py"}}, 2, 1},
		{{ENDS("/x.py"), KNOWN("a")}, 2, 0},
		{{ENDS("/bin/python3.11"), KNOWN("x.py")}, 2, 1},
		{{KNOWN("python3"), KNOWN("-m"), BEGINS("slime."), KNOWN("x.py")}, 4, 2},
		{{KNOWN("python3"), BEGINS("-mslime."), KNOWN("x.py")}, 3, 1},
		{{KNOWN("python3"), ENDS("/x.sh")}, 2, NONE},
		{{KNOWN("python3"), ENDS("/convert_hf_to_torch_dist.py")}, 2, NONE},
		{{ENDS("x.py"), KNOWN("a")}, 2, NONE},
		{{ENDS("/bin/pip"), KNOWN("x.py")}, 2, NONE},
	};

	expect_partly_known(state, rows, COUNT(rows), false);
}

static void launch_is_conditional_where_a_word_may_hide_another_program(void **state)
{
	static const struct partly_known rows[] = {
		{{KNOWN("python3"), BEGINS(NULL), KNOWN("x.py")}, 3, 1},
		{{KNOWN("python3"), BEGINS(""), KNOWN("x.py")}, 3, 1},
		{{KNOWN("python3"), BEGINS("x.py"), KNOWN("x.py")}, 3, 1},
		{{KNOWN("python3"), KNOWN("--"), BEGINS(NULL), KNOWN("x.py")}, 4, 2},
		{{KNOWN("python3"), {.suffix = "/x.py", .spooled = true}}, 2, 1},
		{{{.suffix = "/x.py", .spooled = true}, KNOWN("a")}, 2, 0},
		/* Options, or the program and more. */
		{{KNOWN("python3"), KNOWN("-u"), MANY_END("/x.py")}, 3, 2},
		{{KNOWN("python3"), MANY, KNOWN("x.py")}, 3, 2},
		{{KNOWN("python3"), MANY, KNOWN("x")}, 3, 1},
		{{KNOWN("python3"), MANY}, 2, 1},
		{{KNOWN("python3"), KNOWN("-m"), MANY}, 3, 2},
		{{KNOWN("python3"), KNOWN("-W"), MANY, KNOWN("x.py")}, 4, 3},
		{{KNOWN("python3"), BEGINS("-W"), KNOWN("x.py")}, 3, 2},
		{{KNOWN("python3"), BEGINS("-"), KNOWN("x.py")}, 3, 2},
		{{KNOWN("python3"), BEGINS("-u"), KNOWN("x.py")}, 3, 2},
		{{KNOWN("python3"), BEGINS("--"), KNOWN("x.py")}, 3, 2},
		{{MANY_END("/bin/python"), KNOWN("x.py")}, 2, 1},
		/* A path, or a command that was not split. */
		{{KNOWN("/bin/python3 /w/x.py"), KNOWN("a")}, 2, 0},
		{{KNOWN("./my x.py"), KNOWN("a")}, 2, 0},
		{{{.prefix = "python3 ", .suffix = "/x.py"}, KNOWN("a")}, 2, 0},
		{{ENDS(" -u /x.py")}, 1, 0},
	};

	expect_partly_known(state, rows, COUNT(rows), true);
}

static void command_whose_name_is_not_known_is_no_launch(void **state)
{
	static const struct partly_known rows[] = {
		{{BEGINS(NULL), KNOWN("x.py")}, 2, NONE},
		{{BEGINS("python3"), KNOWN("x.py")}, 2, NONE},
		{{MANY, KNOWN("x.py")}, 2, NONE},
	};

	expect_partly_known(state, rows, COUNT(rows), false);
}

static void words_of_a_process_are_known_and_at_most_as_many_as_asked_for(void **state)
{
	static const char *const argv[] = {"a", "", "c", NULL};
	size_t argc = 99;
	struct cpg_word *words = cpg_words_of(*state, argv, 99, &argc);

	assert_non_null(words);
	assert_int_equal(argc, 3);
	assert_string_equal(words[1].text, "");
	assert_false(words[2].many);
	assert_null(words[2].origin.file);
	assert_int_equal(words[2].origin.line, 0);
	assert_non_null(cpg_words_of(*state, argv, 2, &argc));
	assert_int_equal(argc, 2);
	assert_non_null(cpg_words_of(*state, argv + 3, 2, &argc));
	assert_int_equal(argc, 0);
}

static void launch_is_exact_when_every_word_is_known(void **state)
{
	static const struct cpg_word words[] = {KNOWN("a"), KNOWN(""), BEGINS("x")};
	struct cpg_launch launch = {.argv = words, .argc = 2};

	(void)state;
	assert_true(cpg_launch_exact(&launch));
	launch.argc = 3;
	assert_false(cpg_launch_exact(&launch));
	launch.argc = 0;
	assert_true(cpg_launch_exact(&launch));
}

static void launches_are_kept_in_order_however_many(void **state)
{
	struct cpg_launches launches = {NULL, 0};

	for (size_t i = 0; i < 1000; i++) {
		const struct cpg_launch launch = {.argc = i};

		assert_int_equal(cpg_launches_add(*state, &launches, &launch, NULL), 0);
		assert_int_equal(launches.count, i + 1);
	}
	for (size_t i = 0; i < 1000; i++)
		assert_int_equal(launches.items[i].argc, i);
}

static void source_has_a_stable_name(void **state)
{
	(void)state;
	assert_string_equal(cpg_launch_source_name(CPG_LAUNCH_OPTIONS), "options");
	assert_string_equal(cpg_launch_source_name(CPG_LAUNCH_COMMAND), "command");
	assert_string_equal(cpg_launch_source_name(CPG_LAUNCH_SCRIPT), "script");
}

static void running_out_of_memory_is_an_ordinary_failure(void **state)
{
	static const char *const argv[] = {"python3", "train.py", NULL};
	static const struct cpg_word words[] = {KNOWN("python3"), KNOWN("train.py")};
	const struct cpg_launch command = {.argv = words, .argc = 2};
	size_t budget;

	(void)state;
	for (budget = 0;; budget += 16) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_launches launches = {NULL, 0};
		struct cpg_error err = {0};
		size_t argc;
		bool done = cpg_words_of(arena, argv, 2, &argc) &&
			    cpg_launch_find(arena, &command, &launches, &err) == 0 &&
			    cpg_launch_find(arena, &command, &launches, &err) == 0;

		assert_true(done || err.code == ENOMEM || launches.count == 0);
		assert_true(!done || launches.count == 2);
		cpg_arena_free(arena);
		if (done)
			break;
	}
	assert_true(budget > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(script_is_the_program_by_itself_or_behind_an_interpreter),
		arena_test(interpreters_are_known_by_the_last_part_of_their_path),
		arena_test(options_of_the_interpreter_are_stepped_over),
		arena_test(module_is_the_program_and_the_rest_is_its_own),
		arena_test(what_runs_no_program_is_no_launch),
		arena_test(programs_that_take_the_flags_and_do_not_train_are_no_launch),
		arena_test(
			words_that_are_not_known_are_stepped_over_where_they_cannot_matter),
		arena_test(program_is_told_by_how_its_word_ends),
		arena_test(launch_is_conditional_where_a_word_may_hide_another_program),
		arena_test(command_whose_name_is_not_known_is_no_launch),
		arena_test(words_of_a_process_are_known_and_at_most_as_many_as_asked_for),
		arena_test(launch_is_exact_when_every_word_is_known),
		arena_test(launches_are_kept_in_order_however_many),
		arena_test(source_has_a_stable_name),
		arena_test(running_out_of_memory_is_an_ordinary_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
