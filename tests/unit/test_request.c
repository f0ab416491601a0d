#include <stdlib.h>

#include "cpguard/request.h"
#include "files.h"

struct site {
	struct cpg_arena *arena;
	char *directory;
	struct cpg_settings settings;
	struct cpg_environment environment;
};

static int set_up(void **state)
{
	struct site *site = calloc(1, sizeof(*site));

	site->arena = cpg_arena_new(CPG_ARENA_BUDGET);
	site->directory = make_directory();
	write_file(site->arena, site->directory, "dsa/config.json", DSA_CONFIG);
	write_file(site->arena, site->directory, "qwen/config.json", QWEN_CONFIG);
	cpg_settings_default(&site->settings);
	*state = site;
	return 0;
}

static int tear_down(void **state)
{
	struct site *site = *state;

	remove_directory(site->directory);
	cpg_arena_free(site->arena);
	free(site);
	return 0;
}

static struct cpg_request request_of(struct site *site, const char *const *command)
{
	struct cpg_request request = {
		.settings = &site->settings,
		.workdir = site->directory,
		.environment = &site->environment,
	};

	if (command) {
		request.command = cpg_words_of(site->arena, command, SIZE_MAX,
					       &request.command_count);
		assert_non_null(request.command);
	}
	return request;
}

static const char *const bad_command[] = {
	"python3",
	"train.py",
	"--allgather-cp",
	"--context-parallel-size=2",
	"--hf-checkpoint",
	"qwen",
	NULL,
};
static const char *const good_command[] = {
	"python3",
	"train.py",
	"--allgather-cp",
	"--context-parallel-size=2",
	"--hf-checkpoint",
	"dsa",
	NULL,
};
static const struct cpg_options bad_options = {"qwen", true, "2"};
static const struct cpg_options good_options = {"dsa", true, "2"};

static struct cpg_result judged(struct site *site, const struct cpg_options *options,
				const char *const *command)
{
	struct cpg_request request = request_of(site, command);
	struct cpg_result result;

	if (options)
		request.options = *options;
	cpg_request_evaluate(site->arena, &request, &result);
	return result;
}

static void nothing_to_judge_is_allowed(void **state)
{
	static const char *const hostname[] = {"hostname", NULL};
	struct cpg_result result = judged(*state, NULL, NULL);

	assert_int_equal(result.verdict, CPG_ALLOW);
	assert_int_equal(result.reason, CPG_REASON_NO_LAUNCH);
	assert_int_equal(result.count, 0);
	result = judged(*state, NULL, hostname);
	assert_int_equal(result.reason, CPG_REASON_NO_LAUNCH);
}

static void options_and_command_are_each_judged(void **state)
{
	struct cpg_result result = judged(*state, &good_options, bad_command);

	assert_int_equal(result.count, 2);
	assert_int_equal(result.findings[0].launch.source, CPG_LAUNCH_OPTIONS);
	assert_int_equal(result.findings[0].reason, CPG_REASON_PERMITTED);
	assert_int_equal(result.findings[1].launch.source, CPG_LAUNCH_COMMAND);
	assert_int_equal(result.findings[1].reason, CPG_REASON_ARCHITECTURE_NOT_PERMITTED);
	assert_int_equal(result.verdict, CPG_REFUSE);
	assert_int_equal(result.reason, CPG_REASON_ARCHITECTURE_NOT_PERMITTED);
}

static void undecided_weighs_more_than_allow_and_less_than_refuse(void **state)
{
	const struct cpg_options absent = {"no/such/model", true, "2"};
	struct cpg_result result = judged(*state, &absent, good_command);

	assert_int_equal(result.verdict, CPG_UNDECIDED);
	assert_int_equal(result.reason, CPG_REASON_CHECKPOINT_NOT_FOUND);
	result = judged(*state, &absent, bad_command);
	assert_int_equal(result.verdict, CPG_REFUSE);
}

static void options_do_not_change_what_a_launch_says_itself(void **state)
{
	static const char *const without_flag[] = {
		"python3", "train.py", "--context-parallel-size=2", "--hf-checkpoint=qwen",
		NULL,
	};
	struct cpg_result result = judged(*state, &good_options, without_flag);

	assert_int_equal(result.findings[1].reason, CPG_REASON_FLAG_NOT_GIVEN);
}

static void options_fill_what_a_launch_leaves_unknown(void **state)
{
	struct site *site = *state;
	struct cpg_word words[] = {
		{.text = "train.py"},
		{.text = "--allgather-cp"},
		{.text = "--context-parallel-size=2"},
		{.prefix = "--hf-checkpoint="},
	};
	struct cpg_request request = request_of(site, NULL);
	struct cpg_result result;

	request.command = words;
	request.command_count = 4;
	cpg_request_evaluate(site->arena, &request, &result);
	assert_int_equal(result.reason, CPG_REASON_ARGUMENT_UNKNOWN);
	request.options = bad_options;
	cpg_request_evaluate(site->arena, &request, &result);
	assert_int_equal(result.findings[1].reason, CPG_REASON_ARCHITECTURE_NOT_PERMITTED);
	assert_string_equal(result.findings[1].facts.hf_checkpoint.path, "qwen");
}

static void launch_is_judged_by_the_role_whose_verdict_weighs_most(void **state)
{
	static const struct {
		const char *yaml;
		enum cpg_reason reason;
		enum cpg_role role;
	} rows[] = {
		{"[{role: critic, overrides: {allgather_cp: yes}}]",
		 CPG_REASON_ARCHITECTURE_NOT_PERMITTED, CPG_ROLE_CRITIC},
		{"[{role: actor, overrides: {allgather_cp: yes}}]",
		 CPG_REASON_ARCHITECTURE_NOT_PERMITTED, CPG_ROLE_ACTOR},
		{"[{role: critic, overrides: {allgather_cp: yes, hf_checkpoint: dsa}}]",
		 CPG_REASON_FLAG_NOT_GIVEN, CPG_ROLE_ACTOR},
		{"[{role: critic, overrides: {allgather_cp: yes, hf_checkpoint: ./none}}]",
		 CPG_REASON_CHECKPOINT_NOT_FOUND, CPG_ROLE_CRITIC},
		{"[]", CPG_REASON_FLAG_NOT_GIVEN, CPG_ROLE_ALL},
		{"none", CPG_REASON_FLAG_NOT_GIVEN, CPG_ROLE_ALL},
	};
	static const char *const command[] = {
		"python3",
		"train.py",
		"--context-parallel-size=2",
		"--hf-checkpoint=qwen",
		"--advantage-estimator=ppo",
		"--megatron-config-path=m.yaml",
		NULL,
	};
	struct site *site = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cpg_result result;

		write_file(site->arena, site->directory, "m.yaml",
			   cpg_arena_printf(site->arena, "megatron: %s", rows[i].yaml));
		result = judged(site, NULL, command);
		assert_int_equal(result.count, 1);
		if (result.reason != rows[i].reason ||
		    result.findings[0].role != rows[i].role)
			fail_msg("row %zu: %s, role %d", i, cpg_reason_name(result.reason),
				 result.findings[0].role);
	}
}

static void critic_that_may_not_be_there_refuses_nothing(void **state)
{
	struct site *site = *state;
	struct cpg_word words[] = {
		{.text = "train.py"},
		{.text = "--context-parallel-size=2"},
		{.text = "--hf-checkpoint=qwen"},
		{.prefix = "--advantage-estimator="},
		{.text = "--megatron-config-path=m.yaml"},
	};
	struct cpg_request request = request_of(site, NULL);
	struct cpg_result result;

	write_file(site->arena, site->directory, "m.yaml",
		   "megatron: [{role: critic, overrides: {allgather_cp: yes}}]");
	request.command = words;
	request.command_count = 5;
	cpg_request_evaluate(site->arena, &request, &result);
	assert_int_equal(result.reason, CPG_REASON_ARGUMENT_UNKNOWN);
	assert_int_equal(result.findings[0].role, CPG_ROLE_CRITIC);
	assert_int_equal(
		cpg_finding_action(&site->settings, CPG_GATE_SUBMIT, &result.findings[0]),
		CPG_ACTION_NOTICE);
}

static void options_fill_what_a_yaml_file_leaves_unknown(void **state)
{
	static const char *const command[] = {"python3", "train.py",
					      "--custom-config-path=none.yaml", NULL};
	struct cpg_result result = judged(*state, NULL, command);

	assert_int_equal(result.reason, CPG_REASON_YAML_UNKNOWN);
	result = judged(*state, &bad_options, command);
	assert_int_equal(result.findings[1].reason, CPG_REASON_ARCHITECTURE_NOT_PERMITTED);
}

static void settings_switch_off_what_is_looked_at(void **state)
{
	struct site *site = *state;

	site->settings.scripts = CPG_MODE_OFF;
	assert_int_equal(judged(site, &good_options, bad_command).count, 1);
	site->settings.mode = CPG_MODE_OFF;
	assert_int_equal(judged(site, &bad_options, bad_command).count, 0);
}

static void little_memory_is_undecided_and_never_a_wrong_answer(void **state)
{
	struct site *site = *state;
	struct cpg_request request = request_of(site, bad_command);
	size_t undecided = 0;

	for (size_t budget = 0; budget < 32768; budget += 256) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_result result;

		cpg_request_evaluate(arena, &request, &result);
		assert_int_not_equal(result.verdict, CPG_ALLOW);
		if (result.verdict == CPG_UNDECIDED)
			assert_int_equal(result.reason, CPG_REASON_LIMIT_EXCEEDED);
		undecided += result.verdict == CPG_UNDECIDED;
		cpg_arena_free(arena);
	}
	assert_in_range(undecided, 1, 127);
}

/* What each setting makes of a verdict, at each gate. */
static const struct {
	const char *settings[2];
	enum cpg_launch_source source;
	enum cpg_reason reason;
	enum cpg_action submit;
	enum cpg_action node;
} actions[] = {
#define BAD CPG_REASON_ARCHITECTURE_NOT_PERMITTED
#define GOOD CPG_REASON_PERMITTED
#define DARK CPG_REASON_CHECKPOINT_NOT_FOUND
#define OPT CPG_LAUNCH_OPTIONS
#define CMD CPG_LAUNCH_COMMAND
#define NONE CPG_ACTION_NONE
#define NOTE CPG_ACTION_NOTICE
#define WARN CPG_ACTION_WARN
#define PASS CPG_ACTION_OVERRIDE
#define STOP CPG_ACTION_REFUSE
	{{NULL}, OPT, BAD, STOP, STOP},
	{{NULL}, CMD, BAD, STOP, STOP},
	{{NULL}, OPT, GOOD, NONE, NONE},
	{{NULL}, CMD, GOOD, NONE, NONE},
	{{"mode=warn"}, OPT, BAD, WARN, WARN},
	{{"mode=warn"}, CMD, BAD, WARN, WARN},
	{{"mode=off"}, OPT, BAD, NONE, NONE},
	{{"scripts=warn"}, OPT, BAD, STOP, STOP},
	{{"scripts=warn"}, CMD, BAD, WARN, WARN},
	{{"scripts=off"}, CMD, BAD, NONE, NONE},
	{{"mode=off", "scripts=enforce"}, CMD, BAD, NONE, NONE},
	{{NULL}, OPT, DARK, STOP, STOP},
	{{NULL}, CMD, DARK, NOTE, NOTE},
	{{"mode=warn"}, OPT, DARK, WARN, WARN},
	{{"unverified=defer"}, OPT, DARK, NOTE, STOP},
	{{"unverified=defer", "mode=warn"}, OPT, DARK, NOTE, WARN},
	{{"unverified=allow"}, OPT, DARK, NOTE, NOTE},
	{{"unverified=allow"}, OPT, BAD, STOP, STOP},
	{{"unverified=allow"}, CMD, DARK, NOTE, NOTE},
};

static enum cpg_action action_of(struct site *site, const char *const settings[2],
				 enum cpg_gate gate, const struct cpg_finding *finding)
{
	struct cpg_settings applied;

	cpg_settings_default(&applied);
	for (size_t i = 0; i < 2 && settings[i]; i++)
		assert_int_equal(
			cpg_settings_apply(site->arena, &applied, settings[i], NULL), 0);
	return cpg_finding_action(&applied, gate, finding);
}

static struct cpg_finding finding_of(enum cpg_launch_source source, enum cpg_reason reason)
{
	return (struct cpg_finding){
		.launch.source = source,
		.facts = {.allgather_cp.value = CPG_YES},
		.reason = reason,
		.verdict = cpg_reason_verdict(reason),
	};
}

static void settings_and_gate_decide_what_is_done(void **state)
{
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		struct cpg_finding finding =
			finding_of(actions[i].source, actions[i].reason);

		if (action_of(*state, actions[i].settings, CPG_GATE_SUBMIT, &finding) !=
			    actions[i].submit ||
		    action_of(*state, actions[i].settings, CPG_GATE_NODE, &finding) !=
			    actions[i].node)
			fail_msg("row %zu", i);
	}
}

/* What CPGUARD_OVERRIDE makes of it. */
static const struct {
	const char *settings[2];
	enum cpg_launch_source source;
	enum cpg_reason reason;
	enum cpg_action submit;
	enum cpg_action node;
	const char *override;
} overrides[] = {
	{{"override=yes"}, OPT, BAD, STOP, STOP, NULL},
	{{"override=yes"}, OPT, BAD, STOP, STOP, ""},
	{{"override=yes"}, OPT, BAD, STOP, STOP, " \t\n\x7f"},
	{{"override=yes"}, OPT, BAD, PASS, PASS, "I know"},
	{{"override=yes"}, CMD, BAD, PASS, PASS, "I know"},
	{{"override=yes"}, OPT, DARK, PASS, PASS, "I know"},
	{{"override=yes"}, CMD, DARK, NOTE, NOTE, "I know"},
	{{"override=yes"}, OPT, GOOD, NONE, NONE, "I know"},
	{{"override=yes", "unverified=defer"}, OPT, DARK, NOTE, PASS, "I know"},
	{{"override=yes", "mode=warn"}, OPT, BAD, WARN, WARN, "I know"},
	{{"override=yes", "scripts=warn"}, CMD, BAD, WARN, WARN, "I know"},
	{{"override=yes", "mode=off"}, OPT, BAD, NONE, NONE, "I know"},
	{{"override=no"}, OPT, BAD, STOP, STOP, "I know"},
	{{NULL}, CMD, BAD, STOP, STOP, "I know"},
};

static void reason_counts_where_the_site_allows_it_and_changes_refusals_only(void **state)
{
	for (size_t i = 0; i < sizeof(overrides) / sizeof(overrides[0]); i++) {
		struct cpg_finding finding =
			finding_of(overrides[i].source, overrides[i].reason);

		finding.override = overrides[i].override;
		if (action_of(*state, overrides[i].settings, CPG_GATE_SUBMIT, &finding) !=
			    overrides[i].submit ||
		    action_of(*state, overrides[i].settings, CPG_GATE_NODE, &finding) !=
			    overrides[i].node)
			fail_msg("row %zu", i);
	}
}

static void every_finding_has_the_reason_of_its_request(void **state)
{
	struct site *site = *state;
	struct cpg_request request = request_of(site, bad_command);
	struct cpg_result result;

	request.options = bad_options;
	request.override = "I know";
	cpg_request_evaluate(site->arena, &request, &result);
	assert_int_equal(result.count, 2);
	assert_string_equal(result.findings[0].override, "I know");
	assert_string_equal(result.findings[1].override, "I know");
	/* It changes what is done, not what is true. */
	assert_int_equal(result.verdict, CPG_REFUSE);
}

static void undecided_launch_that_does_not_ask_is_silent(void **state)
{
	struct site *site = *state;
	struct cpg_finding finding = {
		.launch.source = CPG_LAUNCH_COMMAND,
		.facts = {.allgather_cp.value = CPG_UNKNOWN},
		.reason = CPG_REASON_ARGUMENT_UNKNOWN,
		.verdict = CPG_UNDECIDED,
	};

	assert_int_equal(cpg_finding_action(&site->settings, CPG_GATE_SUBMIT, &finding),
			 CPG_ACTION_NONE);
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(nothing_to_judge_is_allowed),
		site_test(options_and_command_are_each_judged),
		site_test(undecided_weighs_more_than_allow_and_less_than_refuse),
		site_test(options_do_not_change_what_a_launch_says_itself),
		site_test(options_fill_what_a_launch_leaves_unknown),
		site_test(launch_is_judged_by_the_role_whose_verdict_weighs_most),
		site_test(critic_that_may_not_be_there_refuses_nothing),
		site_test(options_fill_what_a_yaml_file_leaves_unknown),
		site_test(settings_switch_off_what_is_looked_at),
		site_test(little_memory_is_undecided_and_never_a_wrong_answer),
		site_test(settings_and_gate_decide_what_is_done),
		site_test(reason_counts_where_the_site_allows_it_and_changes_refusals_only),
		site_test(every_finding_has_the_reason_of_its_request),
		site_test(undecided_launch_that_does_not_ask_is_silent),
	};

	return cmocka_run_group_tests_name("request", tests, NULL, NULL);
}
