/* Expansion: from the words of the tree to fields, in bash's order: braces, tilde, parameters,
 * commands and arithmetic, splitting, pathnames, quote removal.
 *
 * Source: bash 5.2: subst.c, braces.c; POSIX.1-2017 Shell Command Language, 2.6.
 */
#ifndef CPGUARD_SHELL_EXPAND_H
#define CPGUARD_SHELL_EXPAND_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/error.h"
#include "cpguard/shell.h"

/* One word of the result. */
struct cpg_field {
	struct cpg_value value;
	bool many; /* any number of words, none included; when `value` begins with known text,
	              there is a first word and it begins so */
	/* Set for an assignment argument of declare and its kin: for cpg_shell_assign_field(). Of
	 * NAME=( ) nothing has been expanded yet, and `value` is the name; of another one `value`
	 * is the whole word and `assigned` what stands behind the `=`. */
	const struct cpg_shell_assignment *assignment;
	struct cpg_value assigned;
};

struct cpg_fields {
	const struct cpg_field *items;
	size_t count;
};

/* How an expansion ended. */
struct cpg_expansion {
	bool failed; /* bash prints an error and, in a script, ends the shell: ${V:?m}, an
	                    unset variable under -u; or see `discard` */
	bool discard; /* failed, but bash only gives up the command that stands at the top level
	                 of the script (the whole loop, the call of the function), with status
	                 1, and goes on with the next line: a bad substitution, an arithmetic
	                 error, failglob, a readonly variable. What -c, eval or $( ) runs is one
	                 such command; in posix mode the shell ends */
	bool maybe; /* it may have failed: the variable is not known to be set */
	int status; /* of the last command substitution, for V=$(...): 0 when there was
	                    none, -1 not known */
	bool substituted; /* there was one */
	const char *why;  /* of a failure: a clause */
};

/* Expands the words of a simple command, or of `for`: all seven expansions, splitting and
 * matching included. Unquoted gaps become fields with `many`; an unquoted value that is not
 * known to be empty or not may vanish: also `many`. Globs are matched against this machine's
 * files only where the whole pattern and the directory are known and not within a container,
 * elsewhere the result is `many`. Where files match now, the result is what matches now.
 * Where nothing matches, the word stays as it is, as in bash: [0]*3+[1]*75 in a launch is
 * meant literally. */
int cpg_shell_expand_words(struct cpg_shell *shell, const struct cpg_shell_argument *words,
			   size_t count, struct cpg_fields *out, struct cpg_expansion *how,
			   struct cpg_error *err) __attribute__((warn_unused_result));

/* Expands one word without splitting and matching: the value of an assignment (`assignment`:
 * tilde also behind ':' and '='), the subject of case, a redirection's word, an operand of
 * [[ ]], an index, a here-document's text. */
int cpg_shell_expand_value(struct cpg_shell *shell, const struct cpg_shell_word *word,
			   bool assignment, struct cpg_value *out,
			   struct cpg_expansion *how, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The same for a word that is a pattern (of case, [[ == ]], ${V#p}, [[ =~ ]]): the pieces keep
 * `quoted`, which says what stands for itself. */
int cpg_shell_expand_pattern(struct cpg_shell *shell, const struct cpg_shell_word *word,
			     struct cpg_value *out, struct cpg_expansion *how,
			     struct cpg_error *err) __attribute__((warn_unused_result));

/* Matches a value against an expanded pattern: CPG_YES, CPG_NO, CPG_UNKNOWN; -1 with *err set
 * when the walk must end. */
int cpg_shell_match(struct cpg_shell *shell, struct cpg_value pattern,
		    struct cpg_value value, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Carries out an assignment, also of arrays, with attributes (integer, case, -a), `local` in
 * the innermost function's frame. `how` as above; failed also for a readonly variable. */
int cpg_shell_assign(struct cpg_shell *shell, const struct cpg_shell_assignment *assignment,
		     bool local, struct cpg_expansion *how, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The same for a field of cpg_shell_expand_words() that has an assignment: its value is not
 * expanded a second time. Attributes that the command gives to the variable come first. */
int cpg_shell_assign_field(struct cpg_shell *shell, const struct cpg_field *field,
			   bool local, struct cpg_expansion *how, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Assigns a value to NAME or NAME[subscript] text, as read, printf -v and getopts do. */
int cpg_shell_assign_name(struct cpg_shell *shell, const char *name, struct cpg_value value,
			  bool *failed, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Splits a value by IFS into fields, as for an unquoted $V; pieces that are quoted are not
 * split. For read and mapfile's kin. */
int cpg_shell_split(struct cpg_shell *shell, struct cpg_value value, struct cpg_fields *out,
		    struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_eval.c: the output of $(list) with its trailing newlines removed, computed in a copy
 * of the shell; *status as in struct cpg_expansion. */
int cpg_shell_substitute(struct cpg_shell *shell, const struct cpg_shell_list *list,
			 struct cpg_value *out, int *status, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
