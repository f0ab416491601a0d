#include "shell_scope_private.h"

#include <stdlib.h>
#include <string.h>

enum {
	NAMEREFS_LIMIT = 8,
};

const struct cpg_shell_variable cpg_scope_unset_variable = {.kind = CPG_VARIABLE_UNSET};

#define LOST "it may have been set through a nameref"

/* What a reference that cannot be followed refers to. */
static const struct cpg_piece lost_piece = {.why = "a nameref does not name a variable"};
static const struct cpg_shell_variable lost_variable = {
	.kind = CPG_VARIABLE_UNKNOWN,
	.scalar = {&lost_piece, 1},
	.exported = CPG_UNKNOWN,
	.why = "a nameref does not name a variable",
};

int cpg_scope_disown(struct cpg_shell_scope *scope)
{
	scope->owner = cpg_arena_alloc(scope->arena, 1);
	return scope->owner ? 0 : -1;
}

struct cpg_shell_scope *cpg_scope_copy(struct cpg_shell_scope *scope)
{
	struct cpg_shell_scope *copy = cpg_arena_alloc(scope->arena, sizeof(*copy));

	if (!copy || cpg_scope_disown(scope) < 0)
		return NULL;
	*copy = *scope;
	return cpg_scope_disown(copy) < 0 ? NULL : copy;
}

bool cpg_scope_is_name(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

	return *text && (*text < '0' || *text > '9') && text[strspn(text, letters)] == '\0';
}

const struct cpg_shell_variable *cpg_scope_peek(const struct cpg_shell_scope *scope,
						const char *name)
{
	const struct cpg_shell_variable *variable = cpg_map_get(&scope->variables, name);

	return variable ? variable : scope->rest;
}

/* The name to which the reference of that variable leads: of one piece, as text that is a
 * name always is. NULL when it is not known or no name. */
static const char *referred(struct cpg_arena *arena,
			    const struct cpg_shell_variable *variable)
{
	struct cpg_value value = variable->scalar;
	const char *name;

	if (variable->kind != CPG_VARIABLE_SCALAR || !cpg_value_known(value))
		return NULL;
	name = cpg_value_flat(arena, value).bytes;
	return name && cpg_scope_is_name(name) ? name : NULL;
}

/* Follows namerefs from `name` to the name of something else. NULL when they lead nowhere, or
 * it is not known where. A reference without a value is what an assignment gives it. */
static const char *follow(const struct cpg_shell_scope *scope, const char *name)
{
	for (size_t i = 0; i <= NAMEREFS_LIMIT && name; i++) {
		const struct cpg_shell_variable *variable = cpg_scope_peek(scope, name);

		if (!variable->nameref || variable->kind == CPG_VARIABLE_UNSET)
			return name;
		name = referred(scope->arena, variable);
	}
	return NULL;
}

const struct cpg_shell_variable *cpg_scope_get(const struct cpg_shell_scope *scope,
					       const char *name)
{
	const struct cpg_shell_variable *variable = cpg_scope_peek(scope, name);

	if (!variable->nameref)
		return variable;
	name = follow(scope, name);
	return name ? cpg_scope_peek(scope, name) : &lost_variable;
}

int cpg_scope_bind(struct cpg_shell_scope *scope, const char *name,
		   const struct cpg_shell_variable *variable)
{
	struct cpg_shell_variable *copy = cpg_arena_alloc(scope->arena, sizeof(*copy));

	if (!copy)
		return -1;
	*copy = *variable;
	return cpg_map_set(scope->arena, &scope->variables, scope->owner, name, copy);
}

static bool same_value(const struct cpg_shell_variable *a,
		       const struct cpg_shell_variable *b)
{
	return a->kind == b->kind && a->scalar.pieces == b->scalar.pieces &&
	       a->scalar.count == b->scalar.count && a->elements == b->elements &&
	       a->count == b->count && a->loose == b->loose &&
	       cpg_row_same(a->rest, b->rest);
}

/* Assigns to what is visible under `name`. */
static int assign(struct cpg_shell_scope *scope, const char *name,
		  const struct cpg_shell_variable *variable)
{
	const struct cpg_shell_variable *old = cpg_scope_peek(scope, name);
	struct cpg_shell_variable changed = *variable;

	if (old->readonly && !same_value(old, variable))
		return 1;
	if (old->computed) {
		changed = *old;
		changed.exported = variable->exported;
		changed.readonly = variable->readonly;
	}
	changed.readonly |= old->readonly;
	return cpg_scope_bind(scope, name, &changed);
}

static int set_local(struct cpg_shell_scope *scope, const char *name,
		     const struct cpg_shell_variable *variable)
{
	const struct cpg_shell_variable *old = cpg_scope_peek(scope, name);
	const struct cpg_scope_saved *saved = cpg_scope_saved_here(scope, name);

	if (saved && !saved->maybe)
		return assign(scope, name, variable);
	if (old->readonly && !cpg_scope_saved_global(scope, name))
		return 1;
	if (cpg_scope_change_frame(scope, scope->frames, name,
				   saved ? saved->hidden : old) < 0)
		return -1;
	return cpg_scope_bind(scope, name, variable);
}

/* What is changed may be anything. */
static int set_lost(struct cpg_shell_scope *scope, const char *why)
{
	struct cpg_origin nowhere = {NULL, 0};

	return cpg_scope_forget(scope, why, nowhere);
}

int cpg_scope_set(struct cpg_shell_scope *scope, const char *name,
		  const struct cpg_shell_variable *variable, bool local)
{
	if (local && scope->frames)
		return set_local(scope, name, variable);
	if (!variable->nameref)
		name = follow(scope, name);
	return name ? assign(scope, name, variable) : set_lost(scope, LOST);
}

int cpg_scope_set_global(struct cpg_shell_scope *scope, const char *name,
			 const struct cpg_shell_variable *variable)
{
	const struct cpg_scope_saved *global = cpg_scope_saved_global(scope, name);
	const struct cpg_scope_frame *frame = scope->frames;
	struct cpg_shell_variable *copy;

	if (!global)
		return cpg_scope_set(scope, name, variable, false);
	if (global->maybe || cpg_scope_is_unclear(scope, name))
		return set_lost(scope, "it may have been set as a global variable");
	if (cpg_scope_hidden(scope, name, global)->readonly)
		return 1;
	while (cpg_map_get(&frame->saved, name) != global)
		frame = frame->outer;
	copy = cpg_arena_alloc(scope->arena, sizeof(*copy));
	if (!copy)
		return -1;
	*copy = *variable;
	return cpg_scope_change_frame(scope, frame, name, copy);
}

static int unset(struct cpg_shell_scope *scope, const char *name)
{
	const struct cpg_scope_frame *frame = scope->frames;
	const struct cpg_scope_saved *saved;

	if (cpg_scope_peek(scope, name)->readonly)
		return 1;
	if (cpg_scope_is_unclear(scope, name))
		return set_lost(scope, "it may have been uncovered by unset");
	while (frame && !cpg_map_get(&frame->saved, name))
		frame = frame->outer;
	if (!frame || frame == scope->frames)
		return cpg_scope_bind(scope, name, &cpg_scope_unset_variable);
	saved = cpg_map_get(&frame->saved, name);
	if (cpg_scope_uncover(scope, name, saved) < 0)
		return -1;
	return cpg_scope_change_frame(scope, frame, name, NULL);
}

int cpg_scope_unset(struct cpg_shell_scope *scope, const char *name)
{
	name = follow(scope, name);
	return name ? unset(scope, name) : set_lost(scope, LOST);
}

int cpg_scope_unset_nameref(struct cpg_shell_scope *scope, const char *name)
{
	return unset(scope, name);
}

static int keep(void *context, const char *name, const void *item)
{
	struct cpg_shell_scope *scope = context;

	if (!cpg_scope_survives(name, item))
		return 0;
	return cpg_map_set(scope->arena, &scope->variables, scope->owner, name, item);
}

int cpg_scope_forget(struct cpg_shell_scope *scope, const char *why,
		     struct cpg_origin origin)
{
	struct cpg_map old = scope->variables;
	struct cpg_shell_variable *rest = cpg_arena_alloc(scope->arena, sizeof(*rest));

	if (!rest || cpg_variable_unknown(scope->arena, why, origin, rest) < 0)
		return -1;
	scope->variables = (struct cpg_map){NULL};
	scope->rest = rest;
	scope->age++;
	return cpg_map_each(&old, keep, scope);
}

struct names {
	const struct cpg_shell_scope *scope;
	struct cpg_arena *arena;
	const char *prefix;
	const char **items;
	size_t count;
	size_t capacity;
	bool maybe;
};

static int add_name(void *context, const char *name, const void *item)
{
	struct names *names = context;
	const struct cpg_shell_variable *variable = item;
	const char **larger;

	if (strncmp(name, names->prefix, strlen(names->prefix)) != 0)
		return 0;
	/* Where a local one was declared only, bash lists the one that it hides. */
	if (variable->kind == CPG_VARIABLE_UNSET) {
		names->maybe |= cpg_scope_saved_global(names->scope, name) != NULL;
		return 0;
	}
	names->maybe |= variable->kind == CPG_VARIABLE_UNKNOWN || variable->unlisted;
	if (names->count == names->capacity) {
		names->capacity = names->capacity * 2 + 16;
		larger = cpg_arena_array(names->arena, names->capacity, sizeof(*larger));
		if (!larger)
			return -1;
		if (names->count)
			memcpy(larger, names->items, names->count * sizeof(*larger));
		names->items = larger;
	}
	names->items[names->count++] = name;
	return 0;
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *const *cpg_scope_names(const struct cpg_shell_scope *scope, const char *prefix,
				   size_t *count, bool *all)
{
	struct names names = {scope, scope->arena, .prefix = prefix};

	names.items = cpg_arena_array(scope->arena, 1, sizeof(*names.items));
	if (!names.items || cpg_map_each(&scope->variables, add_name, &names) < 0)
		return NULL;
	if (names.count)
		qsort(names.items, names.count, sizeof(*names.items), by_bytes);
	*count = names.count;
	*all = scope->rest->kind == CPG_VARIABLE_UNSET && !names.maybe;
	return names.items;
}

static int set_function(struct cpg_shell_scope *scope, const char *name,
			struct cpg_scope_function function)
{
	struct cpg_scope_function *copy = cpg_arena_alloc(scope->arena, sizeof(*copy));

	if (!copy)
		return -1;
	*copy = function;
	return cpg_map_set(scope->arena, &scope->functions, scope->owner, name, copy);
}

const struct cpg_shell_command *cpg_scope_function(const struct cpg_shell_scope *scope,
						   const char *name, bool *unknown)
{
	const struct cpg_function_choice choice = cpg_scope_functions(scope, name);

	*unknown = choice.unknown || choice.count != choice.defined;
	return choice.count && !*unknown ? choice.bodies[0] : NULL;
}

struct cpg_function_choice cpg_scope_functions(const struct cpg_shell_scope *scope,
					       const char *name)
{
	const struct cpg_scope_function *function = cpg_map_get(&scope->functions, name);

	return function ? function->choice : (struct cpg_function_choice){.count = 0};
}

int cpg_scope_define(struct cpg_shell_scope *scope, const char *name,
		     const struct cpg_shell_command *function)
{
	const struct cpg_scope_function *old = cpg_map_get(&scope->functions, name);
	struct cpg_scope_function new = {.exported = function && old && old->exported};

	if (function)
		new.choice = (struct cpg_function_choice){
			.bodies = {function}, .count = 1, .defined = true};
	return set_function(scope, name, new);
}

int cpg_scope_export_function(struct cpg_shell_scope *scope, const char *name,
			      bool exported)
{
	const struct cpg_scope_function *old = cpg_map_get(&scope->functions, name);
	struct cpg_scope_function new;

	if (!old || (!old->choice.count && !old->choice.unknown))
		return 0;
	new = *old;
	new.exported = exported;
	return set_function(scope, name, new);
}

const struct cpg_positional *cpg_scope_positional(const struct cpg_shell_scope *scope)
{
	return &scope->positional;
}

int cpg_scope_set_positional(struct cpg_shell_scope *scope,
			     const struct cpg_positional *words)
{
	scope->positional = *words;
	return 0;
}

int cpg_scope_positional_set(const struct cpg_shell_scope *scope)
{
	return scope->positional_set;
}

void cpg_scope_note_positional(struct cpg_shell_scope *scope, int set)
{
	scope->positional_set = set;
}

struct cpg_value cpg_scope_directory(const struct cpg_shell_scope *scope)
{
	return scope->directory;
}

void cpg_scope_set_directory(struct cpg_shell_scope *scope, struct cpg_value directory)
{
	scope->directory = directory;
}

int cpg_scope_status(const struct cpg_shell_scope *scope)
{
	return scope->status;
}

void cpg_scope_set_status(struct cpg_shell_scope *scope, int status)
{
	scope->status = status;
}

struct cpg_arena *cpg_scope_arena(const struct cpg_shell_scope *scope)
{
	return scope->arena;
}
