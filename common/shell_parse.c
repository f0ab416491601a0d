#include <string.h>

#include "shell_parse.h"

static bool read_command(struct cpg_shell_reader *r, struct cpg_shell_command *out)
{
	cpg_shell_skip_blanks(r);
	out->origin = cpg_shell_origin(r);
	if (cpg_shell_at_compound(r))
		return cpg_shell_read_compound(r, out);
	switch (cpg_shell_peek_reserved(r)) {
	case RESERVED_FUNCTION:
		return cpg_shell_read_function(r, out);
	case RESERVED_COPROC:
		return cpg_shell_read_coproc(r, out);
	case RESERVED_NONE:
	case RESERVED_TIME: /* behind a |, where it is a command */
		return cpg_shell_read_simple(r, NULL, out);
	default:
		return cpg_shell_unexpected(r);
	}
}

/* a |& b: lets the standard error of `a` go the way of its output. */
static bool add_error_redirect(struct cpg_shell_reader *r,
			       struct cpg_shell_command *command)
{
	static const struct cpg_shell_part one = {
		.kind = CPG_PART_LITERAL,
		.text = {"1", 1},
	};
	size_t count = command->redirect_count;
	struct cpg_shell_redirect *redirects =
		cpg_shell_alloc(r, (count + 1) * sizeof(*redirects));

	if (!redirects)
		return false;
	if (count)
		memcpy(redirects, command->redirects, count * sizeof(*redirects));
	redirects[count] = (struct cpg_shell_redirect){
		.kind = CPG_REDIRECT_DUP_OUT,
		.fd = 2,
		.word = {.parts = &one, .count = 1, .origin = cpg_shell_origin(r)},
	};
	command->redirects = redirects;
	command->redirect_count++;
	return true;
}

/* The commands of a pipeline go onto their pile. */
static bool read_commands(struct cpg_shell_reader *r)
{
	for (;;) {
		const struct cpg_shell_operator_row *op;
		struct cpg_shell_command command = {0};
		struct cpg_shell_command *slot;

		if (!read_command(r, &command))
			return false;
		op = cpg_shell_peek_operator(r);
		if (op->token == TOKEN_PIPE_BOTH && !add_error_redirect(r, &command))
			return false;
		slot = cpg_shell_push(r, PILE_COMMANDS);
		if (!slot)
			return false;
		*slot = command;
		if (op->token != TOKEN_PIPE && op->token != TOKEN_PIPE_BOTH)
			return true;
		cpg_shell_consume(r, op);
		if (!cpg_shell_skip_newlines(r))
			return false;
	}
}

/* Reads any number of ! and time. */
static void read_prefixes(struct cpg_shell_reader *r, struct cpg_shell_pipeline *pipeline,
			  bool *any)
{
	for (*any = false;; *any = true) {
		if (cpg_shell_accept_reserved(r, RESERVED_NOT)) {
			pipeline->negated = !pipeline->negated;
			continue;
		}
		if (!cpg_shell_accept_reserved(r, RESERVED_TIME))
			return;
		pipeline->timed = true;
		cpg_shell_skip_blanks(r);
		if (cpg_shell_accept_word(r, "-p"))
			cpg_shell_skip_blanks(r);
		cpg_shell_accept_word(r, "--");
	}
}

static bool read_pipeline(struct cpg_shell_reader *r, struct cpg_shell_pipeline *pipeline)
{
	size_t mark = cpg_shell_mark(r, PILE_COMMANDS);
	enum cpg_shell_token token;
	bool any;

	read_prefixes(r, pipeline, &any);
	token = cpg_shell_peek_operator(r)->token;
	if (any &&
	    (token == TOKEN_NEWLINE || token == TOKEN_SEMICOLON || cpg_shell_peek(r) < 0))
		return true;
	return read_commands(r) && cpg_shell_take(r, PILE_COMMANDS, mark,
						  &pipeline->commands, &pipeline->count);
}

/* Pipelines joined by && and || go onto the pile of items. */
static bool read_and_or(struct cpg_shell_reader *r)
{
	enum cpg_shell_connector connector = CPG_LIST_SEQUENCE;

	for (;;) {
		struct cpg_shell_list_item item = {.connector = connector};
		const struct cpg_shell_operator_row *op;
		struct cpg_shell_list_item *slot;

		if (!read_pipeline(r, &item.pipeline))
			return false;
		slot = cpg_shell_push(r, PILE_ITEMS);
		if (!slot)
			return false;
		*slot = item;
		op = cpg_shell_peek_operator(r);
		if (op->token != TOKEN_AND && op->token != TOKEN_OR)
			return true;
		connector = op->token == TOKEN_AND ? CPG_LIST_AND : CPG_LIST_OR;
		cpg_shell_consume(r, op);
		if (!cpg_shell_skip_newlines(r))
			return false;
	}
}

static struct cpg_shell_list_item *last_item(struct cpg_shell_reader *r)
{
	return cpg_shell_at(r, PILE_ITEMS, cpg_shell_mark(r, PILE_ITEMS) - 1);
}

/* Steps over a ; or & behind an and-or list. */
static bool accept_separator(struct cpg_shell_reader *r)
{
	const struct cpg_shell_operator_row *op = cpg_shell_peek_operator(r);

	if (op->token != TOKEN_SEMICOLON && op->token != TOKEN_BACKGROUND)
		return false;
	last_item(r)->background = op->token == TOKEN_BACKGROUND;
	cpg_shell_consume(r, op);
	return true;
}

/* Whether what stands here cannot begin a command, but may well end a list. */
static bool at_list_end(struct cpg_shell_reader *r)
{
	enum cpg_shell_token token = cpg_shell_peek_operator(r)->token;

	if (cpg_shell_peek(r) < 0 || token == TOKEN_CLOSE || token == TOKEN_CASE_END)
		return true;
	switch (cpg_shell_peek_reserved(r)) {
	case RESERVED_DO:
	case RESERVED_DONE:
	case RESERVED_ELIF:
	case RESERVED_ELSE:
	case RESERVED_ESAC:
	case RESERVED_FI:
	case RESERVED_THEN:
	case RESERVED_CLOSE:
		return true;
	default:
		return false;
	}
}

bool cpg_shell_read_list(struct cpg_shell_reader *r, const struct cpg_shell_list **out)
{
	struct cpg_shell_list *list = cpg_shell_alloc(r, sizeof(*list));
	size_t mark = cpg_shell_mark(r, PILE_ITEMS);

	if (!list || !cpg_shell_skip_newlines(r))
		return false;
	while (!at_list_end(r)) {
		if (!read_and_or(r))
			return false;
		if (!accept_separator(r) &&
		    cpg_shell_peek_operator(r)->token != TOKEN_NEWLINE)
			break;
		if (!cpg_shell_skip_newlines(r))
			return false;
	}
	*out = list;
	return cpg_shell_take(r, PILE_ITEMS, mark, &list->items, &list->count);
}

bool cpg_shell_read_some_list(struct cpg_shell_reader *r, const struct cpg_shell_list **out)
{
	return cpg_shell_read_list(r, out) && ((*out)->count || cpg_shell_unexpected(r));
}

bool cpg_shell_read_substitution(struct cpg_shell_reader *r,
				 const struct cpg_shell_list **out)
{
	struct cpg_shell_here *outer = r->here;
	struct cpg_shell_here **tail = &r->here;

	r->here = NULL;
	r->substitutions++;
	r->reserved = true;
	if (!cpg_shell_read_list(r, out))
		return false;
	if (!cpg_shell_accept(r, ")"))
		return cpg_shell_unexpected(r);
	r->substitutions--;
	r->reserved = false;
	while (*tail)
		tail = &(*tail)->next;
	*tail = outer;
	return true;
}

/* All that bash reads before it runs any of it: a line, or more where commands go on. */
static bool read_line(struct cpg_shell_reader *r)
{
	bool separated;

	do {
		if (!read_and_or(r))
			return false;
		separated = accept_separator(r);
		if (cpg_shell_peek_operator(r)->token == TOKEN_NEWLINE) {
			last_item(r)->newline = true;
			return cpg_shell_newline(r);
		}
		if (cpg_shell_peek(r) < 0)
			return true;
	} while (separated);
	return cpg_shell_unexpected(r);
}

/* Gives up the line that begins at `begin`. */
static void break_list(struct cpg_shell_reader *r, struct cpg_shell_place begin,
		       struct cpg_shell_list *list)
{
	const struct cpg_shell_session *session = r->session;

	list->broken = session->lines && session->why_line ? session->why_line : 1;
	list->why = session->why;
	list->unclosed = session->unclosed;
	list->tested = session->tested;
	list->rest = (struct cpg_text){begin.at, (size_t)(r->end - begin.at)};
	list->rest_line = session->lines ? begin.line : 0;
}

/* Goes on behind a mistake in the list of an array as bash does: with the line below, and without
 * all that was read for this one, here-documents too. */
static bool give_up_line(struct cpg_shell_reader *r, const struct cpg_shell_reader *begin)
{
	struct cpg_shell_command *command = cpg_shell_alloc(r, sizeof(*command));
	struct cpg_shell_place place = r->place;
	const char *newline = memchr(place.at, '\n', (size_t)(r->end - place.at));
	struct cpg_shell_list_item *item;

	if (!command)
		return false;
	*r = *begin;
	*command = (struct cpg_shell_command){.kind = CPG_COMMAND_GIVEN_UP,
					      .origin = cpg_shell_origin(r)};
	item = cpg_shell_push(r, PILE_ITEMS);
	if (!item)
		return false;
	item->pipeline = (struct cpg_shell_pipeline){.commands = command, .count = 1};
	item->newline = true;
	r->place = (struct cpg_shell_place){newline ? newline + 1 : r->end, place.line + 1};
	return true;
}

static bool read_script(struct cpg_shell_reader *r, struct cpg_shell_list *list)
{
	struct cpg_shell_session *session = r->session;
	struct cpg_shell_marks outer = cpg_shell_marks(session);
	unsigned depth = session->depth;

	while (!list->broken) {
		struct cpg_shell_marks marks = cpg_shell_marks(session);
		struct cpg_shell_reader begin;

		r->extglob = r->extglob_next;
		if (!cpg_shell_skip_newlines(r))
			return false;
		begin = *r;
		if (cpg_shell_peek(r) < 0)
			break;
		if (read_line(r))
			continue;
		if (session->fatal)
			return false;
		cpg_shell_unwind(session, &marks);
		session->depth = depth;
		if (!session->listed)
			break_list(r, begin.place, list);
		else if (!give_up_line(r, &begin))
			return false;
	}
	return cpg_shell_take(r, PILE_ITEMS, outer.counts[PILE_ITEMS], &list->items,
			      &list->count);
}

bool cpg_shell_read_script(struct cpg_shell_reader *outer, struct cpg_text text,
			   unsigned line, const struct cpg_shell_list **out)
{
	struct cpg_shell_list *list = cpg_shell_alloc(outer, sizeof(*list));
	struct cpg_shell_reader r = {
		.session = outer->session,
		.place = {text.bytes, line},
		.end = text.bytes + text.length,
		.reserved = true,
		.extglob_next = outer->extglob,
	};

	*out = list;
	return list && read_script(&r, list);
}

static struct cpg_shell_session begin_session(struct cpg_arena *arena,
					      const struct cpg_shell_source *source,
					      struct cpg_error *err)
{
	return (struct cpg_shell_session){
		.arena = arena,
		.err = err,
		.file = source->file,
		.lines = source->line != 0,
		.depth = source->depth,
	};
}

/* A file that ends with a backslash is taken to have a newline behind it. */
static void drop_last_backslash(struct cpg_text *text)
{
	size_t count = 0;

	while (count < text->length && text->bytes[text->length - 1 - count] == '\\')
		count++;
	text->length -= count % 2;
}

/* The text without its NULs. */
static bool without_nuls(struct cpg_shell_reader *r, struct cpg_text *text)
{
	char *copy;
	size_t length = 0;

	if (!text->length || !memchr(text->bytes, '\0', text->length))
		return true;
	copy = cpg_shell_alloc(r, text->length);
	if (!copy)
		return false;
	for (size_t i = 0; i < text->length; i++) {
		if (text->bytes[i])
			copy[length++] = text->bytes[i];
	}
	*text = (struct cpg_text){copy, length};
	return true;
}

int cpg_shell_parse(struct cpg_arena *arena, const struct cpg_shell_source *source,
		    const struct cpg_shell_list **list, struct cpg_error *err)
{
	struct cpg_shell_session session = begin_session(arena, source, err);
	struct cpg_shell_reader r = {.session = &session, .extglob = source->extglob};
	struct cpg_text text = source->text;

	if (!cpg_shell_enter(&r) || !without_nuls(&r, &text))
		return -1;
	if (source->file)
		drop_last_backslash(&text);
	if (!cpg_shell_read_script(&r, text, source->line ? source->line : 1, list))
		return -1;
	return 0;
}

int cpg_shell_parse_quoted(struct cpg_arena *arena, const struct cpg_shell_source *source,
			   bool here, struct cpg_shell_word *word, struct cpg_error *err)
{
	struct cpg_shell_session session = begin_session(arena, source, err);
	struct cpg_shell_reader r = {.session = &session, .extglob = source->extglob};
	struct cpg_text text = source->text;

	if (!cpg_shell_enter(&r) || !without_nuls(&r, &text) ||
	    !cpg_shell_read_expandable(&r, text, source->line ? source->line : 1, here,
				       word))
		return -1;
	return 0;
}
