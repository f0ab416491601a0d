#include <string.h>

#include "shell_parse.h"

/* { list; } behind its {. */
static bool read_braces(struct cpg_shell_reader *r, const struct cpg_shell_list **body)
{
	return cpg_shell_read_some_list(r, body) && cpg_shell_expect(r, RESERVED_CLOSE);
}

static bool read_group(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	out->kind = CPG_COMMAND_GROUP;
	return read_braces(r, &out->body);
}

/* do list done; of `for` and its kin also { list }. */
static bool read_loop_body(struct cpg_shell_reader *r, bool braces,
			   struct cpg_shell_command *out)
{
	if (braces && cpg_shell_accept_reserved(r, RESERVED_OPEN))
		return read_braces(r, &out->body);
	return cpg_shell_expect(r, RESERVED_DO) &&
	       cpg_shell_read_some_list(r, &out->body) &&
	       cpg_shell_expect(r, RESERVED_DONE);
}

static bool read_while(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	out->kind = CPG_COMMAND_WHILE;
	return cpg_shell_read_some_list(r, &out->condition) &&
	       read_loop_body(r, false, out);
}

static bool read_until(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	if (!read_while(r, out))
		return false;
	out->kind = CPG_COMMAND_UNTIL;
	return true;
}

static bool add_branch(struct cpg_shell_reader *r, const struct cpg_shell_list *condition)
{
	struct cpg_shell_branch *branch;
	const struct cpg_shell_list *body;

	if (!cpg_shell_read_some_list(r, &body))
		return false;
	branch = cpg_shell_push(r, PILE_BRANCHES);
	if (!branch)
		return false;
	*branch = (struct cpg_shell_branch){condition, body};
	return true;
}

static bool read_if(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	size_t mark = cpg_shell_mark(r, PILE_BRANCHES);
	const struct cpg_shell_list *condition;

	out->kind = CPG_COMMAND_IF;
	do {
		if (!cpg_shell_read_some_list(r, &condition) ||
		    !cpg_shell_expect(r, RESERVED_THEN) || !add_branch(r, condition))
			return false;
	} while (cpg_shell_accept_reserved(r, RESERVED_ELIF));
	if (cpg_shell_accept_reserved(r, RESERVED_ELSE) && !add_branch(r, NULL))
		return false;
	return cpg_shell_expect(r, RESERVED_FI) &&
	       cpg_shell_take(r, PILE_BRANCHES, mark, &out->branches, &out->branch_count);
}

/* Steps over the end of a `for` clause: a ; or a newline, and more newlines. */
static bool skip_terminator(struct cpg_shell_reader *r)
{
	const struct cpg_shell_operator_row *op = cpg_shell_peek_operator(r);

	if (op->token == TOKEN_SEMICOLON)
		cpg_shell_consume(r, op);
	else if (op->token != TOKEN_NEWLINE)
		return cpg_shell_unexpected(r);
	return cpg_shell_skip_newlines(r);
}

/* The words behind `in`. */
static bool read_words(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	size_t mark = cpg_shell_mark(r, PILE_ARGUMENTS);

	out->has_in = true;
	cpg_shell_accept(r, "in");
	while (cpg_shell_peek_operator(r)->token == TOKEN_WORD && cpg_shell_peek(r) >= 0) {
		struct cpg_shell_argument *argument;
		struct cpg_shell_word word;

		if (!cpg_shell_read_word(r, &word))
			return false;
		argument = cpg_shell_push(r, PILE_ARGUMENTS);
		if (!argument)
			return false;
		argument->word = word;
	}
	return cpg_shell_take(r, PILE_ARGUMENTS, mark, &out->arguments,
			      &out->argument_count) &&
	       skip_terminator(r);
}

/* for and select with a name: what stands between the name and the body. */
static bool read_each(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	struct cpg_shell_word word;
	const char *from;

	cpg_shell_skip_blanks(r);
	from = r->place.at;
	if (!cpg_shell_read_word(r, &word))
		return false;
	out->name = cpg_shell_raw(r, from, r->place.at);
	if (!out->name)
		return false;
	if (cpg_shell_peek_operator(r)->token == TOKEN_SEMICOLON)
		return skip_terminator(r);
	if (!cpg_shell_skip_newlines(r))
		return false;
	if (cpg_shell_peek_keyword(r) == RESERVED_IN)
		return read_words(r, out);
	r->reserved |= cpg_shell_peek_keyword(r) == RESERVED_DO;
	return true;
}

static bool read_select(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	out->kind = CPG_COMMAND_SELECT;
	return read_each(r, out) && read_loop_body(r, true, out);
}

/* for (( a; b; c )) behind the ((. */
static bool read_arithmetic_for(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	struct cpg_shell_quoted quoted = {
		.quoting = QUOTING_DOUBLE,
		.close = ')',
		.also = ';',
		.nested = true,
	};

	out->kind = CPG_COMMAND_FOR_ARITH;
	for (int i = 0; i < 3; i++) {
		const struct cpg_shell_word *word;

		if (!cpg_shell_read_quoted_word(r, quoted, &word))
			return false;
		out->arithmetic[i] = *word;
		if (i < 2 && !cpg_shell_accept(r, ";"))
			return cpg_shell_unexpected(r);
	}
	if (!cpg_shell_accept(r, "))"))
		return cpg_shell_unexpected(r);
	r->reserved = true;
	if (cpg_shell_peek_operator(r)->token == TOKEN_SEMICOLON && !skip_terminator(r))
		return false;
	return cpg_shell_skip_newlines(r) && read_loop_body(r, true, out);
}

static bool read_for(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	out->kind = CPG_COMMAND_FOR;
	cpg_shell_skip_blanks(r);
	if (cpg_shell_accept(r, "(("))
		return read_arithmetic_for(r, out);
	return read_each(r, out) && read_loop_body(r, true, out);
}

/* a | b ), behind the ( that may precede it. */
static bool read_patterns(struct cpg_shell_reader *r, struct cpg_shell_case_item *item)
{
	size_t mark = cpg_shell_mark(r, PILE_WORDS);
	const struct cpg_shell_operator_row *op;

	do {
		struct cpg_shell_word *slot;
		struct cpg_shell_word word;

		if (!cpg_shell_read_word(r, &word))
			return false;
		slot = cpg_shell_push(r, PILE_WORDS);
		if (!slot)
			return false;
		*slot = word;
		op = cpg_shell_peek_operator(r);
		if (op->token != TOKEN_PIPE && op->token != TOKEN_CLOSE)
			return cpg_shell_unexpected(r);
		cpg_shell_consume(r, op);
	} while (op->token == TOKEN_PIPE);
	return cpg_shell_take(r, PILE_WORDS, mark, &item->patterns, &item->pattern_count);
}

/* One item with its end; *last when none can follow. */
static bool read_item(struct cpg_shell_reader *r, bool *last)
{
	struct cpg_shell_case_item item = {.end = CPG_CASE_BREAK};
	const struct cpg_shell_operator_row *op;
	struct cpg_shell_case_item *slot;

	if (!read_patterns(r, &item) || !cpg_shell_read_list(r, &item.body))
		return false;
	op = cpg_shell_peek_operator(r);
	*last = op->token != TOKEN_CASE_END;
	if (!*last) {
		item.end = (enum cpg_shell_case_end)op->detail;
		cpg_shell_consume(r, op);
	}
	slot = cpg_shell_push(r, PILE_CASES);
	if (!slot)
		return false;
	*slot = item;
	return cpg_shell_skip_newlines(r);
}

static bool read_case(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	size_t mark = cpg_shell_mark(r, PILE_CASES);
	bool last = false;

	out->kind = CPG_COMMAND_CASE;
	if (!cpg_shell_read_word(r, &out->subject) || !cpg_shell_skip_newlines(r))
		return false;
	if (cpg_shell_peek_keyword(r) != RESERVED_IN)
		return cpg_shell_unexpected(r);
	cpg_shell_accept(r, "in");
	r->reserved = true;
	if (!cpg_shell_skip_newlines(r))
		return false;
	while (!last && cpg_shell_peek_reserved(r) != RESERVED_ESAC) {
		cpg_shell_accept(r, "(");
		if (!read_item(r, &last))
			return false;
	}
	return cpg_shell_expect(r, RESERVED_ESAC) &&
	       cpg_shell_take(r, PILE_CASES, mark, &out->items, &out->item_count);
}

static bool read_test(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	out->kind = CPG_COMMAND_TEST;
	if (cpg_shell_read_test(r, &out->test))
		return true;
	r->session->tested = true;
	return false;
}

static const struct {
	enum cpg_shell_reserved word;
	bool (*read)(struct cpg_shell_reader *r, struct cpg_shell_command *out);
} compounds[] = {
	{RESERVED_CASE, read_case},     {RESERVED_FOR, read_for},
	{RESERVED_IF, read_if},         {RESERVED_OPEN, read_group},
	{RESERVED_SELECT, read_select}, {RESERVED_TEST, read_test},
	{RESERVED_UNTIL, read_until},   {RESERVED_WHILE, read_while},
};

static size_t find_compound(struct cpg_shell_reader *r)
{
	enum cpg_shell_reserved word = cpg_shell_peek_reserved(r);
	size_t i = 0;

	while (i < sizeof(compounds) / sizeof(*compounds) && compounds[i].word != word)
		i++;
	return i;
}

bool cpg_shell_at_compound(struct cpg_shell_reader *r)
{
	return cpg_shell_peek_operator(r)->token == TOKEN_OPEN ||
	       find_compound(r) < sizeof(compounds) / sizeof(*compounds);
}

/* Tries to read (( )) at the second (. */
static bool read_arithmetic(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	struct cpg_shell_place begin = r->place;
	const struct cpg_shell_word *word;

	if (cpg_shell_find_refuted(r, begin.at))
		return true;
	cpg_shell_next(r);
	if (!cpg_shell_read_arithmetic(r, &word, NULL))
		return false;
	if (!word) {
		r->place = begin;
		return cpg_shell_refute(r, begin.at) != NULL;
	}
	out->kind = CPG_COMMAND_ARITH;
	out->subject = *word;
	return true;
}

/* ( list ), or (( )), which looks like two of them. */
static bool read_parentheses(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	out->kind = CPG_COMMAND_SUBSHELL;
	cpg_shell_next(r);
	if (cpg_shell_peek(r) == '(' && !read_arithmetic(r, out))
		return false;
	r->reserved = true;
	if (out->kind == CPG_COMMAND_ARITH)
		return true;
	if (!cpg_shell_read_some_list(r, &out->body))
		return false;
	if (!cpg_shell_accept(r, ")"))
		return cpg_shell_unexpected(r);
	r->reserved = true;
	return true;
}

bool cpg_shell_read_compound(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	size_t i = find_compound(r);
	bool ok;

	if (!cpg_shell_enter(r))
		return false;
	out->origin = cpg_shell_origin(r);
	if (i < sizeof(compounds) / sizeof(*compounds))
		ok = cpg_shell_expect(r, compounds[i].word) && compounds[i].read(r, out);
	else
		ok = read_parentheses(r, out);
	cpg_shell_leave(r);
	return ok && cpg_shell_read_redirects(r, out);
}

bool cpg_shell_read_function_body(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	struct cpg_shell_command body = {0};

	out->kind = CPG_COMMAND_FUNCTION;
	if (!cpg_shell_skip_newlines(r))
		return false;
	if (!cpg_shell_at_compound(r))
		return cpg_shell_unexpected(r);
	if (!cpg_shell_read_compound(r, &body))
		return false;
	out->inner = cpg_shell_keep(r, &body, sizeof(body));
	return out->inner != NULL;
}

/* ( ) behind a name; ( alone begins a body. */
static void skip_parentheses(struct cpg_shell_reader *r)
{
	struct cpg_shell_place place = r->place;

	if (cpg_shell_peek_operator(r)->token != TOKEN_OPEN)
		return;
	cpg_shell_next(r);
	cpg_shell_skip_blanks(r);
	if (!cpg_shell_accept(r, ")"))
		r->place = place;
}

bool cpg_shell_read_function(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	struct cpg_shell_word word;
	const char *from;

	cpg_shell_accept_reserved(r, RESERVED_FUNCTION);
	cpg_shell_skip_blanks(r);
	from = r->place.at;
	if (!cpg_shell_read_word(r, &word))
		return false;
	out->name = cpg_shell_raw(r, from, r->place.at);
	if (!out->name)
		return false;
	skip_parentheses(r);
	r->reserved = true;
	return cpg_shell_read_function_body(r, out);
}

/* The command of `coproc`, before which a name may stand when it is a compound one. */
static bool read_coproc(struct cpg_shell_reader *r, struct cpg_shell_command *out,
			struct cpg_shell_command *inner)
{
	struct cpg_shell_scan scan;
	const char *end;
	int c = cpg_shell_peek(r);

	if (cpg_shell_at_compound(r))
		return cpg_shell_read_compound(r, inner);
	if (!cpg_shell_is(c, CLASS_NAME) || cpg_shell_is(c, CLASS_DIGIT))
		return cpg_shell_read_simple(r, NULL, inner);
	if (!cpg_shell_scan_word(r, MODE_COMMAND, &scan))
		return false;
	end = r->place.at;
	r->reserved = !scan.assigns;
	if (!scan.assigns && cpg_shell_at_compound(r)) {
		out->name = cpg_shell_raw(r, scan.begin, end);
		return out->name && cpg_shell_read_compound(r, inner);
	}
	r->reserved = false;
	return cpg_shell_read_simple(r, &scan, inner);
}

bool cpg_shell_read_coproc(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	struct cpg_shell_command inner = {0};

	cpg_shell_accept_reserved(r, RESERVED_COPROC);
	cpg_shell_skip_blanks(r);
	out->kind = CPG_COMMAND_COPROC;
	inner.origin = cpg_shell_origin(r);
	if (!read_coproc(r, out, &inner))
		return false;
	out->inner = cpg_shell_keep(r, &inner, sizeof(inner));
	return out->inner != NULL;
}
