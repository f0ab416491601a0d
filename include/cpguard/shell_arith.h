/* Arithmetic: what $(( )), (( )), let, an array's index and [[ -eq ]] compute, on values.
 *
 * All operators of bash with their precedence, assignments, ++ and --, constants with a base,
 * variables (whose text is an expression again) and elements of arrays; 64 bits that wrap
 * around.
 *
 * Source: bash 5.2: expr.c, with which random expressions were compared.
 */
#ifndef CPGUARD_SHELL_ARITH_H
#define CPGUARD_SHELL_ARITH_H

#include <stdbool.h>

#include "cpguard/error.h"
#include "cpguard/shell_scope.h"
#include "cpguard/shell_value.h"

enum cpg_arith_state {
	CPG_ARITH_KNOWN,
	CPG_ARITH_UNKNOWN, /* a number or a failure */
	CPG_ARITH_FAILED,  /* bash prints an error, and the command around fails */
};

struct cpg_arith {
	enum cpg_arith_state state;
	long long value; /* when known */
	const char *why; /* else: a clause, such as "division by 0"; owned by the arena */
	bool unset; /* of a failure: a variable is not set under -u, which ends the shell */
	bool texts; /* of a failure: in a subscript, for which bash gives up more than the
	               command: CPG_EXPANSION_TEXTS */
	bool reported; /* in any state: bash reports a bad subscript, of which it makes
	                  nothing, or fails on a readonly variable; under -e the shell ends */
};

/* How deep expressions may lie within each other, by parentheses and by the text of
 * variables. bash has a limit of its own for the latter, 1024, past which it fails; what lies
 * between is CPG_ARITH_UNKNOWN here. */
#define CPG_ARITH_NESTING 200

/* Evaluates the text of an expression whose own expansions are done. An empty one is 0.
 *
 * Assignments go to the variables of `scope`, exported where -a is set; what was assigned
 * before a failure stays. A side of && || or ? : that is not taken changes nothing; where it
 * is not known whether it is taken, what it would assign becomes unknown.
 *
 * An operand that is not known makes the result unknown unless && || or ? : do not come to it.
 * With a gap in the expression nothing of it is known: the variables that its known text
 * assigns become unknown, and the gap is taken to assign nothing.
 *
 * The subscript of an associative array is a key as it stands; where bash would expand it
 * again (it has a $, ` or a quote), the element is unknown.
 *
 * Returns 0 and fills *result, or -1 with *err set: ENOMEM.
 */
int cpg_arith_evaluate(struct cpg_shell_scope *scope, struct cpg_value expression,
		       struct cpg_arith *result, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The same for an expression that is a known text. */
int cpg_arith_text(struct cpg_shell_scope *scope, struct cpg_text expression,
		   struct cpg_arith *result, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
