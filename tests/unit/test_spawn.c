#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#include "../../cli/spawn.c"

static struct cli_output shell(struct cpg_arena *arena, const char *text, unsigned seconds)
{
	const char *const argv[] = {"/bin/sh", "-c", text, NULL};
	struct cli_output output;

	assert_int_equal(cli_spawn(arena, argv, seconds, &output, NULL), 0);
	return output;
}

static void both_streams_and_the_status_are_kept_apart(void **state)
{
	struct cli_output output = shell(*state, "cat; echo out; echo err >&2; exit 7", 5);

	assert_int_equal(output.status, 7);
	assert_false(output.timed_out);
	assert_string_equal(output.out, "out\n");
	assert_string_equal(output.errors, "err\n");
}

static void output_of_any_length_ends_and_is_cut_at_one_mebibyte(void **state)
{
	struct cli_output output =
		shell(*state, "head -c 3000000 /dev/zero | tr '\\0' x; exit 0", 5);

	assert_int_equal(output.status, 0);
	assert_int_equal(strlen(output.out), 1 << 20);
}

static void program_past_its_time_is_ended_with_what_it_started(void **state)
{
	struct cli_output output = shell(*state, "sleep 60 & echo $!; wait", 1);
	pid_t left = (pid_t)atoi(output.out);

	assert_true(output.timed_out);
	assert_int_equal(output.status, -1);
	assert_true(left > 0);
	/* It is init's to reap; until then it is a zombie, which is gone enough. */
	for (int i = 0; i < 500 && kill(left, 0) == 0; i++) {
		char *path = cpg_arena_printf(*state, "/proc/%d/stat", (int)left);
		FILE *file = fopen(path, "r");
		char condition = 'Z';

		if (file && fscanf(file, "%*d (%*[^)]) %c", &condition) != 1)
			condition = 'Z';
		if (file)
			fclose(file);
		if (condition == 'Z')
			return;
		usleep(10000);
	}
	assert_int_not_equal(kill(left, 0), 0);
}

static void program_that_a_signal_ends_has_no_status(void **state)
{
	struct cli_output output = shell(*state, "kill -TERM $$", 5);

	assert_int_equal(output.status, -1);
	assert_false(output.timed_out);
}

static void program_that_is_not_there_is_status_127(void **state)
{
	const char *const argv[] = {"/no/such/program", NULL};
	struct cli_output output;

	assert_int_equal(cli_spawn(*state, argv, 5, &output, NULL), 0);
	assert_int_equal(output.status, 127);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(both_streams_and_the_status_are_kept_apart),
		arena_test(output_of_any_length_ends_and_is_cut_at_one_mebibyte),
		arena_test(program_past_its_time_is_ended_with_what_it_started),
		arena_test(program_that_a_signal_ends_has_no_status),
		arena_test(program_that_is_not_there_is_status_127),
	};

	return cmocka_run_group_tests_name("spawn", tests, NULL, NULL);
}
