/* Expansion: from the words of the tree to fields, in bash's order: braces, tilde, parameters,
 * commands and arithmetic, splitting, pathnames, quote removal.
 *
 * What is not known stays a gap in its word. A word is known only where all releases of bash
 * agree on it: what they are known to differ in (the order of an associative array, & in
 * ${V/p/r}, arrays that are joined and split again by an unusual IFS) and what hangs on the
 * job's locale (characters beyond ASCII that are counted or change their case) is a gap. Text
 * keeps the place where it was written: the assignment's or the array's line, not the place
 * where it is expanded.
 *
 * Source: bash 5.2: subst.c, braces.c, pathexp.c, with which random words were compared;
 * POSIX.1-2017 Shell Command Language, 2.6.
 */
#ifndef CPGUARD_SHELL_EXPAND_H
#define CPGUARD_SHELL_EXPAND_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/error.h"
#include "cpguard/shell.h"
#include "cpguard/shell_arith.h"

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

/* What bash gives up when an expansion has failed. */
enum cpg_expansion_end {
	/* The command that stands at the top level of the text that is read, a script, what is
	 * sourced or evaled, with all of its line (the whole loop, the call of the function): it
	 * goes on behind that with status 1, but a subshell ends. A bad substitution, an error
	 * in $(( )), failglob, a readonly variable. */
	CPG_EXPANSION_LINE,
	/* The same of the script: what it sources and evals is given up, too. An error in the
	 * arithmetic of a subscript. */
	CPG_EXPANSION_TEXTS,
	/* The shell: ${V:?m}, an unset variable under -u. */
	CPG_EXPANSION_SHELL,
};

/* What an error leaves as the status where that hangs on the place: what the last command did,
 * if it failed, else 1; in the text of -c 127, else 1; for a line of the script itself 2, of a
 * text within it 1. */
#define CPG_CODE_LAST (-1)
#define CPG_CODE_SHELL (-2)
#define CPG_CODE_USAGE (-3)

/* How an expansion ended. The functions below that take one fill it.
 *
 * Under -e bash also ends the shell, then and there, in a condition too, where it reports an
 * error by the function that it has for that (error.c: report_error()): for what is failed with
 * CPG_EXPANSION_SHELL, for most of CPG_EXPANSION_LINE but not what is arithmetic, and for a bad
 * subscript that is read, such as ${A[-1]} of no elements, which otherwise is merely empty. */
struct cpg_expansion {
	bool failed;                /* bash prints an error, and does not run the command */
	enum cpg_expansion_end end; /* of what has failed */
	int code; /* of what has failed: the status, or one of CPG_CODE_* */
	bool maybe; /* it may have failed, in either way: a variable is not known to be set, or
	               an expression's value is not known */
	int status; /* of the last command substitution, for V=$(...): 0 when there was
	                    none, -1 not known */
	bool substituted; /* there was one */
	const char *why;  /* of a failure: a clause */
};

/* Errors of the script's, by what bash makes of them. */
enum cpg_shell_fault {
	CPG_FAULT_NOTED, /* reported, and no more */
	CPG_FAULT_LINE,
	CPG_FAULT_REPORTED, /* the same, and reported */
	CPG_FAULT_ARITH,    /* CPG_FAULT_LINE; in posix mode it ends the shell */
	CPG_FAULT_ASSIGN,   /* the same, and reported */
	CPG_FAULT_BAD,      /* the same, and reported with a status of its own */
	CPG_FAULT_SYNTAX,   /* the same, of what is read */
	CPG_FAULT_TEXTS,
	CPG_FAULT_INTEGER, /* the same, and the status stays as it is where that is a failure */
	CPG_FAULT_SHELL, /* and reported */
};

/* Notes an error in *how, of which only the first counts; `why` is a clause. */
void cpg_shell_fail(struct cpg_shell *shell, struct cpg_expansion *how,
		    enum cpg_shell_fault fault, const char *why);

/* Notes what an expression that was evaluated does to more than the command it is in. */
void cpg_shell_fail_arith(struct cpg_shell *shell, struct cpg_expansion *how,
			  const struct cpg_arith *result);

/* Expands the words of a simple command, or of `for`: all seven expansions, splitting and
 * matching included.
 *
 * A gap that is not quoted makes its field `many`, since it may be split, match files or
 * vanish; not so a solid one under an IFS of white space. An array of which not all elements
 * are known gives those that are, and `many` fields for the others.
 *
 * Patterns are matched against this machine's files, those that match now are the result,
 * sorted by bytes (bash sorts as the job's locale does); where nothing matches the word stays
 * as it is, as in bash: [0]*3+[1]*75 in a launch is meant literally. The field is `many` where
 * that cannot be told: a gap, a directory that is not known or (unless world->on_node) not
 * here, a container, a pipeline of which other commands may write files meanwhile, more
 * than 10,000 names to look at, what the script or its programs may
 * have written. Then a list as Python writes it, [0]*3, and a URL are still taken literally.
 *
 * An operand of which it is not known whether bash expands it, as in ${MAYBE:-$(cmd)}, is
 * expanded in a copy of the scope that is joined; what it starts is conditional.
 *
 * After a failure *out holds the fields before it. -1 also past CPG_SHELL_WORDS_LIMIT and
 * CPG_SHELL_TEXT_LIMIT. */
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

/* Matches a value against an expanded pattern, under shopt's extglob and nocasematch: CPG_YES,
 * CPG_NO, CPG_UNKNOWN; -1 with *err set when the walk must end. [[ ]] has extglob anyway: that
 * is for cpg_value_match(). */
int cpg_shell_match(struct cpg_shell *shell, struct cpg_value pattern,
		    struct cpg_value value, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Carries out an assignment, also of arrays, with attributes (integer, case, -a), `local` in
 * the innermost function's frame: a new variable there has nothing of the one that it hides
 * but the export. Failed also for a readonly variable and a bad subscript; then nothing is
 * assigned.
 *
 * The elements of NAME=( ) are at known places up to the first word that may be many; behind it
 * they are known in their order. */
int cpg_shell_assign(struct cpg_shell *shell, const struct cpg_shell_assignment *assignment,
		     bool local, struct cpg_expansion *how, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The same, but for lists, with a value that was expanded before. */
int cpg_shell_assign_value(struct cpg_shell *shell,
			   const struct cpg_shell_assignment *assignment,
			   struct cpg_value value, struct cpg_expansion *how,
			   struct cpg_error *err) __attribute__((warn_unused_result));

/* The same for a field of cpg_shell_expand_words() that has an assignment: its value is not
 * expanded a second time. Attributes that the command gives to the variable come first. */
int cpg_shell_assign_field(struct cpg_shell *shell, const struct cpg_field *field,
			   bool local, struct cpg_expansion *how, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The two halves of an assignment of NAME=( ), between which declare changes NAME: what the
 * elements are expanded to, for an associative array or another, and the assignment of it.
 * `hidden`: what NAME holds while its elements are expanded hangs on bash's release; nothing is
 * taken to be known of it. */
struct cpg_shell_elements;
int cpg_shell_expand_elements(struct cpg_shell *shell,
			      const struct cpg_shell_assignment *assignment,
			      bool associative, bool hidden,
			      const struct cpg_shell_elements **out,
			      struct cpg_expansion *how, struct cpg_error *err)
	__attribute__((warn_unused_result));
int cpg_shell_assign_elements(struct cpg_shell *shell,
			      const struct cpg_shell_assignment *assignment,
			      const struct cpg_shell_elements *elements, bool local,
			      struct cpg_expansion *how, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Assigns a value to NAME or NAME[subscript] text, as read, printf -v and getopts do. Failed
 * when it is neither, or cannot be assigned; for a builtin CPG_EXPANSION_LINE is but a status
 * of 1. */
int cpg_shell_assign_name(struct cpg_shell *shell, const char *name, struct cpg_value value,
			  struct cpg_expansion *how, struct cpg_error *err)
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
