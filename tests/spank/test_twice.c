/* plugstack.conf may list the plugin twice, or two copies of it. Slurm loads each line: the
 * same file is one library with one set of statics whose hooks are called once for each
 * line; a copy is a library of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

#define TWICE .plugins = WORDS(plugin_path(), plugin_path())

static const char *const bad_model[] = {"bad/config.json", "Qwen3ForCausalLM", NULL};

static const char *const programs[] = {"sbatch", "srun", "salloc", NULL};

/* A copy of the plugin's file in the world. */
static const char *copy(void)
{
	static const char *path;
	char buffer[65536];
	size_t length;
	FILE *from;
	FILE *to;

	if (path)
		return path;
	from = fopen(plugin_path(), "r");
	to = fopen(at("copy.so"), "w");
	assert_non_null(from);
	assert_non_null(to);
	while ((length = fread(buffer, 1, sizeof(buffer), from)) > 0)
		assert_int_equal(fwrite(buffer, 1, length, to), length);
	assert_int_equal(fclose(to), 0);
	fclose(from);
	path = at("copy.so");
	return path;
}

#define COPIES .plugins = WORDS(plugin_path(), copy())

/* ---- the same file ---- */

static void same_file_registers_its_options_once(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		struct outcome *outcome =
			run(&(struct run){ARGV(*program, at("job.sh")), TWICE});

		check_allowed(outcome);
		check(count_records(outcome, "hook\tinit\t0") == 2, outcome,
		      "it was not loaded twice");
		check(count_records(outcome, "option\t") == 3, outcome,
		      "options are missing");
		check(count_records(outcome, "again\t") == 0, outcome,
		      "Slurm would say that two plugins have the same options");
	}
}

static void link_to_the_same_file_registers_its_options_once(void **state)
{
	struct outcome *outcome;

	(void)state;
	assert_int_equal(symlink(plugin_path(), at("link.so")), 0);
	outcome = run(&(struct run){ARGV("srun", OPTIONS(at("bad")), "hostname"),
				    .plugins = WORDS(at("link.so"), plugin_path())});
	check_refused(outcome, bad_model);
	check(count_records(outcome, "again\t") == 0, outcome, "it is registered twice");
}

static void same_file_refuses_once_and_allows_silently(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_refused(
			run(&(struct run){ARGV(*program, OPTIONS(at("bad")), at("job.sh")),
					  TWICE}),
			bad_model);
		check_allowed(run(&(struct run){
			ARGV(*program, OPTIONS(at("good")), at("job.sh")), TWICE}));
	}
	check_refused(run(&(struct run){ARGV("srun", TRAIN(at("bad"))), TWICE}), bad_model);
	check_allowed(run(&(struct run){ARGV("srun", TRAIN(at("good"))), TWICE}));
}

static void same_file_warns_and_notices_once(void **state)
{
	(void)state;
	check_warned(run(&(struct run){ARGV("sbatch", OPTIONS(at("bad")), at("job.sh")),
				       SETTINGS("mode=warn"), TWICE}),
		     bad_model);
	check_warned(run(&(struct run){ARGV("salloc", TRAIN(at("bad"))),
				       SETTINGS("mode=warn"), TWICE}),
		     bad_model);
	check_noticed(run(&(struct run){ARGV("srun", TRAIN(at("missing"))), TWICE}),
		      WORDS("missing"));
	check_noticed(
		run(&(struct run){ARGV("srun", "hostname"), SETTINGS("mode=wran"), TWICE}),
		WORDS("wran"));
}

static void settings_of_the_first_line_count(void **state)
{
	(void)state;
	check_warned(run(&(struct run){
			     ARGV("srun", TRAIN(at("bad"))), SETTINGS("mode=warn"),
			     .second_settings = WORDS("mode=off", "scripts=off"), TWICE}),
		     bad_model);
	check_refused(
		run(&(struct run){ARGV("srun", TRAIN(at("bad"))), SETTINGS("mode=enforce"),
				  .second_settings = WORDS("mode=warn"), TWICE}),
		bad_model);
	check_allowed(
		run(&(struct run){ARGV("srun", TRAIN(at("bad"))), SETTINGS("mode=off"),
				  .second_settings = WORDS("mode=enforce"), TWICE}));
}

static void same_file_gives_the_job_its_variables_once(void **state)
{
	struct outcome *outcome = run(
		&(struct run){ARGV("sbatch", OPTIONS(at("good")), at("job.sh")), TWICE});

	(void)state;
	check_allowed(outcome);
	check(count_records(outcome, "env\t0\tCPGUARD_") == 4, outcome,
	      "there are not four variables");
}

static void same_file_takes_components_one_by_one(void **state)
{
	static const char *const settings[] = {"mode=enforce", NULL};
	const struct run cases[] = {
		{ARGV("srun", TRAIN(at("bad")), ":", "-n1", "hostname")},
		{ARGV("srun", "-n1", "hostname", ":", "-n1", "-l", TRAIN(at("bad")))},
		{ARGV("srun", "hostname", ":", "-l", "-n1", "hostname", ":",
		      TRAIN(at("bad")))},
		{ARGV("salloc", "-n1", ":", "-n1", "-l", TRAIN(at("bad")))},
		{ARGV("sbatch", "-n1", ":", OPTIONS(at("bad")), at("job.sh"))},
		{ARGV("srun", "--het-group=0,1", TRAIN(at("bad")))},
	};
	const struct run fine[] = {
		{ARGV("srun", "-n1", "hostname", ":", "echo", TRAIN(at("bad")), ":", "-l",
		      TRAIN(at("good")))},
		{ARGV("salloc", "-n1", ":", "-n1", "-l", "echo", TRAIN(at("bad")))},
		{ARGV("sbatch", OPTIONS(at("good")), ":", "-n1", ":", "-n1", at("job.sh"))},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_refused(run(&(struct run){
				      .argv = cases[i].argv, .settings = settings, TWICE}),
			      bad_model);
	for (size_t i = 0; i < sizeof(fine) / sizeof(fine[0]); i++)
		check_allowed(run(&(struct run){.argv = fine[i].argv, TWICE}));
}

static void same_file_on_the_node_refuses_once_and_runs_silently(void **state)
{
	struct outcome *outcome;

	(void)state;
	check_tasks_refused(run(&(struct run){.as = "slurmstepd",
					      .job_argv = WORDS(TRAIN(at("bad"))),
					      .tasks = 4,
					      TWICE}),
			    4, 0, bad_model);
	check_tasks_ran(run(&(struct run){.as = "slurmstepd",
					  .job_argv = WORDS(TRAIN(at("good"))),
					  .tasks = 4,
					  TWICE}),
			4);
	outcome = run(&(struct run){.as = "slurmstepd",
				    .job_argv = WORDS(TRAIN(at("bad"))),
				    .tasks = 4,
				    SETTINGS("mode=warn"),
				    TWICE});
	check_sound(outcome);
	check_texts(outcome, bad_model);
	check(count_records(outcome, "ran\t") == 4, outcome, "not every task ran");
}

static void same_file_four_times_is_as_good_as_once(void **state)
{
	(void)state;
	check_allowed(
		run(&(struct run){ARGV("srun", "hostname", ":", "-n1", TRAIN(at("good"))),
				  .plugins = WORDS(plugin_path(), plugin_path(),
						   plugin_path(), plugin_path())}));
	check_refused(
		run(&(struct run){ARGV("srun", "hostname", ":", "-n1", TRAIN(at("bad"))),
				  .plugins = WORDS(plugin_path(), plugin_path(),
						   plugin_path(), plugin_path())}),
		bad_model);
}

/* ---- a copy ---- */

static void copy_of_the_file_refuses_once_and_allows_silently(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_refused(
			run(&(struct run){ARGV(*program, OPTIONS(at("bad")), at("job.sh")),
					  COPIES}),
			bad_model);
		check_allowed(run(&(struct run){
			ARGV(*program, OPTIONS(at("good")), at("job.sh")), COPIES}));
	}
	check_refused(
		run(&(struct run){ARGV("srun", "hostname", ":", TRAIN(at("bad"))), COPIES}),
		bad_model);
	check_allowed(run(&(struct run){
		ARGV("srun", TRAIN(at("good")), ":", "-n1", "hostname"), COPIES}));
}

static void copy_of_the_file_leaves_the_variables_of_the_job(void **state)
{
	struct outcome *outcome = run(
		&(struct run){ARGV("sbatch", OPTIONS(at("good")), at("job.sh")), COPIES});
	const char *args = submitted_variable(outcome, 0, "CPGUARD_ARGS");

	(void)state;
	check_allowed(outcome);
	check(args && strstr(args, "--context-parallel-size=2") != NULL, outcome,
	      "the variables are lost");
}

static void copy_of_the_file_on_the_node_refuses_once_and_runs_silently(void **state)
{
	(void)state;
	check_tasks_refused(run(&(struct run){.as = "slurmstepd",
					      .job_argv = WORDS(TRAIN(at("bad"))),
					      .tasks = 2,
					      COPIES}),
			    2, 0, bad_model);
	check_tasks_refused(
		run(&(struct run){.as = "slurmstepd",
				  .job_argv = WORDS("hostname"),
				  .tasks = 2,
				  .forwarded =
					  WORDS(text("hf-checkpoint=%s", at("bad")),
						"allgather-cp", "context-parallel-size=2"),
				  COPIES}),
		2, 0, bad_model);
	check_tasks_ran(run(&(struct run){.as = "slurmstepd",
					  .job_argv = WORDS(TRAIN(at("good"))),
					  .tasks = 2,
					  COPIES}),
			2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_file_registers_its_options_once),
		cmocka_unit_test(link_to_the_same_file_registers_its_options_once),
		cmocka_unit_test(same_file_refuses_once_and_allows_silently),
		cmocka_unit_test(same_file_warns_and_notices_once),
		cmocka_unit_test(settings_of_the_first_line_count),
		cmocka_unit_test(same_file_gives_the_job_its_variables_once),
		cmocka_unit_test(same_file_takes_components_one_by_one),
		cmocka_unit_test(same_file_on_the_node_refuses_once_and_runs_silently),
		cmocka_unit_test(same_file_four_times_is_as_good_as_once),
		cmocka_unit_test(copy_of_the_file_refuses_once_and_allows_silently),
		cmocka_unit_test(copy_of_the_file_leaves_the_variables_of_the_job),
		cmocka_unit_test(
			copy_of_the_file_on_the_node_refuses_once_and_runs_silently),
	};

	return cmocka_run_group_tests_name("spank: loaded twice", tests, world_make,
					   world_remove);
}
