#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"

static const struct {
	const char *name;
	enum cpg_shell_option option;
} shopt_names[] = {
	{"nullglob", CPG_SHOPT_NULLGLOB},
	{"failglob", CPG_SHOPT_FAILGLOB},
	{"extglob", CPG_SHOPT_EXTGLOB},
	{"dotglob", CPG_SHOPT_DOTGLOB},
	{"globstar", CPG_SHOPT_GLOBSTAR},
	{"nocasematch", CPG_SHOPT_NOCASEMATCH},
	{"nocaseglob", CPG_SHOPT_NOCASEGLOB},
	{"lastpipe", CPG_SHOPT_LASTPIPE},
	{"inherit_errexit", CPG_SHOPT_INHERIT_ERREXIT},
};

/* The others that bash 5.2 has. */
static const char *const other_shopts[] = {
	"autocd", "assoc_expand_once", "cdable_vars", "cdspell", "checkhash", "checkjobs",
	"checkwinsize", "cmdhist", "compat31", "compat32", "compat40", "compat41", "compat42",
	"compat43", "compat44", "complete_fullquote", "direxpand", "dirspell", "execfail",
	"expand_aliases", "extdebug", "extquote", "force_fignore", "globasciiranges",
	"globskipdots", "gnu_errfmt", "histappend", "histreedit", "histverify", "hostcomplete",
	"huponexit", "interactive_comments", "lithist", "localvar_inherit", "localvar_unset",
	"login_shell", "mailwarn", "no_empty_cmd_completion", "noexpand_translation",
	"patsub_replacement", "progcomp", "progcomp_alias", "promptvars", "restricted_shell",
	"shift_verbose", "sourcepath", "syslog_history", "varredir_close", "xpg_echo",
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

bool cpg_walk_is_named(const char *name)
{
	int option;

	return cpg_scope_option_named(name, &option);
}

bool cpg_walk_set_named(struct cpg_shell *shell, const char *name, int value)
{
	int option;

	if (!cpg_scope_option_named(name, &option))
		return false;
	if (option >= 0)
		cpg_scope_set_option(shell->scope, (enum cpg_shell_option)option, value);
	return true;
}

/* Every option may have changed. */
static void forget_options(struct cpg_shell *shell)
{
	for (int option = 0; option < CPG_SHELL_OPTION_COUNT; option++)
		cpg_scope_set_option(shell->scope, (enum cpg_shell_option)option,
				     CPG_UNKNOWN);
}

static int set_words(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		     struct cpg_error *err)
{
	struct cpg_positional words;

	if (cpg_walk_parameters(shell, fields->items + first, fields->count - first, &words,
				err) < 0)
		return -1;
	if (!cpg_walk_in_function(shell))
		cpg_scope_note_positional(shell->scope, CPG_YES);
	return cpg_scope_set_positional(shell->scope, &words) < 0 ? cpg_walk_no_memory(err)
								  : 0;
}

static bool is_letters(const char *word)
{
	return word && (word[0] == '-' || word[0] == '+') && word[1] != '\0' &&
	       strcmp(word, "--") != 0;
}

/* Whether set takes all its letters: with one that it does not know it changes nothing. */
static bool are_known(struct cpg_shell *shell, const struct cpg_fields *fields)
{
	for (size_t at = 1; at < fields->count; at++) {
		const char *word = cpg_builtin_text(shell, &fields->items[at]);

		if (!is_letters(word))
			return true;
		if (word[1 + strspn(word + 1, "abefhkmnoptuvxBCEHPT")] != '\0')
			return false;
		at += strchr(word, 'o') != NULL;
	}
	return true;
}

static int refuse(struct cpg_shell *shell, struct cpg_shell_flow *flow)
{
	if (cpg_scope_option(shell->scope, CPG_SET_POSIX) == CPG_YES && !shell->tested)
		flow->kind = CPG_FLOW_EXIT;
	return cpg_builtin_status(shell, 2);
}

/* One word of letters: -eu, +x, -eo. Sets *took to how many words it is. Returns false for a
 * name that is no option's. */
static bool set_letters(struct cpg_shell *shell, const struct cpg_fields *fields, size_t at,
			const char *word, size_t *took)
{
	int value = word[0] == '-' ? CPG_YES : CPG_NO;
	const char *name;

	cpg_walk_set_flags(shell, word + 1, value);
	*took = 1;
	if (!strchr(word, 'o') || at + 1 >= fields->count)
		return true;
	*took = 2;
	name = cpg_builtin_text(shell, &fields->items[at + 1]);
	if (name)
		return cpg_walk_set_named(shell, name, value);
	forget_options(shell);
	return true;
}

int cpg_builtin_set(struct cpg_shell *shell, const struct cpg_fields *fields,
		    struct cpg_origin origin, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	size_t at = 1;
	size_t took;

	cpg_scope_set_status(shell->scope, 0);
	if (fields->count == 1)
		return cpg_builtin_print_unknown(shell, "set prints all variables", origin,
						 err);
	if (!are_known(shell, fields))
		return refuse(shell, flow);
	while (at < fields->count) {
		const char *word = cpg_builtin_text(shell, &fields->items[at]);

		if (!word && at == 1)
			forget_options(shell);
		if (word && strcmp(word, "-") == 0) {
			at++;
			break;
		}
		if (word && strcmp(word, "--") == 0)
			return set_words(shell, fields, at + 1, err);
		if (!is_letters(word))
			break;
		if (!set_letters(shell, fields, at, word, &took))
			return refuse(shell, flow);
		at += took;
	}
	return at < fields->count ? set_words(shell, fields, at, err) : 0;
}

/* Sets the option of that name. Returns false when bash 5.2 has none. */
static bool set_named_shopt(struct cpg_shell *shell, const char *name, int value)
{
	for (size_t i = 0; i < COUNT(shopt_names); i++) {
		if (strcmp(shopt_names[i].name, name) == 0) {
			cpg_scope_set_option(shell->scope, shopt_names[i].option, value);
			return true;
		}
	}
	for (size_t i = 0; i < COUNT(other_shopts); i++) {
		if (strcmp(other_shopts[i], name) == 0)
			return true;
	}
	return false;
}

/* Sets one option; `names` says of which kind, by -o. One that there is not fails. */
static void set_shopt(struct cpg_shell *shell, const char *name, bool names, int value)
{
	if (!(names ? cpg_walk_set_named(shell, name, value)
		    : set_named_shopt(shell, name, value)))
		cpg_scope_set_status(shell->scope, 1);
}

int cpg_builtin_shopt(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_origin origin, struct cpg_shell_flow *flow,
		      struct cpg_error *err)
{
	bool quiet = false;
	bool names = false;
	int value = -1;

	(void)flow;
	cpg_scope_set_status(shell->scope, 0);
	for (size_t i = 1; i < fields->count; i++) {
		const char *word = cpg_builtin_text(shell, &fields->items[i]);

		if (!word) {
			forget_options(shell);
			return cpg_builtin_status(shell, -1);
		}
		if (word[0] == '-') {
			value = strchr(word, 's')   ? CPG_YES
				: strchr(word, 'u') ? CPG_NO
						    : value;
			quiet = quiet || strchr(word, 'q');
			names = names || strchr(word, 'o');
			continue;
		}
		/* They are not expanded here: any command may be another one from now on. */
		if (value == CPG_YES && strcmp(word, "expand_aliases") == 0)
			cpg_walk_doubt(shell, "aliases are expanded", origin);
		if (value != -1)
			set_shopt(shell, word, names, value);
	}
	if (value != -1)
		return 0;
	cpg_scope_set_status(shell->scope, -1);
	if (quiet)
		return 0;
	return cpg_builtin_print_unknown(shell, "shopt prints it", origin, err);
}
