#include "shell_scope_private.h"

#include <string.h>

/* By the names of `set -o`; -1: one that does not matter here. */
static const struct {
	const char *name;
	int option;
} names[] = {
	{"allexport", CPG_SET_ALLEXPORT},
	{"braceexpand", CPG_SET_BRACEEXPAND},
	{"emacs", -1},
	{"errexit", CPG_SET_ERREXIT},
	{"errtrace", CPG_SET_ERRTRACE},
	{"functrace", -1},
	{"hashall", -1},
	{"histexpand", -1},
	{"history", -1},
	{"ignoreeof", -1},
	{"interactive-comments", -1},
	{"keyword", -1},
	{"monitor", -1},
	{"noclobber", -1},
	{"noexec", CPG_SET_NOEXEC},
	{"noglob", CPG_SET_NOGLOB},
	{"nolog", -1},
	{"notify", -1},
	{"nounset", CPG_SET_NOUNSET},
	{"onecmd", -1},
	{"physical", -1},
	{"pipefail", CPG_SET_PIPEFAIL},
	{"posix", CPG_SET_POSIX},
	{"privileged", -1},
	{"verbose", -1},
	{"vi", -1},
	{"xtrace", -1},
};

int cpg_scope_option(const struct cpg_shell_scope *scope, enum cpg_shell_option option)
{
	return scope->options[option];
}

void cpg_scope_set_option(struct cpg_shell_scope *scope, enum cpg_shell_option option,
			  int value)
{
	scope->options[option] = (signed char)value;
}

bool cpg_scope_option_named(const char *name, int *option)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(names[i].name, name) == 0) {
			*option = names[i].option;
			return true;
		}
	}
	return false;
}
