/* What the files of shell_arith share: the run of one expression, its tokens, its variables.
 */
#ifndef CPGUARD_SHELL_ARITH_PRIVATE_H
#define CPGUARD_SHELL_ARITH_PRIVATE_H

#include "cpguard/shell_arith.h"

/* Whether what is read is also carried out. */
enum cpg_arith_mode {
	CPG_ARITH_RUN,
	CPG_ARITH_MAYBE, /* it hangs on something not known */
	CPG_ARITH_SKIP,
};

enum cpg_arith_kind {
	CPG_ARITH_END,
	CPG_ARITH_NUMBER,
	CPG_ARITH_NAME,
	CPG_ARITH_BINARY, /* with its operator */
	CPG_ARITH_ASSIGN, /* =, and with its operator += and its kin */
	CPG_ARITH_LOGIC_OR,
	CPG_ARITH_LOGIC_AND,
	CPG_ARITH_POWER,
	CPG_ARITH_NOT,
	CPG_ARITH_COMPLEMENT,
	CPG_ARITH_INCREMENT, /* before a name */
	CPG_ARITH_DECREMENT,
	CPG_ARITH_POST_INCREMENT,
	CPG_ARITH_POST_DECREMENT,
	CPG_ARITH_OPEN,
	CPG_ARITH_CLOSE,
	CPG_ARITH_QUESTION,
	CPG_ARITH_COLON,
	CPG_ARITH_COMMA,
};

enum cpg_arith_operator {
	CPG_ARITH_NONE, /* of = */
	CPG_ARITH_OR,
	CPG_ARITH_XOR,
	CPG_ARITH_AND,
	CPG_ARITH_EQ,
	CPG_ARITH_NE,
	CPG_ARITH_LT,
	CPG_ARITH_GT,
	CPG_ARITH_LE,
	CPG_ARITH_GE,
	CPG_ARITH_SHL,
	CPG_ARITH_SHR,
	CPG_ARITH_ADD,
	CPG_ARITH_SUB,
	CPG_ARITH_MUL,
	CPG_ARITH_DIV,
	CPG_ARITH_MOD,
};

struct cpg_arith_number {
	bool known;
	long long value;
};

/* NAME or NAME[subscript] in the expression. */
struct cpg_arith_place {
	const char *name;
	const char *subscript; /* NULL: none */
	bool odd;   /* the subscript has what bash would expand or take away again */
	bool found; /* `index` is the subscript's value: it is computed only once */
	struct cpg_arith_number index;
};

struct cpg_arith_token {
	enum cpg_arith_kind kind;
	enum cpg_arith_operator op;
	struct cpg_arith_number number;
	struct cpg_arith_place place;
};

enum cpg_arith_end {
	CPG_ARITH_GOING,
	CPG_ARITH_WRONG,    /* failed as bash does; `why` says how */
	CPG_ARITH_GIVEN_UP, /* past a limit, or what follows is not known */
	CPG_ARITH_NO_MEMORY,
};

struct cpg_arith_run {
	struct cpg_shell_scope *scope;
	struct cpg_arena *arena;
	struct cpg_origin origin; /* of the expression, for what it assigns */
	enum cpg_arith_mode mode;
	enum cpg_arith_end end;
	bool may_fail; /* something may have failed: what follows may not happen */
	bool unset;
	bool texts;
	bool reported;
	const char *why; /* of a failure, or of the first thing that is not known */
	unsigned depth;
	size_t steps;

	/* The text that is read now: that of the expression or of a variable. */
	const char *at;
	struct cpg_arith_token token;
};

/* Ends the run as bash's error does, or in a branch that may not be taken makes the result
 * unknown. Always returns an unknown number. */
struct cpg_arith_number cpg_arith_wrong(struct cpg_arith_run *run, const char *why);

/* Notes the first reason for which something is not known. Returns an unknown number. */
struct cpg_arith_number cpg_arith_unsure(struct cpg_arith_run *run, const char *why);

/* Reads the next token into run->token. */
void cpg_arith_next(struct cpg_arith_run *run);

/* Evaluates a text within the run: the expression, that of a variable, a subscript. */
struct cpg_arith_number cpg_arith_inner(struct cpg_arith_run *run, const char *text);

/* The value of a place, and a change of it. */
struct cpg_arith_number cpg_arith_read(struct cpg_arith_run *run,
				       struct cpg_arith_place *place);
void cpg_arith_write(struct cpg_arith_run *run, struct cpg_arith_place *place,
		     struct cpg_arith_number number);

/* Makes unknown what the text assigns, whose gaps are bytes of 1. */
void cpg_arith_spoil(struct cpg_arith_run *run, const char *text);

#endif
