#include "shell_loop.h"

#include "cpguard/facts.h"

enum {
	/* How often a loop over something not known is walked, at most, until its state no
	 * longer changes. A turn can only make more of it unknown, so that few are needed;
	 * past this, all variables are taken to be unknown. */
	LOOSE_TURNS = 8,
	/* How often a loop of known conditions is walked before the number of its turns is
	 * taken to be unknown: one that counts for as long as the job runs would use up the
	 * budget of the whole script. */
	KNOWN_TURNS = 1000,
	/* The same of a loop that may have been left already, as one that waits for a server:
	 * what follows it hangs on that anyway. */
	DOUBTED_TURNS = 64,
};

/* What a turn begins with, to tell whether it has changed anything. */
struct turn_state {
	struct cpg_shell_scope *scope;
	const struct cpg_value *input;
	size_t written;
};

static int note_state(const struct cpg_shell *shell, struct turn_state *state,
		      struct cpg_error *err)
{
	*state = (struct turn_state){cpg_scope_copy(shell->scope), shell->input,
				     shell->world->written_count};
	return state->scope ? 0 : cpg_walk_no_memory(err);
}

/* Whether the loop goes on in the same way for ever: its condition is known to hold. */
static bool is_endless(const struct cpg_shell *shell, const struct turn_state *state)
{
	return shell->input == state->input &&
	       shell->world->written_count == state->written &&
	       cpg_scope_same(state->scope, shell->scope);
}

/* A loop without end: what follows it runs on the ways that left it. A job that comes to
 * nothing does no harm, as one that fails. */
static void stay_for_ever(struct cpg_shell *shell, struct cpg_shell_flow *flow)
{
	struct cpg_shell_control *control = shell->control;

	if (shell->output)
		shell->output->unsure = true;
	if (control->left) {
		shell->scope = control->left;
		control->left = NULL;
		return;
	}
	cpg_scope_set_status(shell->scope, 1);
	flow->kind = CPG_FLOW_EXIT;
}

/* Whether the number of turns is taken to be unknown from turn `i` on. */
static bool loses_count(const struct cpg_shell *shell, int i)
{
	const struct cpg_shell_control *control = shell->control;

	return i == KNOWN_TURNS ||
	       (i >= DOUBTED_TURNS && (control->left || control->passed));
}

/* One turn of a loop: the body, and what `continue` leads to. */
static int run_turn(struct cpg_shell *shell, const struct cpg_shell_command *command,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_shell_control *control = shell->control;

	if (cpg_shell_run(shell, command->body, flow, err) < 0)
		return -1;
	if (flow->kind == CPG_FLOW_NEXT ||
	    (flow->kind == CPG_FLOW_CONTINUE && flow->levels <= 1))
		return cpg_walk_settle(shell, control, &control->again, command->origin,
				       flow, err);
	if (!control->again)
		return 0;
	return cpg_walk_part(shell, control, command->origin, flow, err);
}

/* What a loop does in one turn when it is not known how many turns there are. */
struct loose_turn {
	const struct cpg_shell_command *command;
	const struct cpg_value *value; /* for the loop's variable; NULL: it has none */
};

static int run_loose_turn(struct cpg_shell *shell, void *context,
			  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const struct loose_turn *turn = context;
	const struct cpg_shell_command *command = turn->command;
	struct cpg_expansion how;
	struct cpg_arith result;

	if (turn->value &&
	    cpg_shell_assign_name(shell, command->name, *turn->value, &how, err) < 0)
		return -1;
	if (command->condition &&
	    cpg_walk_condition(shell, command->condition, flow, err) < 0)
		return -1;
	if (flow->kind != CPG_FLOW_NEXT)
		return 0;
	if (run_turn(shell, command, flow, err) < 0)
		return -1;
	if (flow->kind == CPG_FLOW_NEXT && command->kind == CPG_COMMAND_FOR_ARITH &&
	    command->arithmetic[2].count > 0)
		return cpg_walk_arith(shell, &command->arithmetic[2], &result, flow, err);
	return 0;
}

/* The way on which the loop has no more turns: its condition was still tested. */
static int end_loose(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	const struct loose_turn *turn = context;

	if (!turn->command->condition)
		return 0;
	return cpg_walk_condition(shell, turn->command->condition, flow, err);
}

/* Walks a loop of which the number of turns is not known: as often as it takes until a further
 * turn changes nothing, each time with the launches of the time before dropped, so that those
 * that stay were found in a state that may hold in any turn. */
static int run_loose(struct cpg_shell *shell, struct loose_turn *turn,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_launches *launches = &shell->world->launches;
	size_t found = launches->count;
	bool stable = false;

	for (int i = 0; !stable && flow->kind == CPG_FLOW_NEXT; i++) {
		struct cpg_shell_scope *before;

		if (i == LOOSE_TURNS && cpg_scope_forget(shell->scope, "a loop changes it",
							 turn->command->origin) < 0)
			return cpg_walk_no_memory(err);
		before = cpg_scope_copy(shell->scope);
		if (!before)
			return cpg_walk_no_memory(err);
		launches->count = found;
		if (cpg_walk_fork(shell, turn->command->origin, run_loose_turn, turn,
				  end_loose, turn, flow, err) < 0)
			return -1;
		stable = i >= LOOSE_TURNS || cpg_scope_same(before, shell->scope);
	}
	return 0;
}

static int run_while(struct cpg_shell *shell, const struct cpg_shell_command *command,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct loose_turn loose = {.command = command};
	int last = 0;

	for (int i = 0;; i++) {
		struct turn_state state;
		int status;

		if (note_state(shell, &state, err) < 0)
			return -1;
		if (loses_count(shell, i))
			return run_loose(shell, &loose, flow, err);
		if (cpg_shell_step(shell, err) < 0 ||
		    cpg_walk_condition(shell, command->condition, flow, err) < 0)
			return -1;
		if (flow->kind != CPG_FLOW_NEXT)
			return 0;
		status = cpg_scope_status(shell->scope);
		if (status == CPG_STATUS_UNKNOWN) {
			shell->scope = state.scope;
			shell->input = state.input;
			return run_loose(shell, &loose, flow, err);
		}
		if ((status == 0) != (command->kind == CPG_COMMAND_WHILE))
			break;
		if (run_turn(shell, command, flow, err) < 0)
			return -1;
		last = cpg_scope_status(shell->scope);
		if (flow->kind != CPG_FLOW_NEXT)
			return 0;
		if (is_endless(shell, &state)) {
			stay_for_ever(shell, flow);
			return 0;
		}
	}
	cpg_scope_set_status(shell->scope, last);
	return 0;
}

/* The positional parameters, over which `for NAME` without `in` runs. */
static int parameter_fields(struct cpg_shell *shell,
			    const struct cpg_shell_command *command,
			    struct cpg_fields *fields, struct cpg_error *err)
{
	const struct cpg_positional *words = cpg_scope_positional(shell->scope);
	size_t count = words->count + words->rest.count;
	struct cpg_field *items = cpg_arena_array(shell->arena, count + 1, sizeof(*items));

	if (!items)
		return cpg_walk_no_memory(err);
	for (size_t i = 0; i < words->count; i++)
		items[i].value = words->values[i];
	for (size_t i = 0; i < words->rest.count; i++) {
		items[words->count + i].value = words->rest.items[i].value;
		items[words->count + i].many = words->rest.items[i].many;
	}
	*fields = (struct cpg_fields){items, count};
	if (!words->loose || words->rest.count > 0)
		return 0;
	if (cpg_value_unknown(shell->arena, "the parameters are not known", command->origin,
			      &items[words->count].value) < 0)
		return cpg_walk_no_memory(err);
	items[fields->count++].many = true;
	return 0;
}

/* One word of a for loop: a turn, or with a word that may be many any number of turns. A
 * readonly variable ends the loop. */
static int run_for_word(struct cpg_shell *shell, const struct cpg_shell_command *command,
			const struct cpg_field *field, bool *readonly,
			struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct loose_turn loose = {command, &field->value};
	struct cpg_expansion how;
	struct cpg_value gap;

	if (cpg_shell_step(shell, err) < 0)
		return -1;
	if (field->many) {
		if (cpg_value_unknown(shell->arena, "the words of a loop are not known",
				      command->origin, &gap) < 0)
			return cpg_walk_no_memory(err);
		loose.value = &gap;
		return run_loose(shell, &loose, flow, err);
	}
	if (cpg_shell_assign_name(shell, command->name, field->value, &how, err) < 0)
		return -1;
	if (!how.failed)
		return run_turn(shell, command, flow, err);
	*readonly = true;
	cpg_scope_set_status(shell->scope, 1);
	if (how.end != CPG_EXPANSION_LINE)
		cpg_walk_expansion_error(shell, &how, flow);
	else if (cpg_scope_option(shell->scope, CPG_SET_POSIX) == CPG_YES)
		flow->kind = CPG_FLOW_EXIT;
	return 0;
}

static int run_for(struct cpg_shell *shell, const struct cpg_shell_command *command,
		   struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};
	struct cpg_fields fields = {NULL, 0};
	bool readonly = false;
	int rc;

	if (command->has_in)
		rc = cpg_shell_expand_words(shell, command->arguments,
					    command->argument_count, &fields, &how, err);
	else
		rc = parameter_fields(shell, command, &fields, err);
	if (rc < 0)
		return -1;
	if (how.failed) {
		cpg_walk_expansion_error(shell, &how, flow);
		return 0;
	}
	if (fields.count == 0)
		cpg_scope_set_status(shell->scope, 0);
	for (size_t i = 0; i < fields.count && flow->kind == CPG_FLOW_NEXT && !readonly;
	     i++) {
		if (run_for_word(shell, command, &fields.items[i], &readonly, flow, err) <
		    0)
			return -1;
	}
	return 0;
}

/* One of the three expressions of for (( )); an empty one is true. */
static int for_expression(struct cpg_shell *shell, const struct cpg_shell_word *word,
			  struct cpg_arith *result, struct cpg_shell_flow *flow,
			  struct cpg_error *err)
{
	*result = (struct cpg_arith){.state = CPG_ARITH_KNOWN, .value = 1};
	if (word->count == 0)
		return 0;
	return cpg_walk_arith(shell, word, result, flow, err);
}

/* An expression of for (( )) that fails ends the loop. */
static int fail_turn(struct cpg_shell *shell)
{
	cpg_scope_set_status(shell->scope, 1);
	return 0;
}

static int run_for_arith(struct cpg_shell *shell, const struct cpg_shell_command *command,
			 struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct loose_turn loose = {.command = command};
	struct cpg_arith result;

	if (for_expression(shell, &command->arithmetic[0], &result, flow, err) < 0)
		return -1;
	if (result.state == CPG_ARITH_FAILED && flow->kind == CPG_FLOW_NEXT)
		return fail_turn(shell);
	for (int i = 0; flow->kind == CPG_FLOW_NEXT; i++) {
		struct turn_state state;

		if (note_state(shell, &state, err) < 0 || cpg_shell_step(shell, err) < 0 ||
		    for_expression(shell, &command->arithmetic[1], &result, flow, err) < 0)
			return -1;
		if (flow->kind == CPG_FLOW_NEXT && result.state == CPG_ARITH_FAILED)
			return fail_turn(shell);
		if (flow->kind != CPG_FLOW_NEXT ||
		    (result.state == CPG_ARITH_KNOWN && result.value == 0))
			return 0;
		if (result.state == CPG_ARITH_UNKNOWN || loses_count(shell, i))
			return run_loose(shell, &loose, flow, err);
		if (run_turn(shell, command, flow, err) < 0)
			return -1;
		if (flow->kind == CPG_FLOW_NEXT &&
		    for_expression(shell, &command->arithmetic[2], &result, flow, err) < 0)
			return -1;
		if (flow->kind == CPG_FLOW_NEXT && result.state == CPG_ARITH_FAILED)
			return fail_turn(shell);
		if (flow->kind == CPG_FLOW_NEXT && is_endless(shell, &state)) {
			stay_for_ever(shell, flow);
			return 0;
		}
	}
	return 0;
}

/* select asks somebody who is not there: any number of turns, with any of its words. */
static int run_select(struct cpg_shell *shell, const struct cpg_shell_command *command,
		      struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_value answer;
	struct loose_turn loose = {command, &answer};

	if (cpg_value_unknown(shell->arena, "it is asked for when the script runs",
			      command->origin, &answer) < 0)
		return cpg_walk_no_memory(err);
	return run_loose(shell, &loose, flow, err);
}

static int run_turns(struct cpg_shell *shell, const struct cpg_shell_command *command,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	switch (command->kind) {
	case CPG_COMMAND_FOR:
		return run_for(shell, command, flow, err);
	case CPG_COMMAND_FOR_ARITH:
		return run_for_arith(shell, command, flow, err);
	case CPG_COMMAND_SELECT:
		return run_select(shell, command, flow, err);
	default:
		return run_while(shell, command, flow, err);
	}
}

int cpg_walk_loop(struct cpg_shell *shell, const struct cpg_shell_command *command,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_shell_control control;
	struct cpg_walk_mark mark;

	cpg_walk_mark(shell, &mark);
	cpg_walk_enter(shell, &control, CPG_CONTROL_LOOP);
	if (run_turns(shell, command, flow, err) < 0)
		return -1;
	/* What hung on a break or continue does not hang on it behind the loop; settling may
	 * find that it hangs on a way that went further out. */
	cpg_walk_leave(shell, &control, &mark);
	if (cpg_walk_settle(shell, &control, &control.left, command->origin, flow, err) < 0)
		return -1;
	shell->control = control.outer;
	return 0;
}
