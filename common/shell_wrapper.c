#include <string.h>

#include "cpguard/facts.h"
#include "cpguard/script.h"
#include "cpguard/slurm_words.h"
#include "shell_builtins_private.h"
#include "shell_walk.h"

/* A wrapper's words, and what they come to. */
struct wrapping {
	const struct cpg_fields *fields;
	size_t first;
	const struct cpg_word *words;
	struct cpg_wrapped wrapped;
	struct cpg_slurm_container said; /* by srun's environment */
	struct cpg_origin origin;
};

/* A scope with nothing of the outer one but the working directory. */
static struct cpg_shell_scope *bare_scope(struct cpg_shell *shell,
					  const struct cpg_environment *environment)
{
	struct cpg_shell_scope *scope = cpg_scope_new(shell->arena, environment);

	if (scope)
		cpg_scope_set_directory(scope, cpg_scope_directory(shell->scope));
	return scope;
}

/* The scope of the process that the wrapper starts: exported variables only, as far as the
 * wrapper hands them on. */
static struct cpg_shell_scope *inner_scope(struct cpg_shell *shell,
					   const struct cpg_wrapped *wrapped)
{
	struct cpg_environment all = {.more = wrapped->login || wrapped->elsewhere};
	struct cpg_environment some;

	if (wrapped->clear || wrapped->elsewhere)
		return bare_scope(shell, &all);
	if (!wrapped->exported && !wrapped->login)
		return cpg_scope_child(shell->scope);
	if (cpg_scope_environment(shell->scope, &all) < 0)
		return NULL;
	if (wrapped->exported && cpg_environment_export(shell->arena, &all, CPG_SRUN,
							wrapped->exported, &some) < 0)
		return NULL;
	if (wrapped->exported)
		all = some;
	all.more = all.more || wrapped->login;
	return bare_scope(shell, &all);
}

/* The value behind the "=" of a word NAME=value. */
static int value_behind(struct cpg_shell *shell, const struct cpg_word *word,
			const char *name, struct cpg_value *out, struct cpg_error *err)
{
	size_t skip = strlen(name) + 1;
	int rc;

	if (word->text && strlen(word->text) >= skip)
		rc = cpg_value_text(shell->arena, cpg_text_of(word->text + skip),
				    word->origin, out);
	else
		rc = cpg_value_unknown(shell->arena, "a variable's value is not known",
				       word->origin, out);
	return rc < 0 ? cpg_walk_no_memory(err) : 0;
}

static int set_variables(struct cpg_shell *inner, const struct cpg_wrapped *wrapped,
			 struct cpg_error *err)
{
	for (size_t i = 0; i < wrapped->variable_count; i++) {
		const struct cpg_wrapper_variable *one = &wrapped->variables[i];
		struct cpg_shell_variable variable = {
			.kind = CPG_VARIABLE_SCALAR,
			.exported = CPG_YES,
		};
		int rc;

		if (one->value &&
		    value_behind(inner, one->value, one->name, &variable.scalar, err) < 0)
			return -1;
		rc = one->value ? cpg_scope_set(inner->scope, one->name, &variable, false)
				: cpg_scope_unset(inner->scope, one->name);
		if (rc < 0)
			return cpg_walk_no_memory(err);
	}
	return 0;
}

/* PWD, as a shell sets it that finds another directory than its environment's: where the links
 * of the new one lead. */
static int set_pwd(struct cpg_shell *inner, const char *directory, struct cpg_origin origin,
		   struct cpg_error *err)
{
	struct cpg_shell_variable variable = {
		.kind = CPG_VARIABLE_SCALAR,
		.exported = CPG_YES,
	};
	const char *real = NULL;
	int rc;

	if (directory && !inner->container)
		real = cpg_compute_real_path(inner->arena, directory);
	if (real && strcmp(real, directory) == 0)
		rc = cpg_value_string(inner->arena, directory, &variable.scalar);
	else
		rc = cpg_value_unknown(inner->arena,
				       "the working directory is not known there", origin,
				       &variable.scalar);
	if (rc < 0 || cpg_scope_set(inner->scope, "PWD", &variable, false) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* The working directory of the inner command; of a container, the one that it is started from. */
static int set_directory(struct cpg_shell *inner, const struct cpg_wrapped *wrapped,
			 struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_value directory;
	const char *path = NULL;
	int rc = 0;

	if (!wrapped->chdir && !wrapped->elsewhere)
		return 0;
	if (wrapped->chdir && wrapped->chdir->text && !wrapped->elsewhere) {
		if (cpg_value_text(inner->arena, cpg_text_of(wrapped->chdir->text),
				   wrapped->chdir->origin, &directory) < 0)
			return cpg_walk_no_memory(err);
		rc = cpg_shell_absolute(inner, directory, &path, err);
		if (rc < 0)
			return -1;
	}
	if (rc == 1 && wrapped->chdir->text[0] != '/')
		rc = cpg_value_string(inner->arena, path, &directory) < 0 ? -1 : 1;
	else if (rc != 1)
		rc = cpg_value_unknown(inner->arena,
				       "the working directory is not known there", origin,
				       &directory);
	if (rc < 0)
		return cpg_walk_no_memory(err);
	cpg_scope_set_directory(inner->scope, directory);
	return set_pwd(inner, path, origin, err);
}

/* The fields with one more behind them that may be any words: what xargs adds. */
static int add_unknown(struct cpg_shell *shell, const struct cpg_fields *fields,
		       struct cpg_origin origin, struct cpg_fields *out,
		       struct cpg_error *err)
{
	struct cpg_field *items =
		cpg_arena_array(shell->arena, fields->count + 1, sizeof(*items));

	if (!items)
		return cpg_walk_no_memory(err);
	memcpy(items, fields->items, fields->count * sizeof(*items));
	items[fields->count].many = true;
	if (cpg_value_unknown(shell->arena, "a program adds words", origin,
			      &items[fields->count].value) < 0)
		return cpg_walk_no_memory(err);
	*out = (struct cpg_fields){items, fields->count + 1};
	return 0;
}

/* The words from `first` on, joined with blanks, as ssh hands them to a shell. */
static int join_words(struct cpg_shell *shell, const struct cpg_fields *fields,
		      size_t first, size_t end, struct cpg_value *out,
		      struct cpg_error *err)
{
	struct cpg_value blank;

	*out = cpg_value_empty;
	if (cpg_value_string(shell->arena, " ", &blank) < 0)
		return cpg_walk_no_memory(err);
	for (size_t i = first; i < end; i++) {
		if ((i > first && cpg_value_append(shell->arena, *out, blank, out) < 0) ||
		    cpg_value_append(shell->arena, *out, fields->items[i].value, out) < 0)
			return cpg_walk_no_memory(err);
	}
	return 0;
}

/* The field without the first `skip` bytes of its text, which are an option's name. */
static int text_behind(struct cpg_shell *shell, const struct cpg_fields *fields,
		       size_t index, size_t skip, struct cpg_value *out,
		       struct cpg_error *err)
{
	const struct cpg_value *value = &fields->items[index].value;
	struct cpg_text text;
	int rc;

	*out = *value;
	if (skip == 0)
		return 0;
	if (!cpg_value_known(*value)) {
		rc = cpg_value_unknown(shell->arena, "an option's text is not known",
				       cpg_value_origin(*value), out);
		return rc < 0 ? cpg_walk_no_memory(err) : 0;
	}
	text = cpg_value_flat(shell->arena, *value);
	if (!text.bytes)
		return cpg_walk_no_memory(err);
	text.bytes += skip;
	text.length -= skip;
	rc = cpg_value_text(shell->arena, text, cpg_value_origin(*value), out);
	return rc < 0 ? cpg_walk_no_memory(err) : 0;
}

/* Text for a shell: `sh -c TEXT`, or bash's when it is a login elsewhere. */
static int run_text(struct cpg_shell *inner, const struct wrapping *wrapping,
		    struct cpg_error *err)
{
	const struct cpg_wrapped *wrapped = &wrapping->wrapped;
	size_t first = wrapping->first + wrapped->inner;
	struct cpg_shell_script script = {.origin = wrapping->origin};

	if (cpg_value_string(inner->arena, "sh", &script.name) < 0)
		return cpg_walk_no_memory(err);
	if (wrapped->text) {
		if (text_behind(inner, wrapping->fields, first, wrapped->skip, &script.text,
				err) < 0)
			return -1;
	} else if (join_words(inner, wrapping->fields, first,
			      wrapping->first + wrapped->end, &script.text, err) < 0) {
		return -1;
	}
	return cpg_shell_run_script(inner, &script, err);
}

/* One line of srun's --multi-prog file: task numbers, then a command and its arguments, of
 * which %t and %o are replaced for each task.
 * Source: slurm 22.05: src/srun/libsrun/multi_prog.c. */
static int run_multi_line(struct cpg_shell *inner, char *line, struct cpg_origin origin,
			  struct cpg_error *err)
{
	struct cpg_field *items =
		cpg_arena_array(inner->arena, strlen(line) / 2 + 1, sizeof(*items));
	struct cpg_fields fields = {items, 0};
	char *rest = NULL;
	char *word;

	if (!items)
		return cpg_walk_no_memory(err);
	if (!strtok_r(line, " \t", &rest))
		return 0;
	while ((word = strtok_r(NULL, " \t", &rest)) != NULL) {
		struct cpg_value *value = &items[fields.count++].value;
		int rc = strstr(word, "%t") || strstr(word, "%o") || strpbrk(word, "'\"\\")
				 ? cpg_value_unknown(inner->arena, "it differs by task",
						     origin, value)
				 : cpg_value_text(inner->arena, cpg_text_of(word), origin,
						  value);

		if (rc < 0)
			return cpg_walk_no_memory(err);
	}
	return fields.count ? cpg_walk_program(inner, &fields, 0, origin, err) : 0;
}

/* srun itself reads the file, before it starts anything. */
static int run_multi(struct cpg_shell *outer, struct cpg_shell *inner,
		     const struct wrapping *wrapping, struct cpg_error *err)
{
	const struct cpg_word *file = wrapping->wrapped.file;
	struct cpg_value name;
	struct cpg_value content;
	struct cpg_text text;
	const char *path;
	const char *why;
	int rc = 2;

	if (file->text) {
		if (cpg_value_string(outer->arena, file->text, &name) < 0)
			return cpg_walk_no_memory(err);
		rc = cpg_shell_read(outer, name, true, &content, &path, &why, err);
	}
	if (rc < 0)
		return -1;
	if (rc != 1 || !cpg_value_known(content)) {
		cpg_shell_incomplete(inner, "a --multi-prog file is not known",
				     wrapping->origin);
		return 0;
	}
	text = cpg_value_flat(inner->arena, content);
	if (!text.bytes)
		return cpg_walk_no_memory(err);
	for (unsigned number = 1; *text.bytes; number++) {
		size_t length = strcspn(text.bytes, "\n");
		char *line = cpg_arena_bytes(inner->arena, text.bytes, length);

		if (!line)
			return cpg_walk_no_memory(err);
		line[strcspn(line, "#")] = '\0';
		if (run_multi_line(inner, line, (struct cpg_origin){path, number}, err) < 0)
			return -1;
		text.bytes += length + (text.bytes[length] == '\n');
	}
	return 0;
}

static int run_inner(struct cpg_shell *outer, struct cpg_shell *inner,
		     const struct wrapping *wrapping, enum cpg_wrapper_kind kind,
		     struct cpg_error *err)
{
	const struct cpg_wrapped *wrapped = &wrapping->wrapped;
	struct cpg_origin origin = wrapping->origin;
	struct cpg_fields part = {wrapping->fields->items, wrapping->first + wrapped->end};

	switch (kind) {
	case CPG_WRAPPER_COMMAND:
		if (wrapped->more && add_unknown(inner, &part, origin, &part, err) < 0)
			return -1;
		return cpg_walk_program(inner, &part, wrapping->first + wrapped->inner,
					origin, err);
	case CPG_WRAPPER_PYTHON:
		return cpg_walk_add_python(inner, wrapping->words + wrapped->inner,
					   wrapped->end - wrapped->inner, wrapped->module,
					   err);
	case CPG_WRAPPER_TEXT:
		return run_text(inner, wrapping, err);
	case CPG_WRAPPER_FILE:
		return run_multi(outer, inner, wrapping, err);
	case CPG_WRAPPER_UNKNOWN:
	case CPG_WRAPPER_NONE:
		break;
	}
	return 0;
}

/* What it starts is not known for certain: the likeliest reading is followed, as one that may
 * not come to be. */
static int run_guess(struct cpg_shell *outer, struct cpg_shell *inner,
		     const struct wrapping *wrapping, struct cpg_error *err)
{
	cpg_shell_incomplete(inner, wrapping->wrapped.why, wrapping->origin);
	inner->conditional = true;
	inner->condition = wrapping->origin;
	return run_inner(outer, inner, wrapping, wrapping->wrapped.guess, err);
}

static bool is_named(const struct cpg_word *words, const char *name)
{
	return strcmp(cpg_word_name(&words[0]), name) == 0;
}

/* What srun's environment, which holds options, too, says where its words say nothing. */
static int add_srun_environment(struct cpg_shell *shell, struct cpg_wrapped *wrapped,
				struct cpg_slurm_container *container,
				struct cpg_error *err)
{
	struct cpg_word *chdir = cpg_arena_alloc(shell->arena, sizeof(*chdir));
	struct cpg_environment environment;
	struct cpg_slurm_words said;

	if (!chdir || cpg_scope_environment(shell->scope, &environment) < 0)
		return cpg_walk_no_memory(err);
	cpg_slurm_words_environment(&environment, CPG_SRUN, &said);
	if (!wrapped->exported && !wrapped->clear) {
		wrapped->exported = said.export;
		wrapped->clear = wrapped->login = !said.export_known;
	}
	if (!wrapped->chdir && (said.chdir || !said.chdir_known)) {
		chdir->text = said.chdir;
		wrapped->chdir = chdir;
	}
	cpg_slurm_container_defaults(&environment, &said.container);
	*container = said.container;
	wrapped->container = wrapped->container || container->given || container->bundle;
	return 0;
}

/* Variables that the wrapper makes up itself are not known inside. */
static int forget_made_up(struct cpg_shell *inner, const struct cpg_wrapped *wrapped,
			  struct cpg_origin origin, struct cpg_error *err)
{
	const char *why = "it is set when the command is started";

	if (!wrapped->sets)
		return 0;
	if (cpg_walk_unknown_names(inner, wrapped->sets, why, origin, err) < 0)
		return -1;
	for (const char *const *name = wrapped->sets; *name; name++) {
		if (strncmp(*name, "SLURM", strlen("SLURM")) == 0)
			return cpg_walk_unknown_names(inner, cpg_script_job_variables, why,
						      origin, err) < 0
				       ? -1
				       : cpg_walk_job_words(inner, err);
	}
	return 0;
}

static int read_words(struct cpg_shell *shell, struct wrapping *wrapping,
		      struct cpg_error *err)
{
	if (cpg_wrapper_read(shell->arena, wrapping->words,
			     wrapping->fields->count - wrapping->first, &wrapping->wrapped,
			     err) < 0)
		return -1;
	if (!is_named(wrapping->words, "srun"))
		return 0;
	return add_srun_environment(shell, &wrapping->wrapped, &wrapping->said, err);
}

/* The shell in which the inner command runs. */
static int enter(struct cpg_shell *shell, const struct wrapping *wrapping,
		 struct cpg_shell *inner, struct cpg_error *err)
{
	const struct cpg_wrapped *wrapped = &wrapping->wrapped;
	struct cpg_origin origin = wrapping->origin;

	*inner = *shell;
	inner->scope = inner_scope(shell, wrapped);
	if (!inner->scope)
		return cpg_walk_no_memory(err);
	if (set_directory(inner, wrapped, origin, err) < 0 ||
	    forget_made_up(inner, wrapped, origin, err) < 0)
		return -1;
	if (wrapped->container &&
	    cpg_walk_contain(shell, inner, wrapped, &wrapping->said, wrapping->fields,
			     wrapping->first, origin, err) < 0)
		return -1;
	if (wrapped->elsewhere)
		inner->container = &cpg_container_closed;
	return set_variables(inner, wrapped, err);
}

/* Runs one component; *next is where the words of a further one begin, or 0. */
static int run_component(struct cpg_shell *shell, const struct cpg_fields *fields,
			 size_t first, const struct cpg_word *words,
			 struct cpg_origin origin, size_t *next, struct cpg_error *err)
{
	struct wrapping wrapping = {fields, first, words, .origin = origin};
	const struct cpg_wrapped *wrapped = &wrapping.wrapped;
	struct cpg_shell inner;
	bool known;

	if (read_words(shell, &wrapping, err) < 0 ||
	    enter(shell, &wrapping, &inner, err) < 0)
		return -1;
	*next = wrapped->next;
	known = wrapped->kind == CPG_WRAPPER_COMMAND || wrapped->kind == CPG_WRAPPER_TEXT;
	/* What prints once for each rank, or what is not walked, prints what is not known. */
	if (shell->output && (!known || wrapped->sets || wrapped->elsewhere))
		shell->output->unsure = true;
	if ((wrapped->kind == CPG_WRAPPER_UNKNOWN
		     ? run_guess(shell, &inner, &wrapping, err)
		     : run_inner(shell, &inner, &wrapping, wrapped->kind, err)) < 0)
		return -1;
	cpg_scope_set_status(shell->scope, known ? cpg_scope_status(inner.scope) : -1);
	return 0;
}

/* The words of the next component: the wrapper's name, then those from `next` on. */
static int move_on(struct cpg_shell *shell, struct cpg_fields *fields,
		   const struct cpg_word **words, size_t next, struct cpg_error *err)
{
	size_t count = fields->count - next + 1;
	struct cpg_field *items = cpg_arena_array(shell->arena, count, sizeof(*items));
	struct cpg_word *moved = cpg_arena_array(shell->arena, count, sizeof(*moved));

	if (!items || !moved)
		return cpg_walk_no_memory(err);
	items[0] = fields->items[0];
	moved[0] = (*words)[0];
	memcpy(items + 1, fields->items + next, (count - 1) * sizeof(*items));
	memcpy(moved + 1, *words + next, (count - 1) * sizeof(*moved));
	*fields = (struct cpg_fields){items, count};
	*words = moved;
	return 0;
}

int cpg_walk_wrapper(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		     const struct cpg_word *words, struct cpg_origin origin,
		     struct cpg_error *err)
{
	struct cpg_fields part = {fields->items + first, fields->count - first};
	size_t next;

	if (shell->world->depth >= CPG_SHELL_DEPTH_LIMIT)
		return cpg_error_set(err, CPG_E_LIMIT,
				     "the script nests deeper than %d calls",
				     CPG_SHELL_DEPTH_LIMIT);
	if (is_named(words, "env")) {
		struct cpg_fields split;
		int rc = cpg_walk_split_env(shell, &part, words, &split, err);

		if (rc < 0 || (rc == 1 && cpg_shell_step(shell, err) < 0))
			return -1;
		if (rc == 1)
			return cpg_walk_program(shell, &split, 0, origin, err);
	}
	shell->world->depth++;
	do {
		if (cpg_shell_step(shell, err) < 0 ||
		    run_component(shell, &part, 0, words, origin, &next, err) < 0)
			return -1;
		if (next && move_on(shell, &part, &words, next, err) < 0)
			return -1;
	} while (next);
	shell->world->depth--;
	return 0;
}
