/* Builtins: the commands that change the shell's own state, one row each.
 */
#ifndef CPGUARD_SHELL_BUILTINS_H
#define CPGUARD_SHELL_BUILTINS_H

#include "cpguard/error.h"
#include "cpguard/shell.h"
#include "cpguard/shell_eval.h"
#include "cpguard/shell_expand.h"

/* A builtin: gets the fields from its own name on, changes the scope, writes to the shell's
 * output, and leaves its status in the scope. */
typedef int cpg_shell_builtin(struct cpg_shell *shell, const struct cpg_fields *fields,
			      struct cpg_origin origin, struct cpg_shell_flow *flow,
			      struct cpg_error *err);

/* The builtin of that name, or NULL. *special is set for POSIX's special builtins (export,
 * set, eval, exec, ...), whose assignments stay behind in posix mode. */
cpg_shell_builtin *cpg_shell_builtin_find(const char *name, bool *special);

#endif
