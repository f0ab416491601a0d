#include <string.h>

#include "cpguard/verdict.h"
#include "test.h"

/* A launch that asks for two ranks on the checkpoint /m; tests change what they are about. */
static struct cpg_facts asking(void)
{
	return (struct cpg_facts){
		.allgather_cp.value = CPG_YES,
		.context_parallel_size = {.known = true, .given = true, .size = {2, "2"}},
		.hf_checkpoint = {.known = true, .path = "/m"},
		.debug_rollout_only.value = CPG_NO,
	};
}

static const struct cpg_text qwen = {"Qwen3ForCausalLM", 16};

static const struct cpg_model not_permitted = {
	.state = CPG_MODEL_READ,
	.architectures = &qwen,
	.architecture_count = 1,
};
static const struct cpg_model permitted = {
	.state = CPG_MODEL_READ,
	.architectures = &qwen,
	.architecture_count = 1,
	.permitted = true,
};
static const struct cpg_model no_names = {.state = CPG_MODEL_READ};
static const struct cpg_model unasked = {.state = CPG_MODEL_UNASKED};

static void every_reason_has_a_name_of_its_own_and_a_verdict(void **state)
{
	(void)state;
	for (int i = 0; i < CPG_REASON_COUNT; i++) {
		const char *name = cpg_reason_name((enum cpg_reason)i);

		assert_non_null(name);
		assert_non_null(cpg_verdict_name(cpg_reason_verdict((enum cpg_reason)i)));
		for (int j = 0; j < i; j++)
			assert_string_not_equal(name, cpg_reason_name((enum cpg_reason)j));
	}
	assert_string_equal(cpg_reason_name(CPG_REASON_ARCHITECTURE_NOT_PERMITTED),
			    "architecture_not_permitted");
	assert_int_equal(cpg_reason_verdict(CPG_REASON_CHECKPOINT_HIDDEN), CPG_UNDECIDED);
}

static void model_decides_when_all_four_facts_are_known(void **state)
{
	static const struct {
		enum cpg_model_state model;
		enum cpg_reason reason;
	} states[] = {
		{CPG_MODEL_NOT_FOUND, CPG_REASON_CHECKPOINT_NOT_FOUND},
		{CPG_MODEL_UNREADABLE, CPG_REASON_CHECKPOINT_UNREADABLE},
		{CPG_MODEL_HIDDEN, CPG_REASON_CHECKPOINT_HIDDEN},
	};
	struct cpg_facts facts = asking();

	(void)state;
	assert_true(cpg_verdict_needs_model(&facts));
	assert_int_equal(cpg_verdict_judge(&facts, &permitted), CPG_REASON_PERMITTED);
	assert_int_equal(cpg_verdict_judge(&facts, &not_permitted),
			 CPG_REASON_ARCHITECTURE_NOT_PERMITTED);
	assert_int_equal(cpg_verdict_judge(&facts, &no_names),
			 CPG_REASON_ARCHITECTURE_MISSING);
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		struct cpg_model model = {.state = states[i].model};

		assert_int_equal(cpg_verdict_judge(&facts, &model), states[i].reason);
	}
}

static void absent_or_empty_checkpoint_vouches_for_nothing(void **state)
{
	struct cpg_facts facts = asking();

	(void)state;
	facts.hf_checkpoint.path = NULL;
	assert_false(cpg_verdict_needs_model(&facts));
	assert_int_equal(cpg_verdict_judge(&facts, &unasked),
			 CPG_REASON_CHECKPOINT_NOT_GIVEN);
	facts.hf_checkpoint.path = "";
	assert_int_equal(cpg_verdict_judge(&facts, &unasked),
			 CPG_REASON_CHECKPOINT_NOT_GIVEN);
}

static void one_fact_that_allows_is_enough_whatever_else_is_unknown(void **state)
{
	struct cpg_facts unknown = {
		.allgather_cp.value = CPG_UNKNOWN,
		.debug_rollout_only.value = CPG_UNKNOWN,
	};
	struct cpg_facts facts = unknown;

	(void)state;
	facts.allgather_cp.value = CPG_NO;
	assert_int_equal(cpg_verdict_judge(&facts, &unasked), CPG_REASON_FLAG_NOT_GIVEN);
	facts = unknown;
	facts.context_parallel_size =
		(struct cpg_fact_size){.known = true, .size = {1, "1"}};
	assert_int_equal(cpg_verdict_judge(&facts, &unasked), CPG_REASON_SINGLE_RANK);
	facts.context_parallel_size.size.value = -3;
	assert_int_equal(cpg_verdict_judge(&facts, &unasked), CPG_REASON_SINGLE_RANK);
	facts = unknown;
	facts.debug_rollout_only.value = CPG_YES;
	assert_int_equal(cpg_verdict_judge(&facts, &unasked), CPG_REASON_ROLLOUT_ONLY);
	facts = unknown;
	facts.rejected = "it takes no value";
	assert_int_equal(cpg_verdict_judge(&facts, &unasked),
			 CPG_REASON_COMMAND_LINE_REJECTED);
	facts = unknown;
	facts.hf_checkpoint = (struct cpg_fact_path){.known = true, .path = "/m"};
	assert_true(cpg_verdict_needs_model(&facts));
	assert_int_equal(cpg_verdict_judge(&facts, &permitted), CPG_REASON_PERMITTED);
}

static void one_unknown_fact_keeps_a_bad_model_undecided(void **state)
{
	struct cpg_facts facts = asking();

	(void)state;
	facts.allgather_cp.value = CPG_UNKNOWN;
	assert_int_equal(cpg_verdict_judge(&facts, &not_permitted),
			 CPG_REASON_ARGUMENT_UNKNOWN);
	facts = asking();
	facts.context_parallel_size.known = false;
	assert_int_equal(cpg_verdict_judge(&facts, &not_permitted),
			 CPG_REASON_ARGUMENT_UNKNOWN);
	facts = asking();
	facts.debug_rollout_only.value = CPG_UNKNOWN;
	assert_int_equal(cpg_verdict_judge(&facts, &not_permitted),
			 CPG_REASON_ARGUMENT_UNKNOWN);
	facts = asking();
	facts.hf_checkpoint = (struct cpg_fact_path){.known = false};
	assert_int_equal(cpg_verdict_judge(&facts, &unasked), CPG_REASON_ARGUMENT_UNKNOWN);
}

static void what_a_yaml_file_does_has_reasons_of_its_own(void **state)
{
	struct cpg_facts facts = asking();

	(void)state;
	facts.stopped = "it ends there";
	assert_false(cpg_verdict_needs_model(&facts));
	assert_int_equal(cpg_verdict_judge(&facts, &unasked), CPG_REASON_YAML_REJECTED);
	assert_int_equal(cpg_reason_verdict(CPG_REASON_YAML_REJECTED), CPG_ALLOW);
	facts = asking();
	facts.unread = "it is not there";
	assert_int_equal(cpg_verdict_judge(&facts, &not_permitted),
			 CPG_REASON_ARCHITECTURE_NOT_PERMITTED);
	facts.context_parallel_size.known = false;
	assert_int_equal(cpg_verdict_judge(&facts, &not_permitted),
			 CPG_REASON_YAML_UNKNOWN);
	assert_int_equal(cpg_verdict_judge(&facts, &permitted), CPG_REASON_PERMITTED);
	assert_int_equal(cpg_reason_verdict(CPG_REASON_YAML_UNKNOWN), CPG_UNDECIDED);
}

static void launch_asks_with_the_flag_and_more_or_unknown_ranks(void **state)
{
	struct cpg_facts facts = asking();

	(void)state;
	assert_true(cpg_verdict_asks(&facts));
	facts.context_parallel_size.known = false;
	assert_true(cpg_verdict_asks(&facts));
	facts.allgather_cp.value = CPG_UNKNOWN;
	assert_false(cpg_verdict_asks(&facts));
	facts = asking();
	facts.context_parallel_size.size.value = 1;
	assert_false(cpg_verdict_asks(&facts));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_reason_has_a_name_of_its_own_and_a_verdict),
		cmocka_unit_test(model_decides_when_all_four_facts_are_known),
		cmocka_unit_test(absent_or_empty_checkpoint_vouches_for_nothing),
		cmocka_unit_test(one_fact_that_allows_is_enough_whatever_else_is_unknown),
		cmocka_unit_test(one_unknown_fact_keeps_a_bad_model_undecided),
		cmocka_unit_test(what_a_yaml_file_does_has_reasons_of_its_own),
		cmocka_unit_test(launch_asks_with_the_flag_and_more_or_unknown_ranks),
	};

	return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
