#include "shell_arith_private.h"

#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool begins_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool in_name(char c)
{
	return begins_name(c) || is_digit(c);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* The value of a digit of a constant in that base; 64 when it is none. */
static unsigned digit_of(char c, unsigned base)
{
	if (is_digit(c))
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'z')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'Z')
		return (unsigned)(c - 'A') + (base <= 36 ? 10 : 36);
	return c == '@' ? 62 : c == '_' ? 63 : 64;
}

/* The base by which a constant begins, as in 0x1, 07 and 2#1. Moves *at behind it. */
static unsigned base_of(struct cpg_arith_run *run, const char **at, const char *end)
{
	const char *mark = memchr(*at, '#', (size_t)(end - *at));
	unsigned base = 0;

	if (**at == '0') {
		bool hex = (*at)[1] == 'x' || (*at)[1] == 'X';

		if (mark)
			cpg_arith_wrong(run, "an invalid number");
		*at += hex ? 2 : 1;
		return hex ? 16 : 8;
	}
	if (!mark)
		return 10;
	for (; *at < mark; ++*at) {
		unsigned digit = digit_of(**at, 10);

		if (digit >= 10) {
			cpg_arith_wrong(run, "a digit too great for its base");
			break;
		}
		base = base < 100 ? base * 10 + digit : base;
	}
	*at = mark + 1;
	if (base < 2 || base > 64)
		cpg_arith_wrong(run, "an invalid base");
	else if (*at == end || **at == '#')
		cpg_arith_wrong(run, "an invalid number");
	return base;
}

static void read_number(struct cpg_arith_run *run)
{
	struct cpg_arith_token *token = &run->token;
	const char *at = run->at;
	const char *end = at;
	unsigned long long value = 0;
	unsigned base;

	while (in_name(*end) || *end == '#' || *end == '@')
		end++;
	run->at = end;
	token->kind = CPG_ARITH_NUMBER;
	base = base_of(run, &at, end);
	for (; at < end && run->end == CPG_ARITH_GOING; at++) {
		unsigned digit = digit_of(*at, base);

		if (*at == '#')
			cpg_arith_wrong(run, "an invalid number");
		else if (digit >= base)
			cpg_arith_wrong(run, "a digit too great for its base");
		value = value * base + digit;
	}
	token->number = (struct cpg_arith_number){true, (long long)value};
}

/* The ] that closes the [ at `open`, or NULL. */
static const char *closing(const char *open, bool *odd)
{
	size_t nested = 0;

	for (const char *at = open; *at; at++) {
		*odd |= strchr("\\'\"`$", *at) != NULL;
		if (*at == '[')
			nested++;
		else if (*at == ']' && --nested == 0)
			return at;
	}
	return NULL;
}

static void read_name(struct cpg_arith_run *run)
{
	struct cpg_arith_token *token = &run->token;
	const char *start = run->at;
	const char *close;

	while (in_name(*run->at))
		run->at++;
	token->kind = CPG_ARITH_NAME;
	token->place.name = cpg_arena_bytes(run->arena, start, (size_t)(run->at - start));
	if (!token->place.name)
		run->end = CPG_ARITH_NO_MEMORY;
	if (*run->at != '[')
		return;
	start = run->at + 1;
	close = closing(run->at, &token->place.odd);
	if (!close) {
		cpg_arith_wrong(run, "a bad array subscript");
		return;
	}
	run->at = close + 1;
	token->place.subscript =
		cpg_arena_bytes(run->arena, start, (size_t)(close - start));
	if (!token->place.subscript)
		run->end = CPG_ARITH_NO_MEMORY;
}

static const struct {
	char text[4];
	enum cpg_arith_kind kind;
	enum cpg_arith_operator op;
} operators[] = {
	{"<<=", CPG_ARITH_ASSIGN, CPG_ARITH_SHL},
	{">>=", CPG_ARITH_ASSIGN, CPG_ARITH_SHR},
	{"==", CPG_ARITH_BINARY, CPG_ARITH_EQ},
	{"!=", CPG_ARITH_BINARY, CPG_ARITH_NE},
	{"<=", CPG_ARITH_BINARY, CPG_ARITH_LE},
	{">=", CPG_ARITH_BINARY, CPG_ARITH_GE},
	{"<<", CPG_ARITH_BINARY, CPG_ARITH_SHL},
	{">>", CPG_ARITH_BINARY, CPG_ARITH_SHR},
	{"&&", CPG_ARITH_LOGIC_AND, 0},
	{"||", CPG_ARITH_LOGIC_OR, 0},
	{"**", CPG_ARITH_POWER, 0},
	{"*=", CPG_ARITH_ASSIGN, CPG_ARITH_MUL},
	{"/=", CPG_ARITH_ASSIGN, CPG_ARITH_DIV},
	{"%=", CPG_ARITH_ASSIGN, CPG_ARITH_MOD},
	{"+=", CPG_ARITH_ASSIGN, CPG_ARITH_ADD},
	{"-=", CPG_ARITH_ASSIGN, CPG_ARITH_SUB},
	{"&=", CPG_ARITH_ASSIGN, CPG_ARITH_AND},
	{"^=", CPG_ARITH_ASSIGN, CPG_ARITH_XOR},
	{"|=", CPG_ARITH_ASSIGN, CPG_ARITH_OR},
	{"=", CPG_ARITH_ASSIGN, CPG_ARITH_NONE},
	{"<", CPG_ARITH_BINARY, CPG_ARITH_LT},
	{">", CPG_ARITH_BINARY, CPG_ARITH_GT},
	{"|", CPG_ARITH_BINARY, CPG_ARITH_OR},
	{"^", CPG_ARITH_BINARY, CPG_ARITH_XOR},
	{"&", CPG_ARITH_BINARY, CPG_ARITH_AND},
	{"+", CPG_ARITH_BINARY, CPG_ARITH_ADD},
	{"-", CPG_ARITH_BINARY, CPG_ARITH_SUB},
	{"*", CPG_ARITH_BINARY, CPG_ARITH_MUL},
	{"/", CPG_ARITH_BINARY, CPG_ARITH_DIV},
	{"%", CPG_ARITH_BINARY, CPG_ARITH_MOD},
	{"!", CPG_ARITH_NOT, 0},
	{"~", CPG_ARITH_COMPLEMENT, 0},
	{"(", CPG_ARITH_OPEN, 0},
	{")", CPG_ARITH_CLOSE, 0},
	{"?", CPG_ARITH_QUESTION, 0},
	{":", CPG_ARITH_COLON, 0},
	{",", CPG_ARITH_COMMA, 0},
};

/* ++ and -- behind a name change it, before one as well; else they are two signs. Returns
 * whether it was one of them. */
static bool read_step(struct cpg_arith_run *run, enum cpg_arith_kind last)
{
	struct cpg_arith_token *token = &run->token;
	bool up = *run->at == '+';
	const char *behind = run->at + 2;

	if ((*run->at != '+' && *run->at != '-') || run->at[1] != *run->at)
		return false;
	if (last == CPG_ARITH_NAME) {
		token->kind = up ? CPG_ARITH_POST_INCREMENT : CPG_ARITH_POST_DECREMENT;
		run->at = behind;
		return true;
	}
	while (is_blank(*behind))
		behind++;
	if (!begins_name(*behind))
		return false;
	token->kind = up ? CPG_ARITH_INCREMENT : CPG_ARITH_DECREMENT;
	run->at += 2;
	return true;
}

static void read_operator(struct cpg_arith_run *run)
{
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
		size_t length = strlen(operators[i].text);

		if (strncmp(run->at, operators[i].text, length) != 0)
			continue;
		run->token.kind = operators[i].kind;
		run->token.op = operators[i].op;
		run->at += length;
		return;
	}
	cpg_arith_wrong(run, "a syntax error in the expression");
}

void cpg_arith_next(struct cpg_arith_run *run)
{
	enum cpg_arith_kind last = run->token.kind;

	run->token = (struct cpg_arith_token){.kind = CPG_ARITH_END};
	if (run->end != CPG_ARITH_GOING)
		return;
	while (is_blank(*run->at))
		run->at++;
	if (*run->at == '\0')
		return;
	if (begins_name(*run->at))
		read_name(run);
	else if (is_digit(*run->at))
		read_number(run);
	else if (!read_step(run, last))
		read_operator(run);
	if (run->end != CPG_ARITH_GOING)
		run->token.kind = CPG_ARITH_END;
}

/* Behind a name: whether an assignment to it follows. */
static bool is_assigned(const char *at)
{
	static const char *const marks[] = {
		"++", "--", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "<<=", ">>="};

	while (is_blank(*at))
		at++;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		if (strncmp(at, marks[i], strlen(marks[i])) == 0)
			return true;
	}
	return at[0] == '=' && at[1] != '=';
}

/* Behind a name: whether what is not known may be the operator of an assignment: n$OP=1. */
static bool may_be_assigned(const char *at)
{
	while (is_blank(*at))
		at++;
	if (*at++ != '\1')
		return false;
	while (is_blank(*at))
		at++;
	return at[0] == '=' && at[1] != '=';
}

/* Whether the name at `at` stands behind ++ or --. */
static bool is_stepped(const char *text, const char *at)
{
	while (at > text && is_blank(at[-1]))
		at--;
	return at - text >= 2 && at[-1] == at[-2] && (at[-1] == '+' || at[-1] == '-');
}

void cpg_arith_spoil(struct cpg_arith_run *run, const char *text)
{
	const struct cpg_arith_number unknown = {false, 0};

	run->at = text;
	while (*run->at && run->end != CPG_ARITH_NO_MEMORY) {
		const char *start = run->at;

		if (is_digit(*start)) {
			while (in_name(*run->at) || *run->at == '#' || *run->at == '@')
				run->at++;
			continue;
		}
		if (!begins_name(*start)) {
			run->at++;
			continue;
		}
		run->token = (struct cpg_arith_token){.kind = CPG_ARITH_END};
		read_name(run);
		run->token.place.odd = true;
		if (may_be_assigned(run->at) ||
		    (run->at[0] != '\1' &&
		     (is_assigned(run->at) || is_stepped(text, start))))
			cpg_arith_write(run, &run->token.place, unknown);
	}
}
