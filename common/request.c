#include "cpguard/request.h"

#include <errno.h>

#include "cpguard/override.h"
#include "cpguard/script.h"

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
		.container = request->container,
	};

	if (!cpg_options_given(&request->options))
		return 0;
	if (cpg_options_launch(arena, &request->options, &launch, NULL) < 0)
		return -1;
	return cpg_launches_add(arena, launches, &launch, NULL);
}

/* Walks the script or the command. What ends the walk early leaves what was found before. */
static int add_script(struct cpg_arena *arena, const struct cpg_request *request,
		      struct cpg_launches *launches, struct cpg_result *result)
{
	const struct cpg_script_request script = {
		.text = request->script,
		.file = request->script_file,
		.argv = request->command,
		.argc = request->command_count,
		.workdir = request->local_dir ? request->local_dir : request->workdir,
		.environment = request->environment,
		.batch = request->batch,
		.in_job = request->in_job,
		.on_node = request->on_node,
		.container = request->local_dir ? NULL : request->container,
		.submit_dir = request->submit_dir,
		.export = request->export,
	};
	struct cpg_script_result found;
	struct cpg_error err;

	if ((!request->script.bytes && request->command_count == 0) ||
	    cpg_settings_scripts(request->settings) == CPG_MODE_OFF)
		return 0;
	if (cpg_script_launches(arena, &script, &found, &err) < 0) {
		if (err.code == ENOMEM)
			return -1;
		found.why = cpg_arena_string(arena, err.text);
		found.why_origin = (struct cpg_origin){NULL, 0};
	}
	result->complete = found.complete;
	result->why = found.why;
	result->why_origin = found.why_origin;
	result->assumed = found.assumed;
	result->assumed_count = found.assumed_count;
	for (size_t i = 0; i < found.launches.count; i++) {
		if (cpg_launches_add(arena, launches, &found.launches.items[i], NULL) < 0)
			return -1;
	}
	return 0;
}

/* The facts of each role, the options laid over what they leave unknown. */
static int read_facts(struct cpg_arena *arena, const struct cpg_request *request,
		      const struct cpg_launch *launch, struct cpg_overlay *roles)
{
	const struct cpg_place place = cpg_model_place(request->settings, launch);
	struct cpg_facts parsed;
	struct cpg_facts declared;

	if (launch->source == CPG_LAUNCH_OPTIONS) {
		*roles = (struct cpg_overlay){.items[0].sure = true, .count = 1};
		return cpg_options_facts(arena, &request->options, &roles->items[0].facts,
					 NULL);
	}
	if (cpg_facts_read(arena, launch, &parsed, NULL) < 0 ||
	    cpg_overlay_apply(arena, &place, &parsed, roles, NULL) < 0)
		return -1;
	if (!cpg_options_given(&request->options))
		return 0;
	if (cpg_options_facts(arena, &request->options, &declared, NULL) < 0)
		return -1;
	for (size_t i = 0; i < roles->count; i++)
		cpg_facts_fill(&roles->items[i].facts, &declared);
	return 0;
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

/* Judges one role of the launch. */
static void judge_role(struct cpg_arena *arena, const struct cpg_request *request,
		       const struct cpg_role_facts *role, struct cpg_finding *finding)
{
	finding->role = role->role;
	finding->facts = role->facts;
	finding->model = (struct cpg_model){.state = CPG_MODEL_UNASKED};
	finding->then = CPG_REASON_LIMIT_EXCEEDED;
	if (cpg_verdict_needs_model(&finding->facts) &&
	    cpg_model_read(arena, request->settings, &finding->launch,
			   finding->facts.hf_checkpoint.path, &finding->model, NULL) < 0)
		return;
	finding->then = cpg_verdict_judge(&finding->facts, &finding->model);
	if (!role->sure && cpg_reason_verdict(finding->then) == CPG_REFUSE)
		finding->then = CPG_REASON_ARGUMENT_UNKNOWN;
}

/* Judges the launch by the role whose verdict weighs most. */
static void judge(struct cpg_arena *arena, const struct cpg_request *request,
		  struct cpg_finding *finding)
{
	struct cpg_overlay roles;

	if (read_facts(arena, request, &finding->launch, &roles) < 0) {
		finding->facts = nothing_known;
		finding->then = CPG_REASON_LIMIT_EXCEEDED;
		return;
	}
	finding->other = cpg_launch_miles(arena, &finding->launch);
	if (finding->other) {
		finding->facts = roles.items[0].facts;
		finding->then = CPG_REASON_NOT_SLIME;
		return;
	}
	judge_role(arena, request, &roles.items[0], finding);
	for (size_t i = 1; i < roles.count; i++) {
		struct cpg_finding other = *finding;

		judge_role(arena, request, &roles.items[i], &other);
		if (weight(cpg_reason_verdict(other.then)) >
		    weight(cpg_reason_verdict(finding->then)))
			*finding = other;
	}
}

/* A launch that may never start is not refused. */
static enum cpg_reason weigh_condition(const struct cpg_finding *finding)
{
	if (finding->launch.conditional && cpg_reason_verdict(finding->then) == CPG_REFUSE)
		return CPG_REASON_CONDITIONAL;
	return finding->then;
}

static void set_verdict(struct cpg_result *result, enum cpg_reason reason)
{
	result->reason = reason;
	result->verdict = cpg_reason_verdict(reason);
}

/* Judges the launch, and lays its verdict beside those before it. */
static void judge_launch(struct cpg_arena *arena, const struct cpg_request *request,
			 const struct cpg_launch *launch, struct cpg_finding *finding,
			 struct cpg_result *result)
{
	finding->launch = *launch;
	finding->override = request->override;
	judge(arena, request, finding);
	finding->reason = weigh_condition(finding);
	finding->verdict = cpg_reason_verdict(finding->reason);
	if (result->count == 0 || weight(finding->verdict) > weight(result->verdict))
		set_verdict(result, finding->reason);
	result->count++;
}

/* Judges what the options declare, before a script can use up the memory. */
static int judge_declared(struct cpg_arena *arena, const struct cpg_request *request,
			  struct cpg_result *result)
{
	struct cpg_launches declared = {NULL, 0};
	struct cpg_finding *finding;

	if (add_declared(arena, request, &declared) < 0)
		return -1;
	if (declared.count == 0)
		return 0;
	finding = cpg_arena_alloc(arena, sizeof(*finding));
	if (!finding)
		return -1;
	judge_launch(arena, request, &declared.items[0], finding, result);
	result->findings = finding;
	return 0;
}

/* Judges the launches of the script or the command. */
static int judge_script(struct cpg_arena *arena, const struct cpg_request *request,
			struct cpg_result *result)
{
	struct cpg_launches launches = {NULL, 0};
	struct cpg_finding *findings;

	if (add_script(arena, request, &launches, result) < 0)
		return -1;
	findings =
		cpg_arena_array(arena, result->count + launches.count, sizeof(*findings));
	if (!findings)
		return -1;
	if (result->count)
		findings[0] = result->findings[0];
	result->findings = findings;
	for (size_t i = 0; i < launches.count; i++)
		judge_launch(arena, request, &launches.items[i], &findings[result->count],
			     result);
	return 0;
}

void cpg_request_evaluate(struct cpg_arena *arena, const struct cpg_request *request,
			  struct cpg_result *result)
{
	*result = (struct cpg_result){.complete = true};
	set_verdict(result, CPG_REASON_NO_LAUNCH);
	if (request->settings->mode == CPG_MODE_OFF)
		return;
	if (judge_declared(arena, request, result) < 0 ||
	    judge_script(arena, request, result) < 0) {
		result->complete = false;
		result->why = "cpguard ran out of the memory that it allows itself";
		if (result->verdict == CPG_ALLOW)
			set_verdict(result, CPG_REASON_LIMIT_EXCEEDED);
	}
	if (!result->complete && result->verdict == CPG_ALLOW)
		set_verdict(result, CPG_REASON_SCRIPT_UNKNOWN);
}

const char *cpg_action_name(enum cpg_action action)
{
	static const char *const names[] = {
		[CPG_ACTION_NONE] = "none",     [CPG_ACTION_NOTICE] = "notice",
		[CPG_ACTION_WARN] = "warn",     [CPG_ACTION_OVERRIDE] = "override",
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

/* What would be done if nobody overrode it. */
static enum cpg_action strict_action(const struct cpg_settings *settings,
				     enum cpg_gate gate, const struct cpg_finding *finding)
{
	bool declared = finding->launch.source == CPG_LAUNCH_OPTIONS;
	enum cpg_mode mode = declared ? settings->mode : cpg_settings_scripts(settings);

	if (mode == CPG_MODE_OFF || finding->verdict == CPG_ALLOW)
		return CPG_ACTION_NONE;
	if (finding->verdict == CPG_REFUSE)
		return refusal(mode);
	if (finding->reason == CPG_REASON_CONDITIONAL)
		return CPG_ACTION_WARN;
	if (!cpg_verdict_asks(&finding->facts))
		return CPG_ACTION_NONE;
	if (declared && refuses_unverified(settings, gate))
		return refusal(mode);
	return CPG_ACTION_NOTICE;
}

enum cpg_action cpg_finding_action(const struct cpg_settings *settings, enum cpg_gate gate,
				   const struct cpg_finding *finding)
{
	enum cpg_action action = strict_action(settings, gate, finding);

	if (action == CPG_ACTION_REFUSE && settings->override &&
	    cpg_override_says_why(finding->override))
		return CPG_ACTION_OVERRIDE;
	return action;
}
