#include <string.h>
#include <strings.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_marks.h"
#include "shell_walk.h"

/* Whether the texts are the same, and set in the same way. */
static bool same_trap(const struct cpg_shell_trap *a, const struct cpg_shell_trap *b)
{
	return a->conditional == b->conditional && cpg_value_same(a->text, b->text);
}

static bool same_traps(const struct cpg_shell_trap *a, const struct cpg_shell_trap *b)
{
	for (; a != b && a && b && same_trap(a, b); a = a->next, b = b->next)
		continue;
	return a == b;
}

static bool has_text(const struct cpg_shell_trap *traps, const struct cpg_shell_trap *trap)
{
	for (; traps; traps = traps->next) {
		if (cpg_value_same(traps->text, trap->text))
			return true;
	}
	return false;
}

/* Adds those of `more` to *traps, as ones of which it is not known whether they run. */
static int add_doubtful(struct cpg_shell *shell, const struct cpg_shell_trap *more,
			struct cpg_origin origin, const struct cpg_shell_trap **traps,
			struct cpg_error *err)
{
	for (; more; more = more->next) {
		struct cpg_shell_trap *copy;

		if (has_text(*traps, more))
			continue;
		copy = cpg_arena_alloc(shell->arena, sizeof(*copy));
		if (!copy)
			return cpg_walk_no_memory(err);
		*copy = (struct cpg_shell_trap){
			.next = *traps,
			.text = more->text,
			.conditional = true,
			.condition = more->conditional ? more->condition : origin,
		};
		*traps = copy;
	}
	return 0;
}

int cpg_walk_join_traps(struct cpg_shell *shell, const struct cpg_shell_trap *a,
			const struct cpg_shell_trap *b, struct cpg_origin origin,
			const struct cpg_shell_trap **out, struct cpg_error *err)
{
	*out = a;
	if (same_traps(a, b))
		return 0;
	*out = NULL;
	return add_doubtful(shell, b, origin, out, err) < 0
		       ? -1
		       : add_doubtful(shell, a, origin, out, err);
}

/* Runs the text of a trap. Of one that is not all known, what is known of it counts: the gap is
 * the name of what it cleans up. */
static int run_text(struct cpg_shell *shell, const struct cpg_shell_trap *trap,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_shell_world *world = shell->world;
	bool incomplete = world->incomplete;
	const char *file = shell->frame ? shell->frame->file : NULL;

	if (cpg_shell_run_text(shell, trap->text, file, 0, flow, err) < 0)
		return -1;
	if (incomplete || cpg_value_known(trap->text) || cpg_marks_plain(trap->text))
		return 0;
	world->incomplete = false;
	world->why = NULL;
	world->why_origin = (struct cpg_origin){NULL, 0};
	return 0;
}

/* Runs the traps for the end of a process. Of several at most one runs. */
static int run_traps(struct cpg_shell *shell, const struct cpg_shell_trap *traps,
		     struct cpg_error *err)
{
	struct cpg_shell_scope *scope = shell->scope;
	int status = cpg_scope_status(scope);
	struct cpg_walk_mark mark;

	cpg_walk_mark(shell, &mark);
	for (const struct cpg_shell_trap *trap = traps; trap; trap = trap->next) {
		struct cpg_shell_flow flow = {.kind = CPG_FLOW_NEXT};

		if (trap->conditional) {
			shell->conditional = true;
			shell->condition = trap->condition;
			shell->scope = cpg_scope_copy(scope);
			if (!shell->scope)
				return cpg_walk_no_memory(err);
		}
		if (run_text(shell, trap, &flow, err) < 0)
			return -1;
		if (flow.kind == CPG_FLOW_EXIT)
			status = trap->conditional ? -1 : cpg_scope_status(shell->scope);
		shell->scope = scope;
	}
	cpg_walk_restore(shell, &mark);
	cpg_scope_set_status(scope, status);
	return 0;
}

int cpg_walk_end_early(struct cpg_shell *shell, struct cpg_shell_control *process,
		       struct cpg_shell_scope *scope, const struct cpg_shell_trap *traps,
		       struct cpg_origin origin, struct cpg_error *err)
{
	if (!traps) {
		process->bare = process->bare || !cpg_walk_failed(scope);
		return 0;
	}
	if (!process->left) {
		process->left = scope;
		process->traps = traps;
		process->left_at = origin;
		return 0;
	}
	if (cpg_scope_join(process->left, scope, CPG_WALK_CONDITION, origin) < 0)
		return cpg_walk_no_memory(err);
	return cpg_walk_join_traps(shell, process->traps, traps, origin, &process->traps,
				   err);
}

int cpg_walk_spare_traps(struct cpg_shell *shell, const struct cpg_shell_command *command,
			 struct cpg_error *err)
{
	static const struct cpg_origin none;
	struct cpg_origin origin = command ? command->origin : none;
	struct cpg_shell_control *process = shell->control;

	if (command &&
	    (command->kind == CPG_COMMAND_GROUP || command->kind == CPG_COMMAND_SUBSHELL))
		return 0;
	if (!command || command->kind != CPG_COMMAND_SIMPLE) {
		shell->exit_trap = NULL;
		process->left = NULL;
		process->traps = NULL;
		return 0;
	}
	if (cpg_walk_join_traps(shell, shell->exit_trap, NULL, origin, &shell->exit_trap,
				err) < 0)
		return -1;
	return cpg_walk_join_traps(shell, process->traps, NULL, origin, &process->traps,
				   err);
}

int cpg_walk_end_process(struct cpg_shell *shell, struct cpg_shell_control *process,
			 const struct cpg_walk_mark *mark, struct cpg_error *err)
{
	const struct cpg_shell_trap *traps = shell->exit_trap;
	const struct cpg_shell_trap *early = NULL;
	struct cpg_shell_scope *scope = shell->scope;

	shell->exit_trap = NULL;
	/* The same trap runs wherever the script ends, with what the variables are there. */
	if (process->left && same_traps(traps, process->traps)) {
		if (cpg_scope_join(scope, process->left, CPG_WALK_CONDITION,
				   process->left_at) < 0)
			return cpg_walk_no_memory(err);
		if (!process->bare)
			cpg_walk_restore(shell, mark);
	} else if (add_doubtful(shell, process->traps, process->left_at, &early, err) < 0) {
		return -1;
	}
	if (run_traps(shell, traps, err) < 0)
		return -1;
	if (!early)
		return 0;
	shell->scope = process->left;
	if (run_traps(shell, early, err) < 0)
		return -1;
	shell->scope = scope;
	return 0;
}

/* The text of `trap ... ERR`, for a command that has failed, or may have. */
static int run_error_trap(struct cpg_shell *shell, void *context,
			  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	int status = cpg_scope_status(shell->scope);
	const struct cpg_shell_trap *trap = context;

	shell->error_trap = NULL;
	if (run_text(shell, trap, flow, err) < 0)
		return -1;
	shell->error_trap = trap;
	/* A script that gives up for a failure gives up with one. */
	if (flow->kind != CPG_FLOW_EXIT)
		cpg_scope_set_status(shell->scope, status);
	else if (cpg_scope_status(shell->scope) == CPG_STATUS_UNKNOWN)
		cpg_scope_set_status(shell->scope, CPG_STATUS_FAILED);
	return 0;
}

int cpg_walk_error_trap(struct cpg_shell *shell, struct cpg_origin origin,
			struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const struct cpg_shell_trap *trap = shell->error_trap;
	int status = cpg_scope_status(shell->scope);

	if (!trap || status == 0)
		return 0;
	if (status != CPG_STATUS_UNKNOWN)
		return run_error_trap(shell, (void *)trap, flow, err);
	/* Once tells what it may start; that every command fails is not worth following. */
	if (shell->world->tried_trap == trap)
		return 0;
	shell->world->tried_trap = trap;
	return cpg_walk_fork(shell, origin, run_error_trap, (void *)trap, NULL, NULL, flow,
			     err);
}

/* A trap that runs time and again, before each command or behind each function: harmless when
 * it changes nothing and starts nothing. */
static int try_trap(struct cpg_shell *shell, const struct cpg_shell_trap *trap,
		    struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_shell inner = *shell;
	struct cpg_shell_flow flow = {.kind = CPG_FLOW_NEXT};
	size_t found = shell->world->launches.count;

	inner.scope = cpg_scope_copy(shell->scope);
	if (!inner.scope)
		return cpg_walk_no_memory(err);
	inner.output = NULL;
	inner.conditional = true;
	inner.condition = origin;
	if (run_text(&inner, trap, &flow, err) < 0)
		return -1;
	if (flow.kind == CPG_FLOW_NEXT && shell->world->launches.count == found &&
	    cpg_scope_same(inner.scope, shell->scope))
		return 0;
	cpg_walk_doubt(shell, "a trap may run at any command", origin);
	return 0;
}

enum signal {
	SIGNAL_EXIT,
	SIGNAL_ERROR,
	SIGNAL_COMMAND, /* DEBUG, RETURN */
	SIGNAL_OTHER,   /* what does not arrive in the ordinary course */
	SIGNAL_NONE,    /* what bash does not know */
	SIGNAL_UNKNOWN,
};

/* Linux's last signal, and its names, before which SIG may stand. */
#define LAST_SIGNAL 64

static bool is_signal(const char *text)
{
	static const char *const names[] = {
		"HUP",  "INT",  "QUIT", "ILL",  "TRAP",  "ABRT",   "BUS",    "FPE",  "KILL",
		"USR1", "SEGV", "USR2", "PIPE", "ALRM",  "TERM",   "CHLD",   "CONT", "STOP",
		"TSTP", "TTIN", "TTOU", "URG",  "XCPU",  "XFSZ",   "PROF",   "IO",   "PWR",
		"SYS",  "POLL", "CLD",  "IOT",  "WINCH", "STKFLT", "VTALRM",
	};
	long number = cpg_builtin_number(text);

	if (number >= 0)
		return number <= LAST_SIGNAL;
	if (strncasecmp(text, "SIG", strlen("SIG")) == 0)
		text += strlen("SIG");
	/* RTMIN+3 and its kin. */
	if (strncasecmp(text, "RTM", strlen("RTM")) == 0)
		return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcasecmp(text, names[i]) == 0)
			return true;
	}
	return false;
}

static enum signal read_signal(const char *text)
{
	static const struct {
		const char *name;
		enum signal signal;
	} names[] = {
		{"EXIT", SIGNAL_EXIT},      {"0", SIGNAL_EXIT},
		{"ERR", SIGNAL_ERROR},      {"DEBUG", SIGNAL_COMMAND},
		{"RETURN", SIGNAL_COMMAND},
	};

	if (!text)
		return SIGNAL_UNKNOWN;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcasecmp(text, names[i].name) == 0)
			return names[i].signal;
	}
	return is_signal(text) ? SIGNAL_OTHER : SIGNAL_NONE;
}

/* Sets, or with NULL resets, what one signal's trap is. */
static int set_trap(struct cpg_shell *shell, enum signal signal,
		    const struct cpg_shell_trap *trap, struct cpg_origin origin,
		    struct cpg_error *err)
{
	switch (signal) {
	case SIGNAL_EXIT:
		shell->exit_trap = trap;
		return 0;
	case SIGNAL_UNKNOWN:
		return cpg_walk_join_traps(shell, shell->exit_trap, trap, origin,
					   &shell->exit_trap, err);
	case SIGNAL_ERROR:
		shell->error_trap = trap;
		return 0;
	case SIGNAL_COMMAND:
		return trap ? try_trap(shell, trap, origin, err) : 0;
	case SIGNAL_NONE:
		cpg_scope_set_status(shell->scope, 1);
		return 0;
	case SIGNAL_OTHER:
		break;
	}
	return 0;
}

/* Whether the first word is no text but a signal to be reset: a number, or the only word. */
static bool is_reset(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first)
{
	const char *text = cpg_builtin_text(shell, &fields->items[first]);

	return text && (first + 1 == fields->count || cpg_builtin_number(text) >= 0);
}

/* The text of `trap TEXT ...`; *trap is NULL for "-" and for the empty one. */
static int read_text(struct cpg_shell *shell, const struct cpg_field *field,
		     const struct cpg_shell_trap **trap, struct cpg_error *err)
{
	const char *text = cpg_builtin_text(shell, field);
	struct cpg_shell_trap *made;

	*trap = NULL;
	if (field->many || (text && (!*text || strcmp(text, "-") == 0)))
		return 0;
	made = cpg_arena_alloc(shell->arena, sizeof(*made));
	if (!made)
		return cpg_walk_no_memory(err);
	made->text = field->value;
	*trap = made;
	return 0;
}

int cpg_builtin_trap(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	const struct cpg_shell_trap *trap = NULL;
	const char *option =
		fields->count > 1 ? cpg_builtin_text(shell, &fields->items[1]) : "";
	size_t first = 1;

	(void)flow;
	cpg_scope_set_status(shell->scope, 0);
	if (option && strcmp(option, "--") == 0)
		first++;
	else if (option && option[0] == '-' && option[1])
		return cpg_builtin_print_unknown(shell, "traps are listed", origin, err);
	if (first >= fields->count)
		return cpg_builtin_print_unknown(shell, "traps are listed", origin, err);
	if (!is_reset(shell, fields, first) &&
	    read_text(shell, &fields->items[first++], &trap, err) < 0)
		return -1;
	for (; first < fields->count; first++) {
		const char *text = cpg_builtin_text(shell, &fields->items[first]);

		if (set_trap(shell, read_signal(text), trap, origin, err) < 0)
			return -1;
	}
	return 0;
}
