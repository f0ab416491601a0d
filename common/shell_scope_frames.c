#include "shell_scope_private.h"

#include <string.h>

const struct cpg_scope_saved *cpg_scope_saved_global(const struct cpg_shell_scope *scope,
						     const char *name)
{
	const struct cpg_scope_saved *found = NULL;

	for (const struct cpg_scope_frame *frame = scope->frames; frame;
	     frame = frame->outer) {
		const struct cpg_scope_saved *saved = cpg_map_get(&frame->saved, name);

		if (saved)
			found = saved;
	}
	return found;
}

const struct cpg_shell_variable *cpg_scope_global(const struct cpg_shell_scope *scope,
						  const char *name)
{
	const struct cpg_scope_saved *saved = cpg_scope_saved_global(scope, name);

	return saved ? cpg_scope_hidden(scope, name, saved) : cpg_scope_peek(scope, name);
}

/* The frame changed by one name, at any depth: those before it are made anew. */
static const struct cpg_scope_frame *changed_frame(struct cpg_shell_scope *scope,
						   const struct cpg_scope_frame *frame,
						   const struct cpg_scope_frame *which,
						   const char *name,
						   const struct cpg_scope_saved *saved)
{
	struct cpg_scope_frame *copy = cpg_arena_alloc(scope->arena, sizeof(*copy));

	if (!copy)
		return NULL;
	*copy = *frame;
	if (frame != which)
		copy->outer = changed_frame(scope, frame->outer, which, name, saved);
	else if (cpg_map_set(scope->arena, &copy->saved, scope->owner, name, saved) < 0)
		return NULL;
	return frame == which || copy->outer ? copy : NULL;
}

int cpg_scope_change_frame(struct cpg_shell_scope *scope,
			   const struct cpg_scope_frame *which, const char *name,
			   const struct cpg_shell_variable *hidden)
{
	struct cpg_scope_saved *saved = cpg_arena_alloc(scope->arena, sizeof(*saved));
	const struct cpg_scope_frame *frames;

	if (!saved)
		return -1;
	*saved = (struct cpg_scope_saved){hidden, scope->age, false};
	frames = changed_frame(scope, scope->frames, which, name, hidden ? saved : NULL);
	if (!frames)
		return -1;
	scope->frames = frames;
	return 0;
}

const struct cpg_scope_saved *cpg_scope_saved_here(const struct cpg_shell_scope *scope,
						   const char *name)
{
	return scope->frames ? cpg_map_get(&scope->frames->saved, name) : NULL;
}

int cpg_scope_is_local(const struct cpg_shell_scope *scope, const char *name)
{
	const struct cpg_scope_saved *saved = cpg_scope_saved_here(scope, name);

	if (!saved)
		return CPG_NO;
	return saved->maybe ? CPG_UNKNOWN : CPG_YES;
}

bool cpg_scope_is_unclear(const struct cpg_shell_scope *scope, const char *name)
{
	size_t frames = 0;
	bool maybe = false;

	for (const struct cpg_scope_frame *frame = scope->frames; frame;
	     frame = frame->outer) {
		const struct cpg_scope_saved *saved = cpg_map_get(&frame->saved, name);

		frames += saved != NULL;
		maybe |= saved && saved->maybe;
	}
	return maybe && frames > 1;
}

bool cpg_scope_survives(const char *name, const struct cpg_shell_variable *variable)
{
	return variable->readonly || variable->computed || strcmp(name, "IFS") == 0;
}

const struct cpg_shell_variable *cpg_scope_hidden(const struct cpg_shell_scope *scope,
						  const char *name,
						  const struct cpg_scope_saved *saved)
{
	if (saved->age == scope->age || cpg_scope_survives(name, saved->hidden))
		return saved->hidden;
	return scope->rest;
}

int cpg_scope_uncover(struct cpg_shell_scope *scope, const char *name,
		      const struct cpg_scope_saved *saved)
{
	return cpg_scope_bind(scope, name, cpg_scope_hidden(scope, name, saved));
}

int cpg_scope_push(struct cpg_shell_scope *scope)
{
	struct cpg_scope_frame *frame = cpg_arena_alloc(scope->arena, sizeof(*frame));

	if (!frame)
		return -1;
	frame->outer = scope->frames;
	scope->frames = frame;
	scope->depth++;
	return 0;
}

static int restore(void *context, const char *name, const void *item)
{
	return item ? cpg_scope_uncover(context, name, item) : 0;
}

int cpg_scope_pop(struct cpg_shell_scope *scope)
{
	const struct cpg_scope_frame *frame = scope->frames;

	if (!frame)
		return 0;
	scope->frames = frame->outer;
	scope->depth--;
	return cpg_map_each(&frame->saved, restore, scope);
}

size_t cpg_scope_frames(const struct cpg_shell_scope *scope)
{
	return scope->depth;
}
