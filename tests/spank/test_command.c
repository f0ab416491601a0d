/* The submit gate on what srun and salloc are to run, and on what sbatch gets. */
#include <fcntl.h>
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

static const char *const bad_model[] = {"bad/config.json", "Qwen3ForCausalLM",
					"--allgather-cp", "--context-parallel-size", NULL};

static const char *const programs[] = {"srun", "salloc", NULL};

/* A call of that program with these words. */
static struct outcome *call(const char *program, const char *const *words)
{
	const char *argv[64] = {program};
	size_t argc = 1;

	while (*words)
		argv[argc++] = *words++;
	return run(&(struct run){.argv = argv});
}

/* ---- what is a launch ---- */

static void training_command_that_breaks_the_rule_is_refused(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_refused(call(*program, WORDS("-n1", TRAIN(at("bad")))), bad_model);
		check_refused(
			call(*program, WORDS("-n1", "./train.py", OPTIONS(at("bad")))),
			bad_model);
		check_refused(call(*program, WORDS("-n1", "/usr/bin/python3", "-u", "-m",
						   "slime.train", OPTIONS(at("bad")))),
			      bad_model);
	}
}

static void training_command_of_a_permitted_model_is_allowed(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_allowed(call(*program, WORDS("-n1", TRAIN(at("good")))));
		check_allowed(call(*program, WORDS("-n1", TRAIN(at("glm")))));
		check_allowed(
			call(*program, WORDS("-n1", "./train.py", OPTIONS(at("good")))));
		check_allowed(call(*program, WORDS("-n1", "python", "-m", "slime.train",
						   OPTIONS(at("good")))));
	}
}

static void command_that_does_not_train_is_allowed(void **state)
{
	const char *const commands[][10] = {
		{"hostname"},
		{"echo", TRAIN(at("bad"))},
		{"python3"},
		{"python3", "-V", OPTIONS(at("bad"))},
		{"train", OPTIONS(at("bad"))},
		{"cat", "train.py", OPTIONS(at("bad"))},
	};

	(void)state;
	for (const char *const *program = programs; *program; program++)
		for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
			check_allowed(call(*program, commands[i]));
}

static void command_with_a_single_rank_is_allowed(void **state)
{
	const char *const commands[][10] = {
		{"python3", "train.py", "--allgather-cp", "--hf-checkpoint", at("bad")},
		{TRAIN(at("bad")), "--context-parallel-size", "1"},
		{TRAIN(at("bad")), "--context-parallel-size=1"},
		{"python3", "train.py", "--context-parallel-size", "2", "--hf-checkpoint",
		 at("bad")},
		{TRAIN(at("bad")), "--debug-rollout-only"},
		/* argparse takes no value for a flag: the program ends by itself. */
		{"python3", "train.py", "--allgather-cp=true", "--context-parallel-size",
		 "2", "--hf-checkpoint", at("bad")},
		/* argparse reads no option behind this. */
		{"python3", "train.py", "--", OPTIONS(at("bad"))},
	};

	(void)state;
	for (const char *const *program = programs; *program; program++)
		for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
			check_allowed(call(*program, commands[i]));
}

static void command_without_a_checkpoint_is_refused(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++)
		check_refused(call(*program, WORDS("python3", "train.py", "--allgather-cp",
						   "--context-parallel-size=2")),
			      WORDS("--hf-checkpoint"));
}

static void command_whose_checkpoint_is_not_here_is_noticed_and_goes_on(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++)
		check_noticed(call(*program, WORDS("-n1", TRAIN(at("elsewhere")))),
			      WORDS("elsewhere"));
}

static void no_command_is_allowed(void **state)
{
	(void)state;
	check_allowed(call("salloc", WORDS("-n1")));
	check_allowed(call("salloc", WORDS("-n1", "--")));
	check_refused(call("salloc", WORDS("-n1", OPTIONS(at("bad")))), bad_model);
}

static void options_fill_what_the_command_does_not_say(void **state)
{
	(void)state;
	/* Each by itself is fine. */
	check_refused(
		call("srun", WORDS("--hf-checkpoint", at("bad"), "python3", "train.py",
				   "--allgather-cp", "--context-parallel-size=2",
				   "--hf-checkpoint", at("bad"))),
		bad_model);
	/* What the command says is what will run. */
	check_allowed(call("srun", WORDS("--hf-checkpoint", at("bad"), TRAIN(at("good")))));
}

/* ---- where the command begins ---- */

static void command_is_found_behind_slurms_own_options(void **state)
{
	const char *const before[][10] = {
		{"--"},
		{"-n", "2", "--"},
		{"-n2", "-lN", "1"},
		{"--ntasks=2", "--nodes", "1"},
		{"-I", "-k"}, /* optional arguments, which only stand with them */
		{"-I5", "--immediate"},
		{"--exclusive", "--nice"},
		{"--exclusive=user", "--nice=5"},
		{"--ntasks-per", "2"}, /* abbreviated */
		{"-J", "python3"},     /* a value that looks like a command */
		{"-J", "train.py", "-o", "--allgather-cp"},
		{"-J", ""},
		{"-J", ":", "-A", "--"},
	};

	(void)state;
	for (const char *const *program = programs; *program; program++)
		for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
			const char *words[32];
			size_t count = 0;

			while (before[i][count]) {
				words[count] = before[i][count];
				count++;
			}
			memcpy(words + count, WORDS(TRAIN(at("bad"))), 8 * sizeof(*words));
			check_refused(call(*program, words), bad_model);
			memcpy(words + count, WORDS("hostname", TRAIN(at("bad"))),
			       9 * sizeof(*words));
			check_allowed(call(*program, words));
		}
}

static void empty_words_of_a_command_are_words(void **state)
{
	(void)state;
	check_refused(call("srun", WORDS("-J", "", "python3", "train.py", "",
					 "--allgather-cp", "", "--context-parallel-size",
					 "2", "--hf-checkpoint", at("bad"), "")),
		      bad_model);
	/* The size is what stands behind it, and that is no integer. */
	check_allowed(call("srun", WORDS("python3", "train.py", "--allgather-cp",
					 "--context-parallel-size", "", "2",
					 "--hf-checkpoint", at("bad"))));
	/* An empty checkpoint is none. */
	check_refused(
		call("srun", WORDS("python3", "train.py", "--allgather-cp",
				   "--context-parallel-size", "2", "--hf-checkpoint", "")),
		WORDS("--hf-checkpoint"));
}

static void long_command_is_read_to_its_end(void **state)
{
	const char **argv = keep(20100 * sizeof(*argv));
	const char *const *flags = WORDS(OPTIONS(at("bad")));
	size_t argc = 0;

	(void)state;
	argv[argc++] = "srun";
	argv[argc++] = "python3";
	argv[argc++] = "train.py";
	while (argc < 20000)
		argv[argc++] = "--some-option=with-a-value";
	memcpy(argv + argc, flags, 5 * sizeof(*argv));
	check_refused(run(&(struct run){.argv = argv}), bad_model);
	argv[argc] = "--hf-cp";
	check_refused(run(&(struct run){.argv = argv}), WORDS("--hf-checkpoint"));
}

static void one_very_long_word_is_read(void **state)
{
	char *word = keep(120001);

	(void)state;
	memset(word, 'x', 120000);
	check_refused(call("srun", WORDS("python3", "train.py", word, OPTIONS(at("bad")))),
		      bad_model);
	/* No path is that long. */
	check_noticed(call("srun", WORDS(TRAIN(word))), NULL);
}

static void words_that_are_no_text_do_no_harm(void **state)
{
	(void)state;
	check_refused(call("srun", WORDS("python3", "train.py", "\xff\xfe\x80",
					 OPTIONS(at("bad")))),
		      bad_model);
	check_noticed(call("srun", WORDS(TRAIN("/m/\xff\x1b[31m/x"))), NULL);
}

/* ---- sbatch ---- */

static void arguments_of_a_script_are_no_options_of_sbatch(void **state)
{
	const char *script = at("job.sh");

	(void)state;
	check_allowed(call("sbatch", WORDS("-n1", script, OPTIONS(at("bad")))));
	check_allowed(call("sbatch",
			   WORDS("-n1", OPTIONS(at("good")), script, OPTIONS(at("bad")))));
}

static void script_is_found_on_the_way_that_sbatch_looks(void **state)
{
	(void)state;
	make_file("scripts/found.sh", "#!/bin/sh\n");
	check_allowed(call("sbatch", WORDS("job.sh")));
	check_allowed(call("sbatch", WORDS("./job.sh")));
	check_allowed(call("sbatch", WORDS("--chdir", at("scripts"), "found.sh")));
	check_refused(call("sbatch",
			   WORDS("--chdir", at("scripts"), OPTIONS(at("bad")), "found.sh")),
		      bad_model);
	check_refused(run(&(struct run){ARGV("sbatch", OPTIONS(at("bad")), "found.sh"),
					ENV(text("PATH=%s", at("scripts")))}),
		      bad_model);
}

static void wrapped_command_is_judged_by_its_options(void **state)
{
	(void)state;
	check_refused(call("sbatch", WORDS("--wrap", "hostname", OPTIONS(at("bad")))),
		      bad_model);
	check_allowed(call("sbatch", WORDS("--wrap=hostname", OPTIONS(at("good")))));
	check_allowed(call("sbatch", WORDS("--wrap=hostname")));
}

/* ---- standard input ---- */

static void standard_input_of_srun_and_salloc_is_left_alone(void **state)
{
	const char *input = make_file("input", "#!/bin/sh\nsome lines\nfor the job\n");

	(void)state;
	for (const char *const *program = programs; *program; program++) {
		struct outcome *outcome = run(&(struct run){
			ARGV(*program, "-n1", TRAIN(at("good"))), .input = input});

		check_allowed(outcome);
		check(outcome->input_offset == 0, outcome, "standard input was read");
	}
}

static void script_on_standard_input_is_not_read_further(void **state)
{
	static const char script[] = "#!/bin/sh\n#SBATCH -J x\nhostname\n";
	const char *input = make_file("input.sh", script);
	struct outcome *outcome =
		run(&(struct run){ARGV("sbatch", OPTIONS(at("good"))), .input = input});

	(void)state;
	check_allowed(outcome);
	check(outcome->input_offset == (off_t)sizeof(script) - 1, outcome,
	      "the offset is not where sbatch left it");
	check_refused(
		run(&(struct run){ARGV("sbatch", OPTIONS(at("bad"))), .input = input}),
		bad_model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(training_command_that_breaks_the_rule_is_refused),
		cmocka_unit_test(training_command_of_a_permitted_model_is_allowed),
		cmocka_unit_test(command_that_does_not_train_is_allowed),
		cmocka_unit_test(command_with_a_single_rank_is_allowed),
		cmocka_unit_test(command_without_a_checkpoint_is_refused),
		cmocka_unit_test(
			command_whose_checkpoint_is_not_here_is_noticed_and_goes_on),
		cmocka_unit_test(no_command_is_allowed),
		cmocka_unit_test(options_fill_what_the_command_does_not_say),
		cmocka_unit_test(command_is_found_behind_slurms_own_options),
		cmocka_unit_test(empty_words_of_a_command_are_words),
		cmocka_unit_test(long_command_is_read_to_its_end),
		cmocka_unit_test(one_very_long_word_is_read),
		cmocka_unit_test(words_that_are_no_text_do_no_harm),
		cmocka_unit_test(arguments_of_a_script_are_no_options_of_sbatch),
		cmocka_unit_test(script_is_found_on_the_way_that_sbatch_looks),
		cmocka_unit_test(wrapped_command_is_judged_by_its_options),
		cmocka_unit_test(standard_input_of_srun_and_salloc_is_left_alone),
		cmocka_unit_test(script_on_standard_input_is_not_read_further),
	};

	return cmocka_run_group_tests_name("spank: command", tests, world_make,
					   world_remove);
}
