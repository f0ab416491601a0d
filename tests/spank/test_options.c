/* The three options at the submit gate: what they declare, in every way and order in which
 * Slurm hands them over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

#define VARIABLE(name) "SLURM_SPANK__SLURM_SPANK_OPTION_cpguard_" name

static const char *const bad_model[] = {"bad/config.json", "Qwen3ForCausalLM",
					"--allgather-cp", "--context-parallel-size", NULL};

/* A call of that program with these options: sbatch gets a script, the others a command
 * that trains nothing. */
static struct outcome *submit(const char *program, const char *const *options)
{
	const char *argv[32] = {program, "-n1"};
	size_t argc = 2;

	while (*options)
		argv[argc++] = *options++;
	argv[argc] = strcmp(program, "sbatch") == 0 ? at("job.sh") : "hostname";
	return run(&(struct run){.argv = argv});
}

static const char *const programs[] = {"sbatch", "srun", "salloc", NULL};

/* ---- registration ---- */

static void three_options_are_registered_with_usage_texts(void **state)
{
	struct outcome *outcome = submit("sbatch", WORDS("-J", "x"));

	(void)state;
	check_allowed(outcome);
	check(count_records(outcome, "option\t") == 3, outcome,
	      "there are not three options");
	check(count_records(outcome, "again\t") == 0, outcome, "one is registered twice");
	check(count_records(outcome, "option\thf-checkpoint\t1\tPATH\t") == 1, outcome,
	      "there is no --hf-checkpoint=PATH");
	check(count_records(outcome, "option\tallgather-cp\t0\t\t") == 1, outcome,
	      "there is no --allgather-cp");
	check(count_records(outcome, "option\tcontext-parallel-size\t1\tN\t") == 1, outcome,
	      "there is no --context-parallel-size=N");
}

static void usage_texts_say_something(void **state)
{
	static const char *const names[] = {"hf-checkpoint\t1\tPATH", "allgather-cp\t0\t",
					    "context-parallel-size\t1\tN", NULL};
	struct outcome *outcome = submit("salloc", WORDS("-J", "x"));

	(void)state;
	for (const char *const *name = names; *name; name++) {
		const char *usage = find_record(outcome, "option\t%s\t", *name);

		check(usage && strlen(usage) > 20 && !strchr(usage, '\n'), outcome,
		      "the usage text of %s says nothing", *name);
	}
}

static void options_are_registered_in_every_program(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		struct outcome *outcome = submit(*program, WORDS("-J", "x"));

		check_allowed(outcome);
		check(count_records(outcome, "option\t") == 3, outcome, "%s has not three",
		      *program);
		check(count_records(outcome, "touch\tinit\t") == 0, outcome,
		      "init looks at a file");
	}
}

/* ---- verdicts ---- */

static void options_that_break_the_rule_are_refused_by_every_program(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++)
		check_refused(submit(*program, WORDS(OPTIONS(at("bad")))), bad_model);
}

static void options_for_a_permitted_model_are_allowed_by_every_program(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_allowed(submit(*program, WORDS(OPTIONS(at("good")))));
		check_allowed(submit(*program, WORDS(OPTIONS(at("glm")))));
	}
}

static void absent_options_are_allowed_and_set_no_variable(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		struct outcome *outcome = submit(*program, WORDS("-J", "x"));

		check_allowed(outcome);
		check(count_records(outcome, "env\t0\tCPGUARD_") == 0, outcome,
		      "%s sets variables", *program);
		/* The batch script is read for what it would launch, and nothing else is. */
		check(count_records(outcome, "touch\tinit_post_opt\topen\t%s", at("")) ==
			      count_records(outcome, "touch\tinit_post_opt\topen\t%s",
					    at("job.sh")),
		      outcome, "a file is looked at");
	}
}

static void each_option_alone_or_two_of_them_are_judged(void **state)
{
	const char *checkpoint = text("--hf-checkpoint=%s", at("bad"));
	const struct {
		const char *const *options;
		bool refused;
	} cases[] = {
		{WORDS(checkpoint), false},
		{WORDS("--allgather-cp"), false},
		{WORDS("--context-parallel-size=2"), false},
		{WORDS(checkpoint, "--allgather-cp"), false},
		{WORDS(checkpoint, "--context-parallel-size=2"), false},
		{WORDS(checkpoint, "--allgather-cp", "--context-parallel-size=1"), false},
		/* No model vouches for the flag. */
		{WORDS("--allgather-cp", "--context-parallel-size=2"), true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct outcome *outcome = submit("sbatch", cases[i].options);

		if (cases[i].refused)
			check_refused(outcome, WORDS("--allgather-cp", "--hf-checkpoint"));
		else
			check_allowed(outcome);
	}
}

static void
checkpoint_without_architectures_is_refused_and_the_message_says_why(void **state)
{
	(void)state;
	check_refused(submit("sbatch", WORDS(OPTIONS(at("nameless")))),
		      WORDS("nameless/config.json", "architecture"));
}

static void options_in_any_order_give_the_same_verdict(void **state)
{
	static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
					 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

	(void)state;
	for (size_t i = 0; i < 6; i++)
		for (int good = 0; good < 2; good++) {
			const char *const words[] = {
				text("--hf-checkpoint=%s", at(good ? "good" : "bad")),
				"--allgather-cp",
				"--context-parallel-size=2",
			};
			struct outcome *outcome = submit(
				"sbatch", WORDS(words[orders[i][0]], words[orders[i][1]],
						words[orders[i][2]]));

			if (good)
				check_allowed(outcome);
			else
				check_refused(outcome, bad_model);
		}
}

static void repeated_option_has_its_last_value(void **state)
{
	const char *good = text("--hf-checkpoint=%s", at("good"));
	const char *bad = text("--hf-checkpoint=%s", at("bad"));
	const char *one = "--context-parallel-size=1";
	const char *two = "--context-parallel-size=2";

	(void)state;
	check_refused(submit("sbatch", WORDS(good, "--allgather-cp", two, bad)), bad_model);
	check_allowed(submit("sbatch", WORDS(bad, "--allgather-cp", two, good)));
	check_refused(submit("srun", WORDS(one, bad, "--allgather-cp", two)), bad_model);
	check_allowed(submit("srun", WORDS(two, bad, "--allgather-cp", one)));
	check_refused(submit("salloc", WORDS("--allgather-cp", two, bad, "--allgather-cp")),
		      bad_model);
}

static void many_repetitions_are_taken(void **state)
{
	const char *argv[3005] = {"sbatch", "--allgather-cp", "--context-parallel-size=2"};

	(void)state;
	for (size_t i = 3; i < 3003; i++)
		argv[i] = text("--hf-checkpoint=%s", at(i == 3002 ? "bad" : "good"));
	argv[3003] = at("job.sh");
	check_refused(run(&(struct run){.argv = argv}), bad_model);
}

static void abbreviated_and_separate_values_are_understood(void **state)
{
	(void)state;
	check_refused(
		submit("sbatch", WORDS("--hf", at("bad"), "--allg", "--context", "2")),
		bad_model);
}

/* ---- the environment form ---- */

static void options_from_the_environment_are_refused_by_every_program(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++)
		check_refused(
			run(&(struct run){ARGV(*program, "-n1", at("job.sh")),
					  ENV(text(VARIABLE("hf_checkpoint=%s"), at("bad")),
					      VARIABLE("allgather_cp="),
					      VARIABLE("context_parallel_size=2"))}),
			bad_model);
}

static void flag_counts_whatever_its_value_is(void **state)
{
	/* srun inside a job gets "(null)" from sbatch; a person may write what they like. */
	static const char *const values[] = {"", "(null)", "1", "yes", "0", NULL};

	(void)state;
	for (const char *const *value = values; *value; value++)
		check_refused(
			run(&(struct run){ARGV("srun", "-n1", "hostname"),
					  ENV(text(VARIABLE("hf_checkpoint=%s"), at("bad")),
					      text(VARIABLE("allgather_cp=%s"), *value),
					      VARIABLE("context_parallel_size=2"))}),
			bad_model);
}

static void command_line_counts_before_the_environment(void **state)
{
	const char *bad = text(VARIABLE("hf_checkpoint=%s"), at("bad"));
	const char *good = text(VARIABLE("hf_checkpoint=%s"), at("good"));

	(void)state;
	check_allowed(run(&(struct run){ARGV("srun", OPTIONS(at("good")), "hostname"),
					ENV(bad, VARIABLE("context_parallel_size=4"))}));
	check_refused(run(&(struct run){ARGV("srun", OPTIONS(at("bad")), "hostname"),
					ENV(good, VARIABLE("context_parallel_size=1"))}),
		      bad_model);
}

static void environment_counts_before_the_directives(void **state)
{
	const char *script =
		make_file("directives.sh",
			  text("#!/bin/sh\n#SBATCH --hf-checkpoint=%s --allgather-cp\n"
			       "#SBATCH --context-parallel-size 2\ntrue\n",
			       at("bad")));

	(void)state;
	check_refused(run(&(struct run){ARGV("sbatch", script)}), bad_model);
	check_allowed(
		run(&(struct run){ARGV("sbatch", script),
				  ENV(text(VARIABLE("hf_checkpoint=%s"), at("good")))}));
	check_allowed(
		run(&(struct run){ARGV("sbatch", "--context-parallel-size=1", script)}));
}

static void directives_behind_the_first_command_do_not_count(void **state)
{
	const char *script =
		make_file("late.sh", text("#!/bin/sh\ntrue\n#SBATCH --hf-checkpoint=%s "
					  "--allgather-cp --context-parallel-size=2\n",
					  at("bad")));

	(void)state;
	check_allowed(run(&(struct run){ARGV("sbatch", script)}));
}

/* ---- the end ---- */

static void refusal_ends_with_slurms_own_error_status(void **state)
{
	static const struct {
		const char *variable;
		int status;
	} cases[] = {
		{"SLURM_EXIT_ERROR=7", 7},
		{"SLURM_EXIT_ERROR=0", 1},
		{"SLURM_EXIT_ERROR=many", 1},
		{"SLURM_EXIT_ERROR=", 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (const char *const *program = programs; *program; program++)
			check_refused_with(
				run(&(struct run){
					ARGV(*program, OPTIONS(at("bad")), at("job.sh")),
					ENV(cases[i].variable)}),
				cases[i].status, bad_model);
}

static void quiet_and_verbose_programs_say_as_much(void **state)
{
	const char *message;

	(void)state;
	message = submit("sbatch", WORDS(OPTIONS(at("bad"))))->err;
	for (const char *const *flag = WORDS("-Q", "-v", "-vvvv"); *flag; flag++) {
		struct outcome *outcome =
			submit("sbatch", WORDS(*flag, OPTIONS(at("bad"))));

		check_refused(outcome, bad_model);
		check(strcmp(outcome->err, message) == 0, outcome, "%s changes the message",
		      *flag);
		check_allowed(submit("sbatch", WORDS(*flag, OPTIONS(at("good")))));
	}
}

static void nothing_is_said_or_changed_by_parsable_sbatch(void **state)
{
	(void)state;
	check_allowed(submit("sbatch", WORDS("--parsable", OPTIONS(at("good")))));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_options_are_registered_with_usage_texts),
		cmocka_unit_test(usage_texts_say_something),
		cmocka_unit_test(options_are_registered_in_every_program),
		cmocka_unit_test(options_that_break_the_rule_are_refused_by_every_program),
		cmocka_unit_test(
			options_for_a_permitted_model_are_allowed_by_every_program),
		cmocka_unit_test(absent_options_are_allowed_and_set_no_variable),
		cmocka_unit_test(each_option_alone_or_two_of_them_are_judged),
		cmocka_unit_test(
			checkpoint_without_architectures_is_refused_and_the_message_says_why),
		cmocka_unit_test(options_in_any_order_give_the_same_verdict),
		cmocka_unit_test(repeated_option_has_its_last_value),
		cmocka_unit_test(many_repetitions_are_taken),
		cmocka_unit_test(abbreviated_and_separate_values_are_understood),
		cmocka_unit_test(options_from_the_environment_are_refused_by_every_program),
		cmocka_unit_test(flag_counts_whatever_its_value_is),
		cmocka_unit_test(command_line_counts_before_the_environment),
		cmocka_unit_test(environment_counts_before_the_directives),
		cmocka_unit_test(directives_behind_the_first_command_do_not_count),
		cmocka_unit_test(refusal_ends_with_slurms_own_error_status),
		cmocka_unit_test(quiet_and_verbose_programs_say_as_much),
		cmocka_unit_test(nothing_is_said_or_changed_by_parsable_sbatch),
	};

	return cmocka_run_group_tests_name("spank: options", tests, world_make,
					   world_remove);
}
