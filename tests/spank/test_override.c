/* CPGUARD_OVERRIDE, at both gates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

#define STEPD .as = "slurmstepd"
#define STEP(...) .job_argv = WORDS(__VA_ARGS__)
#define JOB_ENV(...) .job_env = WORDS(__VA_ARGS__)
#define ALLOWED SETTINGS("override=yes")
#define WHY "CPGUARD_OVERRIDE=I know"
#define HANDED_ON "SLURM_CPGUARD_OVERRIDE=I know"

static const char *const overridden[] = {
	"cpguard: overridden by CPGUARD_OVERRIDE=\"I know\"", "bad/config.json",
	"Qwen3ForCausalLM", NULL};

static const char *const programs[] = {"sbatch", "srun", "salloc", NULL};

static struct outcome *declare(const char *program, const char *variable,
			       const char *setting, const char *checkpoint)
{
	return run(&(struct run){ARGV(program, "-n1", OPTIONS(checkpoint), at("job.sh")),
				 ENV(variable), SETTINGS(setting)});
}

/* ---- the submit gate ---- */

static void refused_job_passes_with_one_line_where_the_site_allows_it(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++)
		check_noticed(declare(*program, WHY, "override=yes", at("bad")),
			      overridden);
	check_noticed(run(&(struct run){ARGV("srun", "-n1", TRAIN(at("bad"))), ENV(WHY),
					ALLOWED}),
		      overridden);
}

static void reason_does_not_count_where_the_site_does_not_allow_it(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_refused(declare(*program, WHY, "override=no", at("bad")),
			      WORDS("Qwen3ForCausalLM", "this site does not allow it"));
		check_refused(declare(*program, WHY, "mode=enforce", at("bad")),
			      WORDS("this site does not allow it"));
	}
}

static void empty_reason_does_not_count_and_the_refusal_says_so(void **state)
{
	(void)state;
	for (const char *const *variable =
		     WORDS("CPGUARD_OVERRIDE=", "CPGUARD_OVERRIDE= \t\n");
	     *variable; variable++)
		check_refused(declare("sbatch", *variable, "override=yes", at("bad")),
			      WORDS("CPGUARD_OVERRIDE is set, but says nothing"));
}

static void reason_is_silent_about_what_is_allowed(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++)
		check_allowed(declare(*program, WHY, "override=yes", at("good")));
}

static void hostile_reason_stays_in_its_line(void **state)
{
	char *variable = keep(100020);
	struct outcome *outcome;

	(void)state;
	check_noticed(declare("sbatch",
			      "CPGUARD_OVERRIDE=x\ncpguard: all is well\x1b[2J\xff\"",
			      "override=yes", at("bad")),
		      WORDS("\"x\\u000acpguard: all is well\\u001b[2J\\udcff\\\"\""));
	strcpy(variable, "CPGUARD_OVERRIDE=");
	memset(variable + strlen(variable), 'x', 100000);
	outcome = declare("sbatch", variable, "override=yes", at("bad"));
	check_noticed(outcome, WORDS("xxx...\""));
	check(strlen(outcome->err) < 1024, outcome, "the whole reason is printed");
}

static void components_are_overridden_with_one_line(void **state)
{
	(void)state;
	check_noticed(run(&(struct run){
			      ARGV("sbatch", OPTIONS(at("bad")), ":", "-n1", at("job.sh")),
			      ENV(WHY), ALLOWED}),
		      overridden);
	check_noticed(run(&(struct run){ARGV("srun", "--het-group=0,1", TRAIN(at("bad"))),
					ENV(WHY), ALLOWED}),
		      overridden);
}

/* ---- how it reaches the job ---- */

static void reason_is_handed_on_whatever_the_settings(void **state)
{
	(void)state;
	for (const char *const *setting = WORDS("override=yes", "override=no", "mode=off");
	     *setting; setting++)
		for (const char *const *program = programs; *program; program++) {
			struct outcome *outcome =
				declare(*program, WHY, *setting, at("good"));
			const char *value =
				submitted_variable(outcome, 0, "SLURM_CPGUARD_OVERRIDE");

			check_allowed(outcome);
			check(value && strcmp(value, "I know") == 0, outcome,
			      "the job would not know of it under --export=NONE");
		}
}

static void nothing_is_handed_on_without_a_reason(void **state)
{
	struct outcome *outcome = run(&(struct run){ARGV("sbatch", at("job.sh")), ALLOWED});

	(void)state;
	check_allowed(outcome);
	check(!submitted_variable(outcome, 0, "SLURM_CPGUARD_OVERRIDE"), outcome,
	      "it is set");
}

static void what_was_handed_on_counts_for_srun_in_the_job(void **state)
{
	(void)state;
	check_noticed(
		run(&(struct run){ARGV("srun", TRAIN(at("bad"))), ENV(HANDED_ON), ALLOWED}),
		overridden);
	/* The job has taken it back. */
	check_refused(run(&(struct run){ARGV("srun", TRAIN(at("bad"))),
					ENV(HANDED_ON, "CPGUARD_OVERRIDE="), ALLOWED}),
		      WORDS("says nothing"));
}

/* ---- the node gate ---- */

static void check_tasks_overridden(const struct outcome *outcome, unsigned tasks)
{
	check_sound(outcome);
	check(count_records(outcome, "ran\t") == tasks, outcome, "not every task ran");
	check(count_lines(outcome->err) == 1, outcome, "it is not one line for the step");
	check_texts(outcome, overridden);
}

static void refused_task_runs_with_one_line_where_the_site_allows_it(void **state)
{
	(void)state;
	check_tasks_overridden(
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), JOB_ENV(WHY), ALLOWED}),
		1);
	check_tasks_overridden(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
						 JOB_ENV(WHY), ALLOWED, .tasks = 4}),
			       4);
	/* Under --export=NONE. */
	check_tasks_overridden(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
						 JOB_ENV(HANDED_ON), ALLOWED}),
			       1);
}

static void deferred_job_that_the_node_would_refuse_is_overridden(void **state)
{
	struct outcome *outcome = run(
		&(struct run){STEPD, STEP("hostname"), JOB_ENV(WHY),
			      .forwarded = WORDS(text("hf-checkpoint=%s", at("missing")),
						 "allgather-cp", "context-parallel-size=2"),
			      SETTINGS("unverified=defer", "override=yes")});

	(void)state;
	check_sound(outcome);
	check(count_records(outcome, "ran\t") == 1, outcome, "the task did not run");
	check_texts(outcome, WORDS("overridden", "missing"));
}

static void task_is_refused_where_the_node_does_not_allow_it(void **state)
{
	(void)state;
	check_tasks_refused(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), JOB_ENV(WHY)}),
			    1, 0, WORDS("this site does not allow it"));
	check_tasks_refused(
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
				  JOB_ENV(HANDED_ON, "CPGUARD_OVERRIDE="), ALLOWED}),
		1, 0, WORDS("says nothing"));
}

static void reason_of_slurmstepd_itself_is_none_of_the_job(void **state)
{
	(void)state;
	check_tasks_refused(
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), ENV(WHY), ALLOWED}), 1, 0,
		WORDS("Qwen3ForCausalLM"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refused_job_passes_with_one_line_where_the_site_allows_it),
		cmocka_unit_test(reason_does_not_count_where_the_site_does_not_allow_it),
		cmocka_unit_test(empty_reason_does_not_count_and_the_refusal_says_so),
		cmocka_unit_test(reason_is_silent_about_what_is_allowed),
		cmocka_unit_test(hostile_reason_stays_in_its_line),
		cmocka_unit_test(components_are_overridden_with_one_line),
		cmocka_unit_test(reason_is_handed_on_whatever_the_settings),
		cmocka_unit_test(nothing_is_handed_on_without_a_reason),
		cmocka_unit_test(what_was_handed_on_counts_for_srun_in_the_job),
		cmocka_unit_test(refused_task_runs_with_one_line_where_the_site_allows_it),
		cmocka_unit_test(deferred_job_that_the_node_would_refuse_is_overridden),
		cmocka_unit_test(task_is_refused_where_the_node_does_not_allow_it),
		cmocka_unit_test(reason_of_slurmstepd_itself_is_none_of_the_job),
	};

	return cmocka_run_group_tests_name("spank: override", tests, world_make,
					   world_remove);
}
