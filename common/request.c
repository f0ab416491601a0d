#include "cpguard/request.h"

/* What is known when nothing could be read. */
static const struct cpg_facts nothing_known = {
	.allgather_cp.value = CPG_UNKNOWN,
	.debug_rollout_only.value = CPG_UNKNOWN,
};

static int add_declared(struct cpg_arena *arena, const struct cpg_request *request,
			struct cpg_launches *launches)
{
	struct cpg_launch launch = {
		.workdir = request->workdir,
		.environment = request->environment,
	};

	if (!cpg_options_given(&request->options))
		return 0;
	if (cpg_options_launch(arena, &request->options, &launch, NULL) < 0)
		return -1;
	return cpg_launches_add(arena, launches, &launch, NULL);
}

static int add_command(struct cpg_arena *arena, const struct cpg_request *request,
		       struct cpg_launches *launches)
{
	const struct cpg_launch command = {
		.source = CPG_LAUNCH_COMMAND,
		.argv = request->command,
		.argc = request->command_count,
		.workdir = request->workdir,
		.environment = request->environment,
	};

	if (request->command_count == 0 ||
	    cpg_settings_scripts(request->settings) == CPG_MODE_OFF)
		return 0;
	return cpg_launch_find(arena, &command, launches, NULL);
}

static int find_launches(struct cpg_arena *arena, const struct cpg_request *request,
			 struct cpg_launches *launches)
{
	if (request->settings->mode == CPG_MODE_OFF)
		return 0;
	if (add_declared(arena, request, launches) < 0)
		return -1;
	return add_command(arena, request, launches);
}

static int read_facts(struct cpg_arena *arena, const struct cpg_request *request,
		      struct cpg_finding *finding)
{
	struct cpg_facts declared;

	if (finding->launch.source == CPG_LAUNCH_OPTIONS)
		return cpg_options_facts(arena, &request->options, &finding->facts, NULL);
	if (cpg_facts_read(arena, &finding->launch, &finding->facts, NULL) < 0)
		return -1;
	if (!cpg_options_given(&request->options))
		return 0;
	if (cpg_options_facts(arena, &request->options, &declared, NULL) < 0)
		return -1;
	cpg_facts_fill(&finding->facts, &declared);
	return 0;
}

static enum cpg_reason judge(struct cpg_arena *arena, const struct cpg_request *request,
			     struct cpg_finding *finding)
{
	if (read_facts(arena, request, finding) < 0) {
		finding->facts = nothing_known;
		return CPG_REASON_LIMIT_EXCEEDED;
	}
	if (cpg_verdict_needs_model(&finding->facts) &&
	    cpg_model_read(arena, request->settings, finding->launch.workdir,
			   finding->launch.environment, finding->facts.hf_checkpoint.path,
			   &finding->model, NULL) < 0)
		return CPG_REASON_LIMIT_EXCEEDED;
	return cpg_verdict_judge(&finding->facts, &finding->model);
}

/* How much a verdict weighs when findings are put together. */
static int weight(enum cpg_verdict verdict)
{
	static const int weights[] = {
		[CPG_ALLOW] = 0,
		[CPG_UNDECIDED] = 1,
		[CPG_REFUSE] = 2,
	};

	return weights[verdict];
}

static void set_verdict(struct cpg_result *result, enum cpg_reason reason)
{
	result->reason = reason;
	result->verdict = cpg_reason_verdict(reason);
}

void cpg_request_evaluate(struct cpg_arena *arena, const struct cpg_request *request,
			  struct cpg_result *result)
{
	struct cpg_launches launches = {NULL, 0};
	struct cpg_finding *findings;

	*result = (struct cpg_result){.count = 0};
	set_verdict(result, CPG_REASON_LIMIT_EXCEEDED);
	if (find_launches(arena, request, &launches) < 0)
		return;
	findings = cpg_arena_array(arena, launches.count, sizeof(*findings));
	if (!findings)
		return;

	set_verdict(result, CPG_REASON_NO_LAUNCH);
	for (size_t i = 0; i < launches.count; i++) {
		struct cpg_finding *finding = &findings[i];

		finding->launch = launches.items[i];
		finding->reason = judge(arena, request, finding);
		finding->verdict = cpg_reason_verdict(finding->reason);
		if (i == 0 || weight(finding->verdict) > weight(result->verdict))
			set_verdict(result, finding->reason);
	}
	result->findings = findings;
	result->count = launches.count;
}

const char *cpg_action_name(enum cpg_action action)
{
	static const char *const names[] = {
		[CPG_ACTION_NONE] = "none",
		[CPG_ACTION_NOTICE] = "notice",
		[CPG_ACTION_WARN] = "warn",
		[CPG_ACTION_REFUSE] = "refuse",
	};

	return names[action];
}

/* What a refusal does under `mode`. */
static enum cpg_action refusal(enum cpg_mode mode)
{
	static const enum cpg_action actions[] = {
		[CPG_MODE_ENFORCE] = CPG_ACTION_REFUSE,
		[CPG_MODE_WARN] = CPG_ACTION_WARN,
		[CPG_MODE_OFF] = CPG_ACTION_NONE,
	};

	return actions[mode];
}

/* Whether options that could not be verified count as a refusal at that gate. */
static bool refuses_unverified(const struct cpg_settings *settings, enum cpg_gate gate)
{
	return settings->unverified == CPG_UNVERIFIED_REFUSE ||
	       (settings->unverified == CPG_UNVERIFIED_DEFER && gate == CPG_GATE_NODE);
}

enum cpg_action cpg_finding_action(const struct cpg_settings *settings, enum cpg_gate gate,
				   const struct cpg_finding *finding)
{
	bool declared = finding->launch.source == CPG_LAUNCH_OPTIONS;
	enum cpg_mode mode = declared ? settings->mode : cpg_settings_scripts(settings);

	if (mode == CPG_MODE_OFF || finding->verdict == CPG_ALLOW)
		return CPG_ACTION_NONE;
	if (finding->verdict == CPG_REFUSE)
		return refusal(mode);
	if (!cpg_verdict_asks(&finding->facts))
		return CPG_ACTION_NONE;
	if (declared && refuses_unverified(settings, gate))
		return refusal(mode);
	return CPG_ACTION_NOTICE;
}
