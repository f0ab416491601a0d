/* Computed commands: programs whose output has only one answer for known arguments (dirname,
 * basename, seq, cat of a small file, ...), one row each. Everything else that writes to a
 * captured output makes it unknown.
 */
#ifndef CPGUARD_SHELL_COMPUTE_H
#define CPGUARD_SHELL_COMPUTE_H

#include "cpguard/error.h"
#include "cpguard/shell.h"
#include "cpguard/shell_expand.h"

/* Computes what the command in `fields` would write, with the shell's input as its standard
 * input. Returns 1 and sets *out and *status, 0 when the command is not one of the table, or
 * its output cannot be told, -1 as all. */
int cpg_shell_compute(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct cpg_value *out, int *status, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
