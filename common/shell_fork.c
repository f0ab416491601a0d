#include "shell_walk.h"

#include <errno.h>

#include "cpguard/facts.h"

static const struct cpg_shell_flow go_on = {.kind = CPG_FLOW_NEXT};

int cpg_walk_no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left to read the script");
}

void cpg_walk_mark(const struct cpg_shell *shell, struct cpg_walk_mark *mark)
{
	mark->conditional = shell->conditional;
	mark->condition = shell->condition;
}

void cpg_walk_restore(struct cpg_shell *shell, const struct cpg_walk_mark *mark)
{
	shell->conditional = mark->conditional;
	shell->condition = mark->condition;
}

static void set_conditional(struct cpg_shell *shell, struct cpg_origin origin)
{
	shell->conditional = true;
	shell->condition = origin;
}

/* Joins `scope` into what waits at *slot. */
static int wait_at(struct cpg_shell_scope **slot, struct cpg_shell_scope *scope,
		   struct cpg_origin origin, struct cpg_error *err)
{
	if (!*slot) {
		*slot = scope;
		return 0;
	}
	if (cpg_scope_join(*slot, scope, CPG_WALK_CONDITION, origin) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* Whether an error that gives up a line, or the script's with all texts in it, goes no further
 * than this. */
static bool ends_discard(const struct cpg_shell *shell,
			 const struct cpg_shell_control *control, unsigned levels)
{
	const struct cpg_shell_control *outer = control->outer;

	if (control->kind == CPG_CONTROL_PROCESS)
		return true;
	if (control->kind != CPG_CONTROL_LINE || shell->forked)
		return false;
	while (outer && outer->kind != CPG_CONTROL_LINE)
		outer = outer->outer;
	/* The text of -c is one that is given up, too. */
	return levels <= 1 || (!outer && !shell->argument);
}

/* The control that `flow` leads to, or NULL when there is none (a stray break). */
static struct cpg_shell_control *find_target(const struct cpg_shell *shell,
					     const struct cpg_shell_flow *flow)
{
	struct cpg_shell_control *found = NULL;
	unsigned levels = flow->levels;

	for (struct cpg_shell_control *at = shell->control; at; at = at->outer) {
		switch (flow->kind) {
		case CPG_FLOW_BREAK:
		case CPG_FLOW_CONTINUE:
			if (at->kind == CPG_CONTROL_LINE)
				break;
			if (at->kind != CPG_CONTROL_LOOP)
				return found;
			found = at;
			if (levels-- <= 1)
				return at;
			break;
		case CPG_FLOW_RETURN:
			if (at->kind == CPG_CONTROL_FRAME)
				return at;
			break;
		case CPG_FLOW_EXIT:
			if (at->kind == CPG_CONTROL_PROCESS)
				return at;
			break;
		case CPG_FLOW_DISCARD:
			if (ends_discard(shell, at, flow->levels))
				return at;
			break;
		case CPG_FLOW_NEXT:
			return NULL;
		}
	}
	return found;
}

bool cpg_walk_failed(const struct cpg_shell_scope *scope)
{
	int status = cpg_scope_status(scope);

	return status != 0 && status != CPG_STATUS_UNKNOWN;
}

static void exit_early(struct cpg_shell_control *process, int status)
{
	process->status =
		process->exited ? cpg_status_join(process->status, status) : status;
	process->exited = true;
}

/* A way goes through these constructs to `target`: what follows each of them hangs on that, too. */
static void pass_through(struct cpg_shell *shell, const struct cpg_shell_control *target,
			 struct cpg_origin origin)
{
	for (struct cpg_shell_control *at = shell->control; at && at != target;
	     at = at->outer) {
		at->passed = true;
		at->passed_at = origin;
	}
}

void cpg_walk_doubt(struct cpg_shell *shell, const char *why, struct cpg_origin origin)
{
	cpg_shell_incomplete(shell, why, origin);
	set_conditional(shell, origin);
	pass_through(shell, NULL, origin);
}

static bool is_return(const struct cpg_shell_flow *flow)
{
	return flow->kind == CPG_FLOW_EXIT && flow->levels == CPG_FLOW_RETURNED;
}

/* One way of a fork has left early, the walk goes on with another: its scope waits at its
 * target. Sets *leaks when what follows is conditional for it: not when the way ends the
 * process with a failure, since a job that gives up before it trains does no harm. */
static int leave(struct cpg_shell *shell, const struct cpg_shell_flow *flow,
		 struct cpg_shell_scope *scope, const struct cpg_shell_trap *exit_trap,
		 struct cpg_origin origin, bool *leaks, struct cpg_error *err)
{
	struct cpg_shell_control *target = find_target(shell, flow);

	if (!target)
		return 0;
	if (shell->output)
		shell->output->unsure = true;
	if (target->kind == CPG_CONTROL_PROCESS) {
		exit_early(target, cpg_scope_status(scope));
		if (cpg_walk_end_early(shell, target, scope, exit_trap, origin, err) < 0)
			return -1;
		if (cpg_walk_failed(scope) && !is_return(flow)) {
			cpg_shell_assume(shell, cpg_shell_goes_on, origin);
			return 0;
		}
	}
	*leaks = true;
	pass_through(shell, target, origin);
	if (target->kind == CPG_CONTROL_PROCESS)
		return 0;
	if (target->kind == CPG_CONTROL_LINE &&
	    cpg_walk_unwind(shell, scope, target, err) < 0)
		return -1;
	if (flow->kind == CPG_FLOW_CONTINUE)
		return wait_at(&target->again, scope, origin, err);
	return wait_at(&target->left, scope, origin, err);
}

/* What a way through a fork ended with. */
struct way {
	struct cpg_shell_scope *scope;
	struct cpg_shell_flow flow;
	struct cpg_shell_output
		*sink; /* where output goes at its end: exec may change it */
	struct cpg_shell_output output;
	const struct cpg_value *input;
	const struct cpg_shell_trap *exit_trap;
	const struct cpg_shell_trap *error_trap;
};

static int take_way(struct cpg_shell *shell, cpg_walk_step *step, void *context,
		    struct way *way, struct cpg_error *err)
{
	way->flow = go_on;
	if (step && step(shell, context, &way->flow, err) < 0)
		return -1;
	way->scope = shell->scope;
	way->sink = shell->output;
	if (shell->output)
		way->output = *shell->output;
	way->input = shell->input;
	way->exit_trap = shell->exit_trap;
	way->error_trap = shell->error_trap;
	return 0;
}

/* What a way has printed since the fork. */
static struct cpg_value printed(const struct way *way, const struct cpg_shell_output *base)
{
	size_t count = way->output.text.count - base->text.count;

	return (struct cpg_value){count ? way->output.text.pieces + base->text.count : NULL,
				  count};
}

/* Output that differs by way is a gap behind what was printed before the fork. */
static int join_outputs(struct cpg_shell *shell, const struct cpg_shell_output *base,
			const struct way *a, const struct way *b, struct cpg_origin origin,
			struct cpg_error *err)
{
	struct cpg_value gap;

	if (a->output.unsure || b->output.unsure) {
		shell->output->unsure = true;
		return 0;
	}
	if (cpg_value_equal(printed(a, base), printed(b, base)) == CPG_YES)
		return 0;
	if (cpg_value_unknown(shell->arena, CPG_WALK_CONDITION, origin, &gap) < 0)
		return cpg_walk_no_memory(err);
	*shell->output = *base;
	return cpg_walk_print(shell, gap, err);
}

static bool ends_process(const struct cpg_shell *shell, const struct way *way)
{
	return way->flow.kind == CPG_FLOW_EXIT ||
	       (way->flow.kind == CPG_FLOW_DISCARD && shell->forked);
}

/* Traps that are not the same on both ways may not be there when the process ends. A way that
 * ends it has its own. */
static int join_traps(struct cpg_shell *shell, const struct way *a, const struct way *b,
		      struct cpg_origin origin, struct cpg_error *err)
{
	if (ends_process(shell, a) || ends_process(shell, b))
		return 0;
	if (cpg_walk_join_traps(shell, a->exit_trap, b->exit_trap, origin,
				&shell->exit_trap, err) < 0)
		return -1;
	if (!shell->error_trap)
		shell->error_trap = a->error_trap;
	return 0;
}

/* Input that differs by way is not known behind it. */
static int join_streams(struct cpg_shell *shell, const struct cpg_shell_output *base,
			const struct way *a, const struct way *b, struct cpg_origin origin,
			struct cpg_error *err)
{
	if (a->input != b->input)
		shell->input = NULL;
	if (join_traps(shell, a, b, origin, err) < 0)
		return -1;
	if (a->sink != b->sink) {
		shell->output = a->sink ? a->sink : b->sink;
		shell->output->unsure = true;
		return 0;
	}
	return shell->output ? join_outputs(shell, base, a, b, origin, err) : 0;
}

static void follow(struct cpg_shell *shell, const struct way *way,
		   struct cpg_shell_flow *flow)
{
	*flow = way->flow;
	shell->scope = way->scope;
	shell->input = way->input;
	shell->exit_trap = way->exit_trap;
	shell->error_trap = way->error_trap;
	shell->output = way->sink;
	if (shell->output)
		*shell->output = way->output;
}

static int join_ways(struct cpg_shell *shell, const struct cpg_shell_output *base,
		     const struct way *a, const struct way *b, struct cpg_origin origin,
		     struct cpg_shell_flow *flow, bool *leaks, struct cpg_error *err)
{
	bool same = a->flow.kind == b->flow.kind && a->flow.levels == b->flow.levels;

	if (same && a->flow.kind != CPG_FLOW_EXIT) {
		follow(shell, b, flow);
		if (join_streams(shell, base, a, b, origin, err) < 0)
			return -1;
		if (cpg_scope_join(shell->scope, a->scope, CPG_WALK_CONDITION, origin) < 0)
			return cpg_walk_no_memory(err);
		return 0;
	}
	if (a->flow.kind == CPG_FLOW_NEXT) {
		follow(shell, a, flow);
		if (join_streams(shell, base, a, b, origin, err) < 0)
			return -1;
		return leave(shell, &b->flow, b->scope, b->exit_trap, origin, leaks, err);
	}
	follow(shell, b, flow);
	if (join_streams(shell, base, a, b, origin, err) < 0)
		return -1;
	return leave(shell, &a->flow, a->scope, a->exit_trap, origin, leaks, err);
}

int cpg_walk_fork(struct cpg_shell *shell, struct cpg_origin origin, cpg_walk_step *first,
		  void *first_context, cpg_walk_step *second, void *second_context,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_shell_scope *base = shell->scope;
	const struct cpg_value *input = shell->input;
	const struct cpg_shell_trap *exit_trap = shell->exit_trap;
	const struct cpg_shell_trap *error_trap = shell->error_trap;
	struct cpg_shell_output *sink = shell->output;
	struct cpg_shell_output output = {.unsure = false};
	struct cpg_walk_mark mark;
	struct way a;
	struct way b;
	bool leaks = false;

	if (shell->output)
		output = *shell->output;
	cpg_walk_mark(shell, &mark);
	shell->scope = cpg_scope_copy(base);
	if (!shell->scope)
		return cpg_walk_no_memory(err);
	set_conditional(shell, origin);
	if (take_way(shell, first, first_context, &a, err) < 0)
		return -1;

	shell->scope = base;
	shell->input = input;
	shell->exit_trap = exit_trap;
	shell->error_trap = error_trap;
	shell->output = sink;
	if (shell->output)
		*shell->output = output;
	set_conditional(shell, origin);
	if (take_way(shell, second, second_context, &b, err) < 0)
		return -1;

	cpg_walk_restore(shell, &mark);
	if (join_ways(shell, &output, &a, &b, origin, flow, &leaks, err) < 0)
		return -1;
	if (leaks)
		set_conditional(shell, origin);
	return 0;
}

void cpg_walk_leave(struct cpg_shell *shell, const struct cpg_shell_control *control,
		    const struct cpg_walk_mark *mark)
{
	cpg_walk_restore(shell, mark);
	if (control->passed)
		set_conditional(shell, control->passed_at);
}

void cpg_walk_enter(struct cpg_shell *shell, struct cpg_shell_control *control,
		    enum cpg_shell_control_kind kind)
{
	*control = (struct cpg_shell_control){.outer = shell->control, .kind = kind};
	shell->control = control;
}

/* Whether `flow` ends at this control rather than going through it. */
static bool ends_here(const struct cpg_shell *shell,
		      const struct cpg_shell_control *control,
		      const struct cpg_shell_flow *flow)
{
	switch (flow->kind) {
	case CPG_FLOW_NEXT:
		return true;
	case CPG_FLOW_BREAK:
	case CPG_FLOW_CONTINUE:
		return control->kind == CPG_CONTROL_LOOP && flow->levels <= 1;
	case CPG_FLOW_RETURN:
		return control->kind == CPG_CONTROL_FRAME;
	case CPG_FLOW_EXIT:
		return control->kind == CPG_CONTROL_PROCESS;
	case CPG_FLOW_DISCARD:
		return ends_discard(shell, control, flow->levels);
	}
	return true;
}

int cpg_walk_settle(struct cpg_shell *shell, struct cpg_shell_control *control,
		    struct cpg_shell_scope **waiting, struct cpg_origin origin,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_shell_scope *others = *waiting;
	bool leaks = false;

	*waiting = NULL;
	if (ends_here(shell, control, flow)) {
		*flow = go_on;
		return others ? wait_at(&shell->scope, others, origin, err) : 0;
	}
	if (control->kind == CPG_CONTROL_LOOP &&
	    (flow->kind == CPG_FLOW_BREAK || flow->kind == CPG_FLOW_CONTINUE))
		flow->levels--;
	if (!others)
		return 0;
	/* Control goes further out on this way, and ends here on the others. */
	shell->control = control->outer;
	if (leave(shell, flow, shell->scope, shell->exit_trap, origin, &leaks, err) < 0)
		return -1;
	shell->control = control;
	shell->scope = others;
	*flow = go_on;
	if (leaks) {
		control->passed = true;
		control->passed_at = origin;
		set_conditional(shell, origin);
	}
	return 0;
}

int cpg_walk_part(struct cpg_shell *shell, struct cpg_shell_control *control,
		  struct cpg_origin origin, struct cpg_shell_flow *flow,
		  struct cpg_error *err)
{
	struct cpg_shell_scope *others = control->again;
	bool leaks = false;

	control->again = NULL;
	if (leave(shell, flow, shell->scope, shell->exit_trap, origin, &leaks, err) < 0)
		return -1;
	shell->scope = others;
	*flow = go_on;
	if (leaks)
		set_conditional(shell, origin);
	return 0;
}

int cpg_walk_process(struct cpg_shell *shell, cpg_walk_step *step, void *context,
		     struct cpg_error *err)
{
	struct cpg_shell_control control;
	struct cpg_shell_control *outer = shell->control;
	struct cpg_shell_flow flow = go_on;
	struct cpg_walk_mark mark;

	cpg_walk_mark(shell, &mark);
	cpg_walk_enter(shell, &control, CPG_CONTROL_PROCESS);
	/* Loops and functions around a subshell cannot be left from within it. */
	control.outer = NULL;
	if (step(shell, context, &flow, err) < 0 ||
	    cpg_walk_end_process(shell, &control, &mark, err) < 0)
		return -1;
	if (control.exited)
		cpg_scope_set_status(
			shell->scope,
			cpg_status_join(control.status, cpg_scope_status(shell->scope)));
	shell->control = outer;
	return 0;
}

int cpg_walk_subshell(struct cpg_shell *shell, cpg_walk_step *step, void *context,
		      struct cpg_shell_output *output, const struct cpg_value *input,
		      int *status, struct cpg_error *err)
{
	struct cpg_shell inner = *shell;

	if (shell->world->depth >= CPG_SHELL_DEPTH_LIMIT)
		return cpg_error_set(err, CPG_E_LIMIT,
				     "the script nests deeper than %d calls",
				     CPG_SHELL_DEPTH_LIMIT);
	inner.scope = cpg_scope_copy(shell->scope);
	if (!inner.scope)
		return cpg_walk_no_memory(err);
	inner.output = output;
	inner.input = input;
	inner.exit_trap = NULL;
	if (cpg_scope_option(shell->scope, CPG_SET_ERRTRACE) != CPG_YES)
		inner.error_trap = NULL;
	inner.forked = CPG_FORK_SUBSHELL;
	inner.argument = false;
	shell->world->depth++;
	if (cpg_walk_process(&inner, step, context, err) < 0)
		return -1;
	shell->world->depth--;
	*status = cpg_scope_status(inner.scope);
	/* What it read from an input that both have is gone for this shell, too. */
	if (input && input == shell->input)
		shell->input = inner.input;
	return 0;
}
