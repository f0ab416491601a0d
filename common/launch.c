#include "cpguard/launch.h"

#include <errno.h>
#include <string.h>

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left for the list of launches");
}

const char *cpg_launch_source_name(enum cpg_launch_source source)
{
	static const char *const names[] = {
		[CPG_LAUNCH_OPTIONS] = "options",
		[CPG_LAUNCH_COMMAND] = "command",
		[CPG_LAUNCH_SCRIPT] = "script",
	};

	return names[source];
}

int cpg_launches_add(struct cpg_arena *arena, struct cpg_launches *launches,
		     const struct cpg_launch *launch, struct cpg_error *err)
{
	size_t count = launches->count;
	struct cpg_launch *items;

	/* There is room for the next power of two: a full list is copied to one twice as
	 * long. The list is this function's own, so it may be written to. */
	if ((count & (count - 1)) == 0) {
		items = cpg_arena_array(arena, count ? count * 2 : 1, sizeof(*items));
		if (!items)
			return no_memory(err);
		if (count)
			memcpy(items, launches->items, count * sizeof(*items));
	} else {
		items = (struct cpg_launch *)launches->items;
	}
	items[count] = *launch;
	launches->items = items;
	launches->count = count + 1;
	return 0;
}

struct cpg_word *cpg_words_of(struct cpg_arena *arena, const char *const *argv,
			      size_t limit, size_t *argc)
{
	struct cpg_word *words;
	size_t count = 0;

	while (count < limit && argv[count])
		count++;
	words = cpg_arena_array(arena, count, sizeof(*words));
	if (!words)
		return NULL;
	for (size_t i = 0; i < count; i++)
		words[i].text = argv[i];
	*argc = count;
	return words;
}

bool cpg_launch_exact(const struct cpg_launch *launch)
{
	for (size_t i = 0; i < launch->argc; i++) {
		if (!launch->argv[i].text)
			return false;
	}
	return true;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_python_file(const char *path)
{
	size_t length = strlen(path);

	return length >= 3 && strcmp(path + length - 3, ".py") == 0;
}

static const char *skip_digits(const char *text)
{
	return text + strspn(text, "0123456789");
}

/* python, python3, python3.11, python3.13t, pypy3.10 and their like, but not python3-config.
 * A `t` (free-threaded) or `d` (debug) is part of the name of such a build. */
static bool is_interpreter(const char *path)
{
	static const char *const names[] = {"python", "pypy"};
	const char *name = base_name(path);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t length = strlen(names[i]);
		const char *rest;

		if (strncmp(name, names[i], length) != 0)
			continue;
		rest = skip_digits(name + length);
		if (rest != name + length) {
			if (rest[0] == '.' && skip_digits(rest + 1) != rest + 1)
				rest = skip_digits(rest + 1);
			rest += *rest == 't';
			rest += *rest == 'd';
		}
		return *rest == '\0';
	}
	return false;
}

/* The program that a command runs. */
struct program {
	size_t at;        /* its word in argv */
	const char *name; /* a path, or a module's dotted name */
	bool module;
};

/* How an interpreter's command line is read, word by word. */
struct command_line {
	const struct cpg_word *argv;
	size_t argc;
	size_t at;            /* the next word */
	const char *argument; /* of the last option that takes one; NULL: not known */
};

enum step {
	STEP_ON,     /* a further option may follow */
	STEP_FILE,   /* the next word is the program */
	STEP_MODULE, /* the last argument is the program, a module */
	STEP_NONE,   /* no program is run, or which one is not known */
};

/* What a letter among the interpreter's options does. The options that run something else
 * (-c), that print and end (-h, -V, -?), and letters that no release knows run no program. */
static enum step letter_step(char letter, bool *takes_argument)
{
	static const struct {
		const char *letters;
		bool takes_argument;
		enum step step;
	} table[] = {
		{"bBdEiIOPqRsStuvx", false, STEP_ON},
		{"WX", true, STEP_ON},
		{"m", true, STEP_MODULE},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (strchr(table[i].letters, letter)) {
			*takes_argument = table[i].takes_argument;
			return table[i].step;
		}
	}
	return STEP_NONE;
}

/* Takes the next word for an option's argument. What it is may be unknown, but not that it is
 * one word. */
static bool take_argument(struct command_line *line)
{
	if (line->at == line->argc || line->argv[line->at].many)
		return false;
	line->argument = line->argv[line->at++].text;
	return true;
}

/* "--check-hash-based-pycs MODE" is the one long option that runs a program all the same. A
 * bare "--", at the end of a cluster too, ends the options. */
static enum step read_long_option(struct command_line *line, const char *name)
{
	static const char *const modes[] = {"always", "default", "never"};

	if (*name == '\0')
		return STEP_FILE;
	if (strcmp(name, "check-hash-based-pycs") != 0 || !take_argument(line))
		return STEP_NONE;
	if (!line->argument)
		return STEP_ON;
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(line->argument, modes[i]) == 0)
			return STEP_ON;
	}
	return STEP_NONE;
}

/* Reads an option's argument: what is left of its word, or else the next word. `whole`: that
 * word is known to its end. */
static enum step read_argument(struct command_line *line, const char *rest, bool whole,
			       enum step step)
{
	if (*rest != '\0')
		line->argument = whole ? rest : NULL;
	else if (!whole || !take_argument(line))
		return STEP_NONE;
	return step == STEP_MODULE && !line->argument ? STEP_NONE : step;
}

/* Reads the letters behind a "-". `whole`: the word is known to its end. */
static enum step read_letters(struct command_line *line, const char *letters, bool whole)
{
	for (; *letters; letters++) {
		bool takes_argument = false;
		enum step step;

		if (*letters == '-')
			return whole ? read_long_option(line, letters + 1) : STEP_NONE;
		step = letter_step(*letters, &takes_argument);
		if (takes_argument)
			return read_argument(line, letters + 1, whole, step);
		if (step == STEP_NONE)
			return STEP_NONE;
	}
	return whole ? STEP_ON : STEP_NONE;
}

static enum step read_option(struct command_line *line)
{
	const struct cpg_word *word = &line->argv[line->at];
	const char *text = word->text ? word->text : word->prefix;

	if (word->many || !text || text[0] == '\0')
		return STEP_NONE;
	if (text[0] != '-' || (text[1] == '\0' && word->text))
		return STEP_FILE;
	line->at++;
	return read_letters(line, text + 1, word->text != NULL);
}

/* Finds what an interpreter runs: X.py or a module. */
static bool find_python_program(const struct cpg_launch *command, struct program *program)
{
	struct command_line line = {command->argv, command->argc, 1, NULL};
	enum step step = STEP_ON;

	while (step == STEP_ON && line.at < line.argc)
		step = read_option(&line);
	if (step == STEP_MODULE) {
		*program = (struct program){line.at - 1, line.argument, true};
		return true;
	}
	if (step != STEP_FILE || line.at == line.argc)
		return false;
	*program = (struct program){line.at, line.argv[line.at].text, false};
	return program->name && is_python_file(program->name);
}

static bool find_itself(const struct cpg_launch *command, struct program *program)
{
	*program = (struct program){0, command->argv[0].text, false};
	return true;
}

/* The ways to start a training program: what the command's first word looks like, and how to
 * find the program from there. */
static const struct {
	bool (*matches)(const char *path);
	bool (*find)(const struct cpg_launch *command, struct program *program);
} starters[] = {
	{is_interpreter, find_python_program},
	{is_python_file, find_itself},
};

/* Source: slime 0.3.1, tools/convert_hf_to_torch_dist.py: --allgather-cp does nothing there. */
bool cpg_launch_trains(const char *program, bool module)
{
	static const char *const names[] = {"convert_hf_to_torch_dist"};
	const char *last = strrchr(program, module ? '.' : '/');
	const char *name = last ? last + 1 : program;
	size_t length = strlen(name) - (module ? 0 : strlen(".py"));

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strlen(names[i]) == length && memcmp(name, names[i], length) == 0)
			return false;
	}
	return true;
}

int cpg_launch_find(struct cpg_arena *arena, const struct cpg_launch *command,
		    struct cpg_launches *launches, struct cpg_error *err)
{
	struct cpg_launch launch = *command;
	struct program program;

	if (command->argc == 0 || !command->argv[0].text)
		return 0;
	for (size_t i = 0; i < sizeof(starters) / sizeof(starters[0]); i++) {
		if (!starters[i].matches(command->argv[0].text))
			continue;
		if (!starters[i].find(command, &program) ||
		    !cpg_launch_trains(program.name, program.module))
			return 0;
		launch.program = program.at;
		return cpg_launches_add(arena, launches, &launch, err);
	}
	return 0;
}
