/* What runs as root: slurmstepd's own hooks, slurmd, prolog and epilog. There the plugin does
 * nothing that could fail, speak, or open what a user named. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

#define STEPD .as = "slurmstepd"
#define FORWARDED(...) .forwarded = WORDS(__VA_ARGS__)
#define STEP(...) .job_argv = WORDS(__VA_ARGS__)
#define JOB_ENV(...) .job_env = WORDS(__VA_ARGS__)

#define SENT(checkpoint) \
	text("hf-checkpoint=%s", (checkpoint)), "allgather-cp", "context-parallel-size=2"

#define VARIABLE(name) "SLURM_SPANK__SLURM_SPANK_OPTION_cpguard_" name

static const char *const bad_model[] = {"bad/config.json", NULL};

/* ---- files ---- */

static void only_task_init_opens_what_a_user_named(void **state)
{
	struct outcome *outcome = run(
		&(struct run){STEPD, STEP(TRAIN(at("bad"))), .tasks = 2, .watch = at("bad"),
			      FORWARDED(SENT(at("bad"))), SETTINGS("mode=warn"),
			      JOB_ENV(text(VARIABLE("hf_checkpoint=%s"), at("bad")))});

	(void)state;
	check_manners(outcome); /* it warns of the options and of the command */
	check_untouched(outcome, at(""), "task_init");
	/* The watch itself works: task_init did look. */
	check(count_records(outcome, "touch\ttask_init\topen\t%s", at("bad")) > 0 ||
		      count_records(outcome, "touch\ttask_init\topen64\t%s", at("bad")) > 0,
	      outcome, "libc's functions are not watched");
	check(count_records(outcome, "opened\ttask_init\tconfig.json") > 0 ||
		      count_records(outcome, "blind") > 0,
	      outcome, "the directory is not watched");
}

static void task_that_is_still_roots_opens_nothing(void **state)
{
	struct outcome *outcome =
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), .job_user = "12345",
				  .watch = at("bad"), FORWARDED(SENT(at("bad")))});

	(void)state;
	check_sound(outcome);
	check_untouched(outcome, at(""), NULL);
	check(count_records(outcome, "hook\ttask_init\t0") == 1, outcome,
	      "task_init did not return");
}

static void ordinary_user_is_judged(void **state)
{
	(void)state;
	check_tasks_refused(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
					      .ordinary_user = true, .tasks = 2}),
			    2, 0, bad_model);
	check_tasks_ran(run(&(struct run){STEPD, STEP(TRAIN(at("good"))),
					  .ordinary_user = true, .tasks = 2}),
			2);
}

/* ---- in a user namespace, as containers have them ---- */

static bool may_make_user_namespaces(void)
{
	int status = -1;
	pid_t child = fork();

	if (child == 0)
		_exit((geteuid() == 0 && setuid(65534) < 0) || unshare(CLONE_NEWUSER) < 0);
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void task_is_the_users_whatever_its_number_is_inside(void **state)
{
	(void)state;
	if (!may_make_user_namespaces())
		skip();
	for (const char *const *inside = WORDS("0", "1000"); *inside; inside++) {
		check_tasks_refused(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
						      .ordinary_user = true, .tasks = 2,
						      .inside = *inside}),
				    2, 0, bad_model);
		check_tasks_ran(run(&(struct run){STEPD, STEP(TRAIN(at("good"))),
						  .ordinary_user = true, .tasks = 2,
						  .inside = *inside}),
				2);
	}
}

static void task_that_is_another_users_outside_opens_nothing(void **state)
{
	struct outcome *outcome;

	(void)state;
	if (!may_make_user_namespaces())
		skip();
	outcome =
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), .ordinary_user = true,
				  .job_user = "12345", .inside = "0", .watch = at("bad")});
	check_sound(outcome);
	check_untouched(outcome, at(""), NULL);
	check(count_records(outcome, "hook\ttask_init\t0") == 1, outcome,
	      "task_init did not return");
}

/* ---- what SPANK does not give ---- */

static void items_that_cannot_be_had_fail_nothing(void **state)
{
	struct outcome *outcome = run(
		&(struct run){STEPD, STEP(TRAIN(at("bad"))), .items = "fail", .tasks = 2,
			      .watch = at("bad"), FORWARDED(SENT(at("bad")))});

	(void)state;
	check_sound(outcome);
	check_untouched(outcome, at(""), NULL);
	check(count_records(outcome, "hook\ttask_init\t0") == 2, outcome,
	      "task_init did not return");
}

static void items_that_are_empty_fail_nothing(void **state)
{
	(void)state;
	check_tasks_ran(run(&(struct run){STEPD, .items = "null"}), 1);
	check_tasks_ran(run(&(struct run){STEPD, .items = "null", .tasks = 2,
					  FORWARDED(SENT(at("good")))}),
			2);
	/* The options say enough by themselves. */
	check_tasks_refused(run(&(struct run){STEPD, .items = "null", .tasks = 2,
					      FORWARDED(SENT(at("bad")))}),
			    2, 0, bad_model);
}

static void step_without_a_command_fails_nothing(void **state)
{
	(void)state;
	check_tasks_ran(run(&(struct run){STEPD}), 1);
	check_tasks_ran(run(&(struct run){STEPD, STEP("")}), 1);
	check_tasks_ran(run(&(struct run){STEPD, STEP("", "", "")}), 1);
}

static void hooks_without_a_handle_fail_nothing(void **state)
{
	struct outcome *outcome = run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
						    .no_handle = true, .tasks = 2});

	(void)state;
	check_sound(outcome);
	check_untouched(outcome, at(""), NULL);
	check(count_records(outcome, "hook\ttask_init\t0") == 2, outcome,
	      "task_init did not return");
}

static void settings_that_are_no_text_fail_nothing(void **state)
{
	char *setting = keep(1 << 20);

	(void)state;
	memset(setting, 'm', (1 << 20) - 1);
	check_tasks_ran(
		run(&(struct run){STEPD, STEP("hostname"),
				  SETTINGS("", "=", "\x01\xff=\xfe", "mode", setting)}),
		1);
}

static void very_large_environment_and_argv_fail_nothing(void **state)
{
	const char **words = keep(5001 * sizeof(*words));
	const char **env = keep(5001 * sizeof(*env));

	(void)state;
	for (size_t i = 0; i < 5000; i++) {
		words[i] = text("word-%zu-%0200d", i, 0);
		env[i] = text("NAME_%zu=%0200d", i, 0);
	}
	check_tasks_ran(run(&(struct run){STEPD, .job_argv = words, .job_env = env,
					  FORWARDED(SENT(at("good")))}),
			1);
}

/* ---- daemons ---- */

/* Options as prolog and epilog have them, a command, and settings with a mistake. */
static struct outcome *run_daemon(const char *as)
{
	return run(&(struct run){
		.as = as,
		STEP(TRAIN(at("bad"))),
		.watch = at("bad"),
		SETTINGS("mode=wran", "nonsense", "unverified=refuse"),
		ENV(text("_SLURM_SPANK_OPTION_cpguard_hf_checkpoint=%s", at("bad")),
		    "_SLURM_SPANK_OPTION_cpguard_allgather_cp=",
		    "_SLURM_SPANK_OPTION_cpguard_context_parallel_size=2",
		    text("SPANK__SLURM_SPANK_OPTION_cpguard_hf_checkpoint=%s", at("bad")),
		    "SPANK__SLURM_SPANK_OPTION_cpguard_allgather_cp=",
		    "SPANK__SLURM_SPANK_OPTION_cpguard_context_parallel_size=2",
		    text(VARIABLE("hf_checkpoint=%s"), at("bad")),
		    VARIABLE("allgather_cp="), VARIABLE("context_parallel_size=2"))});
}

static void nothing_happens_in_slurmd_prolog_and_epilog(void **state)
{
	(void)state;
	for (const char *const *as = WORDS("slurmd", "job_script"); *as; as++) {
		struct outcome *outcome = run_daemon(*as);

		check_sound(outcome);
		check(outcome->status == 0 && count_records(outcome, "end") == 1, outcome,
		      "%s did not come to its end", *as);
		check(count_records(outcome, "hook\tinit\t0") == 1, outcome,
		      "%s did not call init", *as);
		check(outcome->err[0] == '\0', outcome, "something is in %s's log", *as);
		check(count_records(outcome, "touch\t") == 0 &&
			      count_records(outcome, "opened\t") == 0,
		      outcome, "a file was looked at in %s", *as);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_task_init_opens_what_a_user_named),
		cmocka_unit_test(task_that_is_still_roots_opens_nothing),
		cmocka_unit_test(ordinary_user_is_judged),
		cmocka_unit_test(task_is_the_users_whatever_its_number_is_inside),
		cmocka_unit_test(task_that_is_another_users_outside_opens_nothing),
		cmocka_unit_test(items_that_cannot_be_had_fail_nothing),
		cmocka_unit_test(items_that_are_empty_fail_nothing),
		cmocka_unit_test(step_without_a_command_fails_nothing),
		cmocka_unit_test(hooks_without_a_handle_fail_nothing),
		cmocka_unit_test(settings_that_are_no_text_fail_nothing),
		cmocka_unit_test(very_large_environment_and_argv_fail_nothing),
		cmocka_unit_test(nothing_happens_in_slurmd_prolog_and_epilog),
	};

	return cmocka_run_group_tests_name("spank: root", tests, world_make, world_remove);
}
