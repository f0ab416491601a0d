#include "shell_scope_private.h"

#include <string.h>

#define OUTSIDE "it is set by the job's environment"

/* Variables that bash sets when it starts. */
struct startup {
	const char *name;
	const char *text; /* NULL: not known */
	const char *why;
	enum {
		PLAIN,
		KEPT, /* what the environment holds stays */
		READONLY,
		COMPUTED,
		UNLISTED, /* computed; not there in all releases, or not from the beginning */
		PERHAPS, /* set or not, where the environment does not hold it */
	} kind;
	bool word; /* what is not known is a number, or one word like it */
};

#define OF_CLOCK "it hangs on the time"
#define OF_CHANCE "it is a random number"
#define OF_PROCESS "it hangs on the process"
#define OF_NODE "it hangs on the node"
#define OF_USER "it hangs on the user"
#define OF_TERMINAL "it hangs on the terminal"
#define OF_SHELL "bash keeps it"

/* Source: bash 5.2 variables.c: initialize_shell_variables, initialize_dynamic_variables; the
 * releases 4.4 to 5.3 were asked for theirs. With a terminal bash sets COLUMNS and LINES behind
 * each program. */
static const struct startup startup[] = {
	{"IFS", " \t\n", NULL, PLAIN, false},
	{"OPTERR", "1", NULL, PLAIN, false},
	{"OPTIND", "1", NULL, PLAIN, false},
	{"BASH", NULL, OF_NODE, PLAIN, true},
	{"BASH_LOADABLES_PATH", NULL, OF_NODE, UNLISTED, false},
	{"BASH_VERSION", NULL, OF_NODE, PLAIN, false},
	{"SHLVL", NULL, OF_PROCESS, PLAIN, true},
	{"PS4", "+ ", NULL, KEPT, false},
	{"TERM", "dumb", NULL, KEPT, false},
	{"PATH", NULL, OF_NODE, KEPT, false},
	{"SHELL", NULL, OF_USER, KEPT, true},
	{"HOSTNAME", NULL, OF_NODE, KEPT, true},
	{"HOSTTYPE", NULL, OF_NODE, KEPT, true},
	{"MACHTYPE", NULL, OF_NODE, KEPT, true},
	{"OSTYPE", NULL, OF_NODE, KEPT, true},
	{"BASHOPTS", NULL, OF_SHELL, READONLY, true},
	{"BASH_VERSINFO", NULL, OF_NODE, READONLY, true},
	{"EUID", NULL, OF_USER, READONLY, true},
	{"PPID", NULL, OF_PROCESS, READONLY, true},
	{"SHELLOPTS", NULL, OF_SHELL, READONLY, true},
	{"UID", NULL, OF_USER, READONLY, true},
	{"BASHPID", NULL, OF_PROCESS, COMPUTED, true},
	{"BASH_ALIASES", NULL, OF_SHELL, COMPUTED, false},
	{"BASH_ARGC", NULL, OF_SHELL, COMPUTED, false},
	{"BASH_ARGV", NULL, OF_SHELL, COMPUTED, false},
	{"BASH_ARGV0", NULL, OF_SHELL, UNLISTED, false},
	{"BASH_CMDS", NULL, OF_SHELL, COMPUTED, false},
	{"BASH_COMMAND", NULL, OF_SHELL, COMPUTED, false},
	{"BASH_EXECUTION_STRING", NULL, OF_SHELL, PERHAPS, false},
	{"BASH_LINENO", NULL, OF_SHELL, COMPUTED, false},
	{"BASH_MONOSECONDS", NULL, OF_CLOCK, UNLISTED, false},
	{"BASH_SUBSHELL", NULL, OF_SHELL, COMPUTED, true},
	{"COLUMNS", NULL, OF_TERMINAL, PERHAPS, false},
	{"COMP_WORDBREAKS", NULL, OF_SHELL, COMPUTED, false},
	{"DIRSTACK", NULL, OF_SHELL, COMPUTED, false},
	{"EPOCHREALTIME", NULL, OF_CLOCK, UNLISTED, true},
	{"EPOCHSECONDS", NULL, OF_CLOCK, UNLISTED, true},
	{"GROUPS", NULL, OF_USER, COMPUTED, true},
	{"HISTCMD", NULL, OF_SHELL, COMPUTED, true},
	{"LINENO", NULL, OF_SHELL, COMPUTED, true},
	{"LINES", NULL, OF_TERMINAL, PERHAPS, false},
	{"PIPESTATUS", NULL, OF_SHELL, PLAIN, false},
	{"RANDOM", NULL, OF_CHANCE, COMPUTED, true},
	{"SECONDS", NULL, OF_CLOCK, COMPUTED, true},
	{"SRANDOM", NULL, OF_CHANCE, UNLISTED, true},
	{"_", NULL, OF_SHELL, COMPUTED, false},
};

#define STARTUP_COUNT (sizeof(startup) / sizeof(*startup))

/* Whether it is in the scope under a name of its own. */
static const struct cpg_shell_variable *own(const struct cpg_shell_scope *scope,
					    const char *name)
{
	return cpg_map_get(&scope->variables, name);
}

static int add_startup(struct cpg_shell_scope *scope, const struct startup *row)
{
	const struct cpg_shell_variable *old = own(scope, row->name);
	struct cpg_shell_variable variable = {.kind = CPG_VARIABLE_SCALAR};
	struct cpg_origin nowhere = {NULL, 0};
	int rc;

	if ((row->kind == KEPT || row->kind == PERHAPS) &&
	    (old ? old->kind != CPG_VARIABLE_UNSET
		 : scope->rest->kind == CPG_VARIABLE_UNKNOWN))
		return 0;
	variable.exported = old ? old->exported : scope->rest->exported;
	variable.readonly = row->kind == READONLY;
	variable.unlisted = row->kind == UNLISTED;
	variable.computed = row->kind == COMPUTED || row->kind == UNLISTED;
	if (row->kind == PERHAPS) {
		variable.kind = CPG_VARIABLE_UNKNOWN;
		variable.why = row->why;
	}
	if (row->text)
		rc = cpg_value_string(scope->arena, row->text, &variable.scalar);
	else if (row->word)
		rc = cpg_value_unknown_word(scope->arena, row->why, nowhere,
					    &variable.scalar);
	else
		rc = cpg_value_unknown(scope->arena, row->why, nowhere, &variable.scalar);
	return rc < 0 ? -1 : cpg_scope_bind(scope, row->name, &variable);
}

static int add_all_startup(struct cpg_shell_scope *scope)
{
	for (size_t i = 0; i < STARTUP_COUNT; i++) {
		if (add_startup(scope, &startup[i]) < 0)
			return -1;
	}
	return 0;
}

static struct cpg_shell_scope *new_scope(struct cpg_arena *arena)
{
	struct cpg_shell_scope *scope = cpg_arena_alloc(arena, sizeof(*scope));

	if (!scope)
		return NULL;
	scope->arena = arena;
	scope->rest = &cpg_scope_unset_variable;
	scope->options[CPG_SET_BRACEEXPAND] = CPG_YES;
	return cpg_scope_disown(scope) < 0 ? NULL : scope;
}

static int set_rest_unknown(struct cpg_shell_scope *scope)
{
	struct cpg_shell_variable *rest = cpg_arena_alloc(scope->arena, sizeof(*rest));
	struct cpg_origin nowhere = {NULL, 0};

	if (!rest || cpg_variable_unknown(scope->arena, OUTSIDE, nowhere, rest) < 0)
		return -1;
	scope->rest = rest;
	return 0;
}

/* The name of a function whose text the entry is: BASH_FUNC_name%%=... */
static const char *function_name(struct cpg_arena *arena, const char *entry)
{
	static const char prefix[] = "BASH_FUNC_";
	const char *end = strstr(entry, "%%=");

	if (strncmp(entry, prefix, sizeof(prefix) - 1) != 0 || !end ||
	    end < entry + sizeof(prefix) - 1)
		return NULL;
	entry += sizeof(prefix) - 1;
	return cpg_arena_bytes(arena, entry, (size_t)(end - entry));
}

static int add_outside_function(struct cpg_shell_scope *scope, const char *entry)
{
	const char *name = function_name(scope->arena, entry);
	struct cpg_scope_function *function;

	if (!name)
		return 0;
	function = cpg_arena_alloc(scope->arena, sizeof(*function));
	if (!function)
		return -1;
	*function = (struct cpg_scope_function){.choice.unknown = true, .exported = true};
	return cpg_map_set(scope->arena, &scope->functions, scope->owner, name, function);
}

static int add_entry(struct cpg_shell_scope *scope, const char *name, const char *text)
{
	struct cpg_shell_variable variable = {
		.kind = CPG_VARIABLE_SCALAR,
		.exported = CPG_YES,
	};

	if (own(scope, name))
		return 0;
	if (cpg_value_string(scope->arena, text, &variable.scalar) < 0)
		return -1;
	return cpg_scope_bind(scope, name, &variable);
}

/* Entries that are no variables go to `passed`. */
static int add_known(struct cpg_shell_scope *scope, const char *const *known)
{
	const char **passed;
	size_t count = 0;

	while (known[count])
		count++;
	passed = cpg_arena_array(scope->arena, count + 1, sizeof(*passed));
	if (!passed)
		return -1;
	scope->passed = passed;
	for (; *known; known++) {
		const char *equals = strchrnul(*known, '=');
		const char *name =
			cpg_arena_bytes(scope->arena, *known, (size_t)(equals - *known));
		int rc;

		if (!name)
			return -1;
		if (*equals && cpg_scope_is_name(name)) {
			rc = add_entry(scope, name, equals + 1);
		} else {
			*passed++ = *known;
			rc = add_outside_function(scope, *known);
		}
		if (rc < 0)
			return -1;
	}
	return 0;
}

static int add_unknown(struct cpg_shell_scope *scope, const char *const *names)
{
	struct cpg_shell_variable variable;
	struct cpg_origin nowhere = {NULL, 0};

	if (cpg_variable_unknown(scope->arena, OUTSIDE, nowhere, &variable) < 0)
		return -1;
	for (; *names; names++) {
		if (!own(scope, *names) && cpg_scope_bind(scope, *names, &variable) < 0)
			return -1;
	}
	return 0;
}

struct cpg_shell_scope *cpg_scope_new(struct cpg_arena *arena,
				      const struct cpg_environment *environment)
{
	struct cpg_shell_scope *scope = new_scope(arena);

	if (!scope ||
	    cpg_value_unknown(arena, "the working directory is not known",
			      (struct cpg_origin){NULL, 0}, &scope->directory) < 0)
		return NULL;
	if ((!environment || environment->more) && set_rest_unknown(scope) < 0)
		return NULL;
	if (environment && environment->known && add_known(scope, environment->known) < 0)
		return NULL;
	if (environment && environment->unknown &&
	    add_unknown(scope, environment->unknown) < 0)
		return NULL;
	return add_all_startup(scope) < 0 ? NULL : scope;
}

/* The lists for a child while they are filled. */
struct lists {
	struct cpg_arena *arena;
	const char **known;
	const char **unknown;
	size_t known_count;
	size_t unknown_count;
	size_t count; /* of all variables */
};

static int count_item(void *context, const char *name, const void *item)
{
	struct lists *lists = context;

	(void)name;
	(void)item;
	lists->count++;
	return 0;
}

/* Whether a child certainly sees it, and sees a text that is known. */
static bool is_certain(const struct cpg_shell_variable *variable)
{
	return variable->exported == CPG_YES && variable->kind == CPG_VARIABLE_SCALAR &&
	       cpg_value_known(variable->scalar);
}

/* Arrays are never exported. */
static bool is_passed(const struct cpg_shell_variable *variable)
{
	return variable->exported != CPG_NO && (variable->kind == CPG_VARIABLE_SCALAR ||
						variable->kind == CPG_VARIABLE_UNKNOWN);
}

static int list_item(void *context, const char *name, const void *item)
{
	const struct cpg_shell_variable *variable = item;
	struct lists *lists = context;
	const char *text;

	if (!is_passed(variable))
		return 0;
	if (!is_certain(variable)) {
		lists->unknown[lists->unknown_count++] = name;
		return 0;
	}
	text = cpg_value_flat(lists->arena, variable->scalar).bytes;
	if (text)
		text = cpg_arena_printf(lists->arena, "%s=%s", name, text);
	if (!text)
		return -1;
	lists->known[lists->known_count++] = text;
	return 0;
}

int cpg_scope_environment(struct cpg_shell_scope *scope, struct cpg_environment *out)
{
	struct lists lists = {.arena = scope->arena};
	size_t passed = 0;

	cpg_map_each(&scope->variables, count_item, &lists);
	while (scope->passed && scope->passed[passed])
		passed++;
	lists.known = cpg_arena_array(scope->arena, lists.count + passed + 1,
				      sizeof(*lists.known));
	lists.unknown =
		cpg_arena_array(scope->arena, lists.count + 1, sizeof(*lists.unknown));
	if (!lists.known || !lists.unknown ||
	    cpg_map_each(&scope->variables, list_item, &lists) < 0)
		return -1;
	if (passed)
		memcpy(lists.known + lists.known_count, scope->passed,
		       passed * sizeof(*lists.known));
	out->known = lists.known;
	out->unknown = lists.unknown;
	out->more = scope->rest->kind == CPG_VARIABLE_UNKNOWN;
	return 0;
}

static int inherit_variable(void *context, const char *name, const void *item)
{
	const struct cpg_shell_variable *variable = item;
	struct cpg_shell_scope *child = context;
	struct cpg_origin origin = cpg_value_origin(variable->scalar);
	struct cpg_shell_variable copy = {
		.kind = variable->kind,
		.scalar = variable->scalar,
		.exported = variable->exported,
		.why = variable->why,
	};

	/* What hides an unknown name must be unset in the child as well. */
	if (!is_passed(variable))
		return cpg_scope_bind(child, name, &cpg_scope_unset_variable);
	if (variable->exported == CPG_UNKNOWN && variable->kind == CPG_VARIABLE_SCALAR &&
	    cpg_variable_unknown(child->arena, "it may not be exported", origin, &copy) < 0)
		return -1;
	return cpg_scope_bind(child, name, &copy);
}

static int inherit_function(void *context, const char *name, const void *item)
{
	const struct cpg_scope_function *function = item;
	struct cpg_shell_scope *child = context;

	if (!function->exported)
		return 0;
	return cpg_map_set(child->arena, &child->functions, child->owner, name, item);
}

struct cpg_shell_scope *cpg_scope_child(struct cpg_shell_scope *scope)
{
	struct cpg_shell_scope *child = new_scope(scope->arena);

	if (!child)
		return NULL;
	child->rest = scope->rest;
	child->directory = scope->directory;
	child->passed = scope->passed;
	if (cpg_map_each(&scope->variables, inherit_variable, child) < 0 ||
	    cpg_map_each(&scope->functions, inherit_function, child) < 0)
		return NULL;
	return add_all_startup(child) < 0 ? NULL : child;
}
