/* What the files of shell_expand share.
 *
 * A word is expanded to runs, in the order of the text: pieces of text and gaps, each with
 * what may still be done to it. Runs become fields (shell_split.c), which are then matched
 * against files (shell_glob.c), or one value.
 */
#ifndef CPGUARD_SHELL_EXPAND_PRIVATE_H
#define CPGUARD_SHELL_EXPAND_PRIVATE_H

#include <limits.h>

#include "cpguard/shell_expand.h"

enum cpg_run_kind {
	CPG_RUN_TEXT,
	CPG_RUN_BREAK, /* a word ends: between the elements of "$@" */
	CPG_RUN_REST,  /* any number of further words, as the elements of "$@" are */
};

struct cpg_run {
	enum cpg_run_kind kind;
	/* `quoted`: neither split nor matched; text that is empty but quoted makes a word. */
	struct cpg_piece piece;
	bool split;   /* it came from an expansion: IFS splits it */
	bool several; /* a gap that is any number of words */
	bool written; /* empty text that was written as such, '' or "", or is an element */
	unsigned quotes; /* in which of the word's quotes a quoted piece stands */
};

struct cpg_runs {
	struct cpg_run *items;
	size_t count;
	size_t capacity;
	size_t bytes; /* of text, for CPG_SHELL_TEXT_LIMIT */
};

/* The expansion of one word, or of one operand within it. */
struct cpg_expander {
	struct cpg_shell *shell;
	struct cpg_arena *arena;
	struct cpg_expansion *how;
	struct cpg_error *err;
	struct cpg_runs runs;
	bool fields;  /* words are split: lists stay apart */
	bool expands; /* there are expansions in the word */
	bool bare;    /* NAME= at the beginning of a word is nothing special */
	bool listed;  /* it is a word of A=(...), where NAME= is special up to bash 5.0 */
	bool tilde;   /* a tilde in it was expanded */
	bool builtin; /* a builtin assigns, whose error does not end the shell in posix mode */
	bool odd;     /* releases of bash differ in what the word is */
	bool operands;   /* ${V:-word} was in it, and its word was expanded */
	bool ats;        /* $@ or its kin was in it, */
	bool empties;    /* and an element of it may be empty */
	bool lists;      /* $@ or its kin was in it, or $* that nothing quotes */
	unsigned quotes; /* how many quotes have been opened in it */
	bool joined;     /* "${!A[*]}" or its kin was in it, */
	bool elements;   /* and "${A[@]}" */
	bool operand;    /* within ${V:-word}: literal text is split too */
	bool anchored;   /* a tilde at the beginning stands behind the # of ${V/#~/x} */
	bool assigns;    /* within ${V:=word}: an operand in it has tildes behind colons */
	bool assignment; /* tilde also behind ':', */
	bool declared;   /* it is an argument of declare, or stands behind a key */
	size_t equals;   /* and behind the '=' of NAME=, which is so long; 0: none */
	bool worked;     /* an operator worked on a value in there */
	unsigned
		within; /* how many lists, $@ or $*, were in the quotes that are expanded */
	bool hollow;    /* "$@" was nothing, within the quotes that are being expanded */
	struct cpg_origin place; /* of the expansion at hand */
};

/* The characters that split. */
struct cpg_ifs {
	bool known;
	bool is[UCHAR_MAX + 1];
	bool plain;            /* white space only, a blank first, as by default */
	bool mixed;            /* white space and others too */
	struct cpg_text first; /* what joins "$*"; meaningful when known */
};

/* A row of values: $@, an array's elements. */
struct cpg_list {
	const struct cpg_value *items;
	size_t count;
	bool loose; /* more may follow */
	const char *why;
	struct cpg_row rest; /* when loose: what follows; empty: nothing is known of it */
};

/* Fields in the making: pieces keep `quoted` until they are matched. */
struct cpg_field_list {
	struct cpg_field *items;
	size_t count;
	size_t capacity;
};

/* ---- shell_expand_runs.c ---- */

/* Reports that the memory has run out; returns -1. */
int cpg_expand_no_memory(struct cpg_error *err);

/* Begins an expander without runs. */
void cpg_expand_begin(struct cpg_expander *ex, struct cpg_shell *shell,
		      struct cpg_expansion *how, struct cpg_error *err);

/* Notes that the expansion may fail: it is taken not to. */
void cpg_expand_may_fail(struct cpg_expander *ex);

/* As cpg_shell_fail(); returns 0. */
int cpg_expand_fail(struct cpg_expander *ex, enum cpg_shell_fault fault, const char *format,
		    ...) __attribute__((format(printf, 3, 4)));

/* Counts the work that text of this length makes beyond one step. */
int cpg_expand_charge(struct cpg_expander *ex, size_t length)
	__attribute__((warn_unused_result));

int cpg_expand_push(struct cpg_expander *ex, const struct cpg_run *run)
	__attribute__((warn_unused_result));

/* Pushes the value of an expansion. */
int cpg_expand_push_value(struct cpg_expander *ex, struct cpg_value value, bool quoted)
	__attribute__((warn_unused_result));

/* The same for text that bash made. */
int cpg_expand_push_text(struct cpg_expander *ex, struct cpg_text text, bool quoted)
	__attribute__((warn_unused_result));
int cpg_expand_push_integer(struct cpg_expander *ex, long long number, bool quoted)
	__attribute__((warn_unused_result));

/* A gap that may be anything, and one that is a number. */
int cpg_expand_push_gap(struct cpg_expander *ex, const char *why, bool quoted)
	__attribute__((warn_unused_result));
int cpg_expand_push_number(struct cpg_expander *ex, const char *why, bool quoted)
	__attribute__((warn_unused_result));

/* The pieces with those of one origin merged and the empty ones left out. `pattern`: quoted
 * ones stay apart from others and keep `quoted`. */
int cpg_expand_pack(struct cpg_expander *ex, const struct cpg_piece *pieces, size_t count,
		    bool pattern, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* The runs as one value. */
int cpg_expand_join(struct cpg_expander *ex, bool pattern, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* ---- shell_expand_parts.c ---- */

/* Expands a whole word to runs. */
int cpg_expand_parts(struct cpg_expander *ex, const struct cpg_shell_word *word)
	__attribute__((warn_unused_result));

/* The same for an operand that takes the place of an expansion. */
int cpg_expand_into(struct cpg_expander *ex, const struct cpg_shell_word *word, bool quoted)
	__attribute__((warn_unused_result));

/* ---- shell_expand_unsplit.c ---- */

/* Expands an operand to a value; with `pattern` its pieces keep `quoted`. A NULL word is
 * empty. */
int cpg_expand_operand(struct cpg_expander *ex, const struct cpg_shell_word *word,
		       bool pattern, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* Expands the value of an assignment. */
int cpg_expand_assigned(struct cpg_expander *ex, const struct cpg_shell_word *word,
			struct cpg_value *out) __attribute__((warn_unused_result));

/* Expands text as within double quotes: a subscript that a variable holds. */
int cpg_expand_text(struct cpg_expander *ex, struct cpg_text text, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* Expands a word of which it is not known whether bash does, in a copy of the scope, for what
 * it changes and starts. NULL is no word. */
int cpg_expand_doubtful(struct cpg_expander *ex, const struct cpg_shell_word *word)
	__attribute__((warn_unused_result));

/* ---- shell_expand.c ---- */

/* Appends the fields of all the words. */
int cpg_expand_argument_list(struct cpg_expander *ex,
			     const struct cpg_shell_argument *words, size_t count,
			     struct cpg_field_list *list)
	__attribute__((warn_unused_result));

/* ---- shell_subscript.c ---- */

/* Evaluates arithmetic, of which an error is `fault`. Returns CPG_YES and *number,
 * CPG_UNKNOWN, CPG_NO after cpg_expand_fail(), -1 as all. */
int cpg_expand_arith(struct cpg_expander *ex, enum cpg_shell_fault fault,
		     struct cpg_value expression, long long *number)
	__attribute__((warn_unused_result));
int cpg_expand_arith_word(struct cpg_expander *ex, enum cpg_shell_fault fault,
			  const struct cpg_shell_word *word, long long *number)
	__attribute__((warn_unused_result));

/* Which of a variable's elements are meant. */
enum cpg_subscript_kind {
	CPG_SUBSCRIPT_NONE,
	CPG_SUBSCRIPT_INDEX,
	CPG_SUBSCRIPT_KEY,
	CPG_SUBSCRIPT_UNKNOWN, /* one of them */
	CPG_SUBSCRIPT_AT,      /* all */
	CPG_SUBSCRIPT_STAR,
};

struct cpg_subscript {
	enum cpg_subscript_kind kind;
	long long index;
	const char *key;
	bool empty; /* nothing stands there, which counts as index 0 */
};

/* A subscript that was written, one that was written and has been expanded, and one that is
 * text already: of an associative array it is a key, of others arithmetic. */
int cpg_subscript_value(struct cpg_expander *ex, const struct cpg_shell_word *word,
			struct cpg_value value, const struct cpg_shell_variable *variable,
			struct cpg_subscript *out) __attribute__((warn_unused_result));
int cpg_subscript_word(struct cpg_expander *ex, const struct cpg_shell_word *word,
		       const struct cpg_shell_variable *variable, struct cpg_subscript *out)
	__attribute__((warn_unused_result));
int cpg_subscript_text(struct cpg_expander *ex, struct cpg_text text,
		       const struct cpg_shell_variable *variable, struct cpg_subscript *out)
	__attribute__((warn_unused_result));

/* NAME or NAME[subscript]. *subscript is an empty text with NULL bytes for a bare name. false:
 * it is neither. */
bool cpg_subscript_cut(struct cpg_arena *arena, struct cpg_text text, const char **name,
		       struct cpg_text *subscript);

/* The element: CPG_YES and *value, CPG_NO, CPG_UNKNOWN. */
int cpg_subscript_get(const struct cpg_shell_variable *variable,
		      const struct cpg_subscript *subscript, struct cpg_value *value);

/* ---- shell_parameter_subject.c ---- */

/* What ${V...} is about, before its operator. */
struct cpg_subject {
	int set;      /* CPG_YES, CPG_NO, CPG_UNKNOWN */
	bool list;    /* $@, ${A[@]} and the like */
	bool star;    /* with a star */
	bool counted; /* ${#V}: `items` of an array has no values, but their number */
	bool array;   /* of the elements of a variable: an offset is an index */
	bool text;    /* ${V[@]} or ${V[i]} of what is no array */
	bool absent;  /* ${V[@]} of a variable that is not set */
	bool bad;     /* of its subscript bash makes nothing */
	bool hollow;  /* of an associative array without elements */
	bool element; /* no list, but one element of an array that is set */
	bool ordered; /* the elements' order is known */
	struct cpg_value value; /* when it is no list, and set */
	struct cpg_list items;
	const struct cpg_array_element *elements; /* of an array */
	const char *name;
	bool assignable; /* by ${V:=d}: a variable, or an element */
	struct cpg_subscript subscript;
	const char *why; /* of what is not known */
};

int cpg_subject_find(struct cpg_expander *ex, const struct cpg_shell_parameter *parameter,
		     struct cpg_subject *subject) __attribute__((warn_unused_result));

/* ---- shell_parameter.c ---- */

/* Expands $V or ${V...} into runs. */
int cpg_expand_parameter(struct cpg_expander *ex,
			 const struct cpg_shell_parameter *parameter, bool quoted)
	__attribute__((warn_unused_result));

/* ---- shell_parameter_map.c ---- */

/* The text of a known pattern, and for each byte whether it stands for itself. */
int cpg_pattern_flat(struct cpg_arena *arena, struct cpg_value pattern,
		     struct cpg_text *text, const bool **literal)
	__attribute__((warn_unused_result));

/* An operator that makes another value of each value, with its operands expanded. */
struct cpg_mapping {
	const struct cpg_shell_parameter *parameter;
	struct cpg_value pattern;
	struct cpg_value replacement;
	char letter;  /* '#' or '%' of an anchored replacement */
	bool known;   /* the pattern is */
	bool numbers; /* offset is; the length is looked at only where it counts */
	long long offset;
	int extglob;
	int nocase;
};

/* Expands the operands. */
int cpg_mapping_begin(struct cpg_expander *ex, const struct cpg_shell_parameter *parameter,
		      struct cpg_mapping *mapping) __attribute__((warn_unused_result));

/* Evaluates the length of ${V:offset:length}, as cpg_expand_arith(). */
int cpg_mapping_length(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		       long long *length) __attribute__((warn_unused_result));

int cpg_mapping_apply(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		      struct cpg_value value, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* ---- shell_braces.c ---- */

/* *out are the words that the braces of `word` make; the word itself when there are none.
 * Returns 0; 1 when they are in doubt; -1 as all. */
int cpg_expand_braces(struct cpg_expander *ex, const struct cpg_shell_word *word,
		      const struct cpg_shell_word **out, size_t *count)
	__attribute__((warn_unused_result));

/* ---- shell_split.c ---- */

int cpg_fields_add(struct cpg_expander *ex, struct cpg_field_list *list,
		   const struct cpg_field *field) __attribute__((warn_unused_result));

void cpg_ifs_of(const struct cpg_shell *shell, struct cpg_ifs *ifs);

/* Appends the fields that the runs make. */
int cpg_expand_split(struct cpg_expander *ex, struct cpg_field_list *list)
	__attribute__((warn_unused_result));

/* ---- shell_assign.c ---- */

/* Assigns to the variable or the element. */
int cpg_assign_element(struct cpg_expander *ex, const char *name,
		       const struct cpg_subscript *subscript, struct cpg_value value)
	__attribute__((warn_unused_result));

/* ---- shell_glob.c ---- */

/* Appends what the field is after matching against files. */
int cpg_expand_glob(struct cpg_expander *ex, const struct cpg_field *field,
		    struct cpg_field_list *list) __attribute__((warn_unused_result));

#endif
