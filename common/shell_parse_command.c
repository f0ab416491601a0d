#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shell_parse.h"

/* Builtins whose words may be NAME=( ). */
static const struct {
	const char *name;
	enum cpg_shell_mode mode;
} declarers[] = {
	{"alias", MODE_LISTED},      {"declare", MODE_DECLARED}, {"eval", MODE_LISTED},
	{"export", MODE_DECLARED},   {"let", MODE_LISTED},       {"local", MODE_DECLARED},
	{"readonly", MODE_DECLARED}, {"typeset", MODE_DECLARED},
};

static bool read_number(struct cpg_shell_reader *r, struct cpg_shell_redirect *redirect)
{
	int number = 0;
	int c;

	while (cpg_shell_is(c = cpg_shell_peek(r), CLASS_DIGIT)) {
		number = number > INT_MAX / 10 - 1 ? INT_MAX : number * 10 + (c - '0');
		r->place.at++;
	}
	redirect->fd = number;
	return true;
}

/* {NAME} or {NAME[index]}. */
static bool read_variable(struct cpg_shell_reader *r, struct cpg_shell_redirect *redirect)
{
	const char *from;
	int c;

	cpg_shell_next(r);
	from = r->place.at;
	while ((c = cpg_shell_peek(r)) != '}' && c >= 0 &&
	       !cpg_shell_is(c, CLASS_END | CLASS_QUOTE))
		r->place.at++;
	if (c != '}' ||
	    (cpg_shell_peek_second(r) != '<' && cpg_shell_peek_second(r) != '>'))
		return true;
	redirect->variable = cpg_shell_raw(r, from, r->place.at);
	cpg_shell_next(r);
	return redirect->variable != NULL;
}

/* Reads the number or {NAME} that stands before a redirection without a blank between. */
static bool read_descriptor(struct cpg_shell_reader *r, struct cpg_shell_redirect *redirect)
{
	struct cpg_shell_place place = r->place;
	int c = cpg_shell_peek(r);
	bool ok = true;

	redirect->fd = -1;
	if (cpg_shell_is(c, CLASS_DIGIT))
		ok = read_number(r, redirect);
	else if (c == '{' && cpg_shell_begins_name(cpg_shell_peek_second(r)))
		ok = read_variable(r, redirect);
	else
		return true;
	c = cpg_shell_peek(r);
	if ((c != '<' && c != '>') || cpg_shell_peek_second(r) == '(') {
		r->place = place;
		redirect->fd = -1;
		redirect->variable = NULL;
	}
	return ok;
}

/* Whether the word behind >& is a descriptor for sure, or may become one. */
static bool may_be_descriptor(const struct cpg_shell_word *word)
{
	size_t digits = 0;
	size_t dashes = 0;

	for (size_t i = 0; i < word->count; i++) {
		const struct cpg_shell_part *part = &word->parts[i];

		if (part->kind != CPG_PART_LITERAL)
			return true;
		for (size_t j = 0; j < part->text.length; j++) {
			bool digit = cpg_shell_is((unsigned char)part->text.bytes[j],
						  CLASS_DIGIT);

			if (dashes || (!digit && part->text.bytes[j] != '-'))
				return false;
			digits += digit;
			dashes += !digit;
		}
	}
	return digits || dashes;
}

static bool read_redirect(struct cpg_shell_reader *r, struct cpg_shell_redirect redirect)
{
	const struct cpg_shell_operator_row *op = cpg_shell_peek_operator(r);
	struct cpg_shell_raw_redirect *raw;
	struct cpg_shell_here *here = NULL;

	redirect.kind = (enum cpg_shell_redirect_kind)op->detail;
	cpg_shell_consume(r, op);
	if (redirect.kind == CPG_REDIRECT_HERE) {
		here = cpg_shell_begin_here(r, op->text[2] == '-');
		if (!here)
			return false;
	} else if (!cpg_shell_read_word(r, &redirect.word)) {
		return false;
	} else if (redirect.kind != CPG_REDIRECT_DUP_IN &&
		   redirect.kind != CPG_REDIRECT_DUP_OUT &&
		   !cpg_shell_check_word(r, &redirect.word)) {
		return false;
	}
	if (redirect.kind == CPG_REDIRECT_DUP_OUT && redirect.fd < 0 &&
	    !redirect.variable && !may_be_descriptor(&redirect.word))
		redirect.kind = CPG_REDIRECT_BOTH;
	raw = cpg_shell_push(r, PILE_REDIRECTS);
	if (!raw)
		return false;
	*raw = (struct cpg_shell_raw_redirect){redirect, here};
	return true;
}

/* Reads a redirection if one stands here. */
static bool accept_redirect(struct cpg_shell_reader *r, bool *accepted)
{
	struct cpg_shell_redirect redirect = {0};

	cpg_shell_skip_blanks(r);
	if (!read_descriptor(r, &redirect))
		return false;
	*accepted = cpg_shell_peek_operator(r)->token == TOKEN_REDIRECT;
	return !*accepted || read_redirect(r, redirect);
}

static bool take_redirects(struct cpg_shell_reader *r, size_t mark,
			   struct cpg_shell_command *command)
{
	size_t count = cpg_shell_mark(r, PILE_REDIRECTS) - mark;
	struct cpg_shell_redirect *redirects;

	if (count == 0)
		return true;
	redirects = cpg_shell_alloc(r, count * sizeof(*redirects));
	if (!redirects)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct cpg_shell_raw_redirect *raw =
			cpg_shell_at(r, PILE_REDIRECTS, mark + i);

		redirects[i] = raw->redirect;
		if (raw->here)
			cpg_shell_bind_here(raw->here, &redirects[i].word);
	}
	cpg_shell_drop(r, PILE_REDIRECTS, mark);
	command->redirects = redirects;
	command->redirect_count = count;
	return true;
}

bool cpg_shell_read_redirects(struct cpg_shell_reader *r, struct cpg_shell_command *command)
{
	size_t mark = cpg_shell_mark(r, PILE_REDIRECTS);
	bool accepted = true;

	while (accepted) {
		if (!accept_redirect(r, &accepted))
			return false;
	}
	return take_redirects(r, mark, command);
}

static enum cpg_shell_mode mode_behind(const struct cpg_shell_word *word)
{
	struct cpg_text text = cpg_shell_plain(word);

	for (size_t i = 0; text.bytes && i < sizeof(declarers) / sizeof(*declarers); i++) {
		if (cpg_text_is(text, declarers[i].name))
			return declarers[i].mode;
	}
	return MODE_PLAIN;
}

/* Puts a word where it belongs, and *mode to what the next one may be. */
static bool add_word(struct cpg_shell_reader *r, const struct cpg_shell_scan *scan,
		     enum cpg_shell_mode *mode)
{
	struct cpg_shell_assignment *assignment;
	struct cpg_shell_argument *argument;

	if (scan->assigns && *mode == MODE_COMMAND) {
		assignment = cpg_shell_push(r, PILE_ASSIGNMENTS);
		if (assignment)
			*assignment = scan->assignment;
		return assignment != NULL;
	}
	argument = cpg_shell_push(r, PILE_ARGUMENTS);
	if (!argument)
		return false;
	argument->word = scan->word;
	if (*mode == MODE_COMMAND)
		*mode = mode_behind(&scan->word);
	if (!scan->assigns)
		return true;
	argument->assignment =
		cpg_shell_keep(r, &scan->assignment, sizeof(scan->assignment));
	return argument->assignment != NULL;
}

/* shopt -s extglob changes how the lines behind it are read. */
static void heed_shopt(struct cpg_shell_reader *r, const struct cpg_shell_command *command)
{
	const struct cpg_shell_argument *arguments = command->arguments;
	char letter = '\0';

	if (command->argument_count < 3 ||
	    !cpg_text_is(cpg_shell_plain(&arguments[0].word), "shopt"))
		return;
	for (size_t i = 1; i < command->argument_count; i++) {
		struct cpg_text text = cpg_shell_plain(&arguments[i].word);

		if (text.length > 1 && text.bytes[0] == '-')
			letter = memchr(text.bytes, 'u', text.length)   ? 'u'
				 : memchr(text.bytes, 's', text.length) ? 's'
									: letter;
		else if (cpg_text_is(text, "extglob") && letter)
			r->extglob_next = letter == 's';
	}
}

struct simple_marks {
	size_t assignments;
	size_t arguments;
	size_t redirects;
};

static bool take_simple(struct cpg_shell_reader *r, const struct simple_marks *marks,
			struct cpg_shell_command *out)
{
	if (!cpg_shell_take(r, PILE_ASSIGNMENTS, marks->assignments, &out->assignments,
			    &out->assignment_count) ||
	    !cpg_shell_take(r, PILE_ARGUMENTS, marks->arguments, &out->arguments,
			    &out->argument_count) ||
	    !take_redirects(r, marks->redirects, out))
		return false;
	if (out->assignment_count + out->argument_count + out->redirect_count == 0)
		return cpg_shell_unexpected(r);
	heed_shopt(r, out);
	return true;
}

/* Reads NAME ( ) up to its ), if the word that was just read is all that the command has. */
static bool accept_parentheses(struct cpg_shell_reader *r, const struct simple_marks *marks)
{
	struct cpg_shell_place place = r->place;

	if (cpg_shell_peek_operator(r)->token != TOKEN_OPEN ||
	    cpg_shell_mark(r, PILE_ARGUMENTS) != marks->arguments + 1 ||
	    cpg_shell_mark(r, PILE_ASSIGNMENTS) != marks->assignments ||
	    cpg_shell_mark(r, PILE_REDIRECTS) != marks->redirects)
		return false;
	cpg_shell_next(r);
	cpg_shell_skip_blanks(r);
	if (cpg_shell_accept(r, ")")) {
		r->reserved = true;
		return true;
	}
	r->place = place;
	return false;
}

/* Reads the words and redirections of a simple command. *name is set when it turns out to be
 * a function's definition. */
static bool read_simple(struct cpg_shell_reader *r, const struct simple_marks *marks,
			enum cpg_shell_mode mode, const char **name)
{
	struct cpg_shell_scan scan;
	const char *end;
	bool accepted;

	for (;;) {
		if (!accept_redirect(r, &accepted))
			return false;
		if (accepted)
			continue;
		if (cpg_shell_peek_operator(r)->token != TOKEN_WORD ||
		    cpg_shell_peek(r) < 0)
			return true;
		if (!cpg_shell_scan_word(r, mode, &scan) || !add_word(r, &scan, &mode))
			return false;
		end = r->place.at;
		if (accept_parentheses(r, marks)) {
			*name = cpg_shell_raw(r, scan.begin, end);
			return *name != NULL;
		}
	}
}

bool cpg_shell_read_simple(struct cpg_shell_reader *r, const struct cpg_shell_scan *first,
			   struct cpg_shell_command *out)
{
	struct simple_marks marks = {
		.assignments = cpg_shell_mark(r, PILE_ASSIGNMENTS),
		.arguments = cpg_shell_mark(r, PILE_ARGUMENTS),
		.redirects = cpg_shell_mark(r, PILE_REDIRECTS),
	};
	enum cpg_shell_mode mode = MODE_COMMAND;
	const char *name = NULL;

	out->kind = CPG_COMMAND_SIMPLE;
	if (first && !add_word(r, first, &mode))
		return false;
	if (!read_simple(r, &marks, mode, &name))
		return false;
	if (!name)
		return take_simple(r, &marks, out);
	cpg_shell_drop(r, PILE_ARGUMENTS, marks.arguments);
	out->name = name;
	return cpg_shell_read_function_body(r, out);
}
