#include "shell_compute_private.h"

#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"

const char *cpg_compute_word(const struct cpg_computing *c, size_t at)
{
	return cpg_builtin_text(c->shell, &c->words[at]);
}

bool cpg_compute_counted(const struct cpg_computing *c)
{
	return cpg_builtin_counted(&(struct cpg_fields){c->words, c->count});
}

const char *cpg_compute_option(const struct cpg_computing *c, size_t at)
{
	const char *word = cpg_compute_word(c, at);

	if (word)
		return word[0] == '-' && word[1] ? word : "";
	word = cpg_value_prefix(c->shell->arena, c->words[at].value).bytes;
	return word && word[0] != '-' ? "" : NULL;
}

/* Whether an option behind an operand is none, or that is not known. */
static bool is_strict(const struct cpg_computing *c)
{
	return cpg_scope_get(c->shell->scope, "POSIXLY_CORRECT")->kind !=
	       CPG_VARIABLE_UNSET;
}

/* Whether a long option is none of `names`, nor the beginning of one. */
static bool is_none_of(const char *word, const char *names)
{
	size_t length = strcspn(word, "=");

	for (const char *at = names; *at; at += strspn(at, " ")) {
		if (strncmp(at, word, length) == 0)
			return false;
		at += strcspn(at, " ");
	}
	return true;
}

int cpg_compute_add_letters(const char *word, const struct cpg_compute_grammar *grammar,
			    char found[16])
{
	size_t length = strlen(found);
	size_t known = strspn(word, grammar->letters);

	if (word[0] == '-' && grammar->names)
		return is_none_of(word + 1, "help version") &&
				       is_none_of(word + 1, grammar->names)
			       ? CPG_COMPUTE_REFUSED
			       : CPG_COMPUTE_UNKNOWN;
	if (word[known])
		return grammar->names && !strchr(grammar->others, word[known])
			       ? CPG_COMPUTE_REFUSED
			       : CPG_COMPUTE_UNKNOWN;
	if (length + known >= 16)
		return CPG_COMPUTE_UNKNOWN;
	strcpy(found + length, word);
	return 0;
}

int cpg_compute_letters(struct cpg_computing *c, const char *letters, char found[16])
{
	const struct cpg_compute_grammar grammar = {.letters = letters};

	return cpg_compute_options(c, &grammar, found);
}

int cpg_compute_unread(struct cpg_computing *c, int rc)
{
	c->status = rc == CPG_COMPUTE_REFUSED;
	return rc == CPG_COMPUTE_REFUSED;
}

int cpg_compute_options(struct cpg_computing *c, const struct cpg_compute_grammar *grammar,
			char found[16])
{
	struct cpg_field *operands =
		cpg_arena_array(c->shell->arena, c->count, sizeof(*operands));
	size_t count = 0;
	size_t at = 0;

	found[0] = '\0';
	for (; operands && at < c->count; at++) {
		const char *option = cpg_compute_option(c, at);
		int rc;

		if (!option)
			return CPG_COMPUTE_UNKNOWN;
		if (strcmp(option, "--") == 0) {
			at++;
			break;
		}
		if (!*option && grammar->first)
			break;
		if (!*option) {
			operands[count++] = c->words[at];
			continue;
		}
		if (count && is_strict(c))
			return CPG_COMPUTE_UNKNOWN;
		rc = cpg_compute_add_letters(option + 1, grammar, found);
		if (rc < 0)
			return rc;
	}
	if (!operands)
		return CPG_COMPUTE_UNKNOWN;
	if (at < c->count)
		memcpy(operands + count, c->words + at,
		       (c->count - at) * sizeof(*operands));
	c->words = operands;
	c->count = count + c->count - at;
	return 0;
}

const struct cpg_value *cpg_compute_input(struct cpg_computing *c)
{
	const struct cpg_value *input = c->shell->input;

	if (input)
		c->shell->input = &cpg_value_empty;
	return input;
}

/* Prints nothing; whether it succeeds is not known. */
static int compute_quiet(struct cpg_computing *c)
{
	c->status = -1;
	return 1;
}

/* mkdir before && is no test: as with cd, that it fails is not worth following. */
static int compute_mkdir(struct cpg_computing *c)
{
	bool granted = c->shell->relied && !c->shell->output && !c->shell->captured;

	c->status = granted ? 0 : -1;
	if (granted)
		cpg_shell_assume(c->shell, cpg_shell_enters, c->origin);
	return 1;
}

/* Prints nothing, and succeeds. */
static int compute_true(struct cpg_computing *c)
{
	(void)c;
	return 1;
}

static int compute_false(struct cpg_computing *c)
{
	c->status = 1;
	return 1;
}

/* What is a builtin, too, when it is not named by a path. */
static int by_builtin(struct cpg_computing *c, cpg_shell_builtin *builtin, const char *name)
{
	struct cpg_shell_output captured = {.unsure = false};
	struct cpg_shell inner = *c->shell;
	struct cpg_shell_flow flow = {.kind = CPG_FLOW_NEXT};
	struct cpg_field *items =
		cpg_arena_array(c->shell->arena, c->count + 1, sizeof(*items));

	if (!items || cpg_value_string(c->shell->arena, name, &items[0].value) < 0)
		return cpg_walk_no_memory(c->err);
	if (c->count)
		memcpy(items + 1, c->words, c->count * sizeof(*items));
	inner.output = &captured;
	inner.scope = cpg_scope_copy(c->shell->scope);
	if (!inner.scope)
		return cpg_walk_no_memory(c->err);
	if (builtin(&inner, &(struct cpg_fields){items, c->count + 1}, c->origin, &flow,
		    c->err) < 0)
		return -1;
	c->status = cpg_scope_status(inner.scope);
	cpg_pieces_value(&c->out, captured.text);
	return 1;
}

static int compute_test(struct cpg_computing *c)
{
	return by_builtin(c, cpg_builtin_test, "test");
}

static int compute_bracket(struct cpg_computing *c)
{
	return by_builtin(c, cpg_builtin_test, "[");
}

/* The program is of GNU: its echo knows -e, its printf no -v, and quotes in another way. */
static int compute_echo(struct cpg_computing *c)
{
	return by_builtin(c, cpg_builtin_echo, "echo");
}

static int compute_printf(struct cpg_computing *c)
{
	const char *format = c->count ? cpg_compute_word(c, 0) : NULL;

	if (!format || format[0] == '-' || strstr(format, "q") || strstr(format, "("))
		return 0;
	return by_builtin(c, cpg_builtin_printf, "printf");
}

static const struct {
	const char *name;
	cpg_computed *compute;
} table[] = {
	{"[", compute_bracket},
	{"basename", cpg_compute_basename},
	{"cat", cpg_compute_cat},
	{"chgrp", compute_quiet},
	{"chmod", cpg_compute_chmod},
	{"chown", compute_quiet},
	{"cp", cpg_compute_cp},
	{"cut", cpg_compute_cut},
	{"date", cpg_compute_date},
	{"dirname", cpg_compute_dirname},
	{"echo", compute_echo},
	{"expr", cpg_compute_expr},
	{"false", compute_false},
	{"grep", cpg_compute_grep},
	{"head", cpg_compute_head},
	{"hostname", cpg_compute_hostname},
	{"id", cpg_compute_id},
	{"kill", compute_quiet},
	{"killall", compute_quiet},
	{"ln", compute_quiet},
	{"mkdir", compute_mkdir},
	{"mv", cpg_compute_mv},
	{"nproc", cpg_compute_nproc},
	{"pkill", compute_quiet},
	{"printf", compute_printf},
	{"readlink", cpg_compute_readlink},
	{"realpath", cpg_compute_realpath},
	{"rm", cpg_compute_rm},
	{"rmdir", compute_quiet},
	{"scontrol", cpg_compute_scontrol},
	{"sed", cpg_compute_sed},
	{"seq", cpg_compute_seq},
	{"shuf", cpg_compute_shuf},
	{"sleep", compute_quiet},
	{"sync", compute_true},
	{"tail", cpg_compute_tail},
	{"tee", cpg_compute_tee},
	{"test", compute_test},
	{"touch", compute_quiet},
	{"tr", cpg_compute_tr},
	{"true", compute_true},
	{"wc", cpg_compute_wc},
	{"whoami", cpg_compute_whoami},
};

/* The program's name: without its directory, when that is one of the system's. */
static const char *program_name(const char *word)
{
	const char *slash = strrchr(word, '/');

	if (!slash)
		return word;
	return cpg_walk_is_system(word) ? slash + 1 : NULL;
}

static cpg_computed *find(const char *word)
{
	const char *name = word ? program_name(word) : NULL;

	for (size_t i = 0; name && i < sizeof(table) / sizeof(table[0]); i++) {
		if (strcmp(table[i].name, name) == 0)
			return table[i].compute;
	}
	return NULL;
}

int cpg_shell_compute(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_value *out, int *status, struct cpg_error *err)
{
	struct cpg_computing c = {
		.shell = shell,
		.words = fields->items + 1,
		.count = fields->count - 1,
		.out = {.arena = shell->arena},
		.err = err,
	};
	cpg_computed *compute;
	int rc;

	if (fields->count == 0)
		return 0;
	compute = find(cpg_builtin_text(shell, &fields->items[0]));
	if (!compute)
		return 0;
	c.origin = cpg_value_origin(fields->items[0].value);
	rc = compute(&c);
	if (rc != 1)
		return rc;
	*status = c.status;
	return cpg_pieces_finish(&c.out, out, err) < 0 ? -1 : 1;
}
