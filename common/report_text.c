#include <string.h>

#include "cpguard/report.h"

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

/* "--allgather-cp with --context-parallel-size 2", as far as it is known. */
static void put_asked(struct cpg_buffer *out, const struct cpg_facts *facts)
{
	cpg_buffer_string(out, "--allgather-cp with --context-parallel-size ");
	if (facts->context_parallel_size.known)
		cpg_buffer_string(out, facts->context_parallel_size.size.digits);
	else
		cpg_buffer_string(out, "(not known)");
}

static void put_origin(struct cpg_buffer *out, enum cpg_launch_source source,
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
	put_origin(out, source, &facts->allgather_cp.origin);
	cpg_buffer_string(out, ")\n");
	if (facts->context_parallel_size.known && facts->context_parallel_size.given) {
		cpg_buffer_printf(out, "cpguard:   --context-parallel-size %s (",
				  facts->context_parallel_size.size.digits);
		put_origin(out, source, &facts->context_parallel_size.origin);
		cpg_buffer_string(out, ")\n");
	}
	if (has_checkpoint(facts)) {
		cpg_buffer_string(out, "cpguard:   --hf-checkpoint ");
		put_text(out, facts->hf_checkpoint.path);
		cpg_buffer_string(out, " (");
		put_origin(out, source, &facts->hf_checkpoint.origin);
		cpg_buffer_string(out, ")\n");
	}
}

/* The model's own sentence, with its place when the sentence does not name it. */
static void put_why(struct cpg_buffer *out, const struct cpg_model *model)
{
	if (model->file) {
		put_text(out, model->file);
		cpg_buffer_printf(out, model->line ? ":%u: " : ": ", model->line);
	}
	put_text(out, model->why);
}

/* Why it could not be judged, as a clause. */
static void put_unknown(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	if (finding->model.why)
		put_why(out, &finding->model);
	else if (finding->reason == CPG_REASON_LIMIT_EXCEEDED)
		cpg_buffer_string(out, "cpguard ran out of the memory it allows itself");
	else if (!finding->facts.hf_checkpoint.known)
		cpg_buffer_string(out, "the value of --hf-checkpoint is not known here");
	else if (!finding->facts.context_parallel_size.known)
		cpg_buffer_string(out,
				  "the value of --context-parallel-size is not known here");
	else
		cpg_buffer_string(out, "a part of the command line is not known here");
}

/* Why the rule is broken, whether or not the launch is sure to start. */
static enum cpg_reason reason_of(const struct cpg_finding *finding)
{
	return finding->reason == CPG_REASON_CONDITIONAL ? finding->then : finding->reason;
}

/* What config.json says, and what of that breaks the rule. */
static void put_finding(struct cpg_buffer *out, const struct cpg_settings *settings,
			const struct cpg_finding *finding)
{
	const struct cpg_model *model = &finding->model;

	cpg_buffer_string(out, "cpguard: ");
	switch (reason_of(finding)) {
	case CPG_REASON_ARCHITECTURE_NOT_PERMITTED:
		put_text(out, model->config);
		cpg_buffer_string(out, " names ");
		put_names(out, model->architectures, model->architecture_count);
		cpg_buffer_string(out, ".\n");
		break;
	case CPG_REASON_ARCHITECTURE_MISSING:
		put_text(out, model->config);
		cpg_buffer_string(
			out, " names no architecture, so nothing shows that this model "
			     "may use --allgather-cp.\n");
		break;
	case CPG_REASON_CHECKPOINT_NOT_GIVEN:
		cpg_buffer_string(out,
				  "There is no --hf-checkpoint, so nothing shows that this "
				  "model may use --allgather-cp.\n");
		break;
	default:
		cpg_buffer_string(out, "The model cannot be checked: ");
		put_unknown(out, finding);
		cpg_buffer_string(out, ".\n");
		break;
	}
	cpg_buffer_string(out, "cpguard: It works for these only: ");
	put_permitted(out, settings);
	cpg_buffer_string(out, ".\n");
}

static void put_condition(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	if (finding->reason != CPG_REASON_CONDITIONAL)
		return;
	cpg_buffer_string(
		out, "cpguard: Whether this is started hangs on what is not known at ");
	put_origin(out, finding->launch.source, &finding->launch.condition);
	cpg_buffer_string(out, ".\n");
}

static void put_refusal(struct cpg_buffer *out, const struct cpg_settings *settings,
			const struct cpg_finding *finding, enum cpg_action action)
{
	bool known = cpg_reason_verdict(reason_of(finding)) == CPG_REFUSE;

	cpg_buffer_string(out, action == CPG_ACTION_WARN ? "cpguard: warning: "
							 : "cpguard: refused: ");
	put_asked(out, &finding->facts);
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
	cpg_buffer_string(out, "cpguard: Ways out: remove --allgather-cp, or set "
			       "--context-parallel-size 1, or ");
	cpg_buffer_string(out,
			  known ? "train one of the models above.\n"
				: "give an --hf-checkpoint whose\n"
				  "cpguard: config.json can be read here and names one of "
				  "the models above.\n");
}

static void put_notice(struct cpg_buffer *out, const struct cpg_settings *settings,
		       enum cpg_gate gate, const struct cpg_finding *finding)
{
	bool deferred = finding->launch.source == CPG_LAUNCH_OPTIONS &&
			gate == CPG_GATE_SUBMIT &&
			settings->unverified == CPG_UNVERIFIED_DEFER;

	cpg_buffer_string(out, "cpguard: ");
	put_asked(out, &finding->facts);
	if (has_checkpoint(&finding->facts)) {
		cpg_buffer_string(out, " and --hf-checkpoint ");
		put_text(out, finding->facts.hf_checkpoint.path);
	}
	cpg_buffer_string(out, deferred ? " will be checked on the compute node: "
					: " was not checked: ");
	put_unknown(out, finding);
	cpg_buffer_string(out, "\n");
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
		put_notice(&out, settings, gate, finding);
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
		put_why(&out, model);
		cpg_buffer_string(&out, "\n");
	}
	return cpg_buffer_finish(&out);
}
