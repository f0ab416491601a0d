/* Tests: `test` and `[`, and the primaries of [[ ]], on values.
 *
 * An answer is the status that bash would set: 0 true, 1 false, 2 an error (which counts as
 * false), or CPG_TEST_UNKNOWN.
 *
 * Source: bash 5.2: test.c, lib/sh/shmatch.c, with which random command lines were compared;
 * POSIX.1-2017, test.
 */
#ifndef CPGUARD_SHELL_TEST_H
#define CPGUARD_SHELL_TEST_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/error.h"
#include "cpguard/shell_arith.h"
#include "cpguard/shell_scope.h"
#include "cpguard/shell_value.h"

#define CPG_TEST_UNKNOWN (-1)

/* What files are like, which is the caller's business. Each answers CPG_YES, CPG_NO or
 * CPG_UNKNOWN. */
struct cpg_test_files {
	void *context;
	/* The letter of a unary operator on a path, one of abcdefghkprsuwxGLNOS ('a' is 'e' and
	 * 'h' is 'L'), or 't' on a file descriptor. NULL: all is unknown. */
	int (*file)(void *context, char op, struct cpg_value path);
	/* -nt, -ot and -ef. NULL: all is unknown. */
	int (*compare)(void *context, const char *op, struct cpg_value a,
		       struct cpg_value b);
};

/* How a test, or a primary of [[ ]], ended. */
struct cpg_test_answer {
	int status;
	/* What was evaluated for -v, or in [[ ]] for -eq and its kin: for what an error in it
	 * does to more than the test. */
	struct cpg_arith arith;
	const char *why; /* when it is unknown, or failed: a clause, or NULL */
};

/* `test` with the words behind its name, `[` with those between it and its ].
 *
 * By the number of words, as POSIX and bash have it: for up to four of them what each one is
 * follows from their number, beyond that from their text, with ! ( ) -a and -o. A word that
 * is not known is taken for an operand, not for an operator. The answer is known where the
 * rest decides: -n "a$X" is 0, whatever X is.
 *
 * Returns 0 and fills *answer, or -1 with *err set: ENOMEM, or CPG_E_LIMIT for more nesting
 * than 200.
 */
int cpg_test_arguments(struct cpg_shell_scope *scope, const struct cpg_test_files *files,
		       const struct cpg_value *words, size_t count,
		       struct cpg_test_answer *answer, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* [[ OP word ]]: -z, -n, -v, -R, -o and the files' operators. Fills *answer. Returns 0, or -1
 * with *err set: ENOMEM. An operator that does not exist is status 2. */
int cpg_test_unary(struct cpg_shell_scope *scope, const struct cpg_test_files *files,
		   const char *op, struct cpg_value word, struct cpg_test_answer *answer,
		   struct cpg_error *err) __attribute__((warn_unused_result));

/* [[ left OP right ]]: = == != match a pattern and =~ a regular expression, of which the pieces
 * that are `quoted` stand for themselves; < > compare; -eq and its kin evaluate both sides as
 * arithmetic; -nt, -ot, -ef.
 *
 * < and > order as the job's locale does: they are known where every locale says the same.
 *
 * =~ is the C library's regular expressions, as for bash: known for ASCII text without back
 * references, up to CPG_TEST_PATTERN bytes of pattern and CPG_TEST_TEXT of text, and not too
 * many repetitions. It sets BASH_REMATCH, unknown where the answer is; of a pattern that repeats
 * groups only its first element is known.
 *
 * Returns as cpg_test_unary(). */
int cpg_test_binary(struct cpg_shell_scope *scope, const struct cpg_test_files *files,
		    const char *op, struct cpg_value left, struct cpg_value right,
		    struct cpg_test_answer *answer, struct cpg_error *err)
	__attribute__((warn_unused_result));

#define CPG_TEST_PATTERN 256
#define CPG_TEST_TEXT 2048

#endif
