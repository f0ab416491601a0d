/* The shell parser's own header: what its files share. Others include shell_syntax.h.
 *
 * The parser has no tokens in store: each function reads on from where the reader stands, so
 * that what a byte means follows from who reads it. All of them return false when the text
 * cannot be read on: the session then says whether that is a mistake in the text or the end of
 * cpguard's means.
 */
#ifndef CPGUARD_SHELL_LEX_H
#define CPGUARD_SHELL_LEX_H

#include <errno.h>
#include <limits.h>

#include "cpguard/shell_syntax.h"

/* Rows in the making. A row is collected on its pile and then taken off as an array of exactly
 * its length; what is nested in it is collected and taken in between. */
enum cpg_shell_pile {
	PILE_PARTS,
	PILE_WORDS,
	PILE_ELEMENTS,
	PILE_ASSIGNMENTS,
	PILE_ARGUMENTS,
	PILE_REDIRECTS,
	PILE_TESTS,
	PILE_BRANCHES,
	PILE_CASES,
	PILE_COMMANDS,
	PILE_ITEMS,
	PILE_COUNT,
};

struct cpg_shell_row {
	char *bytes;
	size_t count;
	size_t capacity;
};

struct cpg_shell_place {
	const char *at;
	unsigned line;
};

/* A place that looked like the beginning of one thing and was found to be another. */
struct cpg_shell_refuted {
	const char *at; /* NULL: a free entry */
	struct cpg_shell_place end;
	const struct cpg_shell_list *list; /* what it is instead, up to `end`; or NULL */
};

/* One call of cpg_shell_parse(), texts within the text included. */
struct cpg_shell_session {
	struct cpg_arena *arena;
	struct cpg_error *err;
	const char *file;
	bool lines; /* whether origins have lines */
	unsigned depth;
	bool fatal;      /* *err is set */
	const char *why; /* the mistake in the text */
	unsigned why_line;
	struct cpg_shell_row piles[PILE_COUNT];
	struct cpg_shell_refuted *refuted; /* a hash table: see cpg_shell_refute() */
	size_t refuted_count;
	size_t refuted_size;
};

/* A here-document whose body lies behind the next newline. */
struct cpg_shell_here {
	struct cpg_shell_here *next;
	struct cpg_text delimiter; /* without its quotes */
	bool literal;
	bool strip; /* <<- */
	bool read;
	struct cpg_shell_word body;
	struct cpg_shell_word *target; /* where the body belongs; NULL: not known yet */
};

/* A redirection on its pile: the text of a here-document comes later. */
struct cpg_shell_raw_redirect {
	struct cpg_shell_redirect redirect;
	struct cpg_shell_here *here;
};

/* One text that is read. */
struct cpg_shell_reader {
	struct cpg_shell_session *session;
	struct cpg_shell_place place;
	const char *end;
	bool reserved; /* a reserved word may stand here */
	bool extglob;
	bool extglob_next;           /* from the next line on */
	unsigned substitutions;      /* $( and <( around the place */
	struct cpg_shell_here *here; /* to be read at the next newline, in order */
	size_t floor;                /* the parts below are of another word */
	bool quoted;                 /* something in the word being read was quoted */
};

/* shell_lex_session.c */

struct cpg_shell_marks {
	size_t counts[PILE_COUNT];
};

/* A zeroed slot on the pile, good until the next push on it; NULL: no memory. */
void *cpg_shell_push(struct cpg_shell_reader *r, enum cpg_shell_pile pile)
	__attribute__((warn_unused_result));

size_t cpg_shell_mark(const struct cpg_shell_reader *r, enum cpg_shell_pile pile);

/* The item at `index` of the pile. */
void *cpg_shell_at(const struct cpg_shell_reader *r, enum cpg_shell_pile pile,
		   size_t index);

/* Takes what lies above the mark off the pile: *items (NULL when there is none), *count. */
bool cpg_shell_take(struct cpg_shell_reader *r, enum cpg_shell_pile pile, size_t mark,
		    const void *items, size_t *count) __attribute__((warn_unused_result));

/* Takes it off without keeping it. */
void cpg_shell_drop(struct cpg_shell_reader *r, enum cpg_shell_pile pile, size_t mark);

struct cpg_shell_marks cpg_shell_marks(const struct cpg_shell_session *session);
void cpg_shell_unwind(struct cpg_shell_session *session,
		      const struct cpg_shell_marks *marks);

void *cpg_shell_alloc(struct cpg_shell_reader *r, size_t size)
	__attribute__((warn_unused_result));

/* A copy of *item in the arena. */
const void *cpg_shell_keep(struct cpg_shell_reader *r, const void *item, size_t size)
	__attribute__((warn_unused_result));

/* A string of the bytes; NULL: no memory. */
const char *cpg_shell_string(struct cpg_shell_reader *r, const char *bytes, size_t length)
	__attribute__((warn_unused_result));

/* Always false: the end of memory; a mistake in the text at the reader's line; text that ends
 * before what began on `line` is closed. */
bool cpg_shell_no_memory(struct cpg_shell_session *session);
bool cpg_shell_mistake(struct cpg_shell_reader *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool cpg_shell_unclosed(struct cpg_shell_reader *r, unsigned line, const char *closer);

/* Go in and out one level of nesting. */
bool cpg_shell_enter(struct cpg_shell_reader *r) __attribute__((warn_unused_result));
void cpg_shell_leave(struct cpg_shell_reader *r);

/* Remembers a place where `((` turned out to begin no arithmetic, or NAME=( no array, so that
 * neither is tried twice: what is nested in a place that is read again would otherwise be read
 * twice as often at each level. Returns the entry to be filled; NULL: no memory. */
struct cpg_shell_refuted *cpg_shell_refute(struct cpg_shell_reader *r, const char *at)
	__attribute__((warn_unused_result));
const struct cpg_shell_refuted *cpg_shell_find_refuted(const struct cpg_shell_reader *r,
						       const char *at);

/* shell_lex.c */

enum cpg_shell_class {
	CLASS_BLANK = 1,    /* space and tab */
	CLASS_END = 2,      /* ends a word: blanks, newline, ; & | < > ( ) */
	CLASS_QUOTE = 4,    /* \ ' " $ ` */
	CLASS_QUOTED = 8,   /* special within double quotes: \ " $ ` newline */
	CLASS_OPERAND = 16, /* may end text that is no whole word, or nests in it */
	CLASS_NAME = 32,    /* letters, digits, _ */
	CLASS_DIGIT = 64,
	CLASS_SPECIAL = 128, /* a parameter of one byte: @ * # ? - $ ! */
};

extern const unsigned char cpg_shell_classes[UCHAR_MAX + 1];

/* Whether the byte, or -1 for the end, is of one of the classes. */
static inline bool cpg_shell_is(int c, unsigned classes)
{
	return c >= 0 && (cpg_shell_classes[c] & classes);
}

static inline bool cpg_shell_begins_name(int c)
{
	return cpg_shell_is(c, CLASS_NAME) && !cpg_shell_is(c, CLASS_DIGIT);
}

/* The byte at the place, or -1 at the text's end. Steps over backslashes directly before
 * newlines, which are nothing outside single quotes. */
int cpg_shell_peek(struct cpg_shell_reader *r);

/* The byte behind that one. */
int cpg_shell_peek_second(struct cpg_shell_reader *r);

/* Steps behind the byte that peek() gives, and returns it. */
int cpg_shell_next(struct cpg_shell_reader *r);

/* Steps behind the string if it stands here. */
bool cpg_shell_accept(struct cpg_shell_reader *r, const char *string);

/* Steps over blanks and a comment. */
void cpg_shell_skip_blanks(struct cpg_shell_reader *r);

/* Steps behind the newline that stands here and the here-documents that begin there. */
bool cpg_shell_newline(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

/* Blanks, comments and newlines. */
bool cpg_shell_skip_newlines(struct cpg_shell_reader *r)
	__attribute__((warn_unused_result));

struct cpg_origin cpg_shell_origin(const struct cpg_shell_reader *r);

enum cpg_shell_token {
	TOKEN_WORD, /* no operator: a word, or the end */
	TOKEN_NEWLINE,
	TOKEN_SEMICOLON,
	TOKEN_CASE_END, /* ;; ;& ;;& */
	TOKEN_BACKGROUND,
	TOKEN_AND,
	TOKEN_OR,
	TOKEN_PIPE,
	TOKEN_PIPE_BOTH,
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_REDIRECT,
};

struct cpg_shell_operator_row {
	char text[4];
	enum cpg_shell_token token;
	int detail; /* enum cpg_shell_redirect_kind, enum cpg_shell_case_end */
};

/* The operator that stands behind the blanks here; one of TOKEN_WORD when there is none. */
const struct cpg_shell_operator_row *cpg_shell_operator(struct cpg_shell_reader *r);

/* Steps behind an operator. */
void cpg_shell_consume(struct cpg_shell_reader *r, const struct cpg_shell_operator_row *op);

enum cpg_shell_reserved {
	RESERVED_NONE,
	RESERVED_NOT,
	RESERVED_CASE,
	RESERVED_COPROC,
	RESERVED_DO,
	RESERVED_DONE,
	RESERVED_ELIF,
	RESERVED_ELSE,
	RESERVED_ESAC,
	RESERVED_FI,
	RESERVED_FOR,
	RESERVED_FUNCTION,
	RESERVED_IF,
	RESERVED_IN,
	RESERVED_SELECT,
	RESERVED_THEN,
	RESERVED_TIME,
	RESERVED_UNTIL,
	RESERVED_WHILE,
	RESERVED_OPEN,       /* { */
	RESERVED_CLOSE,      /* } */
	RESERVED_TEST,       /* [[ */
	RESERVED_TEST_CLOSE, /* ]] */
};

/* The reserved word behind the blanks here, wherever bash would take it for one or not. */
enum cpg_shell_reserved cpg_shell_keyword(struct cpg_shell_reader *r);

/* The same, but RESERVED_NONE where no reserved word is recognised. */
enum cpg_shell_reserved cpg_shell_reserved(struct cpg_shell_reader *r);

/* Steps behind the reserved word if it is what stands here. */
bool cpg_shell_accept_reserved(struct cpg_shell_reader *r, enum cpg_shell_reserved word);

/* The same, and it is a mistake when it is not. */
bool cpg_shell_expect(struct cpg_shell_reader *r, enum cpg_shell_reserved word)
	__attribute__((warn_unused_result));

/* Always false: the mistake is what stands here. */
bool cpg_shell_unexpected(struct cpg_shell_reader *r);

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
bool cpg_shell_scan(struct cpg_shell_reader *r, enum cpg_shell_mode mode,
		    struct cpg_shell_scan *out) __attribute__((warn_unused_result));

/* The same behind blanks, and a mistake when there is none. */
bool cpg_shell_word(struct cpg_shell_reader *r, struct cpg_shell_word *out)
	__attribute__((warn_unused_result));

/* The word when it is text alone and nothing in it quoted; else the bytes are NULL. */
struct cpg_text cpg_shell_plain(const struct cpg_shell_word *word);

/* Unquoted text of a subscript up to its ], which is not stepped over. A byte of `stops` ends
 * it too; then *closed is false, as at the end of the text, which is a mistake when there are
 * no `stops`. */
bool cpg_shell_read_subscript(struct cpg_shell_reader *r, const char *stops, bool *closed)
	__attribute__((warn_unused_result));

/* The elements up to the ) of NAME=( ), behind the (. */
bool cpg_shell_elements(struct cpg_shell_reader *r, struct cpg_shell_assignment *assignment)
	__attribute__((warn_unused_result));

/* shell_word_text.c */

/* A mistake when the word that was just read belongs to a redirection behind it, as 2>, and
 * stands where none may. */
bool cpg_shell_check_word(struct cpg_shell_reader *r, const struct cpg_shell_word *word)
	__attribute__((warn_unused_result));

/* A word in the making: its parts are those above `first`. */
struct cpg_shell_draft {
	size_t first;
	size_t floor;
	bool quoted;
	struct cpg_origin origin;
};

void cpg_shell_begin(struct cpg_shell_reader *r, struct cpg_shell_draft *draft);
bool cpg_shell_finish(struct cpg_shell_reader *r, const struct cpg_shell_draft *draft,
		      struct cpg_shell_word *out) __attribute__((warn_unused_result));
void cpg_shell_abandon(struct cpg_shell_reader *r, const struct cpg_shell_draft *draft);

/* The word without parts when all it has is empty text. */
struct cpg_shell_word cpg_shell_trimmed(struct cpg_shell_word word);

/* Appends a part to the word in the making; its origin is the reader's place. NULL: no
 * memory. */
struct cpg_shell_part *cpg_shell_add_part(struct cpg_shell_reader *r,
					  enum cpg_shell_part_kind kind, bool quoted)
	__attribute__((warn_unused_result));

/* Appends what stands for text that is no valid substitution. */
bool cpg_shell_add_bad(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

enum cpg_shell_how {
	TEXT_PLAIN,
	TEXT_QUOTED,
	TEXT_SINGLE, /* quoted by '...' or a backslash */
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
bool cpg_shell_quote(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

/* Reads '...' behind a $, decoded. */
bool cpg_shell_ansi_quote(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

/* Text that is read as within double quotes, up to `close`, which is not stepped over. */
struct cpg_shell_quoted {
	enum cpg_shell_quoting quoting;
	int close;    /* " or } or ) or ]; -1: the end of the text */
	int also;     /* another byte that ends it, : or ; or 0 */
	bool nested;  /* " is no end but a pair that is dropped, ' a pair that stays */
	bool operand; /* the value of a ${ }, in which $A"b" is $Ab */
	bool in_double;
	unsigned depth;     /* of parentheses or brackets */
	unsigned questions; /* ? that still await their : */
};

bool cpg_shell_read_quoted(struct cpg_shell_reader *r, struct cpg_shell_quoted *quoted)
	__attribute__((warn_unused_result));

/* A whole word of such text. */
bool cpg_shell_quoted_word(struct cpg_shell_reader *r, struct cpg_shell_quoted quoted,
			   const struct cpg_shell_word **out)
	__attribute__((warn_unused_result));

/* The operand of a ${ } up to its } or `also`, neither stepped over: unquoted, but blanks and
 * operators are ordinary, and so is its first byte with `lead`. */
bool cpg_shell_operand_word(struct cpg_shell_reader *r, int also, bool lead,
			    const struct cpg_shell_word **out)
	__attribute__((warn_unused_result));

/* shell_word_dollar.c, shell_word_brace.c */

/* Reads what begins with the $ at the place. */
bool cpg_shell_dollar(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting)
	__attribute__((warn_unused_result));

/* Reads `...`. */
bool cpg_shell_backquote(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting)
	__attribute__((warn_unused_result));

/* Reads <(...) or >(...). */
bool cpg_shell_process(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

/* Reads ${...} behind its {; `origin` is that of its $. */
bool cpg_shell_brace(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
		     struct cpg_origin origin) __attribute__((warn_unused_result));

/* A name, digits, or a special parameter; "" when none stands here. NULL: no memory. */
const char *cpg_shell_parameter_name(struct cpg_shell_reader *r, bool digits)
	__attribute__((warn_unused_result));

/* Tries to read arithmetic behind `((`, or behind `$((`. Sets *word and steps behind the `))`;
 * when it is none, sets *word to NULL, goes back to the place, and sets *end, unless `end` is
 * NULL, to where the ) of the outer ( stands. */
bool cpg_shell_arithmetic(struct cpg_shell_reader *r, const struct cpg_shell_word **word,
			  struct cpg_shell_place *end) __attribute__((warn_unused_result));

/* shell_lex_here.c */

/* Reads the delimiter behind << or <<-. NULL: failed. */
struct cpg_shell_here *cpg_shell_here_begin(struct cpg_shell_reader *r, bool strip)
	__attribute__((warn_unused_result));

/* Reads the documents that wait, from the line's beginning. */
bool cpg_shell_here_read(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

/* Says where the document's text belongs, now or when it is read. */
void cpg_shell_here_bind(struct cpg_shell_here *here, struct cpg_shell_word *target);

/* Reads `text`, which begins on `line`, as within double quotes or in a here-document. */
bool cpg_shell_expand_text(struct cpg_shell_reader *outer, struct cpg_text text,
			   unsigned line, bool here, struct cpg_shell_word *word)
	__attribute__((warn_unused_result));

/* shell_parse.c, shell_parse_command.c, shell_parse_compound.c, shell_parse_test.c */

/* A list up to something that cannot continue it. It may be empty. */
bool cpg_shell_list(struct cpg_shell_reader *r, const struct cpg_shell_list **out)
	__attribute__((warn_unused_result));

/* The same, and a mistake when it is empty. */
bool cpg_shell_some_list(struct cpg_shell_reader *r, const struct cpg_shell_list **out)
	__attribute__((warn_unused_result));

/* A list and its ) behind $( or <(. */
bool cpg_shell_substitution(struct cpg_shell_reader *r, const struct cpg_shell_list **out)
	__attribute__((warn_unused_result));

/* Reads `text`, which begins on `line`, as bash reads a script; a mistake in it is only the
 * list's. */
bool cpg_shell_script(struct cpg_shell_reader *outer, struct cpg_text text, unsigned line,
		      const struct cpg_shell_list **out)
	__attribute__((warn_unused_result));

/* A simple command, or a function's definition by its name. With `first`, that word was read
 * before. */
bool cpg_shell_simple(struct cpg_shell_reader *r, const struct cpg_shell_scan *first,
		      struct cpg_shell_command *out) __attribute__((warn_unused_result));

/* The redirections behind a compound command. */
bool cpg_shell_redirects(struct cpg_shell_reader *r, struct cpg_shell_command *command)
	__attribute__((warn_unused_result));

/* Whether a compound command begins here; reads one with its redirections. */
bool cpg_shell_at_compound(struct cpg_shell_reader *r);
bool cpg_shell_compound(struct cpg_shell_reader *r, struct cpg_shell_command *out)
	__attribute__((warn_unused_result));

/* function NAME..., coproc..., behind the reserved word; NAME() behind the parentheses. */
bool cpg_shell_function(struct cpg_shell_reader *r, struct cpg_shell_command *out)
	__attribute__((warn_unused_result));
bool cpg_shell_function_body(struct cpg_shell_reader *r, struct cpg_shell_command *out)
	__attribute__((warn_unused_result));
bool cpg_shell_coproc(struct cpg_shell_reader *r, struct cpg_shell_command *out)
	__attribute__((warn_unused_result));

/* The expression of [[ ]] and the ]]. */
bool cpg_shell_test(struct cpg_shell_reader *r, const struct cpg_shell_test **out)
	__attribute__((warn_unused_result));

#endif
