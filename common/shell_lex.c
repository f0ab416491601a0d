#include "shell_lex.h"

#include <string.h>

#define NAME CLASS_NAME
#define DIGIT (CLASS_NAME | CLASS_DIGIT)
#define END CLASS_END

const unsigned char cpg_shell_classes[UCHAR_MAX + 1] = {
	['\t'] = CLASS_BLANK | END,
	[' '] = CLASS_BLANK | END,
	['\n'] = END | CLASS_QUOTED,
	['!'] = CLASS_SPECIAL,
	['"'] = CLASS_QUOTE | CLASS_QUOTED,
	['#'] = CLASS_SPECIAL,
	['$'] = CLASS_QUOTE | CLASS_QUOTED | CLASS_SPECIAL,
	['&'] = END,
	['\''] = CLASS_QUOTE | CLASS_OPERAND,
	['('] = END | CLASS_OPERAND,
	[')'] = END | CLASS_OPERAND,
	['*'] = CLASS_SPECIAL,
	['-'] = CLASS_SPECIAL,
	['/'] = CLASS_OPERAND,
	['0'] = DIGIT,
	['1'] = DIGIT,
	['2'] = DIGIT,
	['3'] = DIGIT,
	['4'] = DIGIT,
	['5'] = DIGIT,
	['6'] = DIGIT,
	['7'] = DIGIT,
	['8'] = DIGIT,
	['9'] = DIGIT,
	[':'] = CLASS_OPERAND,
	[';'] = END | CLASS_OPERAND,
	['<'] = END,
	['>'] = END,
	['?'] = CLASS_SPECIAL | CLASS_OPERAND,
	['@'] = CLASS_SPECIAL,
	['A' ... 'Z'] = NAME,
	['['] = CLASS_OPERAND,
	['\\'] = CLASS_QUOTE | CLASS_QUOTED,
	[']'] = CLASS_OPERAND,
	['_'] = NAME,
	['`'] = CLASS_QUOTE | CLASS_QUOTED,
	['a' ... 'z'] = NAME,
	['|'] = END,
	['}'] = CLASS_OPERAND,
};

/* The longest first, where one begins another. */
static const struct cpg_shell_operator_row operators[] = {
	{"<<<", TOKEN_REDIRECT, CPG_REDIRECT_HERE_STRING},
	{"<<-", TOKEN_REDIRECT, CPG_REDIRECT_HERE},
	{"<<", TOKEN_REDIRECT, CPG_REDIRECT_HERE},
	{"<&", TOKEN_REDIRECT, CPG_REDIRECT_DUP_IN},
	{"<>", TOKEN_REDIRECT, CPG_REDIRECT_IN_OUT},
	{"<(", TOKEN_WORD, 0},
	{"<", TOKEN_REDIRECT, CPG_REDIRECT_IN},
	{">>", TOKEN_REDIRECT, CPG_REDIRECT_APPEND},
	{">&", TOKEN_REDIRECT, CPG_REDIRECT_DUP_OUT},
	{">|", TOKEN_REDIRECT, CPG_REDIRECT_OUT},
	{">(", TOKEN_WORD, 0},
	{">", TOKEN_REDIRECT, CPG_REDIRECT_OUT},
	{"&>>", TOKEN_REDIRECT, CPG_REDIRECT_BOTH_APPEND},
	{"&>", TOKEN_REDIRECT, CPG_REDIRECT_BOTH},
	{"&&", TOKEN_AND, 0},
	{"&", TOKEN_BACKGROUND, 0},
	{"||", TOKEN_OR, 0},
	{"|&", TOKEN_PIPE_BOTH, 0},
	{"|", TOKEN_PIPE, 0},
	{";;&", TOKEN_CASE_END, CPG_CASE_CONTINUE},
	{";;", TOKEN_CASE_END, CPG_CASE_BREAK},
	{";&", TOKEN_CASE_END, CPG_CASE_FALL},
	{";", TOKEN_SEMICOLON, 0},
	{"\n", TOKEN_NEWLINE, 0},
	{"(", TOKEN_OPEN, 0},
	{")", TOKEN_CLOSE, 0},
};

static const struct cpg_shell_operator_row no_operator = {"", TOKEN_WORD, 0};

static const struct {
	const char *text;
	enum cpg_shell_reserved word;
} reserved_words[] = {
	{"!", RESERVED_NOT},
	{"case", RESERVED_CASE},
	{"coproc", RESERVED_COPROC},
	{"do", RESERVED_DO},
	{"done", RESERVED_DONE},
	{"elif", RESERVED_ELIF},
	{"else", RESERVED_ELSE},
	{"esac", RESERVED_ESAC},
	{"fi", RESERVED_FI},
	{"for", RESERVED_FOR},
	{"function", RESERVED_FUNCTION},
	{"if", RESERVED_IF},
	{"in", RESERVED_IN},
	{"select", RESERVED_SELECT},
	{"then", RESERVED_THEN},
	{"time", RESERVED_TIME},
	{"until", RESERVED_UNTIL},
	{"while", RESERVED_WHILE},
	{"{", RESERVED_OPEN},
	{"}", RESERVED_CLOSE},
	{"[[", RESERVED_TEST},
	{"]]", RESERVED_TEST_CLOSE},
};

enum {
	LONGEST_RESERVED = 8,
};

int cpg_shell_peek(struct cpg_shell_reader *r)
{
	while (r->end - r->place.at >= 2 && r->place.at[0] == '\\' &&
	       r->place.at[1] == '\n') {
		r->place.at += 2;
		r->place.line++;
	}
	return r->place.at < r->end ? (unsigned char)*r->place.at : -1;
}

int cpg_shell_next(struct cpg_shell_reader *r)
{
	int c = cpg_shell_peek(r);

	if (c >= 0)
		r->place.at++;
	if (c == '\n')
		r->place.line++;
	return c;
}

int cpg_shell_peek_second(struct cpg_shell_reader *r)
{
	struct cpg_shell_place place = r->place;
	int c;

	cpg_shell_next(r);
	c = cpg_shell_peek(r);
	r->place = place;
	return c;
}

bool cpg_shell_accept(struct cpg_shell_reader *r, const char *string)
{
	struct cpg_shell_place place = r->place;

	for (const char *s = string; *s; s++) {
		if (cpg_shell_next(r) != (unsigned char)*s) {
			r->place = place;
			return false;
		}
	}
	return true;
}

void cpg_shell_skip_blanks(struct cpg_shell_reader *r)
{
	const char *newline;

	while (cpg_shell_is(cpg_shell_peek(r), CLASS_BLANK))
		r->place.at++;
	if (cpg_shell_peek(r) != '#')
		return;
	newline = memchr(r->place.at, '\n', (size_t)(r->end - r->place.at));
	r->place.at = newline ? newline : r->end;
}

bool cpg_shell_newline(struct cpg_shell_reader *r)
{
	cpg_shell_next(r);
	r->reserved = true;
	return !r->here || cpg_shell_read_here(r);
}

bool cpg_shell_skip_newlines(struct cpg_shell_reader *r)
{
	for (;;) {
		cpg_shell_skip_blanks(r);
		if (cpg_shell_peek(r) != '\n')
			return true;
		if (!cpg_shell_newline(r))
			return false;
	}
}

struct cpg_origin cpg_shell_origin(const struct cpg_shell_reader *r)
{
	return (struct cpg_origin){
		.file = r->session->file,
		.line = r->session->lines ? r->place.line : 0,
	};
}

const struct cpg_shell_operator_row *cpg_shell_peek_operator(struct cpg_shell_reader *r)
{
	struct cpg_shell_place place;
	int first;

	cpg_shell_skip_blanks(r);
	first = cpg_shell_peek(r);
	if (!cpg_shell_is(first, CLASS_END))
		return &no_operator;
	place = r->place;
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
		if (operators[i].text[0] == first &&
		    cpg_shell_accept(r, operators[i].text)) {
			r->place = place;
			return &operators[i];
		}
	}
	return &no_operator;
}

void cpg_shell_consume(struct cpg_shell_reader *r, const struct cpg_shell_operator_row *op)
{
	cpg_shell_accept(r, op->text);
	r->reserved = true;
}

/* Reads what could be a reserved word, leaving the reader behind it. */
static size_t read_candidate(struct cpg_shell_reader *r, char *text, size_t size)
{
	size_t length = 0;
	int c;

	while (length < size && (c = cpg_shell_peek(r)) >= 0 &&
	       !cpg_shell_is(c, CLASS_END | CLASS_QUOTE)) {
		text[length++] = (char)c;
		r->place.at++;
	}
	return length;
}

static bool at_word_end(struct cpg_shell_reader *r)
{
	int c = cpg_shell_peek(r);

	if (c == '<' || c == '>')
		return cpg_shell_peek_second(r) != '(';
	return c < 0 || cpg_shell_is(c, CLASS_END);
}

enum cpg_shell_reserved cpg_shell_peek_keyword(struct cpg_shell_reader *r)
{
	struct cpg_shell_place place;
	char text[LONGEST_RESERVED + 1];
	size_t length;
	bool ended;

	cpg_shell_skip_blanks(r);
	place = r->place;
	length = read_candidate(r, text, sizeof(text));
	ended = length && length <= LONGEST_RESERVED && at_word_end(r);
	r->place = place;
	if (!ended)
		return RESERVED_NONE;
	for (size_t i = 0; i < sizeof(reserved_words) / sizeof(*reserved_words); i++) {
		if (cpg_text_is((struct cpg_text){text, length}, reserved_words[i].text))
			return reserved_words[i].word;
	}
	return RESERVED_NONE;
}

enum cpg_shell_reserved cpg_shell_peek_reserved(struct cpg_shell_reader *r)
{
	return r->reserved ? cpg_shell_peek_keyword(r) : RESERVED_NONE;
}

static const char *reserved_text(enum cpg_shell_reserved word)
{
	for (size_t i = 0; i < sizeof(reserved_words) / sizeof(*reserved_words); i++) {
		if (reserved_words[i].word == word)
			return reserved_words[i].text;
	}
	return "";
}

bool cpg_shell_accept_reserved(struct cpg_shell_reader *r, enum cpg_shell_reserved word)
{
	if (cpg_shell_peek_reserved(r) != word)
		return false;
	cpg_shell_accept(r, reserved_text(word));
	r->reserved = true;
	return true;
}

bool cpg_shell_expect(struct cpg_shell_reader *r, enum cpg_shell_reserved word)
{
	return cpg_shell_accept_reserved(r, word) || cpg_shell_unexpected(r);
}

bool cpg_shell_unexpected(struct cpg_shell_reader *r)
{
	const struct cpg_shell_operator_row *op = cpg_shell_peek_operator(r);
	char text[32];
	size_t length;

	if (op->token == TOKEN_NEWLINE)
		return cpg_shell_mistake(r, "syntax error near unexpected end of line");
	if (cpg_shell_peek(r) < 0)
		return cpg_shell_mistake(r, "syntax error: unexpected end of text");
	if (op->token != TOKEN_WORD)
		return cpg_shell_mistake(r, "syntax error near unexpected '%s'", op->text);
	length = read_candidate(r, text, sizeof(text));
	return cpg_shell_mistake(r, "syntax error near unexpected '%.*s'", (int)length,
				 text);
}
