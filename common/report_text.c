#include <string.h>

#include "cpguard/report.h"
#include "report_parts.h"

enum {
	NAMES_SHOWN = 4, /* architectures in a sentence; a list may be long */
};

static void put_text(struct cpg_buffer *out, const char *string)
{
	cpg_buffer_printable(out, cpg_text_of(string));
}

static void put_names(struct cpg_buffer *out, const struct cpg_text *names, size_t count)
{
	for (size_t i = 0; i < count && i < NAMES_SHOWN; i++) {
		cpg_buffer_string(out, i ? ", " : "");
		cpg_buffer_printable(out, names[i]);
	}
	if (count > NAMES_SHOWN)
		cpg_buffer_printf(out, " and %zu more", count - NAMES_SHOWN);
}

static void put_permitted(struct cpg_buffer *out, const struct cpg_settings *settings)
{
	for (size_t i = 0; i < settings->permitted_count; i++) {
		cpg_buffer_string(out, i ? ", " : "");
		put_text(out, settings->permitted[i]);
	}
}

void cpg_report_put_asked(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const struct cpg_facts *facts = &finding->facts;

	if (finding->role != CPG_ROLE_ALL)
		cpg_buffer_printf(out, "in the %s, ", cpg_role_name(finding->role));
	cpg_buffer_string(out, "--allgather-cp with --context-parallel-size ");
	if (facts->context_parallel_size.known)
		cpg_buffer_string(out, facts->context_parallel_size.size.digits);
	else
		cpg_buffer_string(out, "(not known)");
}

void cpg_report_put_origin(struct cpg_buffer *out, enum cpg_launch_source source,
			   const struct cpg_origin *origin)
{
	static const char *const elsewhere[] = {
		[CPG_LAUNCH_OPTIONS] = "an option of the job",
		[CPG_LAUNCH_COMMAND] = "on the command line",
		[CPG_LAUNCH_SCRIPT] = "given to the script",
	};

	if (!origin->file) {
		cpg_buffer_string(out, elsewhere[source]);
		return;
	}
	put_text(out, origin->file);
	if (origin->line)
		cpg_buffer_printf(out, ":%u", origin->line);
}

static bool has_checkpoint(const struct cpg_facts *facts)
{
	return facts->hf_checkpoint.known && facts->hf_checkpoint.path;
}

/* One line for each flag: what it says, and where it was written. */
static void put_flags(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const struct cpg_facts *facts = &finding->facts;
	enum cpg_launch_source source = finding->launch.source;

	cpg_buffer_string(out, "cpguard:   --allgather-cp (");
	cpg_report_put_origin(out, source, &facts->allgather_cp.origin);
	cpg_buffer_string(out, ")\n");
	if (facts->context_parallel_size.known && facts->context_parallel_size.given) {
		cpg_buffer_printf(out, "cpguard:   --context-parallel-size %s (",
				  facts->context_parallel_size.size.digits);
		cpg_report_put_origin(out, source, &facts->context_parallel_size.origin);
		cpg_buffer_string(out, ")\n");
	}
	if (has_checkpoint(facts)) {
		cpg_buffer_string(out, "cpguard:   --hf-checkpoint ");
		put_text(out, facts->hf_checkpoint.path);
		cpg_buffer_string(out, " (");
		cpg_report_put_origin(out, source, &facts->hf_checkpoint.origin);
		cpg_buffer_string(out, ")\n");
	}
}

void cpg_report_put_model_why(struct cpg_buffer *out, const struct cpg_model *model)
{
	if (model->file) {
		put_text(out, model->file);
		cpg_buffer_printf(out, model->line ? ":%u: " : ": ", model->line);
	}
	put_text(out, model->why);
}

/* Why the rule is broken, whether or not the launch is sure to start. */
static enum cpg_reason reason_of(const struct cpg_finding *finding)
{
	return finding->reason == CPG_REASON_CONDITIONAL ? finding->then : finding->reason;
}

void cpg_report_put_cause(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const struct cpg_model *model = &finding->model;

	switch (reason_of(finding)) {
	case CPG_REASON_ARCHITECTURE_NOT_PERMITTED:
		put_text(out, model->config);
		cpg_buffer_string(out, " names ");
		put_names(out, model->architectures, model->architecture_count);
		break;
	case CPG_REASON_ARCHITECTURE_MISSING:
		put_text(out, model->config);
		cpg_buffer_string(
			out, " names no architecture, so nothing shows that this model "
			     "may use --allgather-cp");
		break;
	case CPG_REASON_CHECKPOINT_NOT_GIVEN:
		cpg_buffer_string(out,
				  "There is no --hf-checkpoint, so nothing shows that this "
				  "model may use --allgather-cp");
		break;
	default:
		cpg_buffer_string(out, "The model cannot be checked: ");
		cpg_report_put_unknown(out, finding);
		break;
	}
}

static void put_finding(struct cpg_buffer *out, const struct cpg_settings *settings,
			const struct cpg_finding *finding)
{
	cpg_buffer_string(out, "cpguard: ");
	cpg_report_put_cause(out, finding);
	cpg_buffer_string(out, ".\ncpguard: It works for these only: ");
	put_permitted(out, settings);
	cpg_buffer_string(out, ".\n");
}

static void put_condition(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	if (finding->reason != CPG_REASON_CONDITIONAL)
		return;
	cpg_buffer_string(
		out, "cpguard: Whether this is started hangs on what is not known at ");
	cpg_report_put_origin(out, finding->launch.source, &finding->launch.condition);
	cpg_buffer_string(out, ".\n");
}

static void put_ways_out(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	cpg_buffer_string(out, "cpguard: Ways out: remove --allgather-cp, or set "
			       "--context-parallel-size 1, or");
	if (cpg_reason_verdict(reason_of(finding)) == CPG_REFUSE) {
		cpg_buffer_string(out, " train one of the models above.\n");
		return;
	}
	cpg_buffer_string(out, "\ncpguard: ");
	cpg_report_put_remedy(out, finding);
	cpg_buffer_string(out, ".\n");
}

static void put_refusal(struct cpg_buffer *out, const struct cpg_settings *settings,
			const struct cpg_finding *finding, enum cpg_action action)
{
	cpg_buffer_string(out, action == CPG_ACTION_WARN ? "cpguard: warning: "
							 : "cpguard: refused: ");
	cpg_report_put_asked(out, finding);
	cpg_buffer_string(out, reason_of(finding) == CPG_REASON_ARCHITECTURE_NOT_PERMITTED
				       ? " scrambles the tokens of this model.\n"
				       : " may scramble the tokens of this model.\n");
	put_flags(out, finding);
	put_condition(out, finding);
	put_finding(out, settings, finding);
	cpg_buffer_string(
		out,
		"cpguard: With any other model each rank reads its tokens in the wrong "
		"order. Nothing crashes; the run\n"
		"cpguard: uses its GPUs and learns from scrambled text.\n");
	put_ways_out(out, finding);
	if (action == CPG_ACTION_REFUSE)
		cpg_report_put_override_hint(out, settings, finding);
}

const char *cpg_report_text(struct cpg_arena *arena, const struct cpg_settings *settings,
			    enum cpg_gate gate, const struct cpg_finding *finding,
			    enum cpg_action action)
{
	struct cpg_buffer out = {.arena = arena};

	switch (action) {
	case CPG_ACTION_NONE:
		break;
	case CPG_ACTION_NOTICE:
		cpg_report_put_notice(&out, settings, gate, finding);
		break;
	case CPG_ACTION_OVERRIDE:
		cpg_report_put_override(&out, finding);
		break;
	case CPG_ACTION_WARN:
	case CPG_ACTION_REFUSE:
		put_refusal(&out, settings, finding, action);
		break;
	}
	return cpg_buffer_finish(&out);
}

const char *cpg_report_error(struct cpg_arena *arena, const struct cpg_error *err)
{
	struct cpg_buffer out = {.arena = arena};

	cpg_buffer_string(&out, "cpguard: ");
	if (err->file) {
		put_text(&out, err->file);
		cpg_buffer_printf(&out, err->line ? ":%u: " : ": ", err->line);
	}
	put_text(&out, err->text);
	cpg_buffer_string(&out, "\n");
	return cpg_buffer_finish(&out);
}

const char *cpg_report_model_text(struct cpg_arena *arena, const char *checkpoint,
				  const struct cpg_model *model)
{
	struct cpg_buffer out = {.arena = arena};

	cpg_buffer_string(&out, "checkpoint:    ");
	put_text(&out, checkpoint);
	if (model->config) {
		cpg_buffer_string(&out, "\nconfig:        ");
		put_text(&out, model->config);
	}
	if (model->state == CPG_MODEL_READ) {
		cpg_buffer_string(&out, "\narchitectures: ");
		put_names(&out, model->architectures, model->architecture_count);
		cpg_buffer_string(&out, model->architecture_count ? "" : "(none)");
		cpg_buffer_string(&out, model->permitted
						? "\nallgather-cp:  permitted\n"
						: "\nallgather-cp:  not permitted\n");
	} else {
		cpg_buffer_string(&out, "\nallgather-cp:  cannot be told: ");
		cpg_report_put_model_why(&out, model);
		cpg_buffer_string(&out, "\n");
	}
	return cpg_buffer_finish(&out);
}
