#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_pieces.h"

/* Where pushd keeps its directories, the last one first to come back. No script can name it. */
#define STACK " directories"

/* What cd was asked for. */
struct move {
	struct cpg_value to; /* absolute, as far as that is known */
	/* The same as it was asked for, since A/.. is there only when A is; empty: as `to`. */
	struct cpg_value asked;
	bool print; /* cd - shows where it went */
	struct cpg_origin origin;
};

static struct cpg_value variable_text(const struct cpg_shell *shell, const char *name,
				      int *set)
{
	struct cpg_value value = cpg_value_empty;

	*set = cpg_variable_at(cpg_scope_get(shell->scope, name), 0, &value);
	return value;
}

static bool begins_with_gap(struct cpg_value value)
{
	return value.count && !value.pieces[0].text.bytes;
}

/* Takes away `.`, empty names, and `..` with the name before it, from known text. Of a path that
 * is not absolute but stands behind a gap, `..` stays where there is no name before it. */
static char *tidy(struct cpg_arena *arena, const char *path, bool absolute)
{
	char *out = cpg_arena_alloc(arena, strlen(path) + 2);
	bool twice = absolute && strspn(path, "/") == 2;
	size_t length = 0;
	size_t floor = 0;

	while (out && *path) {
		size_t name = strcspn(path, "/");

		if (name == 2 && path[0] == '.' && path[1] == '.' && length > floor) {
			while (out[--length] != '/')
				;
		} else if (name == 2 && path[0] == '.' && path[1] == '.' && !absolute) {
			memcpy(out + length, "/..", 3);
			floor = length += 3;
		} else if (name > 0 && !(name == 1 && path[0] == '.') &&
			   !(name == 2 && path[0] == '.' && path[1] == '.')) {
			out[length++] = '/';
			memcpy(out + length, path, name);
			length += name;
		}
		path += name;
		path += *path == '/';
	}
	if (out && length == 0 && absolute)
		out[length++] = '/';
	if (out)
		out[length] = '\0';
	/* Two slashes at the beginning, and no more, mean something else to POSIX. */
	return out && twice ? cpg_arena_printf(arena, "/%s", out) : out;
}

/* Where the last gap is; value.count when there is none. */
static size_t last_gap(struct cpg_value value)
{
	size_t at = value.count;

	for (size_t i = 0; i < value.count; i++) {
		if (!value.pieces[i].text.bytes)
			at = i;
	}
	return at;
}

/* A path behind a gap: what is known behind it is made tidy. Where `..` leads back over the gap
 * nothing is known any more, but of the spool directory, which is one name after all. */
static int tidy_behind_gap(struct cpg_shell *shell, struct cpg_value path, size_t gap,
			   struct cpg_value *out, struct cpg_error *err)
{
	struct cpg_value front = {path.pieces, gap + 1};
	struct cpg_value behind = {path.pieces + gap + 1, path.count - gap - 1};
	const struct cpg_piece *piece = &path.pieces[gap];
	struct cpg_text text = cpg_value_flat(shell->arena, behind);
	struct cpg_pieces made = {.arena = shell->arena};
	char *tail;

	if (!text.bytes)
		return cpg_walk_no_memory(err);
	*out = path;
	if (text.length && text.bytes[0] != '/')
		return 0;
	tail = tidy(shell->arena, text.bytes, false);
	if (!tail)
		return cpg_walk_no_memory(err);
	if (strncmp(tail, "/..", 3) == 0 && (tail[3] == '/' || !tail[3]) &&
	    piece->why != cpg_shell_spool) {
		cpg_pieces_gap(&made, piece->why, piece->origin, false);
	} else {
		cpg_pieces_value(&made, front);
		cpg_pieces_text(&made, tail, strlen(tail), cpg_value_origin(behind));
	}
	return cpg_pieces_finish(&made, out, err);
}

/* An absolute path as `cd` without -P makes it. */
static int normalise(struct cpg_shell *shell, struct cpg_value path, struct cpg_value *out,
		     struct cpg_error *err)
{
	size_t gap = last_gap(path);
	struct cpg_text text;
	char *tidied;

	if (gap < path.count)
		return tidy_behind_gap(shell, path, gap, out, err);
	text = cpg_value_flat(shell->arena, path);
	tidied = text.bytes ? tidy(shell->arena, text.bytes, true) : NULL;
	if (!tidied || cpg_value_text(shell->arena, cpg_text_of(tidied),
				      cpg_value_origin(path), out) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* A relative path counts from the working directory, a gap at its beginning may be anything. */
static int resolve(struct cpg_shell *shell, struct cpg_value path, struct cpg_value *asked,
		   struct cpg_value *out, struct cpg_error *err)
{
	struct cpg_value directory = cpg_scope_directory(shell->scope);
	struct cpg_text start = cpg_value_prefix(shell->arena, path);
	struct cpg_pieces whole = {.arena = shell->arena};

	if (!start.bytes)
		return cpg_walk_no_memory(err);
	if (start.bytes[0] != '/' && !begins_with_gap(path)) {
		start = cpg_value_prefix(shell->arena, directory);
		cpg_pieces_value(&whole, directory);
		if (!start.bytes || (strcmp(start.bytes, "/") && strcmp(start.bytes, "//")))
			cpg_pieces_text(&whole, "/", 1, cpg_value_origin(path));
		cpg_pieces_value(&whole, path);
		if (cpg_pieces_finish(&whole, &path, err) < 0)
			return -1;
	}
	if (normalise(shell, path, out, err) < 0)
		return -1;
	*asked = cpg_value_known(path) ? path : *out;
	return 0;
}

static int set_text(struct cpg_shell *shell, const char *name, struct cpg_value value,
		    struct cpg_error *err)
{
	struct cpg_expansion how;

	return cpg_shell_assign_name(shell, name, value, &how, err);
}

/* A path with a newline behind it. */
static int print_line(struct cpg_shell *shell, struct cpg_value value,
		      struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_pieces line = {.arena = shell->arena};

	if (!shell->output)
		return 0;
	cpg_pieces_value(&line, value);
	cpg_pieces_text(&line, "\n", 1, origin);
	if (cpg_pieces_finish(&line, &value, err) < 0)
		return -1;
	return cpg_walk_print(shell, value, err);
}

/* The way on which the directory can be entered. */
static int enter(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		 struct cpg_error *err)
{
	const struct move *move = context;
	struct cpg_value before;
	int set;

	(void)flow;
	before = variable_text(shell, "PWD", &set);
	if (set != CPG_YES)
		before = cpg_scope_directory(shell->scope);
	if (set_text(shell, "OLDPWD", before, err) < 0 ||
	    set_text(shell, "PWD", move->to, err) < 0)
		return -1;
	cpg_scope_set_directory(shell->scope, move->to);
	cpg_scope_set_status(shell->scope, 0);
	return move->print ? print_line(shell, move->to, move->origin, err) : 0;
}

static int stay(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		struct cpg_error *err)
{
	(void)context;
	(void)flow;
	(void)err;
	return cpg_builtin_status(shell, 1);
}

/* Whether a failure here would end the script, so that what follows runs only where there was
 * none. */
static bool failure_ends(const struct cpg_shell *shell)
{
	/* In $( ) it would end no more than that. */
	if (shell->relied && !shell->output && !shell->captured)
		return true;
	return !shell->tested && cpg_scope_option(shell->scope, CPG_SET_ERREXIT) == CPG_YES;
}

static int go(struct cpg_shell *shell, struct move *move, cpg_walk_step *there,
	      struct cpg_shell_flow *flow, struct cpg_error *err)
{
	switch (cpg_shell_file_test(shell, 'd',
				    move->asked.count ? move->asked : move->to)) {
	case CPG_NO:
		return cpg_builtin_status(shell, 1);
	case CPG_YES:
		return there(shell, move, flow, err);
	}
	if (failure_ends(shell)) {
		cpg_shell_assume(shell, cpg_shell_enters, move->origin);
		return there(shell, move, flow, err);
	}
	return cpg_walk_fork(shell, move->origin, there, move, stay, NULL, flow, err);
}

/* Passes over cd's options. Returns the index of the first word behind them, or 0 for one that
 * does not exist. */
static size_t skip_options(struct cpg_shell *shell, const struct cpg_fields *fields,
			   const char *letters, bool *physical)
{
	size_t at = 1;

	*physical = false;
	for (; at < fields->count; at++) {
		const char *text = cpg_builtin_text(shell, &fields->items[at]);

		if (!text || text[0] != '-' || text[1] == '\0')
			break;
		if (strcmp(text, "--") == 0)
			return at + 1;
		if (strspn(text + 1, letters) != strlen(text + 1))
			return 0;
		for (const char *letter = text + 1; *letter; letter++) {
			if (strchr("LP", *letter))
				*physical = *letter == 'P';
		}
	}
	return at;
}

/* With CDPATH set a relative path may lead to another directory. */
static bool searched(struct cpg_shell *shell, struct cpg_value path)
{
	struct cpg_text start = cpg_value_prefix(shell->arena, path);
	struct cpg_value list;
	int set;

	list = variable_text(shell, "CDPATH", &set);
	if (set != CPG_YES || cpg_value_is_empty(list) == CPG_YES || !start.bytes)
		return false;
	if (start.bytes[0] == '.') {
		size_t dots = strspn(start.bytes, ".");

		return dots > 2 || (start.bytes[dots] != '/' && start.bytes[dots] != '\0');
	}
	return start.bytes[0] != '/';
}

/* Whether it begins with two slashes, of which bash keeps both. */
static bool begins_twice(struct cpg_shell *shell, struct cpg_value path)
{
	struct cpg_text start = cpg_value_prefix(shell->arena, path);

	return !start.bytes || strspn(start.bytes, "/") == 2;
}

/* cd -P ends where the symbolic links lead, which is known only of a path without any. */
static int follow_links(struct cpg_shell *shell, struct cpg_value path,
			struct cpg_value *out, struct cpg_error *err)
{
	const char *absolute;
	char *real = NULL;
	int rc = cpg_shell_path(shell, path, &absolute, err);

	if (rc < 0)
		return -1;
	if (rc == 1 && !shell->container && !begins_twice(shell, path))
		real = cpg_compute_real_path(shell->arena, absolute);
	if (real)
		rc = cpg_value_text(shell->arena, cpg_text_of(real), cpg_value_origin(path),
				    out);
	else if (path.count && path.pieces[0].why == cpg_shell_spool &&
		 begins_with_gap(path))
		*out = path;
	else
		rc = cpg_value_unknown(shell->arena,
				       "where symbolic links lead is not known",
				       cpg_value_origin(path), out);
	return rc < 0 ? cpg_walk_no_memory(err) : 0;
}

static int unknown_directory(struct cpg_shell *shell, const char *why,
			     struct cpg_origin origin, struct cpg_value *out,
			     struct cpg_error *err)
{
	return cpg_value_unknown(shell->arena, why, origin, out) < 0
		       ? cpg_walk_no_memory(err)
		       : 0;
}

/* Where a word leads. Sets *failed when that is nowhere. */
static int destination(struct cpg_shell *shell, struct cpg_value word, bool physical,
		       struct move *move, struct cpg_error *err)
{
	if (searched(shell, word))
		return unknown_directory(shell, "CDPATH is set", move->origin, &move->to,
					 err);
	if (resolve(shell, word, &move->asked, &move->to, err) < 0)
		return -1;
	return physical ? follow_links(shell, move->to, &move->to, err) : 0;
}

/* The directory that a variable holds: of `cd`, and `cd -`. */
static int of_variable(struct cpg_shell *shell, const char *name, struct cpg_value *word,
		       bool *failed, struct cpg_origin origin, struct cpg_error *err)
{
	int set;

	*word = variable_text(shell, name, &set);
	*failed = set == CPG_NO;
	if (set != CPG_UNKNOWN)
		return 0;
	return unknown_directory(shell, "a variable is not known", origin, word, err);
}

/* The word that cd was given. */
static int wanted_word(struct cpg_shell *shell, const struct cpg_fields *fields, size_t at,
		       struct move *move, struct cpg_value *word, bool *failed,
		       struct cpg_error *err)
{
	const char *text;

	*failed = false;
	if (at >= fields->count)
		return of_variable(shell, "HOME", word, failed, move->origin, err);
	*word = fields->items[at].value;
	/* A pattern that matches what is not known here. */
	if (fields->items[at].many && cpg_value_known(*word))
		return unknown_directory(shell, "what a pattern matches is not known",
					 move->origin, word, err);
	text = cpg_builtin_text(shell, &fields->items[at]);
	if (!text || strcmp(text, "-") != 0)
		return 0;
	move->print = true;
	return of_variable(shell, "OLDPWD", word, failed, move->origin, err);
}

int cpg_builtin_cd(struct cpg_shell *shell, const struct cpg_fields *fields,
		   struct cpg_origin origin, struct cpg_shell_flow *flow,
		   struct cpg_error *err)
{
	struct move move = {.origin = origin};
	struct cpg_value word;
	bool physical;
	bool failed;
	size_t at = skip_options(shell, fields, "LPe@", &physical);

	if (at == 0)
		return cpg_builtin_status(shell, 2);
	if (fields->count > at + 1 && cpg_builtin_counted(fields))
		return cpg_builtin_status(shell, 1);
	if (wanted_word(shell, fields, at, &move, &word, &failed, err) < 0)
		return -1;
	if (failed)
		return cpg_builtin_status(shell, 1);
	if (cpg_value_is_empty(word) == CPG_YES)
		word = cpg_scope_directory(shell->scope);
	if (destination(shell, word, physical, &move, err) < 0)
		return -1;
	return go(shell, &move, enter, flow, err);
}

int cpg_builtin_pwd(struct cpg_shell *shell, const struct cpg_fields *fields,
		    struct cpg_origin origin, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	struct cpg_value directory = cpg_scope_directory(shell->scope);
	bool physical;

	(void)flow;
	if (skip_options(shell, fields, "LP", &physical) == 0)
		return cpg_builtin_status(shell, 2);
	cpg_scope_set_status(shell->scope, 0);
	if (physical && follow_links(shell, directory, &directory, err) < 0)
		return -1;
	return print_line(shell, directory, origin, err);
}

/* What pushd and popd print has a ~ for HOME in it, and is looked at by nobody. */
static int print_stack(struct cpg_shell *shell, struct cpg_origin origin,
		       struct cpg_error *err)
{
	return cpg_builtin_print_unknown(shell, "the stack of directories is printed",
					 origin, err);
}

/* A move that leaves the directory it came from on the stack, or takes the last one off. */
struct push {
	struct move move; /* first: it is enter()'s context */
	struct cpg_shell_variable stack;
};

static int enter_pushed(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
			struct cpg_error *err)
{
	const struct push *push = context;

	if (enter(shell, context, flow, err) < 0)
		return -1;
	if (cpg_scope_set(shell->scope, STACK, &push->stack, false) < 0)
		return cpg_walk_no_memory(err);
	return print_stack(shell, push->move.origin, err);
}

/* The directories are all different from what they were. */
static int lose_stack(struct cpg_shell *shell, struct cpg_origin origin,
		      struct cpg_error *err)
{
	struct push push = {.move.origin = origin};
	struct cpg_shell_flow flow = {.kind = CPG_FLOW_NEXT};
	const char *why = "which directory the stack gives is not known";

	if (unknown_directory(shell, why, origin, &push.move.to, err) < 0)
		return -1;
	if (cpg_variable_unknown(shell->arena, why, origin, &push.stack) < 0)
		return cpg_walk_no_memory(err);
	if (enter_pushed(shell, &push, &flow, err) < 0)
		return -1;
	return cpg_builtin_status(shell, -1);
}

/* Takes the last directory off. Returns 1, 0 when there is none, -1 as all, 2 when it is not
 * known. */
static int take_last(struct cpg_shell *shell, struct push *push, struct cpg_error *err)
{
	push->stack = *cpg_scope_get(shell->scope, STACK);
	if (push->stack.kind == CPG_VARIABLE_UNKNOWN || push->stack.loose)
		return 2;
	if (push->stack.count == 0)
		return 0;
	push->move.to = push->stack.elements[push->stack.count - 1].value;
	if (cpg_variable_unset_at(shell->arena, &push->stack,
				  push->stack.elements[push->stack.count - 1].index,
				  &push->stack) < 0)
		return cpg_walk_no_memory(err);
	return 1;
}

/* Puts the working directory on the stack that is in the making. */
static int keep_here(struct cpg_shell *shell, struct push *push, struct cpg_error *err)
{
	if (cpg_variable_append(shell->arena, &push->stack,
				cpg_scope_directory(shell->scope), &push->stack) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* pushd without a word swaps the last directory with the working one. */
static int swap(struct cpg_shell *shell, struct push *push, struct cpg_shell_flow *flow,
		struct cpg_error *err)
{
	int rc = take_last(shell, push, err);

	if (rc < 0)
		return -1;
	if (rc == 0)
		return cpg_builtin_status(shell, 1);
	if (rc == 2)
		return lose_stack(shell, push->move.origin, err);
	if (keep_here(shell, push, err) < 0)
		return -1;
	return go(shell, &push->move, enter_pushed, flow, err);
}

/* Whether it is -n or a place in the stack, +1: what those do is not followed. */
static bool is_stack_option(const char *text)
{
	return text && (text[0] == '-' || text[0] == '+') && text[1] != '\0' &&
	       strcmp(text, "--") != 0;
}

int cpg_builtin_pushd(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_origin origin, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	struct push push = {.move.origin = origin};
	struct cpg_value word;
	const char *text;
	size_t at = 1;
	bool failed;

	text = at < fields->count ? cpg_builtin_text(shell, &fields->items[at]) : NULL;
	if (is_stack_option(text))
		return lose_stack(shell, origin, err);
	at += text && strcmp(text, "--") == 0;
	if (at >= fields->count)
		return swap(shell, &push, flow, err);
	if (wanted_word(shell, fields, at, &push.move, &word, &failed, err) < 0)
		return -1;
	if (failed)
		return cpg_builtin_status(shell, 1);
	push.move.print = false;
	push.stack = *cpg_scope_get(shell->scope, STACK);
	if (destination(shell, word, false, &push.move, err) < 0 ||
	    keep_here(shell, &push, err) < 0)
		return -1;
	return go(shell, &push.move, enter_pushed, flow, err);
}

int cpg_builtin_popd(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	struct push push = {.move.origin = origin};
	int rc;

	if (fields->count > 1)
		return lose_stack(shell, origin, err);
	rc = take_last(shell, &push, err);
	if (rc < 0)
		return -1;
	if (rc == 0)
		return cpg_builtin_status(shell, 1);
	if (rc == 2)
		return lose_stack(shell, origin, err);
	return go(shell, &push.move, enter_pushed, flow, err);
}
