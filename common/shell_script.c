#include <stdlib.h>
#include <string.h>

#include "cpguard/facts.h"
#include "shell_walk.h"

bool cpg_walk_is_system(const char *path)
{
	static const char *const directories[] = {"/bin/",           "/sbin/",
						  "/usr/bin/",       "/usr/sbin/",
						  "/usr/local/bin/", "/usr/local/sbin/"};

	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
		size_t length = strlen(directories[i]);

		if (strncmp(path, directories[i], length) == 0 &&
		    !strchr(path + length, '/'))
			return true;
	}
	return false;
}

/* Splits the #! line at blanks: the kernel gives all behind the interpreter as one word, which
 * env -S splits. Returns the first word that names the interpreter proper. */
static char *interpreter_of(char *line, char **rest)
{
	char *word = strtok_r(line, " \t", rest);
	const char *slash = word ? strrchr(word, '/') : NULL;

	if (!word || strcmp(slash ? slash + 1 : word, "env") != 0)
		return word;
	word = strtok_r(NULL, " \t", rest);
	if (word && strcmp(word, "-S") == 0)
		word = strtok_r(NULL, " \t", rest);
	else if (word && strncmp(word, "-S", 2) == 0)
		word += 2;
	while (word && strchr(word, '='))
		word = strtok_r(NULL, " \t", rest);
	return word;
}

/* A shell's own options behind its name, such as -eu. */
static const char *flags_of(struct cpg_arena *arena, char **rest)
{
	struct cpg_buffer flags = {.arena = arena};
	bool named = false;

	for (char *word; (word = strtok_r(NULL, " \t", rest)) != NULL;) {
		bool option = (word[0] == '-' && word[1] != '-') || word[0] == '+';

		if (!named && !option)
			break;
		cpg_buffer_printf(&flags, "%s ", word);
		named = !named && strchr(word, 'o');
	}
	return cpg_buffer_finish(&flags);
}

static bool is_python(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strncmp(slash ? slash + 1 : path, "python", strlen("python")) == 0;
}

enum cpg_walk_interpreter cpg_walk_interpreter(struct cpg_arena *arena,
					       struct cpg_value text, bool *posix,
					       const char **flags)
{
	struct cpg_text start = cpg_value_prefix(arena, text);
	size_t length = start.bytes ? strcspn(start.bytes, "\n") : 0;
	char *rest = NULL;
	char *line;
	char *name;

	*posix = false;
	*flags = NULL;
	if (start.bytes && memchr(start.bytes, '\0', start.length))
		return CPG_INTERPRETER_OTHER;
	if (!start.bytes || (length == start.length && !cpg_value_known(text)))
		return CPG_INTERPRETER_UNKNOWN;
	/* Without a #! line the shell that meets it runs it itself. */
	if (strncmp(start.bytes, "#!", 2) != 0)
		return CPG_INTERPRETER_SHELL;
	line = cpg_arena_bytes(arena, start.bytes + 2, length - 2);
	name = line ? interpreter_of(line, &rest) : NULL;
	if (!name)
		return CPG_INTERPRETER_UNKNOWN;
	if (!cpg_walk_is_shell(name, posix))
		return is_python(name) ? CPG_INTERPRETER_PYTHON : CPG_INTERPRETER_OTHER;
	*flags = flags_of(arena, &rest);
	return *flags ? CPG_INTERPRETER_SHELL : CPG_INTERPRETER_UNKNOWN;
}

int cpg_walk_set_flags(struct cpg_shell *shell, const char *flags, int value)
{
	static const struct {
		char letter;
		enum cpg_shell_option option;
	} options[] = {
		{'a', CPG_SET_ALLEXPORT}, {'B', CPG_SET_BRACEEXPAND},
		{'e', CPG_SET_ERREXIT},   {'E', CPG_SET_ERRTRACE},
		{'f', CPG_SET_NOGLOB},    {'n', CPG_SET_NOEXEC},
		{'u', CPG_SET_NOUNSET},
	};

	for (const char *at = flags ? flags : ""; *at; at++) {
		for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
			if (options[i].letter == *at)
				cpg_scope_set_option(shell->scope, options[i].option,
						     value);
		}
	}
	return 0;
}

/* Sets the options that the shell is started with. */
static int set_options(struct cpg_shell *shell, const char *flags, struct cpg_error *err)
{
	char *text = cpg_arena_string(shell->arena, flags ? flags : "");
	char *rest = text;

	if (!text)
		return cpg_walk_no_memory(err);
	for (char *word; (word = strtok_r(NULL, " ", &rest)) != NULL;) {
		int value = word[0] == '-' ? CPG_YES : CPG_NO;
		const char *name = strchr(word, 'o') ? strtok_r(NULL, " ", &rest) : NULL;

		if (cpg_walk_set_flags(shell, word + 1, value) < 0)
			return -1;
		if (name)
			cpg_walk_set_named(shell, name, value);
	}
	return 0;
}

static int set_parameters(struct cpg_shell *shell, const struct cpg_shell_script *script,
			  struct cpg_error *err)
{
	struct cpg_positional parameters;

	if (cpg_walk_parameters(shell, script->parameters, script->parameter_count,
				&parameters, err) < 0)
		return -1;
	if (cpg_scope_set_positional(shell->scope, &parameters) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

static int run_whole(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	const struct cpg_shell_script *script = context;

	return cpg_shell_run_text(shell, script->text, script->file,
				  script->file ? 1 : script->origin.line, flow, err);
}

int cpg_walk_script(struct cpg_shell *shell, const struct cpg_shell_script *script,
		    struct cpg_error *err)
{
	struct cpg_shell_frame frame = {
		.source = script->name,
		.has_source = script->file != NULL,
		.file = script->file,
	};
	struct cpg_shell_script whole = *script;

	shell->frame = &frame;
	shell->control = NULL;
	shell->tested = false;
	shell->spared = false;
	shell->forked = CPG_FORK_NONE;
	shell->argument = script->argument;
	shell->prefix = NULL;
	shell->exit_trap = NULL;
	shell->error_trap = NULL;
	shell->name = script->name;
	shell->posix = script->posix;
	if (script->posix)
		cpg_scope_set_option(shell->scope, CPG_SET_POSIX, CPG_YES);
	if (cpg_walk_note_source(shell, script->file, script->name, err) < 0 ||
	    set_options(shell, script->flags, err) < 0 ||
	    set_parameters(shell, script, err) < 0 ||
	    cpg_walk_show_frames(shell, err) < 0 ||
	    cpg_walk_begin_statuses(shell, script->text, err) < 0)
		return -1;
	return cpg_walk_process(shell, run_whole, &whole, err);
}

int cpg_shell_run_script(struct cpg_shell *shell, const struct cpg_shell_script *script,
			 struct cpg_error *err)
{
	struct cpg_shell inner = *shell;

	if (shell->world->depth >= CPG_SHELL_DEPTH_LIMIT)
		return cpg_error_set(err, CPG_E_LIMIT,
				     "the script nests deeper than %d calls",
				     CPG_SHELL_DEPTH_LIMIT);
	inner.scope = cpg_scope_child(shell->scope);
	if (!inner.scope)
		return cpg_walk_no_memory(err);
	shell->world->depth++;
	if (cpg_walk_script(&inner, script, err) < 0)
		return -1;
	shell->world->depth--;
	cpg_scope_set_status(shell->scope, cpg_scope_status(inner.scope));
	return 0;
}

/* What a shell's own words say before its script. */
struct invocation {
	bool text;    /* -c */
	bool input;   /* -s, or nothing else: the script is on standard input */
	bool unknown; /* a word that is not known stands where an option may */
	bool nothing; /* --version, --help */
	bool bad;     /* an option that bash does not have */
	size_t next;  /* the first word that is no option */
	struct cpg_buffer flags;
};

static const char *word_text(struct cpg_shell *shell, const struct cpg_field *field)
{
	if (field->many || !cpg_value_known(field->value))
		return NULL;
	return cpg_value_flat(shell->arena, field->value).bytes;
}

/* Long options of bash; those with a value take the next word. */
static void long_option(struct invocation *invocation, const char *word)
{
	static const char *const plain[] = {
		"--debug", "--debugger", "--login",      "--noediting", "--noprofile",
		"--norc",  "--posix",    "--restricted", "--verbose",
	};

	if (strcmp(word, "--rcfile") == 0 || strcmp(word, "--init-file") == 0) {
		invocation->next++;
		return;
	}
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
		if (strcmp(word, plain[i]) == 0)
			return;
	}
	invocation->nothing = strcmp(word, "--version") == 0 || strcmp(word, "--help") == 0;
	invocation->bad = !invocation->nothing;
}

static void short_options(struct cpg_shell *shell, const struct cpg_fields *fields,
			  struct invocation *invocation, const char *word)
{
	invocation->bad = word[1 + strspn(word + 1, "abefhkmnptuvxBCDEHPTilrscoO")] != '\0';
	for (const char *at = word + 1; *at; at++) {
		const char *name = NULL;

		if (*at == 'c') {
			invocation->text = word[0] == '-';
		} else if (*at == 's') {
			invocation->input = word[0] == '-';
		} else if (*at == 'o' || *at == 'O') {
			if (*at == 'o' && invocation->next < fields->count)
				name = word_text(shell, &fields->items[invocation->next]);
			if (name && !cpg_walk_is_named(name))
				invocation->bad = true;
			if (name)
				cpg_buffer_printf(&invocation->flags, "%co %s ", word[0],
						  name);
			invocation->next++;
		} else {
			cpg_buffer_printf(&invocation->flags, "%c%c ", word[0], *at);
		}
	}
}

/* Whether a word that is not known may be an option, or several words: not one that begins as
 * a path does. */
static bool may_be_option(const struct cpg_field *field)
{
	const struct cpg_piece *first = field->value.pieces;

	if (field->many || field->value.count == 0)
		return true;
	if (first->text.bytes)
		return first->text.length == 0 || strchr("-+", first->text.bytes[0]);
	return first->why != cpg_shell_spool;
}

/* Reads the words behind the shell's name. */
static void read_invocation(struct cpg_shell *shell, const struct cpg_fields *fields,
			    size_t first, struct invocation *invocation)
{
	for (invocation->next = first + 1;
	     invocation->next < fields->count && !invocation->bad;) {
		const char *word = word_text(shell, &fields->items[invocation->next]);

		if (!word) {
			invocation->unknown =
				may_be_option(&fields->items[invocation->next]);
			return;
		}
		if ((word[0] != '-' && word[0] != '+') || word[1] == '\0') {
			invocation->next += strcmp(word, "-") == 0;
			return;
		}
		invocation->next++;
		if (strcmp(word, "--") == 0)
			return;
		if (word[1] == '-')
			long_option(invocation, word);
		else
			short_options(shell, fields, invocation, word);
	}
}

static int run_unknown_script(struct cpg_shell *shell, const char *why,
			      struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_value gap;

	cpg_shell_incomplete(shell, why, origin);
	cpg_scope_set_status(shell->scope, -1);
	if (cpg_value_unknown(shell->arena, why, origin, &gap) < 0)
		return cpg_walk_no_memory(err);
	return cpg_walk_print(shell, gap, err);
}

/* bash -c TEXT [NAME [ARGS...]] */
static int run_argument(struct cpg_shell *shell, const struct cpg_fields *fields,
			struct cpg_shell_script *script, size_t next,
			struct cpg_origin origin, struct cpg_error *err)
{
	if (next >= fields->count) {
		cpg_scope_set_status(shell->scope, 2);
		return 0;
	}
	if (fields->items[next].many)
		return run_unknown_script(shell, "the text behind -c is not known", origin,
					  err);
	script->argument = true;
	script->text = fields->items[next].value;
	script->origin = cpg_value_origin(script->text);
	if (!script->origin.file)
		script->origin = origin;
	if (next + 1 < fields->count) {
		const struct cpg_field *name = &fields->items[next + 1];

		script->name = name->value;
		script->parameters = name + 1;
		script->parameter_count = fields->count - next - 2;
		/* Many words may be none, and $0 a later one: these are parameters, or fewer. */
		if (name->many) {
			script->parameters = name;
			script->parameter_count = 1;
		}
	}
	return cpg_shell_run_script(shell, script, err);
}

static int run_named(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_shell_script *script, size_t next, struct cpg_origin origin,
		     struct cpg_error *err)
{
	const struct cpg_field *field = &fields->items[next];
	const char *why;
	int rc;

	if (field->many)
		return run_unknown_script(shell, "the name of a script is not known",
					  origin, err);
	rc = cpg_shell_read(shell, field->value, true, &script->text, &script->file, &why,
			    err);
	if (rc < 0)
		return -1;
	if (rc == 0) {
		cpg_scope_set_status(shell->scope, 127);
		return 0;
	}
	if (rc == 2)
		return run_unknown_script(shell, "a script is run that cannot be read here",
					  origin, err);
	script->name = field->value;
	script->parameters = field + 1;
	script->parameter_count = fields->count - next - 1;
	return cpg_shell_run_script(shell, script, err);
}

/* Behind an option that bash does not have it runs nothing; another shell may have it. */
static int refuse_option(struct cpg_shell *shell, const struct cpg_field *name,
			 struct cpg_origin origin, struct cpg_error *err)
{
	const char *text = word_text(shell, name);
	const char *slash = text ? strrchr(text, '/') : NULL;

	if (!text || strcmp(slash ? slash + 1 : text, "bash") != 0)
		return run_unknown_script(shell, "a shell has an option that is not known",
					  origin, err);
	cpg_scope_set_status(shell->scope, 2);
	return 0;
}

int cpg_walk_shell(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		   bool posix, struct cpg_origin origin, struct cpg_error *err)
{
	struct invocation invocation = {.flags.arena = shell->arena};
	struct cpg_shell_script script = {.name = fields->items[first].value,
					  .posix = posix};

	read_invocation(shell, fields, first, &invocation);
	script.flags = cpg_buffer_finish(&invocation.flags);
	if (!script.flags)
		return cpg_walk_no_memory(err);
	if (invocation.bad)
		return refuse_option(shell, &fields->items[first], origin, err);
	if (invocation.nothing) {
		cpg_scope_set_status(shell->scope, 0);
		return 0;
	}
	if (invocation.text)
		return run_argument(shell, fields, &script, invocation.next, origin, err);
	if (invocation.unknown)
		return run_unknown_script(shell, "a shell's words are not known", origin,
					  err);
	if (!invocation.input && invocation.next < fields->count)
		return run_named(shell, fields, &script, invocation.next, origin, err);
	if (!shell->input)
		return run_unknown_script(shell, "a shell reads a script that is not known",
					  origin, err);
	script.text = *shell->input;
	script.origin = cpg_value_origin(script.text);
	script.parameters = fields->items + invocation.next;
	script.parameter_count = fields->count - invocation.next;
	return cpg_shell_run_script(shell, &script, err);
}
