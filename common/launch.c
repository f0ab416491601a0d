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
	size_t length = path ? strlen(path) : 0;

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

const char *cpg_word_name(const struct cpg_word *word)
{
	const char *slash;

	if (word->text)
		return base_name(word->text);
	slash = word->suffix ? strrchr(word->suffix, '/') : NULL;
	return slash ? slash + 1 : NULL;
}

/* The program that a command runs. */
struct program {
	size_t at;        /* its word in argv */
	const char *name; /* a path, or a module's dotted name; NULL: not known */
	bool module;
	/* The word that leaves open whether this program is started; NULL: it is. */
	const struct cpg_word *doubt;
};

/* How an interpreter's command line is read, word by word. */
struct command_line {
	const struct cpg_word *argv;
	size_t argc;
	size_t at;            /* the next word */
	const char *argument; /* of the last option that takes one; NULL: not known */
	size_t doubt; /* the first word that may be options, or the program; 0: there is none */
};

enum step {
	STEP_ON,     /* a further option may follow */
	STEP_FILE,   /* the next word is the program */
	STEP_MODULE, /* the last argument is the program, a module */
	STEP_DOUBT,  /* the word read last may be options, or more than that */
	STEP_NONE,   /* no program is run */
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

/* "--check-hash-based-pycs MODE" is the one long option that runs a program all the same. A
 * bare "--", at the end of a cluster too, ends the options. */
static enum step read_long_option(struct command_line *line, const char *name)
{
	static const char *const modes[] = {"always", "default", "never"};
	const struct cpg_word *mode;

	if (*name == '\0')
		return STEP_FILE;
	if (strcmp(name, "check-hash-based-pycs") != 0 || line->at == line->argc)
		return STEP_NONE;
	mode = &line->argv[line->at++];
	if (!mode->text)
		return mode->many ? STEP_DOUBT : STEP_ON;
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(mode->text, modes[i]) == 0)
			return STEP_ON;
	}
	return STEP_NONE;
}

/* Reads an option's argument: what is left of its word, or else the next word. `whole`: that
 * word is known to its end. */
static enum step read_argument(struct command_line *line, const char *rest, bool whole,
			       enum step step)
{
	if (*rest != '\0') {
		line->argument = whole ? rest : NULL;
		return step;
	}
	if (!whole)
		return STEP_DOUBT;
	if (line->at == line->argc)
		return STEP_NONE;
	line->argument = line->argv[line->at++].text;
	return line->argv[line->at - 1].many ? STEP_DOUBT : step;
}

/* Reads the letters behind a "-". `whole`: the word is known to its end. */
static enum step read_letters(struct command_line *line, const char *letters, bool whole)
{
	for (; *letters; letters++) {
		bool takes_argument = false;
		enum step step;

		if (*letters == '-')
			return whole ? read_long_option(line, letters + 1) : STEP_DOUBT;
		step = letter_step(*letters, &takes_argument);
		if (takes_argument)
			return read_argument(line, letters + 1, whole, step);
		if (step == STEP_NONE)
			return STEP_NONE;
	}
	return whole ? STEP_ON : STEP_DOUBT;
}

/* Reads a word of which not all is known where an option may stand. One word that may begin in
 * any way is the program, as a rule. */
static enum step read_unknown(struct command_line *line, const struct cpg_word *word)
{
	char first = word->prefix ? word->prefix[0] : '\0';

	if (first ? first != '-' : !word->many || is_python_file(word->suffix))
		return STEP_FILE;
	line->at++;
	return word->many ? STEP_DOUBT : read_letters(line, word->prefix + 1, false);
}

static enum step read_option(struct command_line *line)
{
	const struct cpg_word *word = &line->argv[line->at];
	enum step step;

	if (!word->text) {
		step = read_unknown(line, word);
	} else {
		if (word->text[0] == '\0')
			return STEP_NONE;
		if (word->text[0] != '-' || word->text[1] == '\0')
			return STEP_FILE;
		line->at++;
		step = read_letters(line, word->text + 1, true);
	}
	if (step != STEP_DOUBT)
		return step;
	if (!line->doubt)
		line->doubt = line->at - 1;
	return STEP_ON;
}

/* Whether the program at `word` can be a .py file; *sure when it is one. */
static bool may_be_python_file(const struct cpg_word *word, bool *sure)
{
	size_t length = word->suffix ? strlen(word->suffix) : 0;

	*sure = is_python_file(word->text ? word->text : word->suffix);
	return *sure || (!word->text && length < strlen(".py"));
}

/* Finds what an interpreter runs: X.py or a module. */
static bool find_python_program(const struct cpg_launch *command, struct program *program)
{
	struct command_line line = {command->argv, command->argc, 1, NULL, 0};
	enum step step = STEP_ON;
	bool sure;

	while (step == STEP_ON && line.at < line.argc)
		step = read_option(&line);
	*program = (struct program){
		.at = line.at,
		.doubt = line.doubt ? &command->argv[line.doubt] : NULL,
	};
	if (step == STEP_MODULE) {
		program->at--;
		program->name = line.argument;
		program->module = true;
		return true;
	}
	if (step == STEP_FILE && line.at < line.argc &&
	    may_be_python_file(&command->argv[line.at], &sure)) {
		const struct cpg_word *word = &command->argv[line.at];

		program->name = word->text ? word->text : cpg_word_name(word);
		if (!program->doubt && (!sure || word->spooled || word->many))
			program->doubt = word;
		return true;
	}
	program->at = line.doubt;
	return line.doubt > 0;
}

static bool has_blank(const char *text)
{
	return text && strpbrk(text, " \t\n");
}

/* A word with a blank is rather a whole command that was not split, which bash does not find:
 * among the commands of PATH there is none of such a name, and a path may be one all the same. */
static bool find_itself(const struct cpg_launch *command, struct program *program)
{
	const struct cpg_word *word = &command->argv[0];
	bool blank =
		has_blank(word->text) || has_blank(word->prefix) || has_blank(word->suffix);

	if (blank && word->text && !strchr(word->text, '/'))
		return false;
	*program = (struct program){.name = cpg_word_name(word)};
	if (word->spooled || blank)
		program->doubt = word;
	return true;
}

/* The ways to start a training program: what the command's first word looks like, and how to
 * find the program from there. */
static const struct {
	bool (*matches)(const char *name);
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
	const char *name = command->argc ? cpg_word_name(&command->argv[0]) : NULL;
	struct program program;

	for (size_t i = 0; name && i < sizeof(starters) / sizeof(starters[0]); i++) {
		if (!starters[i].matches(name))
			continue;
		if (!starters[i].find(command, &program) ||
		    (program.name && !cpg_launch_trains(program.name, program.module)))
			return 0;
		/* "$X/bin/python" without quotes may be other words besides. */
		if (!program.doubt && command->argv[0].many)
			program.doubt = &command->argv[0];
		launch.program = program.at;
		if (program.doubt && !launch.conditional) {
			launch.conditional = true;
			launch.condition = program.doubt->text ? program.doubt->origin
							       : program.doubt->gap;
		}
		return cpg_launches_add(arena, launches, &launch, err);
	}
	return 0;
}
