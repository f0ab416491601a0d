#include <string.h>

#include "shell_walk.h"

#define NAME "PIPESTATUS"

static bool is_mentioned(struct cpg_value text)
{
	for (size_t i = 0; i < text.count; i++) {
		const struct cpg_text piece = text.pieces[i].text;

		if (piece.bytes && memmem(piece.bytes, piece.length, NAME, strlen(NAME)))
			return true;
	}
	return false;
}

static int set(struct cpg_shell *shell, const struct cpg_shell_variable *variable,
	       struct cpg_error *err)
{
	return cpg_scope_set_global(shell->scope, NAME, variable) < 0
		       ? cpg_walk_no_memory(err)
		       : 0;
}

int cpg_walk_mention_statuses(struct cpg_shell *shell, struct cpg_value text,
			      struct cpg_error *err)
{
	struct cpg_shell_variable unknown;

	if (shell->world->keeps_statuses || !is_mentioned(text))
		return 0;
	shell->world->keeps_statuses = true;
	if (cpg_variable_unknown(shell->arena, "bash keeps it",
				 (struct cpg_origin){NULL, 0}, &unknown) < 0)
		return cpg_walk_no_memory(err);
	return set(shell, &unknown, err);
}

int cpg_walk_begin_statuses(struct cpg_shell *shell, struct cpg_value text,
			    struct cpg_error *err)
{
	const struct cpg_shell_variable empty = {.kind = CPG_VARIABLE_INDEXED};

	if (cpg_walk_mention_statuses(shell, text, err) < 0)
		return -1;
	return shell->world->keeps_statuses ? set(shell, &empty, err) : 0;
}

static int status_value(struct cpg_shell *shell, int status, struct cpg_origin origin,
			struct cpg_value *out, struct cpg_error *err)
{
	const char *text;

	if (status < 0) {
		if (cpg_value_unknown_word(shell->arena, "it is the status of a program",
					   origin, out) < 0)
			return cpg_walk_no_memory(err);
		return 0;
	}
	text = cpg_arena_printf(shell->arena, "%d", status);
	if (!text || cpg_value_text(shell->arena, cpg_text_of(text), origin, out) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

int cpg_walk_keep_statuses(struct cpg_shell *shell, const int *statuses, size_t count,
			   struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_shell_variable variable = {.kind = CPG_VARIABLE_INDEXED, .count = count};
	struct cpg_array_element *elements;

	if (!shell->world->keeps_statuses)
		return 0;
	elements = cpg_arena_array(shell->arena, count, sizeof(*elements));
	if (!elements)
		return cpg_walk_no_memory(err);
	for (size_t i = 0; i < count; i++) {
		elements[i].index = (long long)i;
		if (status_value(shell, statuses[i], origin, &elements[i].value, err) < 0)
			return -1;
	}
	variable.elements = elements;
	return set(shell, &variable, err);
}
