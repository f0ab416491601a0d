#include "cpguard/facts.h"
#include "shell_marks.h"
#include "shell_walk.h"

/* A text to be run. */
struct text {
	struct cpg_value value;
	struct cpg_text marked; /* with marks for its gaps */
	const char *file;
	unsigned line;
};

static unsigned line_of(const struct cpg_shell_list *list, size_t at)
{
	const struct cpg_shell_pipeline *pipeline = &list->items[at].pipeline;

	return pipeline->count ? pipeline->commands[0].origin.line : 0;
}

/* Runs what was read as one text. An error that discards a line goes on behind it; where the
 * line of a longer command ends is not known, and what stands there is taken to run. */
static int run_lines(struct cpg_shell *shell, const struct cpg_shell_list *list,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	size_t next = 0;

	for (;;) {
		size_t from = next;

		if (cpg_walk_items(shell, list, &next, flow, err) < 0)
			return -1;
		if (flow->kind != CPG_FLOW_DISCARD)
			return 0;
		flow->kind = CPG_FLOW_NEXT;
		from = next > from ? next - 1 : from;
		while (next < list->count && line_of(list, next) == line_of(list, from))
			next++;
	}
}

/* Text in which each gap is known or has a mark. */
static int run_marked(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	const struct text *text = context;
	struct cpg_shell_source source = {
		.file = text->file,
		.line = text->line,
		.text = text->marked,
		.extglob = cpg_scope_option(shell->scope, CPG_SHOPT_EXTGLOB) == 1,
		.depth = shell->world->depth,
	};
	const struct cpg_shell_list *list;

	if (cpg_shell_parse(shell->arena, &source, &list, err) < 0)
		return -1;
	/* $? is what it was until a command has run. */
	if (list->count == 0)
		cpg_scope_set_status(shell->scope, 0);
	if (run_lines(shell, list, flow, err) < 0)
		return -1;
	/* It leaves bash's parser in a state in which it may no longer read what follows in the
	 * script around it. Seen with bash 5.2. */
	if (list->open)
		cpg_walk_doubt(shell, "shell text is run that ends within quotes",
			       (struct cpg_origin){text->file, text->line});
	return 0;
}

/* Text with a gap in it can be any command: no variable is what it was behind it, and a launch
 * may be hidden in it. What is known of it is followed as what may be run: `marked`, when it
 * could be written. */
static int run_unknown_text(struct cpg_shell *shell, struct text *text,
			    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const struct cpg_origin origin = {text->file, text->line};
	const char *why = "shell text that is not known is run";

	cpg_shell_incomplete(shell, why, origin);
	if (text->marked.bytes && cpg_walk_fork(shell, origin, run_marked, text, NULL, NULL,
						flow, err) < 0)
		return -1;
	cpg_scope_set_status(shell->scope, -1);
	return cpg_scope_forget(shell->scope, why, origin) < 0 ? cpg_walk_no_memory(err)
							       : 0;
}

int cpg_shell_run_text(struct cpg_shell *shell, struct cpg_value value, const char *file,
		       unsigned line, struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct text text = {.value = value, .file = file, .line = line};
	int rc;

	if (cpg_walk_mention_statuses(shell, value, err) < 0)
		return -1;
	if (cpg_value_known(value)) {
		text.marked = cpg_value_flat(shell->arena, value);
		if (!text.marked.bytes)
			return cpg_walk_no_memory(err);
		return run_marked(shell, &text, flow, err);
	}
	rc = cpg_marks_write(shell, value, &text.marked, err);
	if (rc < 0)
		return -1;
	if (rc == 1 && cpg_marks_plain(value))
		return run_marked(shell, &text, flow, err);
	if (rc == 0)
		text.marked.bytes = NULL;
	return run_unknown_text(shell, &text, flow, err);
}
