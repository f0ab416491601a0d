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

/* What FUNCNAME is behind an error in a function is no matter of the functions that run. */
static int forget_function(struct cpg_shell *shell, struct cpg_error *err)
{
	static const char *const names[] = {"FUNCNAME", NULL};

	return cpg_walk_unknown_names(shell, names,
				      "it is left as it was when a line was given up",
				      (struct cpg_origin){NULL, 0}, err);
}

int cpg_walk_unwind(struct cpg_shell *shell, struct cpg_shell_scope *scope,
		    const struct cpg_shell_control *control, struct cpg_error *err)
{
	struct cpg_shell copy = *shell;
	const struct cpg_walk_temporaries *t = shell->prefix;

	copy.scope = scope;
	for (; copy.frame && copy.frame != control->frame; copy.frame = copy.frame->outer) {
		const struct cpg_shell_frame *frame = copy.frame;

		for (; t && t != frame->prefix; t = t->outer) {
			if (cpg_walk_drop_temporaries(&copy, t, err) < 0)
				return -1;
		}
		if ((frame->function && cpg_scope_pop(scope) < 0) ||
		    (frame->positional &&
		     cpg_scope_set_positional(scope, frame->positional) < 0))
			return cpg_walk_no_memory(err);
	}
	for (; t && t != control->prefix; t = t->outer) {
		if (cpg_walk_drop_temporaries(&copy, t, err) < 0)
			return -1;
	}
	if (shell->frame != control->frame && cpg_walk_show_frames(&copy, err) < 0)
		return -1;
	return forget_function(&copy, err);
}

/* What stands on the line of which a part was given up is given up, too. */
static void skip_line(const struct cpg_shell_list *list, size_t *next)
{
	while (*next > 0 && *next < list->count && !list->items[*next - 1].newline)
		(*next)++;
}

/* Runs what bash reads at a time. A way that leaves it for an error waits for its end. */
static int run_line(struct cpg_shell *shell, const struct cpg_shell_list *list,
		    size_t *next, struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_shell_control control;
	struct cpg_origin origin = {NULL, 0};
	struct cpg_walk_mark mark;

	if (*next < list->count && list->items[*next].pipeline.count)
		origin = list->items[*next].pipeline.commands[0].origin;
	cpg_walk_mark(shell, &mark);
	cpg_walk_enter(shell, &control, CPG_CONTROL_LINE);
	control.frame = shell->frame;
	control.prefix = shell->prefix;
	if (cpg_walk_items(shell, list, next, true, flow, err) < 0)
		return -1;
	if (flow->kind == CPG_FLOW_DISCARD) {
		skip_line(list, next);
		if (forget_function(shell, err) < 0)
			return -1;
	}
	cpg_walk_leave(shell, &control, &mark);
	if (cpg_walk_settle(shell, &control, &control.left, origin, flow, err) < 0)
		return -1;
	shell->control = control.outer;
	return 0;
}

static int run_lines(struct cpg_shell *shell, const struct cpg_shell_list *list,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	size_t next = 0;

	do {
		if (run_line(shell, list, &next, flow, err) < 0)
			return -1;
	} while (next < list->count && flow->kind == CPG_FLOW_NEXT);
	cpg_walk_end_list(shell, list, flow);
	return 0;
}

/* Behind a text that ended within a quote, on its last line, or by a mistake within [[ ]], bash
 * takes what it reads next for something within: `A=(x)`, `if` and [[ are mistakes there. */
static void expect_misreading(struct cpg_shell *shell, const struct text *text,
			      const struct cpg_shell_list *list)
{
	const struct cpg_origin origin = {text->file, text->line};
	const struct cpg_shell_control *at = shell->control;

	while (at && at->kind != CPG_CONTROL_LINE)
		at = at->outer;
	if (!at || shell->forked ||
	    (!list->tested && (!list->unclosed ||
			       text->marked.bytes[text->marked.length - 1] == '\n')))
		return;
	cpg_walk_doubt(shell, "bash may misread what follows a text that is broken",
		       origin);
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
	expect_misreading(shell, text, list);
	return 0;
}

int cpg_walk_forget(struct cpg_shell *shell, const char *why, struct cpg_origin origin,
		    struct cpg_error *err)
{
	const struct cpg_positional words = {.loose = true, .why = why};

	if (cpg_scope_forget(shell->scope, why, origin) < 0 ||
	    cpg_scope_set_positional(shell->scope, &words) < 0)
		return cpg_walk_no_memory(err);
	if (!cpg_walk_in_function(shell))
		cpg_scope_note_positional(shell->scope, CPG_UNKNOWN);
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
	if (text->marked.bytes &&
	    cpg_walk_fork(shell, origin, run_marked, text, NULL, NULL, flow, err) < 0)
		return -1;
	cpg_scope_set_status(shell->scope, -1);
	return cpg_walk_forget(shell, why, origin, err);
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
