#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "cpguard/report.h"
#include "test.h"

static const struct cpg_text names[] = {
	{"Qwen3ForCausalLM", 16}, {"B", 1}, {"C", 1}, {"D", 1}, {"E\0F\n", 4}, {"G\xff", 2},
};

/* A launch of a script that breaks the rule; tests change what they are about. */
static struct cpg_finding broken(void)
{
	static const struct cpg_word argv[] = {
		{.text = "python3"},
		{.text = "train.py"},
		{.text = NULL, .many = true},
	};

	return (struct cpg_finding){
		.launch = {.source = CPG_LAUNCH_SCRIPT,
			   .argv = argv,
			   .argc = 3,
			   .program = 1},
		.facts =
			{
				.allgather_cp = {.value = CPG_YES,
						 .origin = {"models/qwen.sh", 12}},
				.context_parallel_size = {.known = true,
							  .given = true,
							  .size = {2, "2"},
							  .origin = {"run.sh", 7}},
				.hf_checkpoint = {.known = true,
						  .path = "/m/q",
						  .origin = {"run.sh", 9}},
			},
		.model = {.state = CPG_MODEL_READ,
			  .config = "/m/q/config.json",
			  .architectures = names,
			  .architecture_count = 1},
		.reason = CPG_REASON_ARCHITECTURE_NOT_PERMITTED,
		.verdict = CPG_REFUSE,
	};
}

static const char *text_under(struct cpg_arena *arena, const char *setting,
			      const struct cpg_finding *finding, enum cpg_action action)
{
	struct cpg_settings settings;
	const char *text;

	cpg_settings_default(&settings);
	if (setting)
		assert_int_equal(cpg_settings_apply(arena, &settings, setting, NULL), 0);
	text = cpg_report_text(arena, &settings, CPG_GATE_SUBMIT, finding, action);
	assert_non_null(text);
	return text;
}

static const char *text_of(struct cpg_arena *arena, const struct cpg_finding *finding,
			   enum cpg_action action)
{
	return text_under(arena, NULL, finding, action);
}

static void refusal_says_what_where_which_why_and_the_ways_out(void **state)
{
	struct cpg_finding finding = broken();

	assert_string_equal(text_of(*state, &finding, CPG_ACTION_REFUSE),
			    "cpguard: refused: --allgather-cp with --context-parallel-size "
			    "2 scrambles the "
			    "tokens of this model.\n"
			    "cpguard:   --allgather-cp (models/qwen.sh:12)\n"
			    "cpguard:   --context-parallel-size 2 (run.sh:7)\n"
			    "cpguard:   --hf-checkpoint /m/q (run.sh:9)\n"
			    "cpguard: /m/q/config.json names Qwen3ForCausalLM.\n"
			    "cpguard: It works for these only: DeepseekV32ForCausalLM, "
			    "GlmMoeDsaForCausalLM.\n"
			    "cpguard: With any other model each rank reads its tokens in "
			    "the wrong order. "
			    "Nothing crashes; the run\n"
			    "cpguard: uses its GPUs and learns from scrambled text.\n"
			    "cpguard: Ways out: remove --allgather-cp, or set "
			    "--context-parallel-size 1, or "
			    "train one of the models above.\n");
}

static void warning_is_called_one(void **state)
{
	static const char beginning[] = "cpguard: warning: --allgather-cp with";
	struct cpg_finding finding = broken();
	const char *text = text_of(*state, &finding, CPG_ACTION_WARN);

	assert_int_equal(strncmp(text, beginning, strlen(beginning)), 0);
	assert_null(strstr(text, "refused"));
}

static void nothing_is_said_when_nothing_is_done(void **state)
{
	struct cpg_finding finding = broken();

	assert_string_equal(text_of(*state, &finding, CPG_ACTION_NONE), "");
}

static void missing_checkpoint_and_missing_names_are_said_to_be_the_reason(void **state)
{
	struct cpg_finding finding = broken();

	finding.reason = CPG_REASON_CHECKPOINT_NOT_GIVEN;
	finding.facts.hf_checkpoint.path = NULL;
	assert_non_null(
		strstr(text_of(*state, &finding, CPG_ACTION_REFUSE),
		       "cpguard: There is no --hf-checkpoint, so nothing shows that"));
	finding.reason = CPG_REASON_ARCHITECTURE_MISSING;
	assert_non_null(
		strstr(text_of(*state, &finding, CPG_ACTION_REFUSE),
		       "cpguard: /m/q/config.json names no architecture, so nothing"));
}

/* A finding that is undecided for that reason; tests change what they are about. */
static struct cpg_finding undecided(enum cpg_reason reason, const char *why)
{
	struct cpg_finding finding = broken();

	finding.reason = finding.then = reason;
	finding.verdict = cpg_reason_verdict(reason);
	finding.model = (struct cpg_model){.why = why};
	return finding;
}

/* What a notice says of each reason behind "was not checked: ", when the model has no sentence
 * of its own. */
static const char *const notices[CPG_REASON_COUNT] = {
#define SITE ", or have the site set path_map= (containers) or hf_home= (hub ids).\n"
	[CPG_REASON_CHECKPOINT_NOT_FOUND] =
		"there is no such checkpoint. To have it checked: name an --hf-checkpoint "
		"that is there (a hub id: download it first)" SITE,
	[CPG_REASON_CHECKPOINT_UNREADABLE] =
		"its config.json cannot be read. To have it checked: name an "
		"--hf-checkpoint whose config.json can be read.\n",
	[CPG_REASON_CHECKPOINT_HIDDEN] =
		"the checkpoint cannot be seen from here. To have it checked: name an "
		"absolute --hf-checkpoint that can be read here" SITE,
#define DECLARE \
	". To have it checked: declare --hf-checkpoint=PATH, --allgather-cp and " \
	"--context-parallel-size=N as options of sbatch, srun or salloc.\n"
	[CPG_REASON_ARGUMENT_UNKNOWN] =
		"a part of the command line is not known here" DECLARE,
	[CPG_REASON_YAML_UNKNOWN] = "what a YAML file sets is not known here. To have it "
				    "checked: name YAML files that can be read here, "
				    "or declare --hf-checkpoint=PATH, --allgather-cp "
				    "and --context-parallel-size=N as options of "
				    "sbatch, srun or salloc.\n",
	[CPG_REASON_CONDITIONAL] = "whether it starts at all is not known here" DECLARE,
	[CPG_REASON_SCRIPT_UNKNOWN] = "a part of the script is not known here" DECLARE,
	[CPG_REASON_LIMIT_EXCEEDED] =
		"cpguard ran out of the memory it allows itself" DECLARE,
};

static void every_undecided_reason_names_what_is_missing_and_what_settles_it(void **state)
{
	for (enum cpg_reason reason = 0; reason < CPG_REASON_COUNT; reason++) {
		struct cpg_finding finding = undecided(reason, NULL);
		const char *text = text_of(*state, &finding, CPG_ACTION_NOTICE);
		const char *said = strstr(text, "was not checked: ");

		if (cpg_reason_verdict(reason) != CPG_UNDECIDED) {
			assert_null(notices[reason]);
			continue;
		}
		if (!notices[reason])
			fail_msg("%s has no row", cpg_reason_name(reason));
		assert_non_null(said);
		assert_string_equal(said + strlen("was not checked: "), notices[reason]);
	}
}

static void notice_within_a_container_speaks_of_its_mounts(void **state)
{
	struct cpg_finding finding = undecided(CPG_REASON_CHECKPOINT_HIDDEN, NULL);

	finding.launch.container = &cpg_container_closed;
	assert_non_null(strstr(text_of(*state, &finding, CPG_ACTION_NOTICE),
			       "To have it checked: mount the checkpoint, from a path that "
			       "can be read here, on the command line that starts the "
			       "container, or have the site set path_map=.\n"));
}

static void notice_has_the_sentence_of_the_model(void **state)
{
	struct cpg_finding finding =
		undecided(CPG_REASON_CHECKPOINT_UNREADABLE, "expected a value");

	finding.model.file = "/m/q/config.json";
	finding.model.line = 3;
	assert_string_equal(
		text_of(*state, &finding, CPG_ACTION_NOTICE),
		"cpguard: --allgather-cp with --context-parallel-size 2 and "
		"--hf-checkpoint /m/q was not checked: /m/q/config.json:3: expected a "
		"value. To have it checked: name an --hf-checkpoint whose config.json can "
		"be read.\n");
}

static void missing_value_is_named_with_its_place_and_the_option_that_fills_it(void **state)
{
	static const struct cpg_word argv[] = {
		{.text = "train.py"},
		{.text = "--context-parallel-size"},
		{.text = "4"},
		{.text = "--lr"},
		{.why = "it is harmless", .gap = {"run.sh", 6}},
		{.text = "--context-parallel-size"},
		{.why = "it is not known before the job runs", .gap = {"run.sh", 7}},
		{.prefix = "--hf-checkpoint=/m/", .why = "it is random"},
	};
	struct cpg_finding finding = undecided(CPG_REASON_ARGUMENT_UNKNOWN, NULL);

	finding.launch =
		(struct cpg_launch){.source = CPG_LAUNCH_SCRIPT, .argv = argv, .argc = 8};
	finding.facts.context_parallel_size.known = false;
	assert_string_equal(
		text_of(*state, &finding, CPG_ACTION_NOTICE),
		"cpguard: --allgather-cp with --context-parallel-size (not known) and "
		"--hf-checkpoint /m/q was not checked: the value of "
		"--context-parallel-size is not known here (run.sh:7: it is not known "
		"before the job runs). To have it checked: give sbatch, srun or salloc the "
		"option --context-parallel-size=N.\n");
	finding.facts.hf_checkpoint = (struct cpg_fact_path){.known = false};
	assert_string_equal(
		text_of(*state, &finding, CPG_ACTION_NOTICE),
		"cpguard: --allgather-cp with --context-parallel-size (not known) was not "
		"checked: the value of --context-parallel-size is not known here "
		"(run.sh:7: it is not known before the job runs), and the value of "
		"--hf-checkpoint is not known here (it is random). To have it checked: "
		"give sbatch, srun or salloc the option --context-parallel-size=N and "
		"--hf-checkpoint=PATH.\n");
}

static void words_that_may_be_any_option_are_named_and_call_for_a_declaration(void **state)
{
	static const struct cpg_word argv[] = {
		{.text = "train.py"},
		{.why = "it is one word", .gap = {"run.sh", 2}},
		{.many = true, .why = "$EXTRA is not known", .gap = {"run.sh", 3}},
		{.text = "--allgather-cp"},
	};
	struct cpg_finding finding = undecided(CPG_REASON_ARGUMENT_UNKNOWN, NULL);

	finding.launch =
		(struct cpg_launch){.source = CPG_LAUNCH_SCRIPT, .argv = argv, .argc = 4};
	finding.facts.allgather_cp.value = CPG_UNKNOWN;
	finding.facts.context_parallel_size.known = false;
	assert_non_null(strstr(
		text_of(*state, &finding, CPG_ACTION_NOTICE),
		"a part of the command line is not known here (run.sh:3: $EXTRA is not "
		"known)" DECLARE));
}

static void missing_value_and_missing_checkpoint_are_both_said(void **state)
{
	struct cpg_finding finding =
		undecided(CPG_REASON_ARGUMENT_UNKNOWN, "'/m/q' does not exist");

	finding.facts.context_parallel_size.known = false;
	assert_non_null(strstr(text_of(*state, &finding, CPG_ACTION_NOTICE),
			       "--context-parallel-size is not known here, and '/m/q' does "
			       "not exist. To"));
}

static void what_is_deferred_needs_no_remedy(void **state)
{
	struct cpg_finding finding =
		undecided(CPG_REASON_CHECKPOINT_NOT_FOUND, "'/m/q' does not exist");

	finding.launch.source = CPG_LAUNCH_OPTIONS;
	assert_string_equal(
		text_under(*state, "unverified=defer", &finding, CPG_ACTION_NOTICE),
		"cpguard: --allgather-cp with --context-parallel-size 2 and "
		"--hf-checkpoint /m/q will be checked on the compute node: "
		"'/m/q' does not exist.\n");
}

static void refusal_of_what_cannot_be_verified_has_the_remedy_as_a_way_out(void **state)
{
	struct cpg_finding finding =
		undecided(CPG_REASON_CHECKPOINT_NOT_FOUND, "'/m/q' does not exist");
	const char *text = text_of(*state, &finding, CPG_ACTION_REFUSE);

	assert_non_null(strstr(text, "\ncpguard: The model cannot be checked: '/m/q' does "
				     "not exist.\n"));
	assert_non_null(strstr(text, " 1, or\ncpguard: name an --hf-checkpoint that is "
				     "there (a hub id"));
}

static void override_is_one_line_with_the_reason_and_what_it_lets_pass(void **state)
{
	struct cpg_finding finding = broken();

	finding.override = "measuring \"the\" damage";
	assert_string_equal(
		text_under(*state, "override=yes", &finding, CPG_ACTION_OVERRIDE),
		"cpguard: overridden by CPGUARD_OVERRIDE=\"measuring \\\"the\\\" damage\": "
		"--allgather-cp with --context-parallel-size 2 would be refused. "
		"/m/q/config.json names Qwen3ForCausalLM.\n");
	finding = undecided(CPG_REASON_CHECKPOINT_NOT_FOUND, "'/m/q' does not exist");
	finding.override = "it comes to be";
	assert_non_null(
		strstr(text_under(*state, "override=yes", &finding, CPG_ACTION_OVERRIDE),
		       "The model cannot be checked: '/m/q' does not exist.\n"));
}

static void long_or_hostile_reason_stays_in_its_line(void **state)
{
	char reason[5001];
	struct cpg_finding finding = broken();
	const char *text;

	memset(reason, '\n', 5000);
	memcpy(reason, "\x1b[2J\ncpguard: \xff", 15);
	reason[5000] = '\0';
	finding.override = reason;
	text = text_under(*state, "override=yes", &finding, CPG_ACTION_OVERRIDE);
	assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
	assert_null(strchr(text, '\x1b'));
	assert_in_range(strlen(text), 200, 500);
}

static void refusal_says_what_becomes_of_an_override(void **state)
{
	static const struct {
		const char *setting;
		const char *override;
		const char *line; /* NULL: none */
	} rows[] = {
		{"override=no", NULL, NULL},
		{"override=no", "why", "this site does not allow it"},
		{"override=no", "", "this site does not allow it"},
		{"override=yes", NULL, "Or let it pass with CPGUARD_OVERRIDE=REASON in"},
		{"override=yes", "", "CPGUARD_OVERRIDE is set, but says nothing"},
		{"override=yes", " \n", "CPGUARD_OVERRIDE is set, but says nothing"},
	};
	struct cpg_finding finding = broken();

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *text;

		finding.override = rows[i].override;
		text = text_under(*state, rows[i].setting, &finding, CPG_ACTION_REFUSE);
		if (rows[i].line ? !strstr(text, rows[i].line)
				 : strstr(text, "OVERRIDE") != NULL)
			fail_msg("row %zu: %s", i, text);
		assert_null(strstr(
			text_under(*state, rows[i].setting, &finding, CPG_ACTION_WARN),
			"OVERRIDE"));
	}
}

static void role_is_named_where_the_roles_differ(void **state)
{
	static const char refusal[] =
		"cpguard: refused: in the critic, --allgather-cp with "
		"--context-parallel-size 2 scrambles";
	struct cpg_finding finding = broken();
	struct cpg_result result = {.findings = &finding, .count = 1};
	struct cpg_settings settings;

	finding.role = CPG_ROLE_CRITIC;
	cpg_settings_default(&settings);
	assert_int_equal(strncmp(text_of(*state, &finding, CPG_ACTION_REFUSE), refusal,
				 strlen(refusal)),
			 0);
	assert_non_null(strstr(cpg_report_json(*state, &settings, &result),
			       "\"conditional\":false,\"role\":\"critic\","));
	assert_non_null(strstr(cpg_report_explain(*state, &result),
			       "\n  role:                   critic\n"));
}

static void yaml_file_that_is_not_known_is_what_was_missing(void **state)
{
	struct cpg_finding finding = undecided(CPG_REASON_YAML_UNKNOWN, NULL);

	finding.facts.unread = "what --custom-config-path sets is not known: '/c.yaml' "
			       "does not exist";
	finding.facts.hf_checkpoint.known = false;
	finding.facts.context_parallel_size.known = false;
	assert_string_equal(
		text_of(*state, &finding, CPG_ACTION_NOTICE),
		"cpguard: --allgather-cp with --context-parallel-size (not known) was not "
		"checked: what --custom-config-path sets is not known: '/c.yaml' does not "
		"exist. To have it checked: name YAML files that can be read here, or "
		"declare "
		"--hf-checkpoint=PATH, --allgather-cp and --context-parallel-size=N as "
		"options of sbatch, srun or salloc.\n");
	finding = undecided(CPG_REASON_ARGUMENT_UNKNOWN, NULL);
	finding.role = CPG_ROLE_CRITIC;
	finding.facts.unread = "whether there is a critic is not known here";
	assert_string_equal(
		text_of(*state, &finding, CPG_ACTION_NOTICE),
		"cpguard: in the critic, --allgather-cp with --context-parallel-size 2 and "
		"--hf-checkpoint /m/q was not checked: whether there is a critic is not "
		"known here. To have it checked: write --advantage-estimator out.\n");
}

static void what_a_yaml_file_does_is_explained(void **state)
{
	struct cpg_finding finding = broken();
	const struct cpg_result result = {.findings = &finding, .count = 1};

	finding.facts.unread = "what --custom-config-path sets is not known: '/c.yaml' "
			       "does not exist";
	finding.facts.stopped = "the program stops at what is no mapping (/c.yaml)";
	assert_non_null(strstr(cpg_report_explain(*state, &result),
			       "  ? the program stops at what is no mapping (/c.yaml)\n"
			       "  ? what --custom-config-path sets is not known: '/c.yaml' "
			       "does not exist\n"));
}

static void what_was_taken_for_granted_is_told(void **state)
{
	static const struct cpg_assumption assumed[] = {
		{"the directory is there", {"run.sh", 5}}, {"it is a number", {NULL, 0}}};
	struct cpg_finding finding = broken();
	struct cpg_result result = {.findings = &finding, .count = 1, .complete = true};
	struct cpg_settings settings;

	cpg_settings_default(&settings);
	assert_null(strstr(cpg_report_explain(*state, &result), "granted"));
	assert_null(strstr(cpg_report_json(*state, &settings, &result), "assumed"));
	result.assumed = assumed;
	result.assumed_count = 2;
	assert_non_null(strstr(cpg_report_explain(*state, &result),
			       "Taken for granted:\n"
			       "  ? the directory is there (run.sh:5)\n"
			       "  ? it is a number\n"));
	assert_non_null(
		strstr(cpg_report_json(*state, &settings, &result),
		       ",\"why\":[],\"assumed\":[\"the directory is there (run.sh:5)\","
		       "\"it is a number\"]}\n"));
}

static void hostile_names_cannot_forge_a_line(void **state)
{
	struct cpg_finding finding = broken();
	const char *text;

	finding.facts.hf_checkpoint.path = "/m/\ncpguard: all is well\x1b[2J";
	finding.model.architectures = names + 4;
	finding.model.architecture_count = 2;
	text = text_of(*state, &finding, CPG_ACTION_REFUSE);
	assert_null(strstr(text, "\ncpguard: all is well"));
	assert_null(strchr(text, '\x1b'));
	assert_non_null(strstr(text, "names E\\x00F\\n, G\\xff."));
	for (const char *line = text; *line; line = strchr(line, '\n') + 1)
		assert_int_equal(strncmp(line, "cpguard: ", 9), 0);
}

static void long_lists_of_architectures_are_cut_with_a_count(void **state)
{
	struct cpg_finding finding = broken();

	finding.model.architecture_count = 6;
	assert_non_null(strstr(text_of(*state, &finding, CPG_ACTION_REFUSE),
			       "names Qwen3ForCausalLM, B, C, D and 2 more."));
}

static cJSON *json_of(struct cpg_arena *arena, const struct cpg_finding *finding)
{
	const struct cpg_result result = {
		.verdict = finding->verdict,
		.reason = finding->reason,
		.findings = finding,
		.count = 1,
	};
	struct cpg_settings settings;
	const char *text;
	cJSON *json;

	cpg_settings_default(&settings);
	text = cpg_report_json(arena, &settings, &result);
	assert_non_null(text);
	assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
	json = cJSON_Parse(text);
	assert_non_null(json);
	return json;
}

static void json_has_the_keys_of_the_contract(void **state)
{
	struct cpg_finding finding = broken();
	const struct cpg_result result = {
		.verdict = finding.verdict,
		.reason = finding.reason,
		.findings = &finding,
		.count = 1,
		.complete = true,
	};
	struct cpg_settings settings;

	cpg_settings_default(&settings);
	assert_string_equal(
		cpg_report_json(*state, &settings, &result),
		"{\"verdict\":\"refuse\",\"reason\":\"architecture_not_permitted\","
		"\"launches\":[{"
		"\"origin\":\"script\",\"argv\":[\"python3\",\"train.py\",null],\"exact\":"
		"false,"
		"\"conditional\":false,\"allgather_cp\":true,\"context_parallel_size\":2,"
		"\"hf_checkpoint\":\"/m/q\",\"debug_rollout_only\":false,\"model\":{"
		"\"config\":\"/m/q/config.json\",\"architectures\":[\"Qwen3ForCausalLM\"],"
		"\"permitted\":false},\"flags\":{\"allgather_cp\":{\"file\":\"models/"
		"qwen.sh\","
		"\"line\":12},\"context_parallel_size\":{\"file\":\"run.sh\",\"line\":7},"
		"\"hf_checkpoint\":{\"file\":\"run.sh\",\"line\":9}},\"verdict\":"
		"\"refuse\","
		"\"reason\":\"architecture_not_permitted\",\"why\":[\"word 2, '...' "
		"(perhaps several words): it is not known\"],\"action\":\"refuse\"}],"
		"\"complete\":true,\"why\":[]}\n");
}

static void json_says_null_for_what_is_not_known(void **state)
{
	struct cpg_finding finding = broken();
	cJSON *json;
	const cJSON *launch;

	finding.facts = (struct cpg_facts){.allgather_cp.value = CPG_UNKNOWN,
					   .debug_rollout_only.value = CPG_UNKNOWN};
	finding.model = (struct cpg_model){.state = CPG_MODEL_HIDDEN, .why = "it is dark"};
	finding.reason = CPG_REASON_ARGUMENT_UNKNOWN;
	finding.verdict = CPG_UNDECIDED;
	json = json_of(*state, &finding);
	launch = cJSON_GetObjectItem(json, "launches")->child;
	assert_true(cJSON_IsNull(cJSON_GetObjectItem(launch, "allgather_cp")));
	assert_true(cJSON_IsNull(cJSON_GetObjectItem(launch, "context_parallel_size")));
	assert_true(cJSON_IsNull(cJSON_GetObjectItem(launch, "hf_checkpoint")));
	assert_true(cJSON_IsNull(cJSON_GetObjectItem(launch, "debug_rollout_only")));
	assert_string_equal(
		cJSON_GetArrayItem(cJSON_GetObjectItem(launch, "why"), 1)->valuestring,
		"it is dark");
	assert_string_equal(cJSON_GetObjectItem(launch, "action")->valuestring, "none");
	cJSON_Delete(json);
}

static void json_loses_nothing_of_odd_text_and_large_sizes(void **state)
{
	struct cpg_finding finding = broken();
	const struct cpg_result result = {.findings = &finding, .count = 1};
	struct cpg_settings settings;
	const char *text;

	cpg_settings_default(&settings);
	finding.model.architectures = names + 4;
	finding.model.architecture_count = 2;
	finding.facts.hf_checkpoint.path = "/m/\"\\\x80";
	finding.facts.context_parallel_size.size =
		(struct cpg_int){INT64_MAX, "123456789012345678901234567890"};
	text = cpg_report_json(*state, &settings, &result);
	assert_non_null(strstr(text, "[\"E\\u0000F\\u000a\",\"G\\udcff\"]"));
	assert_non_null(strstr(text, "\"hf_checkpoint\":\"/m/\\\"\\\\\\udc80\""));
	assert_non_null(
		strstr(text, "\"context_parallel_size\":123456789012345678901234567890,"));
}

static void lack_of_memory_gives_no_text(void **state)
{
	struct cpg_finding finding = broken();
	const struct cpg_result result = {.findings = &finding, .count = 1};
	struct cpg_arena *arena = cpg_arena_new(64);
	struct cpg_settings settings;

	(void)state;
	cpg_settings_default(&settings);
	assert_null(cpg_report_text(arena, &settings, CPG_GATE_SUBMIT, &finding,
				    CPG_ACTION_REFUSE));
	assert_null(cpg_report_json(arena, &settings, &result));
	cpg_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(refusal_says_what_where_which_why_and_the_ways_out),
		arena_test(warning_is_called_one),
		arena_test(nothing_is_said_when_nothing_is_done),
		arena_test(missing_checkpoint_and_missing_names_are_said_to_be_the_reason),
		arena_test(
			every_undecided_reason_names_what_is_missing_and_what_settles_it),
		arena_test(notice_within_a_container_speaks_of_its_mounts),
		arena_test(notice_has_the_sentence_of_the_model),
		arena_test(
			missing_value_is_named_with_its_place_and_the_option_that_fills_it),
		arena_test(
			words_that_may_be_any_option_are_named_and_call_for_a_declaration),
		arena_test(missing_value_and_missing_checkpoint_are_both_said),
		arena_test(what_is_deferred_needs_no_remedy),
		arena_test(refusal_of_what_cannot_be_verified_has_the_remedy_as_a_way_out),
		arena_test(override_is_one_line_with_the_reason_and_what_it_lets_pass),
		arena_test(long_or_hostile_reason_stays_in_its_line),
		arena_test(refusal_says_what_becomes_of_an_override),
		arena_test(role_is_named_where_the_roles_differ),
		arena_test(yaml_file_that_is_not_known_is_what_was_missing),
		arena_test(what_a_yaml_file_does_is_explained),
		arena_test(what_was_taken_for_granted_is_told),
		arena_test(hostile_names_cannot_forge_a_line),
		arena_test(long_lists_of_architectures_are_cut_with_a_count),
		arena_test(json_has_the_keys_of_the_contract),
		arena_test(json_says_null_for_what_is_not_known),
		arena_test(json_loses_nothing_of_odd_text_and_large_sizes),
		arena_test(lack_of_memory_gives_no_text),
	};

	return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
