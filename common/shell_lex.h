/* The lowest room of the shell parser, for its own files: others include shell_syntax.h.
 *
 * The reader and what it makes; bytes, blanks, operators, reserved words, here-documents. There
 * are no tokens in store: each function reads on from where the reader stands, so that what a
 * byte means follows from who reads it. All of them return false when the text cannot be read
 * on: the session then says whether that is a mistake in the text or the end of cpguard's means.
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
	bool unclosed; /* the mistake is that the text ends too early, */
	bool tested;   /* or stands within [[ ]] */
	bool listed;   /* the mistake is in the list of an array, and in no substitution */
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
const struct cpg_shell_operator_row *cpg_shell_peek_operator(struct cpg_shell_reader *r);

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
enum cpg_shell_reserved cpg_shell_peek_keyword(struct cpg_shell_reader *r);

/* The same, but RESERVED_NONE where no reserved word is recognised. */
enum cpg_shell_reserved cpg_shell_peek_reserved(struct cpg_shell_reader *r);

/* Steps behind the reserved word if it is what stands here. */
bool cpg_shell_accept_reserved(struct cpg_shell_reader *r, enum cpg_shell_reserved word);

/* The same, and it is a mistake when it is not. */
bool cpg_shell_expect(struct cpg_shell_reader *r, enum cpg_shell_reserved word)
	__attribute__((warn_unused_result));

/* Always false: the mistake is what stands here. */
bool cpg_shell_unexpected(struct cpg_shell_reader *r);

/* shell_lex_here.c */

/* Reads the delimiter behind << or <<-. NULL: failed. */
struct cpg_shell_here *cpg_shell_begin_here(struct cpg_shell_reader *r, bool strip)
	__attribute__((warn_unused_result));

/* Reads the documents that wait, from the line's beginning. */
bool cpg_shell_read_here(struct cpg_shell_reader *r) __attribute__((warn_unused_result));

/* Says where the document's text belongs, now or when it is read. */
void cpg_shell_bind_here(struct cpg_shell_here *here, struct cpg_shell_word *target);

/* Reads `text`, which begins on `line`, as within double quotes or in a here-document. */
bool cpg_shell_read_expandable(struct cpg_shell_reader *outer, struct cpg_text text,
			       unsigned line, bool here, struct cpg_shell_word *word)
	__attribute__((warn_unused_result));

#endif
