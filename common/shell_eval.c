#include "cpguard/shell_eval.h"

#include <string.h>

#include "shell_touched.h"
#include "shell_walk.h"

int cpg_walk_list(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		  struct cpg_error *err)
{
	return cpg_shell_run(shell, context, flow, err);
}

/* One element of a pipeline. */
struct element {
	const struct cpg_shell_command *command;
	bool raced; /* others may write files meanwhile */
};

static int run_element(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	const struct element *element = context;
	bool raced = shell->raced;

	shell->raced = raced || element->raced;
	if (cpg_walk_command(shell, element->command, flow, err) < 0)
		return -1;
	shell->raced = raced;
	return 0;
}

/* Whether a command is not known to write no file: a program that only reads. */
static bool may_write(const struct cpg_shell_command *command)
{
	const struct cpg_shell_word *word;
	char name[32];

	if (command->kind != CPG_COMMAND_SIMPLE || command->redirect_count > 0)
		return true;
	if (command->argument_count == 0)
		return false;
	word = &command->arguments[0].word;
	if (word->count != 1 || word->parts[0].kind != CPG_PART_LITERAL ||
	    word->parts[0].text.length >= sizeof(name))
		return true;
	memcpy(name, word->parts[0].text.bytes, word->parts[0].text.length);
	name[word->parts[0].text.length] = '\0';
	return !cpg_shell_only_reads(name);
}

static size_t count_writers(const struct cpg_shell_pipeline *pipeline)
{
	size_t count = 0;

	for (size_t i = 0; i < pipeline->count; i++)
		count += may_write(&pipeline->commands[i]);
	return count;
}

/* An element in a process of its own. */
static int run_forked(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	const struct element *element = context;

	return run_element(shell, context, flow, err) < 0
		       ? -1
		       : cpg_walk_spare_traps(shell, element->command, err);
}

/* The status of a pipeline under pipefail: the last one that is not 0. Behind one that has
 * failed it is a failure whatever comes of the others. */
static int fail_status(int so_far, int status)
{
	if (status == 0)
		return so_far;
	if (status == CPG_STATUS_UNKNOWN && so_far != 0 && so_far != CPG_STATUS_UNKNOWN)
		return CPG_STATUS_FAILED;
	return status;
}

static int run_piped(struct cpg_shell *shell, const struct cpg_shell_pipeline *pipeline,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const struct cpg_value *input = shell->input;
	int pipefail = cpg_scope_option(shell->scope, CPG_SET_PIPEFAIL);
	bool lastpipe = cpg_scope_option(shell->scope, CPG_SHOPT_LASTPIPE) == CPG_YES;
	int *statuses = cpg_arena_array(shell->arena, pipeline->count, sizeof(*statuses));
	size_t writers = count_writers(pipeline);
	int failed = 0;
	int status = 0;

	if (!statuses)
		return cpg_walk_no_memory(err);

	for (size_t i = 0; i < pipeline->count; i++) {
		const struct cpg_shell_command *command = &pipeline->commands[i];
		struct element element = {command, writers > may_write(command)};
		struct cpg_shell_output *piped =
			cpg_arena_alloc(shell->arena, sizeof(*piped));
		bool last = i + 1 == pipeline->count;

		if (!piped)
			return cpg_walk_no_memory(err);
		if (last && lastpipe) {
			const struct cpg_value *outer = shell->input;

			shell->input = input;
			if (run_element(shell, &element, flow, err) < 0)
				return -1;
			shell->input = outer;
			status = cpg_scope_status(shell->scope);
		} else if (cpg_walk_subshell(shell, run_forked, &element,
					     last ? shell->output : piped, input, &status,
					     err) < 0) {
			return -1;
		}
		input = cpg_walk_captured(shell, piped);
		if (!input)
			return cpg_walk_no_memory(err);
		failed = fail_status(failed, status);
		statuses[i] = status;
	}
	if (cpg_walk_keep_statuses(shell, statuses, pipeline->count,
				   pipeline->commands[0].origin, err) < 0)
		return -1;
	if (pipefail == CPG_YES)
		status = failed;
	else if (pipefail == CPG_UNKNOWN && failed != status)
		status = -1;
	cpg_scope_set_status(shell->scope, status);
	return 0;
}

/* Whether the command's status is its own, and not that of one within. */
static bool has_status(const struct cpg_shell_command *command)
{
	switch (command->kind) {
	case CPG_COMMAND_SIMPLE:
	case CPG_COMMAND_SUBSHELL:
	case CPG_COMMAND_ARITH:
	case CPG_COMMAND_TEST:
		return true;
	default:
		return false;
	}
}

/* The pipeline of one command. Of [[ ]] and (( )) alone PIPESTATUS holds the status behind `!`. */
static int run_single(struct cpg_shell *shell, const struct cpg_shell_command *command,
		      bool negated, struct cpg_shell_flow *flow, struct cpg_error *err)
{
	bool inverted = negated && (command->kind == CPG_COMMAND_ARITH ||
				    command->kind == CPG_COMMAND_TEST);
	int status;

	if (cpg_walk_command(shell, command, flow, err) < 0)
		return -1;
	status = cpg_scope_status(shell->scope);
	if (inverted && status != CPG_STATUS_UNKNOWN)
		status = status == 0;
	return has_status(command)
		       ? cpg_walk_keep_statuses(shell, &status, 1, command->origin, err)
		       : 0;
}

/* Whether a failure of the pipeline is one that `set -e` acts on: of a compound command's, the
 * one within has acted already. */
static bool can_fail(const struct cpg_shell_pipeline *pipeline)
{
	return !pipeline->negated &&
	       (pipeline->count != 1 || has_status(&pipeline->commands[0]));
}

static struct cpg_origin origin_of(const struct cpg_shell_pipeline *pipeline)
{
	static const struct cpg_origin none;

	return pipeline->count > 0 ? pipeline->commands[0].origin : none;
}

static int act_on_failure(struct cpg_shell *shell,
			  const struct cpg_shell_pipeline *pipeline,
			  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	int status = cpg_scope_status(shell->scope);

	if (flow->kind != CPG_FLOW_NEXT || shell->tested || !can_fail(pipeline))
		return 0;
	if (cpg_walk_error_trap(shell, origin_of(pipeline), flow, err) < 0)
		return -1;
	if (flow->kind != CPG_FLOW_NEXT ||
	    cpg_scope_option(shell->scope, CPG_SET_ERREXIT) != CPG_YES)
		return 0;
	if (status == CPG_STATUS_UNKNOWN) {
		cpg_shell_assume(shell, cpg_shell_goes_on, origin_of(pipeline));
		cpg_scope_set_status(shell->scope, 0);
	} else if (status != 0) {
		flow->kind = CPG_FLOW_EXIT;
	}
	return 0;
}

static int run_pipeline(struct cpg_shell *shell, const struct cpg_shell_pipeline *pipeline,
			struct cpg_shell_flow *flow, struct cpg_error *err)
{
	bool tested = shell->tested;
	int status;

	shell->tested = tested || pipeline->negated;
	if (pipeline->count == 0)
		cpg_scope_set_status(shell->scope, 0);
	else if (pipeline->count == 1) {
		if (run_single(shell, &pipeline->commands[0], pipeline->negated, flow,
			       err) < 0)
			return -1;
	} else if (run_piped(shell, pipeline, flow, err) < 0) {
		return -1;
	}
	shell->tested = tested;
	status = cpg_scope_status(shell->scope);
	if (pipeline->negated && status != CPG_STATUS_UNKNOWN &&
	    flow->kind != CPG_FLOW_RETURN && flow->kind != CPG_FLOW_EXIT &&
	    flow->kind != CPG_FLOW_DISCARD)
		cpg_scope_set_status(shell->scope, status == 0);
	return act_on_failure(shell, pipeline, flow, err);
}

/* Pipelines joined by && and ||, up to the next ; or &. */
struct chain {
	const struct cpg_shell_list_item *items;
	size_t count;
};

/* One pipeline of a chain; all but the last are tested by what follows. */
struct link {
	const struct cpg_shell_list_item *item;
	bool tested;
	bool relied;
};

static int run_link(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	const struct link *link = context;
	bool tested = shell->tested;
	bool relied = shell->relied;

	shell->tested = tested || link->tested;
	shell->relied = link->relied;
	if (run_pipeline(shell, &link->item->pipeline, flow, err) < 0)
		return -1;
	shell->tested = tested;
	shell->relied = relied;
	return 0;
}

/* Whether the pipeline is the command `exit` and nothing else. */
static bool is_exit(const struct cpg_shell_pipeline *pipeline)
{
	const struct cpg_shell_command *command = pipeline->commands;
	const struct cpg_shell_word *word;

	if (pipeline->count != 1 || command->kind != CPG_COMMAND_SIMPLE ||
	    command->argument_count == 0)
		return false;
	word = &command->arguments[0].word;
	return word->count == 1 && word->parts[0].kind == CPG_PART_LITERAL &&
	       cpg_text_is(word->parts[0].text, "exit");
}

/* Whether a failure of the pipeline at `at` leaves the rest of the chain undone: a cd that
 * fails is then no way worth following, since what trains does not start. */
static bool is_relied_on(const struct chain *chain, size_t at)
{
	if (at + 1 >= chain->count)
		return false;
	if (chain->items[at + 1].connector == CPG_LIST_OR)
		return is_exit(&chain->items[at + 1].pipeline);
	for (size_t i = at + 1; i < chain->count; i++) {
		if (chain->items[i].connector != CPG_LIST_AND)
			return false;
	}
	return true;
}

/* The way on which a pipeline behind || is not run: what stands before it has succeeded. */
static int skip_or(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		   struct cpg_error *err)
{
	(void)context;
	(void)flow;
	(void)err;
	cpg_scope_set_status(shell->scope, 0);
	return 0;
}

/* The same behind &&: what stands before it has failed. */
static int skip_and(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	(void)context;
	(void)flow;
	(void)err;
	cpg_scope_set_status(shell->scope, CPG_STATUS_FAILED);
	return 0;
}

static int run_chain(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	const struct chain *chain = context;

	for (size_t i = 0; i < chain->count && flow->kind == CPG_FLOW_NEXT; i++) {
		struct link link = {&chain->items[i], i + 1 < chain->count,
				    is_relied_on(chain, i)};
		bool is_and = link.item->connector == CPG_LIST_AND;
		int status = cpg_scope_status(shell->scope);
		int rc = 0;

		if (i == 0 || (status != CPG_STATUS_UNKNOWN && (status == 0) == is_and))
			rc = run_link(shell, &link, flow, err);
		else if (status == CPG_STATUS_UNKNOWN)
			rc = cpg_walk_fork(shell, origin_of(&chain->items[i - 1].pipeline),
					   run_link, &link, is_and ? skip_and : skip_or,
					   NULL, flow, err);
		if (rc < 0)
			return -1;
	}
	return 0;
}

static size_t chain_length(const struct cpg_shell_list *list, size_t from)
{
	size_t end = from + 1;

	while (end < list->count && list->items[end].connector != CPG_LIST_SEQUENCE)
		end++;
	return end - from;
}

/* A chain in the background. */
static int run_behind(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	const struct chain *chain = context;
	const struct cpg_shell_pipeline *only = &chain->items[0].pipeline;
	bool single = chain->count == 1 && only->count == 1;

	return run_chain(shell, context, flow, err) < 0
		       ? -1
		       : cpg_walk_spare_traps(shell, single ? only->commands : NULL, err);
}

/* One chain, in this shell or in the background. */
static int run_item(struct cpg_shell *shell, const struct cpg_shell_list *list, size_t at,
		    size_t length, struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct chain chain = {&list->items[at], length};
	int status;

	if (!chain.items[length - 1].background)
		return run_chain(shell, &chain, flow, err);
	if (cpg_walk_subshell(shell, run_behind, &chain, shell->output, NULL, &status,
			      err) < 0)
		return -1;
	cpg_scope_set_status(shell->scope, 0);
	return 0;
}

int cpg_walk_items(struct cpg_shell *shell, const struct cpg_shell_list *list, size_t *next,
		   bool line, struct cpg_shell_flow *flow, struct cpg_error *err)
{
	while (*next < list->count && flow->kind == CPG_FLOW_NEXT) {
		size_t length = chain_length(list, *next);

		/* Under -n the rest is read and not run. */
		if (cpg_scope_option(shell->scope, CPG_SET_NOEXEC) == CPG_YES) {
			*next = list->count;
			break;
		}
		if (run_item(shell, list, *next, length, flow, err) < 0)
			return -1;
		*next += length;
		if (line && list->items[*next - 1].newline)
			return 0;
	}
	return 0;
}

void cpg_walk_end_list(struct cpg_shell *shell, const struct cpg_shell_list *list,
		       struct cpg_shell_flow *flow)
{
	if (!list->broken || flow->kind != CPG_FLOW_NEXT)
		return;
	cpg_scope_set_status(shell->scope, 2);
	if (cpg_scope_option(shell->scope, CPG_SET_POSIX) == CPG_YES)
		flow->kind = CPG_FLOW_EXIT;
}

int cpg_shell_run(struct cpg_shell *shell, const struct cpg_shell_list *list,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	size_t next = 0;

	if (!list)
		return 0;
	if (cpg_walk_items(shell, list, &next, false, flow, err) < 0)
		return -1;
	cpg_walk_end_list(shell, list, flow);
	return 0;
}

const struct cpg_value *cpg_walk_captured(struct cpg_shell *shell,
					  struct cpg_shell_output *output)
{
	static const struct cpg_origin none;

	if (output->unsure &&
	    cpg_value_unknown(shell->arena, "what is printed " CPG_WALK_CONDITION, none,
			      &output->text) < 0)
		return NULL;
	output->unsure = false;
	return &output->text;
}

/* The list of $( ). There bash forgets -e, but in posix mode or with shopt inherit_errexit. */
static int run_substituted(struct cpg_shell *shell, void *context,
			   struct cpg_shell_flow *flow, struct cpg_error *err)
{
	shell->forked = CPG_FORK_SUBSTITUTION;
	shell->captured = true;
	if (cpg_scope_option(shell->scope, CPG_SET_POSIX) != CPG_YES &&
	    cpg_scope_option(shell->scope, CPG_SHOPT_INHERIT_ERREXIT) != CPG_YES) {
		cpg_scope_set_option(shell->scope, CPG_SET_ERREXIT, CPG_NO);
		shell->spared = false;
	}
	return cpg_shell_run(shell, context, flow, err);
}

int cpg_shell_substitute(struct cpg_shell *shell, const struct cpg_shell_list *list,
			 struct cpg_value *out, int *status, struct cpg_error *err)
{
	struct cpg_shell_output output = {.unsure = false};
	bool is_read;

	if (cpg_walk_read_file(shell, list, out, status, &is_read, err) < 0)
		return -1;
	if (is_read)
		return 0;
	if (cpg_walk_subshell(shell, run_substituted, (void *)list, &output, shell->input,
			      status, err) < 0)
		return -1;
	if (!cpg_walk_captured(shell, &output))
		return cpg_walk_no_memory(err);
	return cpg_walk_trim(shell, output.text, out, err);
}
