#include "cpguard/wrappers.h"

#include <errno.h>
#include <string.h>

#include "wrappers_private.h"

const struct cpg_wrapper_row *const cpg_wrapper_tables[] = {
	cpg_wrapper_rows_slurm,   cpg_wrapper_rows_system,
	cpg_wrapper_rows_user,    cpg_wrapper_rows_python,
	cpg_wrapper_rows_venv,    cpg_wrapper_rows_container,
	cpg_wrapper_rows_mpi,     cpg_wrapper_rows_remote,
	cpg_wrapper_rows_profile, NULL,
};

/* The styles that hold before a subcommand too. */
#define STYLE_OF_OPTIONS (STYLE_ONE_DASH | STYLE_WHOLE | STYLE_SAME | STYLE_EQUALS)

/* How the words of a row's subcommand begin. */
enum progress {
	PROGRESS_NONE,
	PROGRESS_PART,
	PROGRESS_WHOLE,
};

/* A command's name, and the words of its subcommand that were read so far. */
struct search {
	const char *name;
	bool module;
	const char *verbs[4];
	size_t verb_count;
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* python, python3, python3.11 and their like. */
static bool is_interpreter(const char *name)
{
	static const char python[] = "python";
	size_t length = strlen(python);

	return strncmp(name, python, length) == 0 &&
	       name[length + strspn(name + length, "0123456789.")] == '\0';
}

static enum progress compare_verbs(const struct cpg_wrapper_row *row,
				   const struct search *search)
{
	const char *verbs = row->verbs ? row->verbs : "";

	for (size_t i = 0; i < search->verb_count; i++) {
		size_t length = strcspn(verbs, " ");

		if (length == 0 || strncmp(verbs, search->verbs[i], length) != 0 ||
		    search->verbs[i][length] != '\0')
			return PROGRESS_NONE;
		verbs += length;
		verbs += strspn(verbs, " ");
	}
	return *verbs ? PROGRESS_PART : PROGRESS_WHOLE;
}

static bool is_named(const struct cpg_wrapper_row *row, const struct search *search)
{
	return cpg_wrapper_lists(search->module ? row->modules : row->names, search->name,
				 strlen(search->name));
}

/* The row that fits best: the one whose subcommand has been read, or else one that is still
 * possible. */
static const struct cpg_wrapper_row *find_row(const struct search *search,
					      enum progress *progress)
{
	const struct cpg_wrapper_row *found = NULL;

	*progress = PROGRESS_NONE;
	for (size_t i = 0; cpg_wrapper_tables[i]; i++) {
		for (const struct cpg_wrapper_row *row = cpg_wrapper_tables[i]; row->names;
		     row++) {
			enum progress one = is_named(row, search)
						    ? compare_verbs(row, search)
						    : PROGRESS_NONE;

			if (one <= *progress)
				continue;
			*progress = one;
			found = row;
		}
	}
	return found;
}

/* Reads the words before a subcommand, and that. */
static bool read_verb(struct cpg_wrapper_reading *reading, struct search *search)
{
	static const struct cpg_wrapper_option help[] = {
		{"-h --help --version", TAKES_NOTHING, MEANS_STOP},
		{.names = NULL},
	};
	const struct cpg_word *word;

	reading->options = reading->row->globals ? reading->row->globals : help;
	reading->style = reading->row->style & STYLE_OF_OPTIONS;
	cpg_wrapper_read_words(reading);
	if (reading->stop || reading->at == reading->argc ||
	    search->verb_count == sizeof(search->verbs) / sizeof(search->verbs[0]))
		return false;
	word = &reading->argv[reading->at];
	if (!word->text) {
		cpg_wrapper_unsure(reading, "the subcommand is not known");
		return false;
	}
	search->verbs[search->verb_count++] = word->text;
	reading->at++;
	return true;
}

/* Finds the row of a command, reading on as long as that hangs on a subcommand. */
static bool settle_row(struct cpg_wrapper_reading *reading, struct search *search)
{
	enum progress progress;

	reading->row = find_row(search, &progress);
	while (progress == PROGRESS_PART) {
		if (!read_verb(reading, search))
			return false;
		reading->row = find_row(search, &progress);
	}
	return reading->row != NULL;
}

/* A Python interpreter counts as the launcher that it runs, as a module or as a file. */
static bool enter_interpreter(struct cpg_wrapper_reading *reading, struct search *search)
{
	const char *script;

	reading->row = &cpg_wrapper_interpreter;
	reading->options = cpg_wrapper_interpreter.options;
	reading->style = cpg_wrapper_interpreter.style;
	cpg_wrapper_read_words(reading);
	if (reading->stop || reading->out->why || reading->failed)
		return false;
	if (reading->module) {
		*search = (struct search){.name = reading->module, .module = true};
		reading->module = NULL;
		return true;
	}
	script = reading->at < reading->argc ? reading->argv[reading->at].text : NULL;
	if (!script)
		return false;
	reading->at++;
	*search = (struct search){.name = base_name(script)};
	return true;
}

static bool enter(struct cpg_wrapper_reading *reading)
{
	const char *name = reading->argc ? reading->argv[0].text : NULL;
	struct search search = {.name = name ? base_name(name) : NULL};
	bool interpreted;

	reading->at = 1;
	if (!name)
		return false;
	interpreted = is_interpreter(search.name);
	if (interpreted && !enter_interpreter(reading, &search)) {
		reading->out->why = NULL;
		return false;
	}
	if (!settle_row(reading, &search))
		return false;
	/* `python X` runs X only when that is a Python program. */
	return !interpreted || reading->row->modules;
}

static void begin(struct cpg_wrapper_reading *reading)
{
	const struct cpg_wrapper_row *row = reading->row;
	struct cpg_wrapped *out = reading->out;
	struct cpg_wrapper_value none = {.index = 0};

	reading->options = row->options;
	reading->style = row->style;
	reading->operands = row->operands;
	reading->dashes = false;
	out->kind = row->kind;
	out->sets = row->sets;
	out->container = row->effects & EFFECT_CONTAINER;
	out->elsewhere = row->effects & EFFECT_ELSEWHERE;
	out->clear = row->effects & EFFECT_CLEAR;
	out->login = row->effects & EFFECT_LOGIN;
	out->background = row->effects & EFFECT_BACKGROUND;
	out->more = row->effects & EFFECT_MORE;
	out->tool = row->tool;
	out->stays = row->effects & EFFECT_STAYS;
	if (row->effects & EFFECT_AWAY)
		cpg_wrapper_apply(reading, MEANS_AWAY, &none);
}

/* Ends the inner command at a ":" with a further component behind it. */
static void find_end(struct cpg_wrapper_reading *reading)
{
	struct cpg_wrapped *out = reading->out;

	out->end = reading->argc;
	if (!(reading->row->style & STYLE_COLON))
		return;
	for (size_t i = reading->at; i < reading->argc; i++) {
		if (!reading->argv[i].text || strcmp(reading->argv[i].text, ":") != 0)
			continue;
		out->end = i;
		out->next = i + 1;
		return;
	}
}

/* Settles the kind by what was read. */
static void settle(struct cpg_wrapper_reading *reading)
{
	struct cpg_wrapped *out = reading->out;

	find_end(reading);
	if (out->text)
		out->end = out->inner + 1;
	else
		out->inner = reading->at;
	if (reading->row->finish)
		reading->row->finish(reading);
	if (reading->stop || ((reading->row->style & STYLE_NEEDS) && !reading->needed)) {
		*out = (struct cpg_wrapped){.kind = CPG_WRAPPER_NONE};
		return;
	}
	if (reading->file)
		out->kind = out->file ? CPG_WRAPPER_FILE : CPG_WRAPPER_NONE;
	else if (!out->text && out->inner >= out->end)
		out->kind = CPG_WRAPPER_NONE;
	if (out->kind == CPG_WRAPPER_UNKNOWN)
		cpg_wrapper_unsure(reading, "it makes commands of its input");
	if (!out->why)
		return;
	out->guess = out->kind == CPG_WRAPPER_UNKNOWN ? CPG_WRAPPER_NONE : out->kind;
	out->kind = CPG_WRAPPER_UNKNOWN;
}

/* Reads a command as far as its wrapper goes. */
static void read_command(struct cpg_wrapper_reading *reading)
{
	struct cpg_wrapped *out = reading->out;

	*out = (struct cpg_wrapped){.kind = CPG_WRAPPER_NONE};
	if (!enter(reading)) {
		if (out->why && !reading->stop)
			out->kind = CPG_WRAPPER_UNKNOWN;
		return;
	}
	begin(reading);
	cpg_wrapper_read_words(reading);
	settle(reading);
}

bool cpg_wrapper_is(const struct cpg_word *argv, size_t argc)
{
	struct cpg_wrapped wrapped;
	struct cpg_wrapper_reading reading = {
		.argv = argv,
		.argc = argc,
		.out = &wrapped,
	};

	read_command(&reading);
	return wrapped.kind != CPG_WRAPPER_NONE;
}

int cpg_wrapper_read(struct cpg_arena *arena, const struct cpg_word *argv, size_t argc,
		     struct cpg_wrapped *out, struct cpg_error *err)
{
	struct cpg_wrapper_reading reading = {
		.arena = arena,
		.argv = argv,
		.argc = argc,
		.out = out,
	};

	read_command(&reading);
	if (reading.failed)
		return cpg_error_set(err, ENOMEM,
				     "no memory left for the words of '%.100s'",
				     argc ? cpg_wrapper_begin(&argv[0]) : "");
	return 0;
}

bool cpg_wrapper_may_start(const struct cpg_word *word)
{
	static const char shells[] = "bash sh dash ksh ksh93 mksh rbash zsh";
	struct search search;
	enum progress progress;

	if (!word->text || strchr(word->text, '/'))
		return true;
	search = (struct search){.name = word->text};
	find_row(&search, &progress);
	return progress != PROGRESS_NONE || is_interpreter(word->text) ||
	       cpg_wrapper_lists(shells, word->text, strlen(word->text));
}
