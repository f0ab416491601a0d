#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"

/* The status that exit and return are given; the last one without. */
static int given_status(struct cpg_shell *shell, const struct cpg_fields *fields)
{
	const char *text;
	long number;

	if (fields->count < 2)
		return cpg_scope_status(shell->scope);
	text = cpg_builtin_text(shell, &fields->items[1]);
	if (!text)
		return -1;
	number = cpg_builtin_number(text + (*text == '-' || *text == '+'));
	if (number < 0)
		return 2;
	if (fields->count > 2)
		return 1;
	return (int)((*text == '-' ? -number : number) & 255);
}

int cpg_builtin_exit(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	(void)origin;
	(void)err;
	cpg_scope_set_status(shell->scope, given_status(shell, fields));
	flow->kind = CPG_FLOW_EXIT;
	return 0;
}

/* Whether a return leads anywhere: in a function or a sourced file. */
static bool can_return(const struct cpg_shell *shell)
{
	for (const struct cpg_shell_control *at = shell->control; at; at = at->outer) {
		if (at->kind == CPG_CONTROL_FRAME)
			return true;
	}
	return false;
}

int cpg_builtin_return(struct cpg_shell *shell, const struct cpg_fields *fields,
		       struct cpg_origin origin, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	(void)origin;
	(void)err;
	cpg_scope_set_status(shell->scope, given_status(shell, fields));
	if (can_return(shell))
		flow->kind = CPG_FLOW_RETURN;
	/* In a subshell of a function it ends the subshell; elsewhere it fails. */
	else if (shell->frame && shell->frame->outer)
		*flow = (struct cpg_shell_flow){CPG_FLOW_EXIT, CPG_FLOW_RETURNED};
	else
		cpg_scope_set_status(shell->scope, 2);
	return 0;
}

static int leave_loops(struct cpg_shell *shell, const struct cpg_fields *fields,
		       enum cpg_shell_flow_kind kind, struct cpg_shell_flow *flow)
{
	const char *text =
		fields->count > 1 ? cpg_builtin_text(shell, &fields->items[1]) : "1";
	long levels = text ? cpg_builtin_number(text) : 1;
	unsigned loops = 0;

	for (const struct cpg_shell_control *at = shell->control;
	     at && (at->kind == CPG_CONTROL_LOOP || at->kind == CPG_CONTROL_LINE);
	     at = at->outer)
		loops += at->kind == CPG_CONTROL_LOOP;
	cpg_scope_set_status(shell->scope, 0);
	if (loops == 0)
		return 0;
	if (levels < 1) {
		/* No number of loops: it fails, and leaves them all. */
		cpg_scope_set_status(shell->scope, 1);
		kind = CPG_FLOW_BREAK;
		levels = loops;
	}
	flow->kind = kind;
	flow->levels = (unsigned)levels < loops ? (unsigned)levels : loops;
	return 0;
}

int cpg_builtin_break(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_origin origin, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	(void)origin;
	(void)err;
	return leave_loops(shell, fields, CPG_FLOW_BREAK, flow);
}

int cpg_builtin_continue(struct cpg_shell *shell, const struct cpg_fields *fields,
			 struct cpg_origin origin, struct cpg_shell_flow *flow,
			 struct cpg_error *err)
{
	(void)origin;
	(void)err;
	return leave_loops(shell, fields, CPG_FLOW_CONTINUE, flow);
}

int cpg_walk_unknown_names(struct cpg_shell *shell, const char *const *names,
			   const char *why, struct cpg_origin origin, struct cpg_error *err)
{
	for (; *names; names++) {
		if (cpg_builtin_unknown_variable(shell, *names, why, origin, err) < 0)
			return -1;
	}
	return 0;
}

int cpg_walk_managed(struct cpg_shell *shell, const char *const *names,
		     struct cpg_origin origin, struct cpg_error *err)
{
	cpg_scope_set_status(shell->scope, 0);
	return cpg_walk_unknown_names(shell, names, "an environment manager may set it",
				      origin, err);
}

/* The variables that a manager's text may set, when that text is what is run. */
static const char *const *managed_by(const struct cpg_shell *shell, struct cpg_value text)
{
	for (size_t i = 0; i < text.count; i++) {
		if (!text.pieces[i].text.bytes && text.pieces[i].why)
			return cpg_walk_manager_of_gap(shell, text.pieces[i].why);
	}
	return NULL;
}

int cpg_builtin_eval(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	struct cpg_value text = cpg_value_empty;
	bool spared = shell->spared;
	const char *const *names;
	struct cpg_value blank;

	if (cpg_value_string(shell->arena, " ", &blank) < 0)
		return cpg_walk_no_memory(err);
	for (size_t i = 1; i < fields->count; i++) {
		struct cpg_value word = fields->items[i].value;

		if (fields->items[i].many && cpg_value_known(word) &&
		    cpg_value_unknown(shell->arena, "the words of eval are not known",
				      origin, &word) < 0)
			return cpg_walk_no_memory(err);
		if ((i > 1 && cpg_value_append(shell->arena, text, blank, &text) < 0) ||
		    cpg_value_append(shell->arena, text, word, &text) < 0)
			return cpg_walk_no_memory(err);
	}
	names = managed_by(shell, text);
	if (names)
		return cpg_walk_managed(shell, names, origin, err);
	if (shell->world->depth >= CPG_SHELL_DEPTH_LIMIT)
		return cpg_error_set(err, CPG_E_LIMIT,
				     "the script nests deeper than %d calls",
				     CPG_SHELL_DEPTH_LIMIT);
	shell->world->depth++;
	shell->spared = spared || shell->tested;
	if (cpg_shell_run_text(shell, text, origin.file, origin.line, flow, err) < 0)
		return -1;
	shell->spared = spared;
	shell->world->depth--;
	return 0;
}

static int source_unknown(struct cpg_shell *shell, struct cpg_origin origin,
			  struct cpg_error *err)
{
	const char *why = "a file is sourced that cannot be read here";

	cpg_shell_incomplete(shell, why, origin);
	cpg_scope_set_status(shell->scope, -1);
	return cpg_walk_forget(shell, why, origin, err);
}

static int source_file(struct cpg_shell *shell, const struct cpg_fields *fields,
		       struct cpg_origin origin, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	struct cpg_value name = fields->items[1].value;
	struct cpg_positional parameters;
	bool spared = shell->spared;
	struct cpg_value content;
	const char *path = NULL;
	const char *why;
	int rc = cpg_shell_read(shell, name, true, &content, &path, &why, err);

	if (rc < 0)
		return -1;
	if (rc == 0) {
		cpg_scope_set_status(shell->scope, 1);
		if (cpg_scope_option(shell->scope, CPG_SET_POSIX) == CPG_YES)
			flow->kind = CPG_FLOW_EXIT;
		return 0;
	}
	if (rc == 2)
		return source_unknown(shell, origin, err);
	/* The words behind the file's name are its parameters, when there are any. */
	if (cpg_walk_parameters(shell, fields->items + 2, fields->count - 2, &parameters,
				err) < 0)
		return -1;
	shell->spared = spared || shell->tested;
	if (cpg_walk_source(shell, content, name, path,
			    fields->count > 2 ? &parameters : NULL, flow, err) < 0)
		return -1;
	shell->spared = spared;
	return 0;
}

int cpg_builtin_source(struct cpg_shell *shell, const struct cpg_fields *given,
		       struct cpg_origin origin, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	struct cpg_fields fields = *given;
	const char *const *names;
	const char *text;

	if (fields.count > 1) {
		text = cpg_builtin_text(shell, &fields.items[1]);
		if (text && strcmp(text, "--") == 0) {
			fields.items++;
			fields.count--;
		}
	}
	if (fields.count < 2)
		return cpg_builtin_status(shell, 2);
	if (fields.items[1].many)
		return source_unknown(shell, origin, err);
	/* A manager is known by the end of its path, so that the directory may be unknown. */
	text = cpg_walk_tail(shell, fields.items[1].value);
	names = text ? cpg_manager_of_source(text) : NULL;
	if (names)
		return cpg_walk_managed(shell, names, origin, err);
	return source_file(shell, &fields, origin, flow, err);
}

/* Skips the options of exec and command: those in `flags` alone, those in `valued` with a
 * word of their own. */
static size_t skip_options(struct cpg_shell *shell, const struct cpg_fields *fields,
			   const char *flags, const char *valued, bool *unknown)
{
	size_t at = 1;

	for (; at < fields->count; at++) {
		const char *text = cpg_builtin_text(shell, &fields->items[at]);

		if (!text) {
			*unknown = true;
			return at;
		}
		if (text[0] != '-' || text[1] == '\0')
			return at;
		if (strcmp(text, "--") == 0)
			return at + 1;
		if (strchr(valued, text[strlen(text) - 1]))
			at++;
		else if (strspn(text + 1, flags) != strlen(text + 1))
			return at;
	}
	return at;
}

int cpg_builtin_exec(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	bool unknown = false;
	size_t first = skip_options(shell, fields, "cl", "a", &unknown);

	if (first >= fields->count)
		return cpg_builtin_status(shell, 0);
	if (cpg_walk_program(shell, fields, first, origin, err) < 0)
		return -1;
	shell->exit_trap = NULL;
	flow->kind = CPG_FLOW_EXIT;
	return 0;
}

/* command -v NAME and -V NAME. */
static int describe_command(struct cpg_shell *shell, const struct cpg_fields *fields,
			    size_t first, struct cpg_origin origin, struct cpg_error *err)
{
	const char *name = first < fields->count
				   ? cpg_builtin_text(shell, &fields->items[first])
				   : NULL;
	bool unknown = false;
	bool special;

	cpg_scope_set_status(shell->scope, -1);
	if (name && (cpg_shell_builtin_find(name, &special) ||
		     cpg_scope_function(shell->scope, name, &unknown)))
		cpg_scope_set_status(shell->scope, 0);
	return cpg_builtin_print_unknown(shell, "where a command lies is not known", origin,
					 err);
}

int cpg_builtin_command(struct cpg_shell *shell, const struct cpg_fields *fields,
			struct cpg_origin origin, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	bool unknown = false;
	bool spared = shell->spared;
	size_t first = skip_options(shell, fields, "pvV", "", &unknown);

	for (size_t i = 1; i < first && i < fields->count; i++) {
		const char *text = cpg_builtin_text(shell, &fields->items[i]);

		if (text && strpbrk(text, "vV"))
			return describe_command(shell, fields, first, origin, err);
	}
	if (first >= fields->count)
		return cpg_builtin_status(shell, 0);
	shell->spared = spared || shell->tested;
	if (cpg_shell_execute(shell, fields, first, true, origin, flow, err) < 0)
		return -1;
	shell->spared = spared;
	return 0;
}

int cpg_builtin_builtin(struct cpg_shell *shell, const struct cpg_fields *fields,
			struct cpg_origin origin, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	struct cpg_fields rest = {fields->items + 1, fields->count - 1};
	const char *name = rest.count ? cpg_builtin_text(shell, &rest.items[0]) : NULL;
	cpg_shell_builtin *builtin;
	bool special;

	if (rest.count == 0)
		return cpg_builtin_status(shell, 0);
	builtin = name ? cpg_shell_builtin_find(name, &special) : NULL;
	if (builtin)
		return builtin(shell, &rest, origin, flow, err);
	if (name)
		return cpg_builtin_status(shell, 1);
	return cpg_builtin_forget(shell, "a builtin is not known", origin, err);
}

int cpg_builtin_shift(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_origin origin, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	struct cpg_positional words = *cpg_scope_positional(shell->scope);
	const char *text =
		fields->count > 1 ? cpg_builtin_text(shell, &fields->items[1]) : "1";
	long by = text ? cpg_builtin_number(text) : -1;

	(void)origin;
	(void)flow;
	if (!text || (words.loose && (by < 0 || (size_t)by > words.count))) {
		words = (struct cpg_positional){.loose = true, .why = words.why};
		cpg_scope_set_status(shell->scope, -1);
	} else if (by < 0 || (size_t)by > words.count) {
		return cpg_builtin_status(shell, 1);
	} else {
		words.values += by;
		words.count -= (size_t)by;
		cpg_scope_set_status(shell->scope, 0);
	}
	return cpg_scope_set_positional(shell->scope, &words) < 0 ? cpg_walk_no_memory(err)
								  : 0;
}
