/* What the files of builtins share: the rows of the table, and helpers to read words.
 *
 * shell_builtins.c has the table; shell_builtins_control.c those that change control,
 * shell_builtins_options.c set and shopt, shell_builtins_variables.c, shell_builtins_unset.c and
 * shell_builtins_let.c those that set variables, shell_builtins_text.c those that print and
 * test, shell_builtins_read.c those that read, shell_builtins_place.c the working directory.
 */
#ifndef CPGUARD_SHELL_BUILTINS_PRIVATE_H
#define CPGUARD_SHELL_BUILTINS_PRIVATE_H

#include "cpguard/shell_builtins.h"
#include "cpguard/shell_test.h"
#include "shell_walk.h"

/* The text of a field, or NULL when it is not all known. */
const char *cpg_builtin_text(struct cpg_shell *shell, const struct cpg_field *field);

/* Whether all fields are single words, known or not. */
bool cpg_builtin_counted(const struct cpg_fields *fields);

/* Sets the status; returns 0, for the end of a builtin. */
int cpg_builtin_status(struct cpg_shell *shell, int status);

/* Prints a gap. */
int cpg_builtin_print_unknown(struct cpg_shell *shell, const char *why,
			      struct cpg_origin origin, struct cpg_error *err);

/* Every variable may have changed, and the status is not known. */
int cpg_builtin_forget(struct cpg_shell *shell, const char *why, struct cpg_origin origin,
		       struct cpg_error *err);

/* Makes one variable unknown. A name that ends in "*" is a prefix: those of that prefix that
 * are known now. */
int cpg_builtin_unknown_variable(struct cpg_shell *shell, const char *name, const char *why,
				 struct cpg_origin origin, struct cpg_error *err);

/* Assigns to NAME or NAME[subscript]. Where that fails *status is what the builtin's becomes,
 * and *flow leaves it when more than the builtin fails. */
int cpg_builtin_assign_value(struct cpg_shell *shell, const char *name,
			     struct cpg_value value, int *status,
			     struct cpg_shell_flow *flow, struct cpg_error *err);

/* What an error in a builtin does: the same. */
void cpg_builtin_fail(struct cpg_shell *shell, const struct cpg_expansion *how, int *status,
		      struct cpg_shell_flow *flow);

/* Assigns text that is known. */
int cpg_builtin_assign(struct cpg_shell *shell, const char *name, const char *text,
		       struct cpg_error *err);

/* Whether `name` is one that a variable can have; with `subscript`, NAME[...] too. */
bool cpg_builtin_is_name(const char *name, bool subscript);

/* The decimal number that `text` is all of; -1 when it is none, or too large. */
long cpg_builtin_number(const char *text);

/* shell_builtins_text.c: what files are like for test and [[ ]], in `shell`. */
struct cpg_test_files cpg_builtin_test_files(struct cpg_shell *shell);

/* shell_compute.c: where the path of something that is here leads to, as realpath(3) says;
 * NULL when that cannot be told. */
char *cpg_compute_real_path(struct cpg_arena *arena, const char *absolute);

cpg_shell_builtin cpg_builtin_true;
cpg_shell_builtin cpg_builtin_false;
cpg_shell_builtin cpg_builtin_exit;
cpg_shell_builtin cpg_builtin_return;
cpg_shell_builtin cpg_builtin_break;
cpg_shell_builtin cpg_builtin_continue;
cpg_shell_builtin cpg_builtin_eval;
cpg_shell_builtin cpg_builtin_source;
cpg_shell_builtin cpg_builtin_exec;
cpg_shell_builtin cpg_builtin_command;
cpg_shell_builtin cpg_builtin_builtin;
cpg_shell_builtin cpg_builtin_trap;
cpg_shell_builtin cpg_builtin_shift;
cpg_shell_builtin cpg_builtin_set;
cpg_shell_builtin cpg_builtin_shopt;
cpg_shell_builtin cpg_builtin_declare;
cpg_shell_builtin cpg_builtin_unset;
cpg_shell_builtin cpg_builtin_let;
cpg_shell_builtin cpg_builtin_read;
cpg_shell_builtin cpg_builtin_mapfile;
cpg_shell_builtin cpg_builtin_getopts;
cpg_shell_builtin cpg_builtin_echo;
cpg_shell_builtin cpg_builtin_printf;
cpg_shell_builtin cpg_builtin_test;
cpg_shell_builtin cpg_builtin_pwd;
cpg_shell_builtin cpg_builtin_cd;
cpg_shell_builtin cpg_builtin_pushd;
cpg_shell_builtin cpg_builtin_popd;
cpg_shell_builtin cpg_builtin_quiet; /* no output, status 0 */
cpg_shell_builtin cpg_builtin_type;
cpg_shell_builtin cpg_builtin_opaque; /* output and status not known */
cpg_shell_builtin cpg_builtin_silent; /* no output, status not known */
cpg_shell_builtin
	cpg_builtin_setting; /* with a value silent, else opaque: ulimit -n 65535 */

#endif
