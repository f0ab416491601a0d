/* Words as the shell parser reads them, for its own files: quotes, expansions, assignments.
 */
#ifndef CPGUARD_SHELL_WORD_H
#define CPGUARD_SHELL_WORD_H

#include "shell_lex.h"

/* shell_word.c */

/* What a word may be besides a word. */
enum cpg_shell_mode {
	MODE_PLAIN,
	MODE_COMMAND,  /* an assignment, with blanks in its subscript, or NAME=( */
	MODE_DECLARED, /* an assignment or NAME=( behind declare */
	MODE_LISTED,   /* behind eval, let and alias: NAME=( ) is taken as text */
	MODE_ELEMENT,  /* within NAME=( ): [key]=word */
	MODE_PATTERN,  /* extglob is on whatever shopt says */
	MODE_REGEX,    /* ( ) and | are ordinary */
};

/* A word that was read. */
struct cpg_shell_scan {
	const char *begin; /* where it stands in the text */
	struct cpg_shell_word word;
	bool assigns; /* `assignment` is set; of an element, its index is the key */
	struct cpg_shell_assignment assignment;
};

/* Steps behind a word that is the string. */
bool cpg_shell_accept_word(struct cpg_shell_reader *r, const char *string);

/* The text between as a string, without continuations. NULL: no memory. */
const char *cpg_shell_raw(struct cpg_shell_reader *r, const char *from, const char *to)
	__attribute__((warn_unused_result));

/* Reads the word at the place, where one begins. */
bool cpg_shell_scan_word(struct cpg_shell_reader *r, enum cpg_shell_mode mode,
			 struct cpg_shell_scan *out) __attribute__((warn_unused_result));

/* The same behind blanks, and a mistake when there is none. */
bool cpg_shell_read_word(struct cpg_shell_reader *r, struct cpg_shell_word *out)
	__attribute__((warn_unused_result));

/* A mistake when the word that was just read belongs to a redirection behind it, as 2>, and
 * stands where none may. */
bool cpg_shell_check_word(struct cpg_shell_reader *r, const struct cpg_shell_word *word)
	__attribute__((warn_unused_result));

/* The word when it is text alone and nothing in it quoted; else the bytes are NULL. */
struct cpg_text cpg_shell_plain(const struct cpg_shell_word *word);

/* Unquoted text of a subscript up to its ], which is not stepped over. A byte of `stops` ends
 * it too; then *closed is false, as at the end of the text, which is a mistake when there are
 * no `stops`. */
bool cpg_shell_read_subscript(struct cpg_shell_reader *r, const char *stops, bool *closed)
	__attribute__((warn_unused_result));

/* The elements up to the ) of NAME=( ), behind the (. */
bool cpg_shell_read_elements(struct cpg_shell_reader *r,
			     struct cpg_shell_assignment *assignment)
	__attribute__((warn_unused_result));

/* shell_word_text.c */

/* A word in the making: its parts are those above `first`. */
struct cpg_shell_draft {
	size_t first;
	size_t floor;
	bool quoted;
	struct cpg_origin origin;
};

void cpg_shell_begin_word(struct cpg_shell_reader *r, struct cpg_shell_draft *draft);
bool cpg_shell_finish_word(struct cpg_shell_reader *r, const struct cpg_shell_draft *draft,
			   struct cpg_shell_word *out) __attribute__((warn_unused_result));
void cpg_shell_abandon_word(struct cpg_shell_reader *r,
			    const struct cpg_shell_draft *draft);

/* The word without parts when all it has is empty text. */
struct cpg_shell_word cpg_shell_trimmed(struct cpg_shell_word word);

/* Appends a part to the word in the making; its origin is the reader's place. NULL: no
 * memory. */
struct cpg_shell_part *cpg_shell_add_part(struct cpg_shell_reader *r,
					  enum cpg_shell_part_kind kind, bool quoted)
	__attribute__((warn_unused_result));

/* Notes that quotes begin with the part that was the next one at `mark`, if it is there. */
void cpg_shell_note_opening(struct cpg_shell_reader *r, size_t mark);

/* Appends what stands for text that is no valid substitution. */
bool cpg_shell_add_bad(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

enum cpg_shell_how {
	TEXT_PLAIN,
	TEXT_QUOTED,
	TEXT_SINGLE, /* quoted by '...' or a backslash, */
	TEXT_ANSI,   /* or by $'...' */
};

/* Appends literal text that begins on the reader's line. */
bool cpg_shell_add_text(struct cpg_shell_reader *r, const char *bytes, size_t length,
			enum cpg_shell_how how) __attribute__((warn_unused_result));

/* Appends the next `length` bytes as they are, a part for each line, and steps over them. */
bool cpg_shell_add_next(struct cpg_shell_reader *r, size_t length, enum cpg_shell_how how)
	__attribute__((warn_unused_result));

/* Appends what stands up to a byte of the classes, and steps over it. */
bool cpg_shell_add_run(struct cpg_shell_reader *r, unsigned classes, enum cpg_shell_how how)
	__attribute__((warn_unused_result));

/* shell_word_quote.c, shell_word_ansi.c */

/* The quotes that text stands in, as far as they bear on what is nested in it. */
enum cpg_shell_quoting {
	QUOTING_NONE,
	QUOTING_DOUBLE,
	QUOTING_HERE,
};

/* Reads what quotes something at the place, where a byte of CLASS_QUOTE stands outside
 * quotes. */
bool cpg_shell_read_quote(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

/* Reads '...' behind a $, decoded. */
bool cpg_shell_read_ansi_quote(struct cpg_shell_reader *r)
	__attribute__((warn_unused_result));

/* Text that is read as within double quotes, up to `close`, which is not stepped over. */
struct cpg_shell_quoted {
	enum cpg_shell_quoting quoting;
	int close;    /* " or } or ) or ]; -1: the end of the text */
	int also;     /* another byte that ends it, : or ; or 0 */
	bool nested;  /* " is no end but a pair that is dropped, ' a pair that stays */
	bool operand; /* the value of a ${ }, in which $A"b" is $Ab */
	bool in_double;
	bool requoted;      /* there was such a " */
	bool tangled;       /* there was a " within such a pair of ' */
	unsigned depth;     /* of parentheses or brackets */
	unsigned questions; /* ? that still await their : */
};

bool cpg_shell_read_quoted(struct cpg_shell_reader *r, struct cpg_shell_quoted *quoted)
	__attribute__((warn_unused_result));

/* A whole word of such text. */
bool cpg_shell_read_quoted_word(struct cpg_shell_reader *r, struct cpg_shell_quoted quoted,
				const struct cpg_shell_word **out)
	__attribute__((warn_unused_result));

/* The operand of a ${ } up to its } or `also`, neither stepped over: unquoted, but blanks and
 * operators are ordinary, and so is its first byte with `lead`. */
bool cpg_shell_read_operand_word(struct cpg_shell_reader *r, int also, bool lead,
				 const struct cpg_shell_word **out)
	__attribute__((warn_unused_result));

/* shell_word_dollar.c, shell_word_brace.c */

/* Reads what begins with the $ at the place. */
bool cpg_shell_read_dollar(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting)
	__attribute__((warn_unused_result));

/* Reads `...`. */
bool cpg_shell_read_backquote(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting)
	__attribute__((warn_unused_result));

/* Reads <(...) or >(...). */
bool cpg_shell_read_process(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

/* Reads ${...} behind its {; `origin` is that of its $. */
bool cpg_shell_read_brace(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			  struct cpg_origin origin) __attribute__((warn_unused_result));

/* A name, digits, or a special parameter; "" when none stands here. NULL: no memory. */
const char *cpg_shell_read_parameter_name(struct cpg_shell_reader *r, bool digits)
	__attribute__((warn_unused_result));

/* Tries to read arithmetic behind `((`, or behind `$((`. Sets *word and steps behind the `))`;
 * when it is none, sets *word to NULL, goes back to the place, and sets *end, unless `end` is
 * NULL, to where the ) of the outer ( stands. */
bool cpg_shell_read_arithmetic(struct cpg_shell_reader *r,
			       const struct cpg_shell_word **word,
			       struct cpg_shell_place *end)
	__attribute__((warn_unused_result));

#endif
