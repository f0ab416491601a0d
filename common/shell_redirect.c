#include <stdlib.h>
#include <string.h>

#include "cpguard/facts.h"
#include "shell_walk.h"

/* Pieces that outputs share as far as they are the same: the copies that a fork makes of an
 * output may both grow, and the first to do so takes the room. */
struct cpg_shell_output_room {
	struct cpg_piece *pieces;
	size_t used;
	size_t capacity;
};

/* Sees to it that `count` more pieces may be written behind those of the output. */
static int make_room(struct cpg_shell *shell, size_t count)
{
	struct cpg_shell_output *output = shell->output;
	struct cpg_shell_output_room *room = output->room;

	if (room && room->pieces == output->text.pieces &&
	    room->used == output->text.count && room->capacity - room->used >= count)
		return 0;
	room = cpg_arena_alloc(shell->arena, sizeof(*room));
	if (!room)
		return -1;
	room->used = output->text.count;
	room->capacity = 2 * (room->used + count);
	room->pieces = cpg_arena_array(shell->arena, room->capacity, sizeof(*room->pieces));
	if (!room->pieces)
		return -1;
	if (room->used)
		memcpy(room->pieces, output->text.pieces,
		       room->used * sizeof(*room->pieces));
	output->text.pieces = room->pieces;
	output->room = room;
	return 0;
}

int cpg_walk_print(struct cpg_shell *shell, struct cpg_value value, struct cpg_error *err)
{
	struct cpg_shell_output *output = shell->output;

	if (!output || value.count == 0)
		return 0;
	if (make_room(shell, value.count) < 0)
		return cpg_walk_no_memory(err);
	memcpy(output->room->pieces + output->room->used, value.pieces,
	       value.count * sizeof(*value.pieces));
	output->room->used += value.count;
	output->text.count += value.count;
	return 0;
}

bool cpg_walk_is_device(const char *path)
{
	return strncmp(path, "/dev/", 5) == 0 && strncmp(path, "/dev/shm/", 9) != 0;
}

/* Notes how the expansion of a redirection's word ended, behind others. */
static void note_expansion(struct cpg_walk_redirected *redirected,
			   const struct cpg_expansion *before)
{
	redirected->failed = redirected->how.failed;
	if (before->substituted && !redirected->how.substituted) {
		redirected->how.substituted = true;
		redirected->how.status = before->status;
	}
}

static int expand_word(struct cpg_shell *shell, const struct cpg_shell_redirect *redirect,
		       struct cpg_value *word, struct cpg_walk_redirected *redirected,
		       struct cpg_error *err)
{
	struct cpg_expansion before = redirected->how;

	if (cpg_shell_expand_value(shell, &redirect->word, false, word, &redirected->how,
				   err) < 0)
		return -1;
	note_expansion(redirected, &before);
	return 0;
}

/* A file's name, which bash expands as the words of a command: more than one fail, and so does
 * none. What sh does with it hangs on the node. */
static int expand_name(struct cpg_shell *shell, const struct cpg_shell_redirect *redirect,
		       struct cpg_value *word, struct cpg_walk_redirected *redirected,
		       struct cpg_error *err)
{
	const struct cpg_shell_argument argument = {.word = redirect->word};
	struct cpg_expansion before = redirected->how;
	struct cpg_fields fields;
	bool many = false;

	if (shell->posix)
		return expand_word(shell, redirect, word, redirected, err);
	if (cpg_shell_expand_words(shell, &argument, 1, &fields, &redirected->how, err) < 0)
		return -1;
	note_expansion(redirected, &before);
	for (size_t i = 0; i < fields.count; i++)
		many = many || fields.items[i].many;
	if (fields.count == 1)
		*word = fields.items[0].value;
	else if (!many)
		redirected->failed = true;
	else if (cpg_value_unknown(shell->arena, "how many words there are is not known",
				   redirect->word.origin, word) < 0)
		return cpg_walk_no_memory(err);
	if (many)
		cpg_shell_assume(shell, cpg_shell_opens, redirect->word.origin);
	return 0;
}

/* Expands a redirection's word to an absolute path. Sets *path to NULL when it is not known, or
 * empty, which no file's name is. */
static int find_path(struct cpg_shell *shell, const struct cpg_shell_redirect *redirect,
		     struct cpg_value *word, const char **path,
		     struct cpg_walk_redirected *redirected, struct cpg_error *err)
{
	int rc;

	*path = NULL;
	*word = cpg_value_empty;
	if (expand_name(shell, redirect, word, redirected, err) < 0)
		return -1;
	redirected->failed |= cpg_value_is_empty(*word) == CPG_YES;
	if (redirected->failed)
		return 0;
	rc = cpg_shell_path(shell, *word, path, err);
	if (rc == 0)
		*path = NULL;
	return rc < 0 ? -1 : 0;
}

static int redirect_out(struct cpg_shell *shell, const struct cpg_shell_redirect *redirect,
			bool append, struct cpg_walk_redirected *redirected,
			struct cpg_error *err)
{
	struct cpg_value word;

	if (find_path(shell, redirect, &word, &redirected->path, redirected, err) < 0)
		return -1;
	shell->output = NULL;
	if (!redirected->path || cpg_walk_is_device(redirected->path)) {
		redirected->path = NULL;
		return 0;
	}
	if (cpg_walk_open(shell, redirected->path, append, redirect->word.origin,
			  &redirected->opened, err) < 0)
		return -1;
	redirected->captured = (struct cpg_shell_output){.unsure = false};
	shell->output = &redirected->captured;
	return 0;
}

/* Another descriptor than standard output: what goes there is not known, but the file is there. */
static int redirect_elsewhere(struct cpg_shell *shell,
			      const struct cpg_shell_redirect *redirect, bool append,
			      struct cpg_walk_redirected *redirected, struct cpg_error *err)
{
	struct cpg_walk_opened opened;
	struct cpg_value word;
	const char *path;

	if (find_path(shell, redirect, &word, &path, redirected, err) < 0)
		return -1;
	if (!path || redirected->failed || cpg_walk_is_device(path))
		return 0;
	return cpg_walk_open(shell, path, append, redirect->word.origin, &opened, err);
}

static int new_input(struct cpg_shell *shell, struct cpg_value value, struct cpg_error *err)
{
	struct cpg_value *input = cpg_arena_alloc(shell->arena, sizeof(*input));

	if (!input)
		return cpg_walk_no_memory(err);
	*input = value;
	shell->input = input;
	return 0;
}

/* `< <(list)`: the list's output. */
static int redirect_process(struct cpg_shell *shell, const struct cpg_shell_part *part,
			    struct cpg_error *err)
{
	struct cpg_shell_output output = {.unsure = false};
	int status;

	if (cpg_walk_subshell(shell, cpg_walk_list, (void *)part->list, &output, NULL,
			      &status, err) < 0)
		return -1;
	if (!cpg_walk_captured(shell, &output))
		return cpg_walk_no_memory(err);
	return new_input(shell, output.text, err);
}

static int redirect_in(struct cpg_shell *shell, const struct cpg_shell_redirect *redirect,
		       struct cpg_walk_redirected *redirected, struct cpg_error *err)
{
	const struct cpg_shell_word *written = &redirect->word;
	struct cpg_value word;
	struct cpg_value content;
	const char *path;
	const char *why;
	int rc;

	if (written->count == 1 && written->parts[0].kind == CPG_PART_PROCESS)
		return redirect_process(shell, &written->parts[0], err);
	if (find_path(shell, redirect, &word, &path, redirected, err) < 0)
		return -1;
	shell->input = NULL;
	if (redirected->failed)
		return 0;
	if (path && strcmp(path, "/dev/null") == 0)
		return new_input(shell, cpg_value_empty, err);
	if (path && cpg_walk_is_device(path))
		return 0;
	rc = cpg_shell_read(shell, word, false, &content, &path, &why, err);
	if (rc < 0)
		return -1;
	redirected->failed = rc == 0;
	if (rc == 2)
		cpg_shell_assume(shell, cpg_shell_opens, cpg_value_origin(word));
	return rc == 1 ? new_input(shell, content, err) : 0;
}

static int redirect_here(struct cpg_shell *shell, const struct cpg_shell_redirect *redirect,
			 struct cpg_walk_redirected *redirected, struct cpg_error *err)
{
	struct cpg_value text;
	struct cpg_value newline;

	if (expand_word(shell, redirect, &text, redirected, err) < 0)
		return -1;
	if (redirect->kind == CPG_REDIRECT_HERE_STRING) {
		if (cpg_value_string(shell->arena, "\n", &newline) < 0 ||
		    cpg_value_append(shell->arena, text, newline, &text) < 0)
			return cpg_walk_no_memory(err);
	}
	return new_input(shell, text, err);
}

/* >&2, >&-, <&3: standard output or input becomes something else, of which nothing is kept.
 * 1>&1 and 0<&0 are nothing. */
static void duplicate(struct cpg_shell *shell, const struct cpg_shell_redirect *redirect)
{
	bool in = redirect->kind == CPG_REDIRECT_DUP_IN;
	const struct cpg_shell_word *word = &redirect->word;

	if (word->count == 1 && word->parts[0].kind == CPG_PART_LITERAL &&
	    cpg_text_is(word->parts[0].text, in ? "0" : "1"))
		return;
	if (in)
		shell->input = NULL;
	else
		shell->output = NULL;
}

static bool appends(const struct cpg_shell_redirect *redirect)
{
	return redirect->kind == CPG_REDIRECT_APPEND ||
	       redirect->kind == CPG_REDIRECT_BOTH_APPEND;
}

static int redirect_one(struct cpg_shell *shell, const struct cpg_shell_redirect *redirect,
			struct cpg_walk_redirected *redirected, struct cpg_error *err)
{
	int fd = redirect->fd;
	bool is_copy = redirect->kind == CPG_REDIRECT_DUP_IN ||
		       redirect->kind == CPG_REDIRECT_DUP_OUT;
	struct cpg_value word;
	bool is_in = redirect->kind == CPG_REDIRECT_IN ||
		     redirect->kind == CPG_REDIRECT_IN_OUT ||
		     redirect->kind == CPG_REDIRECT_HERE ||
		     redirect->kind == CPG_REDIRECT_HERE_STRING ||
		     redirect->kind == CPG_REDIRECT_DUP_IN;

	if (redirect->variable || (fd != -1 && fd != (is_in ? 0 : 1))) {
		if (is_copy)
			return 0;
		if (!is_in)
			return redirect_elsewhere(shell, redirect, appends(redirect),
						  redirected, err);
		return expand_word(shell, redirect, &word, redirected, err);
	}
	switch (redirect->kind) {
	case CPG_REDIRECT_IN:
	case CPG_REDIRECT_IN_OUT:
		return redirect_in(shell, redirect, redirected, err);
	case CPG_REDIRECT_OUT:
	case CPG_REDIRECT_BOTH:
	case CPG_REDIRECT_APPEND:
	case CPG_REDIRECT_BOTH_APPEND:
		return redirect_out(shell, redirect, appends(redirect), redirected, err);
	case CPG_REDIRECT_HERE:
	case CPG_REDIRECT_HERE_STRING:
		return redirect_here(shell, redirect, redirected, err);
	case CPG_REDIRECT_DUP_IN:
	case CPG_REDIRECT_DUP_OUT:
		duplicate(shell, redirect);
		return 0;
	}
	return 0;
}

static bool has_expansion(const struct cpg_shell_redirect *redirects, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct cpg_shell_word *word = &redirects[i].word;

		for (size_t j = 0; j < word->count; j++) {
			if (word->parts[j].kind != CPG_PART_LITERAL)
				return true;
		}
	}
	return false;
}

int cpg_walk_redirect(struct cpg_shell *shell, const struct cpg_shell_redirect *redirects,
		      size_t count, bool forks, struct cpg_walk_redirected *redirected,
		      struct cpg_error *err)
{
	struct cpg_shell_scope *scope = shell->scope;

	*redirected = (struct cpg_walk_redirected){
		.output = shell->output,
		.input = shell->input,
		.forks = forks,
	};
	if (forks && has_expansion(redirects, count))
		shell->scope = cpg_scope_copy(scope);
	if (!shell->scope)
		return cpg_walk_no_memory(err);
	for (size_t i = 0; i < count && !redirected->failed; i++) {
		if (redirect_one(shell, &redirects[i], redirected, err) < 0)
			return -1;
	}
	shell->scope = scope;
	return 0;
}

int cpg_walk_undirect(struct cpg_shell *shell, struct cpg_walk_redirected *redirected,
		      struct cpg_error *err)
{
	shell->output = redirected->output;
	shell->input = redirected->input;
	if (!redirected->path || redirected->failed)
		return 0;
	if (!cpg_walk_captured(shell, &redirected->captured))
		return cpg_walk_no_memory(err);
	return cpg_walk_close(shell, redirected->path, redirected->captured.text,
			      &redirected->opened, err);
}

bool cpg_walk_no_redirect(struct cpg_shell *shell,
			  const struct cpg_walk_redirected *redirected,
			  struct cpg_shell_flow *flow)
{
	struct cpg_shell_flow child;

	if (!redirected->failed)
		return false;
	if (redirected->how.failed)
		cpg_walk_expansion_error(shell, &redirected->how,
					 redirected->forks ? &child : flow);
	else
		cpg_scope_set_status(shell->scope, 1);
	return true;
}

/* The only redirection of a list that is nothing else, or NULL. */
static const struct cpg_shell_redirect *only_input(const struct cpg_shell_list *list)
{
	const struct cpg_shell_command *command;

	if (list->count != 1 || list->items[0].pipeline.count != 1 ||
	    list->items[0].pipeline.negated || list->items[0].background)
		return NULL;
	command = &list->items[0].pipeline.commands[0];
	if (command->kind != CPG_COMMAND_SIMPLE || command->argument_count ||
	    command->assignment_count || command->redirect_count != 1 ||
	    command->redirects[0].kind != CPG_REDIRECT_IN)
		return NULL;
	return &command->redirects[0];
}

int cpg_walk_read_file(struct cpg_shell *shell, const struct cpg_shell_list *list,
		       struct cpg_value *out, int *status, bool *is_read,
		       struct cpg_error *err)
{
	const struct cpg_shell_redirect *redirect = only_input(list);
	struct cpg_walk_redirected redirected;
	const struct cpg_value *input;

	*is_read = redirect != NULL;
	if (!redirect)
		return 0;
	if (cpg_walk_redirect(shell, redirect, 1, false, &redirected, err) < 0)
		return -1;
	input = shell->input;
	if (cpg_walk_undirect(shell, &redirected, err) < 0)
		return -1;
	*status = redirected.failed ? 1 : input ? 0 : -1;
	*out = cpg_value_empty;
	if (redirected.failed)
		return 0;
	if (input)
		return cpg_walk_trim(shell, *input, out, err);
	if (cpg_value_unknown(shell->arena, "a file is read that is not known here",
			      redirect->word.origin, out) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

int cpg_walk_trim(struct cpg_shell *shell, struct cpg_value value, struct cpg_value *out,
		  struct cpg_error *err)
{
	struct cpg_piece *pieces =
		cpg_arena_array(shell->arena, value.count, sizeof(*pieces));
	size_t count = value.count;
	size_t gaps = 0;

	if (!pieces)
		return cpg_walk_no_memory(err);
	if (count)
		memcpy(pieces, value.pieces, count * sizeof(*pieces));
	/* A gap may be empty, so newlines before one at the end may be the last ones, too: they
	 * become part of it. */
	while (gaps < count) {
		struct cpg_piece *last = &pieces[count - 1 - gaps];
		struct cpg_text *text = &last->text;

		if (!text->bytes && last->solid)
			break;
		if (!text->bytes) {
			gaps++;
			continue;
		}
		while (text->length > 0 && text->bytes[text->length - 1] == '\n')
			text->length--;
		if (text->length > 0)
			break;
		memmove(&pieces[count - 1 - gaps], &pieces[count - gaps],
			gaps * sizeof(*pieces));
		count--;
	}
	*out = (struct cpg_value){pieces, count};
	return 0;
}
