#include <string.h>

#include "shell_parse.h"

static bool read_or(struct cpg_shell_reader *r, const struct cpg_shell_test **out);

static const char unary[] = "abcdefghknoprstuvwxzGLNORS";

static const struct {
	const char *text;
	enum cpg_shell_mode mode; /* of the word on its right */
} binary[] = {
	{"=", MODE_PATTERN}, {"==", MODE_PATTERN}, {"!=", MODE_PATTERN},
	{"=~", MODE_REGEX},  {"-nt", MODE_PLAIN},  {"-ot", MODE_PLAIN},
	{"-ef", MODE_PLAIN}, {"-eq", MODE_PLAIN},  {"-ne", MODE_PLAIN},
	{"-lt", MODE_PLAIN}, {"-le", MODE_PLAIN},  {"-gt", MODE_PLAIN},
	{"-ge", MODE_PLAIN}, {"<", MODE_PLAIN},    {">", MODE_PLAIN},
};

/* The row of an operator, or how many there are. */
static size_t find_binary(struct cpg_text text)
{
	size_t i = 0;

	while (i < sizeof(binary) / sizeof(*binary) &&
	       !(text.bytes && cpg_text_is(text, binary[i].text)))
		i++;
	return i;
}

static bool is_unary(struct cpg_text text)
{
	return text.bytes && text.length == 2 && text.bytes[0] == '-' &&
	       memchr(unary, text.bytes[1], sizeof(unary) - 1);
}

/* Whether a word stands here that is not the end. */
static bool at_word(struct cpg_shell_reader *r)
{
	return cpg_shell_peek_operator(r)->token == TOKEN_WORD && cpg_shell_peek(r) >= 0 &&
	       cpg_shell_peek_keyword(r) != RESERVED_TEST_CLOSE;
}

static bool read_operand(struct cpg_shell_reader *r, enum cpg_shell_mode mode,
			 struct cpg_shell_word *out)
{
	struct cpg_shell_scan scan;
	int c;

	if (!at_word(r)) {
		c = cpg_shell_peek(r);
		if (mode != MODE_REGEX || (c != '(' && c != '|'))
			return cpg_shell_unexpected(r);
	}
	if (!cpg_shell_scan_word(r, mode, &scan))
		return false;
	*out = scan.word;
	return cpg_shell_check_word(r, out);
}

/* An operator between two words, and the right one. */
static bool read_binary(struct cpg_shell_reader *r, struct cpg_shell_test *test)
{
	const struct cpg_shell_operator_row *op = cpg_shell_peek_operator(r);
	struct cpg_shell_word word;
	size_t row;

	if (op->token == TOKEN_REDIRECT) {
		row = find_binary(cpg_text_of(op->text));
		if (row == sizeof(binary) / sizeof(*binary))
			return cpg_shell_unexpected(r);
		cpg_shell_consume(r, op);
	} else {
		if (!cpg_shell_read_word(r, &word))
			return false;
		row = find_binary(cpg_shell_plain(&word));
		if (row == sizeof(binary) / sizeof(*binary))
			return cpg_shell_mistake(r, "conditional binary operator expected");
	}
	test->kind = CPG_TEST_BINARY;
	test->op = binary[row].text;
	return read_operand(r, binary[row].mode, &test->right);
}

static bool read_words(struct cpg_shell_reader *r, struct cpg_shell_test *test)
{
	enum cpg_shell_token token;
	struct cpg_text text;

	if (!read_operand(r, MODE_PLAIN, &test->left))
		return false;
	text = cpg_shell_plain(&test->left);
	if (is_unary(text)) {
		test->kind = CPG_TEST_UNARY;
		test->op = cpg_shell_string(r, text.bytes, text.length);
		return test->op && read_operand(r, MODE_PLAIN, &test->left);
	}
	test->kind = CPG_TEST_WORD;
	token = cpg_shell_peek_operator(r)->token;
	if (token == TOKEN_AND || token == TOKEN_OR || token == TOKEN_CLOSE ||
	    cpg_shell_peek_keyword(r) == RESERVED_TEST_CLOSE)
		return true;
	return read_binary(r, test);
}

static bool read_parentheses(struct cpg_shell_reader *r, const struct cpg_shell_test **out)
{
	if (!cpg_shell_enter(r))
		return false;
	cpg_shell_next(r);
	if (!read_or(r, out))
		return false;
	if (!cpg_shell_accept(r, ")"))
		return cpg_shell_unexpected(r);
	cpg_shell_leave(r);
	return true;
}

static bool read_term(struct cpg_shell_reader *r, const struct cpg_shell_test **out)
{
	struct cpg_shell_test test = {0};
	struct cpg_shell_test not = {.kind = CPG_TEST_NOT};
	bool negated = false;

	if (!cpg_shell_skip_newlines(r))
		return false;
	while (cpg_shell_peek_keyword(r) == RESERVED_NOT) {
		cpg_shell_accept(r, "!");
		negated = !negated;
		if (!cpg_shell_skip_newlines(r))
			return false;
	}
	if (cpg_shell_peek(r) == '(') {
		if (!read_parentheses(r, out))
			return false;
	} else {
		if (!read_words(r, &test))
			return false;
		*out = cpg_shell_keep(r, &test, sizeof(test));
	}
	if (*out && negated) {
		not .a = *out;
		*out = cpg_shell_keep(r, &not, sizeof(not ));
	}
	return *out && cpg_shell_skip_newlines(r);
}

/* A tree of the terms above the mark, balanced so that a long chain makes no deep one: both
 * operators are associative. */
static const struct cpg_shell_test *
chain(struct cpg_shell_reader *r, enum cpg_shell_test_kind kind, size_t first, size_t count)
{
	struct cpg_shell_test test = {.kind = kind};

	if (count == 1)
		return *(const struct cpg_shell_test **)cpg_shell_at(r, PILE_TESTS, first);
	test.a = chain(r, kind, first, count / 2);
	test.b = chain(r, kind, first + count / 2, count - count / 2);
	if (!test.a || !test.b)
		return NULL;
	return cpg_shell_keep(r, &test, sizeof(test));
}

/* Terms joined by && or, of which each is such a chain, by ||. */
static bool read_chain(struct cpg_shell_reader *r, enum cpg_shell_test_kind kind,
		       const struct cpg_shell_test **out)
{
	const char *op = kind == CPG_TEST_AND ? "&&" : "||";
	size_t mark = cpg_shell_mark(r, PILE_TESTS);
	const struct cpg_shell_test **slot;
	const struct cpg_shell_test *term;

	do {
		if (!(kind == CPG_TEST_AND ? read_term(r, &term)
					   : read_chain(r, CPG_TEST_AND, &term)))
			return false;
		slot = cpg_shell_push(r, PILE_TESTS);
		if (!slot)
			return false;
		*slot = term;
	} while (cpg_shell_accept(r, op));
	*out = chain(r, kind, mark, cpg_shell_mark(r, PILE_TESTS) - mark);
	cpg_shell_drop(r, PILE_TESTS, mark);
	return *out != NULL;
}

static bool read_or(struct cpg_shell_reader *r, const struct cpg_shell_test **out)
{
	return read_chain(r, CPG_TEST_OR, out);
}

bool cpg_shell_read_test(struct cpg_shell_reader *r, const struct cpg_shell_test **out)
{
	if (!read_or(r, out))
		return false;
	if (cpg_shell_peek_keyword(r) != RESERVED_TEST_CLOSE)
		return cpg_shell_unexpected(r);
	cpg_shell_accept(r, "]]");
	r->reserved = true;
	return true;
}
