/* The text of a script, all the way: what it launches, its facts, the verdict, and all that is
 * said of it. The directory has one model that is permitted, and one that is not.
 */
#include <errno.h>
#include <sys/stat.h>

#include "cpguard/report.h"
#include "fuzz.h"

static const struct {
	const char *directory;
	const char *config;
} models[] = {
	{"glm", "{\"architectures\": [\"GlmMoeDsaForCausalLM\"]}"},
	{"qwen", "{\"architectures\": [\"Qwen3ForCausalLM\"]}"},
};

static void make_models(void)
{
	for (size_t i = 0; i < sizeof(models) / sizeof(*models); i++) {
		char path[64];
		FILE *file;

		snprintf(path, sizeof(path), "%s/config.json", models[i].directory);
		FUZZ_CHECK(mkdir(models[i].directory, 0755) == 0 || errno == EEXIST);
		file = fopen(path, "w");
		FUZZ_CHECK(file && fputs(models[i].config, file) >= 0 && fclose(file) == 0);
	}
}

/* The directory with the models. */
static const char *work_directory(void)
{
	static const char *work;

	if (!work) {
		work = fuzz_directory();
		make_models();
	}
	return work;
}

/* A refusal stands on facts that are known, and on a config.json unless there is no checkpoint. */
static void check_refusal(const struct cpg_finding *finding)
{
	const struct cpg_facts *facts = &finding->facts;

	FUZZ_CHECK(!finding->launch.conditional && !finding->other);
	FUZZ_CHECK(facts->allgather_cp.value == CPG_YES);
	FUZZ_CHECK(facts->debug_rollout_only.value == CPG_NO);
	FUZZ_CHECK(facts->context_parallel_size.known);
	FUZZ_CHECK(facts->context_parallel_size.size.value > 1);
	FUZZ_CHECK(facts->hf_checkpoint.known && !facts->rejected && !facts->stopped);
	if (finding->reason == CPG_REASON_CHECKPOINT_NOT_GIVEN) {
		FUZZ_CHECK(!facts->hf_checkpoint.path || !facts->hf_checkpoint.path[0]);
		return;
	}
	FUZZ_CHECK(finding->model.state == CPG_MODEL_READ && finding->model.config);
	FUZZ_CHECK(!finding->model.permitted);
}

static void check_finding(struct cpg_arena *arena, const struct cpg_settings *settings,
			  const struct cpg_finding *finding)
{
	enum cpg_action action = cpg_finding_action(settings, CPG_GATE_SUBMIT, finding);
	const char *text =
		cpg_report_text(arena, settings, CPG_GATE_SUBMIT, finding, action);

	FUZZ_CHECK(finding->verdict == cpg_reason_verdict(finding->reason));
	FUZZ_CHECK((action == CPG_ACTION_REFUSE) == (finding->verdict == CPG_REFUSE));
	if (finding->verdict == CPG_REFUSE)
		check_refusal(finding);
	FUZZ_CHECK(text && (action == CPG_ACTION_NONE) == (text[0] == '\0'));
	for (; *text; text = strchr(text, '\n') + 1)
		FUZZ_CHECK(strncmp(text, "cpguard:", 8) == 0 && strchr(text, '\n'));
}

/* One line of JSON without anything that a terminal would act upon. */
static void check_json(const char *json)
{
	size_t length;

	FUZZ_CHECK(json);
	length = strlen(json);
	FUZZ_CHECK(length > 2 && json[0] == '{' && strcmp(json + length - 2, "}\n") == 0);
	for (size_t i = 0; i < length - 1; i++)
		FUZZ_CHECK((unsigned char)json[i] >= 0x20 && json[i] != 0x7f);
}

static void check_result(const struct cpg_settings *settings,
			 const struct cpg_result *result)
{
	struct cpg_arena *arena = fuzz_arena(CPG_ARENA_BUDGET);
	bool refused = false;

	FUZZ_CHECK(result->verdict == cpg_reason_verdict(result->reason));
	FUZZ_CHECK(result->complete || (result->verdict != CPG_ALLOW && result->why));
	for (size_t i = 0; i < result->count; i++) {
		check_finding(arena, settings, &result->findings[i]);
		refused |= result->findings[i].verdict == CPG_REFUSE;
	}
	FUZZ_CHECK(refused == (result->verdict == CPG_REFUSE));
	check_json(cpg_report_json(arena, settings, result));
	FUZZ_CHECK(cpg_report_explain(arena, result));
	fuzz_arena_done(arena, CPG_ARENA_BUDGET);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct cpg_environment nothing;
	size_t budget = fuzz_budget(data, size);
	struct cpg_arena *arena = fuzz_arena(budget);
	struct cpg_settings settings;
	struct cpg_request request = {
		.settings = &settings,
		.script = {(const char *)data, size},
		.script_file = "run.sh",
		.environment = &nothing,
		.batch = size % 2,
		.in_job = size % 2,
	};
	struct cpg_result result;

	if (!arena)
		return 0;
	cpg_settings_default(&settings);
	request.workdir = request.submit_dir = work_directory();
	cpg_request_evaluate(arena, &request, &result);
	check_result(&settings, &result);
	fuzz_arena_done(arena, budget);
	return 0;
}
