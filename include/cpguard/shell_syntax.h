/* The syntax of a shell script: from text to a tree.
 *
 * The grammar is bash's (5.2), which takes sh's and dash's and nearly all of ksh's. The tree
 * says what was written, not what it means: words keep their quotes as flags of their parts,
 * expansions keep their operands as words, nothing is expanded.
 *
 * Source: bash 5.2: parse.y, subst.c; POSIX.1-2017 Shell Command Language, chapter 2.
 */
#ifndef CPGUARD_SHELL_SYNTAX_H
#define CPGUARD_SHELL_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/launch.h"
#include "cpguard/text.h"

struct cpg_shell_list;

/* Adjacent literals may lie in several parts, each with the line on which it stands: text
 * within quotes is cut behind each newline. An empty pair of quotes beside other parts is an
 * empty quoted literal, since it keeps a field that would vanish: $V"".
 *
 * A pattern of extglob, as @(a|$b), is unquoted text and expansions like any other; so are
 * the parentheses and bars in the right word of =~, where a backslash makes the next byte
 * literal as everywhere: \w is no class.
 */
struct cpg_shell_word {
	const struct cpg_shell_part *parts; /* none for '' or "" alone: see `quoted` */
	size_t count;
	bool quoted;   /* some of it was quoted: an empty word is then still a word, and the
	                delimiter of a here-document is literal */
	bool requoted; /* an operand within double quotes with double quotes in it */
	bool tangled; /* one with '...' in it that a double quote stands in: "${V:-it's}" 'x' */
	struct cpg_origin origin;
};

enum cpg_shell_part_kind {
	CPG_PART_LITERAL,    /* text, its quotes and backslashes removed */
	CPG_PART_PARAMETER,  /* $V, ${V...} */
	CPG_PART_COMMAND,    /* $(...), `...` */
	CPG_PART_ARITHMETIC, /* $((...)), $[...] */
	CPG_PART_PROCESS,    /* <(...), >(...) */
};

/* What ${V...} does with the value. */
enum cpg_shell_operator {
	CPG_OP_NONE,
	CPG_OP_DEFAULT,       /* - and :- */
	CPG_OP_ASSIGN,        /* = and := */
	CPG_OP_ERROR,         /* ? and :? */
	CPG_OP_ALTERNATE,     /* + and :+ */
	CPG_OP_REMOVE_PREFIX, /* # and ## */
	CPG_OP_REMOVE_SUFFIX, /* % and %% */
	CPG_OP_REPLACE,       /* /a/b, //a/b, /#a/b, /%a/b */
	CPG_OP_SUBSTRING,     /* :offset and :offset:length */
	CPG_OP_UPPER,         /* ^ and ^^ */
	CPG_OP_LOWER,         /* , and ,, */
	CPG_OP_TOGGLE,        /* ~ and ~~ */
	CPG_OP_TRANSFORM, /* @Q and its kin; `letter` says which, 0 none that there is */
	CPG_OP_BAD, /* no valid substitution: when it is expanded, bash reports it and gives up
	               the whole command that it read last (the line, at the top level); `name`
	               is "" */
};

struct cpg_shell_parameter {
	const char *name; /* a name, a digit string, or one of @*#?-$!0 */
	const struct cpg_shell_word
		*index; /* [...]; NULL: none. @ and * are the literal words */
	bool bare;      /* $V: what a brace expansion puts behind it is of the name, so that
	                   $V{1,2} is $V1 $V2 */
	bool length;    /* ${#V} */
	bool indirect;  /* ${!V}, and ${!A[@]} for an array's keys */
	bool names;     /* ${!prefix*} and ${!prefix@}; `letter` says which */
	enum cpg_shell_operator op;
	bool colon;   /* the form with ':', for which an empty value counts as unset */
	bool doubled; /* ##, %%, //, ^^, ,, */
	char letter; /* of @Q; '#' or '%' for an anchored replacement; '*' or '@' for names */
	const struct cpg_shell_word
		*first; /* the operand: default, pattern, offset; NULL: the pattern of ^ and
	                   its kin was left out */
	const struct cpg_shell_word *second; /* replacement, length; NULL: none */
};

struct cpg_shell_part {
	enum cpg_shell_part_kind kind;
	bool quoted; /* within quotes, or behind a backslash: neither split nor matched */
	bool opens;  /* the first part within its quotes */
	bool single; /* a literal from '...', $'...' or behind a backslash */
	bool ansi;   /* a literal from $'...' */
	struct cpg_text text; /* LITERAL, holds no NUL; PROCESS: "<" or ">" */
	const struct cpg_shell_parameter *parameter; /* PARAMETER */
	const struct cpg_shell_list *list;           /* COMMAND, PROCESS */
	const struct cpg_shell_word *expression; /* ARITHMETIC: as within double quotes */
	struct cpg_origin origin;
};

enum cpg_shell_redirect_kind {
	CPG_REDIRECT_IN,     /* < */
	CPG_REDIRECT_OUT,    /* >, >| */
	CPG_REDIRECT_APPEND, /* >> */
	CPG_REDIRECT_IN_OUT, /* <> */
	CPG_REDIRECT_HERE,   /* << and <<-: `word` is the text, a literal when the delimiter
	                             was quoted, else expanded as within double quotes */
	CPG_REDIRECT_HERE_STRING, /* <<< */
	CPG_REDIRECT_DUP_IN,      /* <&: a number, - or a number and - */
	CPG_REDIRECT_DUP_OUT, /* >&: likewise; with expansions in `word` and no fd before it, it
	                         may turn out to be BOTH */
	CPG_REDIRECT_BOTH,        /* &>, and >& FILE */
	CPG_REDIRECT_BOTH_APPEND, /* &>> */
};

struct cpg_shell_redirect {
	enum cpg_shell_redirect_kind kind;
	int fd;               /* -1: the default, 0 or 1 */
	const char *variable; /* {name}> ; NULL: none */
	struct cpg_shell_word word;
};

/* NAME=value, NAME+=value, NAME[i]=value, NAME=(...) before a command's words, or as a word
 * of declare, export, local, readonly and typeset. */
struct cpg_shell_assignment {
	const char *name;
	const struct cpg_shell_word *index; /* NULL: none */
	bool append;
	bool array;                  /* NAME=( ) */
	struct cpg_shell_word value; /* when not an array */
	const struct cpg_shell_element *elements;
	size_t element_count;
	struct cpg_origin origin;
};

/* One element of NAME=( ): a word, or [key]=word and [key]+=word. */
struct cpg_shell_element {
	const struct cpg_shell_word *key; /* NULL: the next index, and the word is split */
	bool append;
	struct cpg_shell_word value;
};

/* A word of a simple command. Behind declare, export, local, readonly and typeset, which must
 * be the command's first word and unquoted, a word may be an assignment, which is then neither
 * split nor matched. Not behind `builtin` and `command`: there bash takes such words as any
 * other. */
struct cpg_shell_argument {
	const struct cpg_shell_assignment *assignment; /* NULL: a plain word */
	struct cpg_shell_word
		word; /* the whole word, also of an assignment; NAME alone of an array */
};

enum cpg_shell_command_kind {
	CPG_COMMAND_SIMPLE,
	CPG_COMMAND_GROUP,    /* { list; } */
	CPG_COMMAND_SUBSHELL, /* ( list ) */
	CPG_COMMAND_IF,       /* if, elif, else: `branches`, the else's condition is NULL */
	CPG_COMMAND_WHILE,    /* `condition`, `body` */
	CPG_COMMAND_UNTIL,
	CPG_COMMAND_FOR,       /* for NAME in WORDS; without `in` over "$@" */
	CPG_COMMAND_FOR_ARITH, /* for ((a; b; c)) */
	CPG_COMMAND_SELECT,
	CPG_COMMAND_CASE,
	CPG_COMMAND_FUNCTION, /* a definition */
	CPG_COMMAND_ARITH,    /* (( )) */
	CPG_COMMAND_TEST,     /* [[ ]] */
	CPG_COMMAND_COPROC,   /* its command is `inner` */
	CPG_COMMAND_GIVEN_UP, /* a line with a mistake in A=( ): bash goes on with the next */
};

struct cpg_shell_branch {
	const struct cpg_shell_list *condition; /* NULL: else */
	const struct cpg_shell_list *body;
};

enum cpg_shell_case_end {
	CPG_CASE_BREAK,    /* ;; */
	CPG_CASE_FALL,     /* ;& */
	CPG_CASE_CONTINUE, /* ;;& */
};

struct cpg_shell_case_item {
	const struct cpg_shell_word *patterns;
	size_t pattern_count;
	const struct cpg_shell_list *body; /* may be empty */
	enum cpg_shell_case_end end;
};

enum cpg_shell_test_kind {
	CPG_TEST_WORD,  /* [[ word ]]: not empty */
	CPG_TEST_UNARY, /* [[ -f word ]]: `operator` "-f" */
	CPG_TEST_BINARY, /* [[ a == b ]]: `operator` "=", "==", "!=", "=~", "<", ">", "-eq"... */
	CPG_TEST_NOT,
	CPG_TEST_AND,
	CPG_TEST_OR,
};

struct cpg_shell_test {
	enum cpg_shell_test_kind kind;
	const char *op;
	struct cpg_shell_word left; /* the only word of UNARY and WORD */
	struct cpg_shell_word right;
	const struct cpg_shell_test *a; /* NOT, AND, OR */
	const struct cpg_shell_test *b; /* AND, OR */
};

struct cpg_shell_command {
	enum cpg_shell_command_kind kind;
	struct cpg_origin origin; /* of its first word */
	const struct cpg_shell_redirect *redirects;
	size_t redirect_count;

	const struct cpg_shell_assignment *assignments; /* SIMPLE */
	size_t assignment_count;
	const struct cpg_shell_argument
		*arguments; /* SIMPLE; the words of FOR and SELECT */
	size_t argument_count;

	const struct cpg_shell_branch *branches; /* IF */
	size_t branch_count;
	const struct cpg_shell_case_item *items; /* CASE */
	size_t item_count;
	struct cpg_shell_word subject; /* CASE; ARITH: the expression */

	const char
		*name; /* FOR, SELECT, FUNCTION: as written, quotes and expansions included
	                     (bash takes none that has them); COPROC: NULL when none was
	                     given */
	bool has_in;   /* FOR, SELECT: `in` was written */
	struct cpg_shell_word arithmetic[3];    /* FOR_ARITH; an empty one is no word */
	const struct cpg_shell_test *test;      /* TEST */
	const struct cpg_shell_list *condition; /* WHILE, UNTIL */
	const struct cpg_shell_list *body; /* GROUP, SUBSHELL, WHILE, UNTIL, FOR*, SELECT */
	const struct cpg_shell_command
		*inner; /* FUNCTION: the compound command, with the redirections that stand
	                   behind it; COPROC: the command, which may be SIMPLE */
};

/* `a |& b` is given as `a 2>&1 | b`, as bash takes it. */

struct cpg_shell_pipeline {
	bool negated;
	bool timed; /* `time` before it */
	const struct cpg_shell_command *commands;
	size_t count; /* 0: `!` or `time` alone */
};

/* How an element follows the one before it in a list. */
enum cpg_shell_connector {
	CPG_LIST_SEQUENCE, /* the first, or behind ; or a newline */
	CPG_LIST_AND,      /* behind && */
	CPG_LIST_OR,       /* behind || */
};

struct cpg_shell_list_item {
	enum cpg_shell_connector connector;
	struct cpg_shell_pipeline pipeline;
	bool background; /* on the last pipeline of an and-or list that ends with & */
	bool newline;    /* on the last pipeline of one behind which its line ends */
};

struct cpg_shell_list {
	const struct cpg_shell_list_item *items;
	size_t count;
	/* Where the text could not be read further: bash reads a script a command at a time (all
	 * that ends on one line, at the top level), so it runs what stands before. `broken` is
	 * the line, 0 when all was read (1 when lines are not counted). Only of the list of a
	 * whole script and of what bash reads as one when it runs it: `...`, and $((...)) that
	 * is no arithmetic; in a $(...) a mistake breaks the script around it. */
	unsigned broken;
	const char *why; /* a sentence when broken */
	bool unclosed; /* broken, since the text ends within a quote or an expansion, */
	bool tested;   /* or by what stands within [[ ]] */
	struct cpg_text rest; /* when broken: from the command that could not be read on */
	unsigned rest_line;   /* the line on which `rest` begins */
};

struct cpg_shell_source {
	const char *file; /* for origins; NULL: a command line */
	unsigned line; /* the number of the first line; 0 leaves all origins without one */
	struct cpg_text text;
	bool extglob; /* shopt -s extglob is on when the reading begins; the parser turns it
	                     on and off by itself behind a line that has `shopt -s extglob` or
	                     -u. When a file that was sourced turned it on, what broke a list
	                     may be no mistake: read its `rest` again with this set. */
	unsigned depth; /* how many parses this one is within: a limit on nesting */
};

/* The deepest nesting of commands and expansions within each other. */
#define CPG_SHELL_NESTING 200

/* Parses a whole script, or the text that eval, -c or a trap runs.
 *
 * NULs are skipped, as bash skips them (it refuses a file with a NUL in its first line: that
 * is the caller's to look at). A backslash that ends a file is nothing, one that ends the text
 * of a command line is itself. Aliases are not expanded. Here-documents that the text's end
 * cuts off are taken as they are, with a warning in bash and none here.
 *
 * Returns 0 and sets *list (owned by `arena`; it points into the text, which must outlive
 * it); text that is no shell gives what stands before the mistake, see `broken`. -1 with *err
 * set: ENOMEM; CPG_E_LIMIT past CPG_SHELL_NESTING.
 */
int cpg_shell_parse(struct cpg_arena *arena, const struct cpg_shell_source *source,
		    const struct cpg_shell_list **list, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Parses `text` as what stands within double quotes, or in an unquoted here-document when
 * `here` is set, where a backslash before " stays: for text that is expanded a second time. A
 * " of the text itself is an ordinary byte. What cannot be read becomes a part with
 * CPG_OP_BAD. Returns as cpg_shell_parse(). */
int cpg_shell_parse_quoted(struct cpg_arena *arena, const struct cpg_shell_source *source,
			   bool here, struct cpg_shell_word *word, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
