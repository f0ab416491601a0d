#include <string.h>

#include "cpguard/facts.h"
#include "cpguard/shell_compute.h"
#include "shell_touched.h"
#include "shell_walk.h"

#define UNKNOWN_NAME "the name of a command is not known"

/* Says of a word that is not known why, and where that arose. */
static void explain_word(const struct cpg_field *field, struct cpg_word *word)
{
	for (size_t i = 0; i < field->value.count && !word->text; i++) {
		const struct cpg_piece *piece = &field->value.pieces[i];

		if (piece->text.bytes)
			continue;
		word->why = piece->why;
		word->gap = piece->origin;
		word->spooled = i == 0 && piece->why == cpg_shell_spool;
		return;
	}
}

/* The fields from `first` on as the words of a command. */
static int words_of(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		    struct cpg_word **out, struct cpg_error *err)
{
	size_t count = fields->count - first;
	struct cpg_word *words = cpg_arena_array(shell->arena, count, sizeof(*words));

	if (!words)
		return cpg_walk_no_memory(err);
	for (size_t i = 0; i < count; i++) {
		const struct cpg_field *field = &fields->items[first + i];

		if (cpg_value_word(shell->arena, field->value, field->many, &words[i]) < 0)
			return cpg_walk_no_memory(err);
		explain_word(field, &words[i]);
	}
	*out = words;
	return 0;
}

/* Whether one of the words may name the file. Within a container it may have any name. */
static bool may_name(const struct cpg_launch *launch, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	if (launch->container)
		return true;
	for (size_t i = 0; i < launch->argc; i++) {
		if (launch->argv[i].text && strstr(launch->argv[i].text, name))
			return true;
	}
	return false;
}

/* Keeps what the script has written, as it is now, for the files that the launch may read. */
static int keep_written(struct cpg_shell *shell, struct cpg_launch *launch,
			struct cpg_error *err)
{
	const struct cpg_shell_world *world = shell->world;
	struct cpg_file_made *made = NULL;
	size_t count = 0;

	for (size_t i = 0; i < world->written_count; i++) {
		const struct cpg_shell_file *file = &world->written[i];

		if (!may_name(launch, file->path))
			continue;
		if (!made)
			made = cpg_arena_array(shell->arena, world->written_count - i,
					       sizeof(*made));
		if (!made)
			return cpg_walk_no_memory(err);
		made[count].path = file->path;
		if (!file->maybe && cpg_value_known(file->content)) {
			made[count].text = cpg_value_flat(shell->arena, file->content);
			if (!made[count].text.bytes)
				return cpg_walk_no_memory(err);
		}
		count++;
	}
	launch->changes = (struct cpg_file_changes){made, count, world->touched};
	return 0;
}

/* Fills what a launch inherits from the process that starts it. */
static int describe_launch(struct cpg_shell *shell, struct cpg_launch *launch,
			   struct cpg_error *err)
{
	struct cpg_value directory = cpg_scope_directory(shell->scope);
	struct cpg_environment *environment =
		cpg_arena_alloc(shell->arena, sizeof(*environment));

	if (!environment || cpg_scope_environment(shell->scope, environment) < 0)
		return cpg_walk_no_memory(err);
	launch->source = shell->frame ? CPG_LAUNCH_SCRIPT : CPG_LAUNCH_COMMAND;
	launch->environment = environment;
	launch->container = shell->container;
	launch->conditional = shell->conditional;
	launch->condition = shell->condition;
	if (keep_written(shell, launch, err) < 0)
		return -1;
	if (!cpg_value_known(directory))
		return 0;
	launch->workdir = cpg_value_flat(shell->arena, directory).bytes;
	return launch->workdir ? 0 : cpg_walk_no_memory(err);
}

int cpg_walk_add_launch(struct cpg_shell *shell, const struct cpg_word *words, size_t count,
			struct cpg_error *err)
{
	struct cpg_launch launch = {.argv = words, .argc = count};

	if (describe_launch(shell, &launch, err) < 0)
		return -1;
	return cpg_launch_find(shell->arena, &launch, &shell->world->launches, err);
}

int cpg_walk_add_python(struct cpg_shell *shell, const struct cpg_word *words, size_t count,
			bool module, struct cpg_error *err)
{
	struct cpg_launch launch = {.argv = words, .argc = count};
	const char *name;

	if (count == 0)
		return 0;
	name = module ? words[0].text : cpg_word_name(&words[0]);
	if (name && !cpg_launch_trains(name, module))
		return 0;
	if (describe_launch(shell, &launch, err) < 0)
		return -1;
	if ((words[0].many || words[0].spooled) && !launch.conditional) {
		launch.conditional = true;
		launch.condition = words[0].gap;
	}
	return cpg_launches_add(shell->arena, &shell->world->launches, &launch, err);
}

const char *const *cpg_walk_manager_of_gap(const struct cpg_shell *shell, const char *why)
{
	for (const struct cpg_shell_managed *at = shell->world->managed; at;
	     at = at->next) {
		if (at->why == why)
			return at->names;
	}
	return NULL;
}

const char *cpg_walk_tail(struct cpg_shell *shell, struct cpg_value value)
{
	size_t from = value.count;

	while (from > 0 && value.pieces[from - 1].text.bytes)
		from--;
	value.pieces += from;
	value.count -= from;
	return cpg_value_flat(shell->arena, value).bytes;
}

/* The words as one text, as far as they are known. */
static const char *command_text(struct cpg_shell *shell, const char *tail,
				const struct cpg_word *words, size_t count)
{
	struct cpg_buffer text = {.arena = shell->arena};

	/* Of a program whose directory is not known, its name is. */
	if (count > 0 && !words[0].text)
		cpg_buffer_string(&text, tail);
	for (size_t i = 0; i < count && (i == 0 || words[i].text); i++) {
		if (words[i].text)
			cpg_buffer_printf(&text, "%s%s", i ? " " : "", words[i].text);
	}
	return cpg_buffer_finish(&text);
}

/* The reason for a gap that an environment manager's output is, or NULL. */
static const char *note_manager(struct cpg_shell *shell, const char *text)
{
	const char *const *names = cpg_manager_of_eval(text);
	struct cpg_shell_managed *managed;

	if (!names)
		return NULL;
	managed = cpg_arena_alloc(shell->arena, sizeof(*managed));
	if (!managed)
		return NULL;
	*managed = (struct cpg_shell_managed){
		.next = shell->world->managed,
		.why = cpg_arena_printf(shell->arena, "'%s' prints it", text),
		.names = names,
	};
	shell->world->managed = managed;
	return managed->why;
}

/* What a program prints that is not computed is not known. */
static int print_unknown(struct cpg_shell *shell, const struct cpg_field *name,
			 const struct cpg_word *words, size_t count,
			 struct cpg_origin origin, struct cpg_error *err)
{
	const char *why = NULL;
	const char *tail;
	const char *text;
	struct cpg_value gap;

	if (!shell->output)
		return 0;
	tail = cpg_walk_tail(shell, name->value);
	text = tail ? command_text(shell, tail, words, count) : NULL;
	if (!text)
		return cpg_walk_no_memory(err);
	why = note_manager(shell, text);
	if (!why)
		why = "a program prints it";
	if (cpg_value_unknown(shell->arena, why, origin, &gap) < 0)
		return cpg_walk_no_memory(err);
	return cpg_walk_print(shell, gap, err);
}

static const char *base_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path ? path : "";
}

static int run_other(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		     const struct cpg_word *words, struct cpg_origin origin,
		     struct cpg_error *err)
{
	const struct cpg_fields rest = {fields->items + first, fields->count - first};
	const char *const *names =
		words[0].text ? cpg_manager_of_command(words[0].text) : NULL;
	struct cpg_value output;
	int status;
	int rc;

	if (names && !shell->output)
		return cpg_walk_managed(shell, names, origin, err);
	rc = cpg_shell_compute(shell, &rest, &output, &status, err);

	if (rc < 0 || cpg_shell_touch(shell, fields, first, base_name(words[0].text),
				      rc == 1, err) < 0)
		return -1;
	if (rc == 1) {
		cpg_scope_set_status(shell->scope, status);
		return cpg_walk_print(shell, output, err);
	}
	cpg_scope_set_status(shell->scope, -1);
	return print_unknown(shell, &rest.items[0], words, rest.count, origin, err);
}

static bool is_shell(const char *name)
{
	static const char *const shells[] = {"bash",  "sh",   "dash", "ksh",
					     "ksh93", "mksh", "rbash"};

	for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++) {
		if (strcmp(name, shells[i]) == 0)
			return true;
	}
	return false;
}

bool cpg_walk_is_shell(const char *path, bool *posix)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	*posix = strcmp(name, "sh") == 0 || strcmp(name, "dash") == 0;
	return is_shell(name);
}

/* A file that is named by its path: a shell script is followed, whatever else it is not. */
static int run_file(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		    const struct cpg_word *words, struct cpg_origin origin,
		    struct cpg_error *err)
{
	const struct cpg_field *field = &fields->items[first];
	struct cpg_shell_script script = {
		.parameters = field + 1,
		.parameter_count = fields->count - first - 1,
		.name = field->value,
	};
	const char *why;
	int rc = cpg_shell_read(shell, field->value, true, &script.text, &script.file, &why,
				err);

	if (rc < 0)
		return -1;
	if (rc == 0) {
		cpg_scope_set_status(shell->scope, 127);
		return 0;
	}
	if (rc == 2) {
		cpg_shell_incomplete(shell, "a program is run that cannot be read here",
				     origin);
		return run_other(shell, fields, first, words, origin, err);
	}
	switch (cpg_walk_interpreter(shell->arena, script.text, &script.posix,
				     &script.flags)) {
	case CPG_INTERPRETER_SHELL:
		return cpg_shell_run_script(shell, &script, err);
	case CPG_INTERPRETER_PYTHON:
	case CPG_INTERPRETER_OTHER:
		break;
	case CPG_INTERPRETER_UNKNOWN:
		cpg_shell_incomplete(shell, "a script is run of which not all is known",
				     origin);
		break;
	}
	return run_other(shell, fields, first, words, origin, err);
}

/* A command of which not even the name is known. */
static int run_unknown(struct cpg_shell *shell, const struct cpg_fields *fields,
		       size_t first, const struct cpg_word *words, struct cpg_origin origin,
		       struct cpg_error *err)
{
	cpg_shell_incomplete(shell, UNKNOWN_NAME, origin);
	cpg_scope_set_status(shell->scope, -1);
	return print_unknown(shell, &fields->items[first], words, fields->count - first,
			     origin, err);
}

/* A command whose name is known, as `named` has it. */
static int run_named(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		     const struct cpg_word *words, const struct cpg_word *named,
		     struct cpg_origin origin, struct cpg_error *err)
{
	size_t count = fields->count - first;
	size_t found = shell->world->launches.count;
	bool posix;

	if (cpg_wrapper_is(named, count))
		return cpg_walk_wrapper(shell, fields, first, named, origin, err);
	if (cpg_walk_is_shell(named[0].text, &posix))
		return cpg_walk_shell(shell, fields, first, posix, origin, err);
	if (cpg_walk_add_launch(shell, words, count, err) < 0)
		return -1;
	if (shell->world->launches.count > found)
		return run_other(shell, fields, first, words, origin, err);
	if (!words[0].text)
		return run_unknown(shell, fields, first, words, origin, err);
	if (strchr(words[0].text, '/') && !cpg_walk_is_system(words[0].text))
		return run_file(shell, fields, first, words, origin, err);
	return run_other(shell, fields, first, words, origin, err);
}

/* A command in a directory that is not known: "$X/bin/python". Without quotes it may be other
 * words, too. */
static int run_somewhere(struct cpg_shell *shell, const struct cpg_fields *fields,
			 size_t first, const struct cpg_word *words, const char *name,
			 struct cpg_origin origin, struct cpg_error *err)
{
	size_t count = fields->count - first;
	struct cpg_word *named = cpg_arena_array(shell->arena, count, sizeof(*named));
	struct cpg_walk_mark mark;

	if (!named)
		return cpg_walk_no_memory(err);
	memcpy(named, words, count * sizeof(*named));
	named[0] = (struct cpg_word){.text = name, .origin = words[0].origin};
	cpg_walk_mark(shell, &mark);
	if (words[0].many) {
		cpg_shell_incomplete(shell, UNKNOWN_NAME, origin);
		shell->conditional = true;
		shell->condition = words[0].gap;
	}
	if (run_named(shell, fields, first, words, named, origin, err) < 0)
		return -1;
	cpg_walk_restore(shell, &mark);
	return 0;
}

int cpg_walk_program(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		     struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_word *words = NULL;
	const char *name;

	if (fields->count == first)
		return 0;
	if (words_of(shell, fields, first, &words, err) < 0)
		return -1;
	name = cpg_word_name(&words[0]);
	if (!name)
		return run_unknown(shell, fields, first, words, origin, err);
	if (!words[0].text)
		return run_somewhere(shell, fields, first, words, name, origin, err);
	return run_named(shell, fields, first, words, words, origin, err);
}
