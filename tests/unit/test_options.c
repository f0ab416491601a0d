#include <errno.h>
#include <stdio.h>

#include "cpguard/options.h"
#include "test.h"

static const struct cpg_options all_three = {
	.hf_checkpoint = "/m/x",
	.allgather_cp = true,
	.context_parallel_size = " +0_2 ",
};

static void sizes_that_python_reads_from_one_up_are_taken(void **state)
{
	static const char *const sizes[] = {"1",  "2",   " 2 ",    "+2",
					    "02", "1_0", "\u0662", "99999999999999999999"};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		if (cpg_option_check(*state, CPG_OPTION_CONTEXT_PARALLEL_SIZE, sizes[i],
				     NULL) != 0)
			fail_msg("'%s' was rejected", sizes[i]);
	}
}

static void other_sizes_are_rejected_with_the_value_shown(void **state)
{
	static const char *const sizes[] = {"0",   "-1",  "",     "two",
					    "2.0", "0x2", "1__0", "2 2"};
	char expected[128];

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct cpg_error err = {.code = 0};

		if (cpg_option_check(*state, CPG_OPTION_CONTEXT_PARALLEL_SIZE, sizes[i],
				     &err) != -1)
			fail_msg("'%s' was taken", sizes[i]);
		snprintf(expected, sizeof(expected),
			 "--context-parallel-size takes a whole number from 1 up, not '%s'",
			 sizes[i]);
		assert_string_equal(err.text, expected);
		assert_int_equal(err.code, CPG_E_USAGE);
	}
}

static void empty_checkpoint_is_rejected(void **state)
{
	assert_int_equal(cpg_option_check(*state, CPG_OPTION_HF_CHECKPOINT, "/m/x", NULL),
			 0);
	assert_int_equal(cpg_option_check(*state, CPG_OPTION_HF_CHECKPOINT, "", NULL), -1);
	assert_int_equal(cpg_option_check(*state, CPG_OPTION_ALLGATHER_CP, "", NULL), 0);
}

static void declared_options_are_a_launch_of_their_own(void **state)
{
	struct cpg_launch launch = {.workdir = "/w"};

	assert_int_equal(cpg_options_launch(*state, &all_three, &launch, NULL), 0);
	assert_int_equal(launch.source, CPG_LAUNCH_OPTIONS);
	assert_int_equal(launch.argc, 3);
	assert_string_equal(launch.argv[0].text, "--hf-checkpoint=/m/x");
	assert_string_equal(launch.argv[1].text, "--allgather-cp");
	assert_string_equal(launch.argv[2].text, "--context-parallel-size=2");
	assert_string_equal(launch.workdir, "/w");
}

static void facts_are_all_known(void **state)
{
	struct cpg_facts facts;

	assert_int_equal(cpg_options_facts(*state, &all_three, &facts, NULL), 0);
	assert_int_equal(facts.allgather_cp.value, CPG_YES);
	assert_int_equal(facts.debug_rollout_only.value, CPG_NO);
	assert_true(facts.context_parallel_size.known);
	assert_true(facts.context_parallel_size.given);
	assert_int_equal(facts.context_parallel_size.size.value, 2);
	assert_string_equal(facts.hf_checkpoint.path, "/m/x");
}

static void options_not_given_are_no_flag_size_1_and_no_checkpoint(void **state)
{
	struct cpg_options options = {.hf_checkpoint = NULL};
	struct cpg_facts facts;

	assert_false(cpg_options_given(&options));
	assert_int_equal(cpg_options_facts(*state, &options, &facts, NULL), 0);
	assert_int_equal(facts.allgather_cp.value, CPG_NO);
	assert_true(facts.context_parallel_size.known);
	assert_false(facts.context_parallel_size.given);
	assert_int_equal(facts.context_parallel_size.size.value, 1);
	assert_true(facts.hf_checkpoint.known);
	assert_null(facts.hf_checkpoint.path);
}

static void environment_gets_each_option_and_all_as_one_string(void **state)
{
	struct cpg_variable variables[CPG_OPTIONS_VARIABLES];

	assert_int_equal(cpg_options_variables(*state, &all_three, variables, NULL), 4);
	assert_string_equal(variables[0].name, "CPGUARD_HF_CHECKPOINT");
	assert_string_equal(variables[0].value, "/m/x");
	assert_string_equal(variables[1].name, "CPGUARD_ALLGATHER_CP");
	assert_string_equal(variables[1].value, "1");
	assert_string_equal(variables[2].name, "CPGUARD_CONTEXT_PARALLEL_SIZE");
	assert_string_equal(variables[2].value, "2");
	assert_string_equal(variables[3].name, "CPGUARD_ARGS");
	assert_string_equal(
		variables[3].value,
		"--hf-checkpoint=/m/x --allgather-cp --context-parallel-size=2");
}

static void environment_gets_only_what_was_given(void **state)
{
	struct cpg_variable variables[CPG_OPTIONS_VARIABLES];
	struct cpg_options options = {.allgather_cp = true};

	assert_int_equal(cpg_options_variables(*state, &options, variables, NULL), 2);
	assert_string_equal(variables[0].name, "CPGUARD_ALLGATHER_CP");
	assert_string_equal(variables[1].name, "CPGUARD_ARGS");
	assert_string_equal(variables[1].value, "--allgather-cp");
	options.allgather_cp = false;
	assert_int_equal(cpg_options_variables(*state, &options, variables, NULL), 0);
}

static void lack_of_memory_is_an_error_at_every_budget(void **state)
{
	(void)state;
	for (size_t budget = 0; budget < 512; budget += 16) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_variable variables[CPG_OPTIONS_VARIABLES];
		struct cpg_launch launch;
		struct cpg_facts facts;
		struct cpg_error err = {.code = ENOMEM};

		if (cpg_options_variables(arena, &all_three, variables, &err) != 4)
			assert_int_equal(err.code, ENOMEM);
		if (cpg_options_launch(arena, &all_three, &launch, &err) < 0)
			assert_int_equal(err.code, ENOMEM);
		if (cpg_options_facts(arena, &all_three, &facts, &err) < 0)
			assert_int_equal(err.code, ENOMEM);
		cpg_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(sizes_that_python_reads_from_one_up_are_taken),
		arena_test(other_sizes_are_rejected_with_the_value_shown),
		arena_test(empty_checkpoint_is_rejected),
		arena_test(declared_options_are_a_launch_of_their_own),
		arena_test(facts_are_all_known),
		arena_test(options_not_given_are_no_flag_size_1_and_no_checkpoint),
		arena_test(environment_gets_each_option_and_all_as_one_string),
		arena_test(environment_gets_only_what_was_given),
		arena_test(lack_of_memory_is_an_error_at_every_budget),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
