#include <string.h>

#include "cpguard/report.h"
#include "report_why.h"

static void put_text(struct cpg_buffer *out, const char *string)
{
	cpg_buffer_printable(out, cpg_text_of(string));
}

/* Whether a word reads the same in a shell without quotes. */
static bool is_plain(const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		"_@%+=:,./-";

	return *word && word[strspn(word, plain)] == '\0';
}

/* A word as one would type it. */
static void put_word(struct cpg_buffer *out, const struct cpg_word *word)
{
	if (!word->text) {
		put_text(out, word->prefix ? word->prefix : "");
		cpg_buffer_string(out, word->many ? "<?...>" : "<?>");
		put_text(out, word->suffix ? word->suffix : "");
	} else if (is_plain(word->text)) {
		cpg_buffer_string(out, word->text);
	} else {
		cpg_buffer_string(out, "'");
		for (const char *at = word->text; *at;) {
			size_t length = strcspn(at, "'");

			cpg_buffer_printable(out, (struct cpg_text){at, length});
			at += length;
			if (*at) {
				cpg_buffer_string(out, "'\\''");
				at++;
			}
		}
		cpg_buffer_string(out, "'");
	}
}

static void put_origin(struct cpg_buffer *out, const struct cpg_origin *origin)
{
	if (!origin->file)
		return;
	cpg_buffer_string(out, "  (");
	put_text(out, origin->file);
	if (origin->line)
		cpg_buffer_printf(out, ":%u", origin->line);
	cpg_buffer_string(out, ")");
}

static const char *tristate(enum cpg_tristate value)
{
	static const char *const names[] = {
		[CPG_NO] = "no",
		[CPG_YES] = "yes",
		[CPG_UNKNOWN] = "not known",
	};

	return names[value];
}

static void put_facts(struct cpg_buffer *out, const struct cpg_facts *facts)
{
	const struct cpg_fact_size *size = &facts->context_parallel_size;
	const struct cpg_fact_path *path = &facts->hf_checkpoint;

	cpg_buffer_printf(out, "  allgather-cp:           %s",
			  tristate(facts->allgather_cp.value));
	put_origin(out, &facts->allgather_cp.origin);
	cpg_buffer_printf(out, "\n  context-parallel-size:  %s",
			  size->known ? size->size.digits : "not known");
	put_origin(out, &size->origin);
	cpg_buffer_string(out, "\n  hf-checkpoint:          ");
	put_text(out, !path->known ? "not known" : path->path ? path->path : "not given");
	put_origin(out, &path->origin);
	if (facts->debug_rollout_only.value != CPG_NO)
		cpg_buffer_printf(out, "\n  debug-rollout-only:     %s",
				  tristate(facts->debug_rollout_only.value));
	cpg_buffer_string(out, "\n");
}

static void put_model(struct cpg_buffer *out, const struct cpg_model *model)
{
	if (model->state != CPG_MODEL_READ)
		return;
	cpg_buffer_string(out, "  model:                  ");
	for (size_t i = 0; i < model->architecture_count; i++) {
		cpg_buffer_string(out, i ? ", " : "");
		cpg_buffer_printable(out, model->architectures[i]);
	}
	cpg_buffer_string(out, model->architecture_count ? "  (" : "no architecture  (");
	put_text(out, model->config);
	cpg_buffer_string(out, ")\n");
}

static void put_sentences(struct cpg_buffer *out, const char *indent,
			  const struct cpg_sentences *sentences)
{
	if (!sentences) {
		out->failed = true;
		return;
	}
	for (size_t i = 0; i < sentences->count; i++) {
		cpg_buffer_printf(out, "%s? ", indent);
		put_text(out, sentences->items[i]);
		cpg_buffer_string(out, "\n");
	}
}

static void put_finding(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const struct cpg_launch *launch = &finding->launch;

	cpg_buffer_printf(out, "%s launch%s:\n ", cpg_launch_source_name(launch->source),
			  launch->conditional ? ", conditional" : "");
	for (size_t i = 0; i < launch->argc; i++) {
		cpg_buffer_string(out, " ");
		put_word(out, &launch->argv[i]);
	}
	cpg_buffer_string(out, "\n");
	if (finding->role != CPG_ROLE_ALL)
		cpg_buffer_printf(out, "  role:                   %s\n",
				  cpg_role_name(finding->role));
	put_facts(out, &finding->facts);
	put_model(out, &finding->model);
	put_sentences(out, "  ", cpg_report_why(out->arena, finding));
	cpg_buffer_printf(out, "  verdict:                %s: %s\n",
			  cpg_verdict_name(finding->verdict),
			  cpg_reason_name(finding->reason));
}

const char *cpg_report_explain(struct cpg_arena *arena, const struct cpg_result *result)
{
	struct cpg_buffer out = {.arena = arena};

	for (size_t i = 0; i < result->count; i++)
		put_finding(&out, &result->findings[i]);
	if (!result->complete) {
		cpg_buffer_string(&out, "There may be launches that are not shown:\n");
		put_sentences(&out, "  ", cpg_report_incomplete(arena, result));
	}
	if (result->assumed_count) {
		cpg_buffer_string(&out, "Taken for granted:\n");
		put_sentences(&out, "  ", cpg_report_assumed(arena, result));
	}
	cpg_buffer_printf(&out, "%s: %s\n", cpg_verdict_name(result->verdict),
			  cpg_reason_name(result->reason));
	return cpg_buffer_finish(&out);
}
