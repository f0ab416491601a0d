/* The values of the three options: which are taken, what the job's environment gets of them,
 * and how they are printed. */
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

/* ---- the value of --context-parallel-size ---- */

static void size_that_no_program_takes_is_refused_and_shown(void **state)
{
	static const char *const values[] = {"0",   "-1",   "two", "",    "2.0", "1e1",
					     "0x2", "1__0", "2,3", "2 3", "-0",  NULL};

	(void)state;
	for (const char *const *program = programs; *program; program++)
		for (const char *const *value = values; *value; value++)
			check_option_refused(
				submit(*program,
				       WORDS(text("--context-parallel-size=%s", *value))),
				WORDS("--context-parallel-size", text("'%s'", *value)));
}

static void empty_checkpoint_is_refused_and_named(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++)
		check_option_refused(submit(*program, WORDS("--hf-checkpoint=")),
				     WORDS("--hf-checkpoint"));
}

static void size_from_the_environment_is_refused_and_shown(void **state)
{
	(void)state;
	check_option_refused(
		run(&(struct run){ARGV("srun", "-n1", "hostname"),
				  ENV(VARIABLE("context_parallel_size=none"))}),
		WORDS("--context-parallel-size", "'none'"));
}

static void size_is_refused_even_when_another_would_follow(void **state)
{
	(void)state;
	check_option_refused(submit("sbatch", WORDS("--context-parallel-size=none",
						    "--context-parallel-size=1")),
			     WORDS("'none'"));
}

static void size_in_every_form_of_an_integer_is_taken(void **state)
{
	static const struct {
		const char *value;
		const char *digits;
	} cases[] = {
		{"1", "1"},     {" 2 ", "2"},
		{"+2", "2"},    {"02", "2"},
		{"1_0", "10"},  {"\t8", "8"},
		{"0_0_4", "4"}, {"99999999999999999999", "99999999999999999999"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *option = text("--context-parallel-size=%s", cases[i].value);
		struct outcome *outcome = submit("sbatch", WORDS(option));
		const char *value =
			submitted_variable(outcome, 0, "CPGUARD_CONTEXT_PARALLEL_SIZE");

		check_allowed(outcome);
		check(value && strcmp(value, cases[i].digits) == 0, outcome,
		      "'%s' is not passed on as %s", cases[i].value, cases[i].digits);
	}
}

static void size_in_another_form_is_refused_like_its_plain_form(void **state)
{
	static const char *const values[] = {" 2 ", "+2", "02", "1_0", NULL};

	(void)state;
	for (const char *const *value = values; *value; value++)
		check_refused(submit("sbatch", WORDS(text("--hf-checkpoint=%s", at("bad")),
						     "--allgather-cp",
						     "--context-parallel-size", *value)),
			      bad_model);
	check_allowed(submit("sbatch",
			     WORDS(text("--hf-checkpoint=%s", at("bad")), "--allgather-cp",
				   "--context-parallel-size", " +0_1 ")));
}

/* ---- the job's environment ---- */

static void check_variable(const struct outcome *outcome, const char *name,
			   const char *expected)
{
	const char *value = submitted_variable(outcome, 0, name);

	check(expected ? value && strcmp(value, expected) == 0 : !value, outcome,
	      "%s is %s, not %s", name, value ? value : "not set",
	      expected ? expected : "unset");
}

static void job_environment_has_what_was_given(void **state)
{
	const char *good = at("good");

	(void)state;
	for (const char *const *program = programs; *program; program++) {
		struct outcome *outcome = submit(*program, WORDS(OPTIONS(good)));

		check_allowed(outcome);
		check_variable(outcome, "CPGUARD_HF_CHECKPOINT", good);
		check_variable(outcome, "CPGUARD_ALLGATHER_CP", "1");
		check_variable(outcome, "CPGUARD_CONTEXT_PARALLEL_SIZE", "2");
		check_variable(outcome, "CPGUARD_ARGS",
			       text("--hf-checkpoint=%s --allgather-cp "
				    "--context-parallel-size=2",
				    good));
		check(count_records(outcome, "env\t0\tCPGUARD_") == 4, outcome,
		      "there are other variables");
	}
}

static void job_environment_has_only_what_was_given(void **state)
{
	struct outcome *outcome = submit("sbatch", WORDS("--context-parallel-size=4"));

	(void)state;
	check_allowed(outcome);
	check_variable(outcome, "CPGUARD_CONTEXT_PARALLEL_SIZE", "4");
	check_variable(outcome, "CPGUARD_ARGS", "--context-parallel-size=4");
	check_variable(outcome, "CPGUARD_ALLGATHER_CP", NULL);
	check_variable(outcome, "CPGUARD_HF_CHECKPOINT", NULL);

	outcome = submit("srun", WORDS("--allgather-cp"));
	check_allowed(outcome);
	check_variable(outcome, "CPGUARD_ALLGATHER_CP", "1");
	check_variable(outcome, "CPGUARD_ARGS", "--allgather-cp");
	check_variable(outcome, "CPGUARD_CONTEXT_PARALLEL_SIZE", NULL);

	outcome = submit("salloc", WORDS("--hf-checkpoint", "org/name"));
	check_allowed(outcome);
	check_variable(outcome, "CPGUARD_HF_CHECKPOINT", "org/name");
	check_variable(outcome, "CPGUARD_ARGS", "--hf-checkpoint=org/name");
}

static void job_environment_has_what_another_form_gave(void **state)
{
	struct outcome *outcome = run(
		&(struct run){ARGV("srun", "hostname"),
			      ENV(VARIABLE("hf_checkpoint=good"),
				  VARIABLE("allgather_cp=(null)"), "CPGUARD_ARGS=old")});

	(void)state;
	check_allowed(outcome);
	check_variable(outcome, "CPGUARD_ARGS", "--hf-checkpoint=good --allgather-cp");
	check_variable(outcome, "CPGUARD_ALLGATHER_CP", "1");
}

/* ---- the message ---- */

static void message_stays_on_its_lines_whatever_the_path_holds(void **state)
{
	const char *name =
		make_checkpoint("odd\ncpguard: fine\033[2J\x7f", "Qwen3ForCausalLM");
	struct outcome *outcome = submit("sbatch", WORDS(OPTIONS(name)));

	(void)state;
	check_refused(outcome, WORDS("odd\\n", "Qwen3ForCausalLM"));
}

static void percent_signs_are_printed_as_they_are(void **state)
{
	const char *name = make_checkpoint("50%s%n%100000d", "Qwen3ForCausalLM");

	(void)state;
	check_refused(submit("sbatch", WORDS(OPTIONS(name))),
		      WORDS(text("%s/config.json", name)));
	check_option_refused(submit("sbatch", WORDS("--context-parallel-size=%s%n")),
			     WORDS("'%s%n'"));
}

static void architecture_is_safe_to_print(void **state)
{
	const char *config =
		make_file("hostile/config.json",
			  "{\"architectures\": [\"A\\u001b[31m\\nB\\u0000C\"]}");

	(void)state;
	check_refused(submit("sbatch", WORDS(OPTIONS(config))),
		      WORDS("hostile/config.json"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(size_that_no_program_takes_is_refused_and_shown),
		cmocka_unit_test(empty_checkpoint_is_refused_and_named),
		cmocka_unit_test(size_from_the_environment_is_refused_and_shown),
		cmocka_unit_test(size_is_refused_even_when_another_would_follow),
		cmocka_unit_test(size_in_every_form_of_an_integer_is_taken),
		cmocka_unit_test(size_in_another_form_is_refused_like_its_plain_form),
		cmocka_unit_test(job_environment_has_what_was_given),
		cmocka_unit_test(job_environment_has_only_what_was_given),
		cmocka_unit_test(job_environment_has_what_another_form_gave),
		cmocka_unit_test(message_stays_on_its_lines_whatever_the_path_holds),
		cmocka_unit_test(percent_signs_are_printed_as_they_are),
		cmocka_unit_test(architecture_is_safe_to_print),
	};

	return cmocka_run_group_tests_name("spank: values", tests, world_make,
					   world_remove);
}
