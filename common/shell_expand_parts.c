#include "shell_expand_private.h"
#include "shell_marks.h"

#include <ctype.h>
#include <string.h>

/* A gap in text that was parsed as far as it is known. */
static int push_mark(struct cpg_expander *ex, const struct cpg_piece *gap, bool quoted)
{
	struct cpg_run run = {.piece = *gap, .split = !quoted && !gap->solid};

	run.piece.quoted = quoted;
	return cpg_expand_push(ex, &run);
}

static int push_written(struct cpg_expander *ex, struct cpg_text text,
			struct cpg_origin origin, bool quoted)
{
	struct cpg_run run = {
		.piece = {.text = text, .origin = origin, .quoted = quoted},
		.split = ex->operand && !quoted,
		.written = quoted && text.length == 0,
	};

	if (text.length == 0 && !quoted)
		return 0;
	return cpg_expand_push(ex, &run);
}

/* Text that was written in the word. */
static int push_literal(struct cpg_expander *ex, struct cpg_text text,
			struct cpg_origin origin, bool quoted)
{
	const struct cpg_piece *gap;
	bool marked = false;
	size_t length;
	size_t at;

	while ((gap = cpg_marks_find(ex->shell->world, text, &at, &length))) {
		struct cpg_text before = {text.bytes, at};

		if ((at > 0 && push_written(ex, before, origin, quoted) < 0) ||
		    push_mark(ex, gap, quoted) < 0)
			return -1;
		text.bytes += at + length;
		text.length -= at + length;
		marked = true;
	}
	return marked && text.length == 0 ? 0 : push_written(ex, text, origin, quoted);
}

/* Where the tilde-prefix at `from` ends; 0 when there is none: when quoted text or an expansion
 * belongs to it. */
static size_t tilde_end(struct cpg_text text, size_t from, bool assignment, bool last)
{
	for (size_t i = from + 1; i < text.length; i++) {
		if (text.bytes[i] == '/' || (assignment && text.bytes[i] == ':'))
			return i;
	}
	return last ? text.length : 0;
}

static const char *tilde_variable(struct cpg_text prefix)
{
	static const char *const rows[][2] = {
		{"~", "HOME"},
		{"~+", "PWD"},
		{"~-", "OLDPWD"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (cpg_text_is(prefix, rows[i][0]))
			return rows[i][1];
	}
	return NULL;
}

/* Whether there may be a user of that name. */
static bool is_user(struct cpg_text name)
{
	for (size_t i = 0; i < name.length; i++) {
		if (!isalnum((unsigned char)name.bytes[i]) &&
		    !memchr("._-+$", name.bytes[i], 5))
			return false;
	}
	return true;
}

/* The directory that a tilde-prefix stands for. Returns 1 and *value, 0 when the prefix stays
 * as it is. */
static int tilde_value(struct cpg_expander *ex, struct cpg_text prefix,
		       struct cpg_value *value)
{
	const char *name = tilde_variable(prefix);
	const char *why = "it is a user's home directory";
	int set = CPG_UNKNOWN;

	if (name) {
		const struct cpg_shell_variable *variable =
			cpg_scope_get(ex->shell->scope, name);

		set = cpg_variable_at(variable, 0, value);
		why = variable->why ? variable->why : why;
	}
	if (set == CPG_YES)
		return 1;
	if (!name && !is_user((struct cpg_text){prefix.bytes + 1, prefix.length - 1}))
		return 0;
	/* Without HOME bash asks for the user's. */
	if (set == CPG_NO && prefix.length > 1)
		return 0;
	if (cpg_value_unknown(ex->arena, why, ex->place, value) < 0)
		return cpg_expand_no_memory(ex->err);
	return 1;
}

/* Expands the tilde at `at` in the text of a part, of which what lies before *done is pushed
 * already. */
static int expand_tilde(struct cpg_expander *ex, const struct cpg_shell_part *part,
			bool last, size_t at, size_t *done)
{
	size_t end = tilde_end(part->text, at, ex->assignment, last);
	struct cpg_text before = {part->text.bytes + *done, at - *done};
	struct cpg_value value;
	int rc;

	if (end == 0)
		return 0;
	rc = tilde_value(ex, (struct cpg_text){part->text.bytes + at, end - at}, &value);
	if (rc <= 0)
		return rc;
	*done = end;
	ex->tilde = true;
	if (push_literal(ex, before, part->origin, false) < 0)
		return -1;
	return cpg_expand_push_value(ex, value, true);
}

static bool tilde_may_stand(const struct cpg_expander *ex, struct cpg_text text, bool first,
			    size_t at)
{
	if (at == 0)
		return first && !ex->anchored;
	return (ex->assignment && text.bytes[at - 1] == ':') || (first && at == ex->equals);
}

static int expand_unquoted(struct cpg_expander *ex, const struct cpg_shell_word *word,
			   size_t index)
{
	const struct cpg_shell_part *part = &word->parts[index];
	struct cpg_text text = part->text;
	const char *tilde = text.length ? memchr(text.bytes, '~', text.length) : NULL;
	size_t done = 0;

	for (size_t at = tilde ? (size_t)(tilde - text.bytes) : text.length;
	     at < text.length; at++) {
		if (text.bytes[at] != '~' || !tilde_may_stand(ex, text, index == 0, at))
			continue;
		if (expand_tilde(ex, part, index + 1 == word->count, at, &done) < 0)
			return -1;
	}
	text.bytes += done;
	text.length -= done;
	return push_literal(ex, text, part->origin, false);
}

/* Since 5.2 bash splits the text of $'...' in "$(echo ${V:-$'a b'})". */
static bool may_be_split(const struct cpg_expander *ex, const struct cpg_shell_part *part)
{
	struct cpg_ifs ifs;

	if (!part->ansi || !ex->operand || !ex->shell->captured)
		return false;
	cpg_ifs_of(ex->shell, &ifs);
	for (size_t i = 0; i < part->text.length; i++) {
		if (ifs.is[(unsigned char)part->text.bytes[i]])
			return true;
	}
	return !ifs.known;
}

static int expand_literal(struct cpg_expander *ex, const struct cpg_shell_word *word,
			  size_t index, bool quoted)
{
	const struct cpg_shell_part *part = &word->parts[index];

	struct cpg_value unknown;

	if (!quoted)
		return expand_unquoted(ex, word, index);
	if (!may_be_split(ex, part))
		return push_literal(ex, part->text, part->origin, true);
	if (cpg_value_unknown(ex->arena, "what is split hangs on bash's release", ex->place,
			      &unknown) < 0)
		return cpg_expand_no_memory(ex->err);
	return cpg_expand_push_value(ex, unknown, false);
}

static int expand_parameter(struct cpg_expander *ex, const struct cpg_shell_word *word,
			    size_t index, bool quoted)
{
	return cpg_expand_parameter(ex, word->parts[index].parameter, quoted);
}

/* $(...): its status is $? from here on, for the rest of the same command too. One without a
 * command is not run, and leaves the status that the others gave. */
static int expand_command(struct cpg_expander *ex, const struct cpg_shell_word *word,
			  size_t index, bool quoted)
{
	const struct cpg_shell_list *list = word->parts[index].list;
	struct cpg_value output;
	int status;

	if (list->count == 0 && !list->broken)
		return cpg_expand_push_value(ex, (struct cpg_value){NULL, 0}, quoted);
	if (cpg_shell_substitute(ex->shell, list, &output, &status, ex->err) < 0)
		return -1;
	ex->how->substituted = true;
	ex->how->status = status;
	cpg_scope_set_status(ex->shell->scope, status);
	return cpg_expand_push_value(ex, output, quoted);
}

static int expand_arithmetic(struct cpg_expander *ex, const struct cpg_shell_word *word,
			     size_t index, bool quoted)
{
	long long number;
	int known = cpg_expand_arith_word(ex, CPG_FAULT_ARITH,
					  word->parts[index].expression, &number);

	if (known < 0 || ex->how->failed)
		return known < 0 ? -1 : 0;
	if (known == CPG_UNKNOWN)
		return cpg_expand_push_number(ex, "it is computed from what is not known",
					      quoted);
	return cpg_expand_push_integer(ex, number, quoted);
}

/* <(...): the commands run, and the word is the name of a pipe. */
static int expand_process(struct cpg_expander *ex, const struct cpg_shell_word *word,
			  size_t index, bool quoted)
{
	struct cpg_value output;
	int status;

	(void)quoted;
	if (cpg_shell_substitute(ex->shell, word->parts[index].list, &output, &status,
				 ex->err) < 0)
		return -1;
	if (cpg_expand_push_text(ex, cpg_text_of("/dev/fd/"), true) < 0)
		return -1;
	return cpg_expand_push_number(ex, "it is a pipe's number", true);
}

typedef int expand_part(struct cpg_expander *ex, const struct cpg_shell_word *word,
			size_t index, bool quoted);

static expand_part *const part_kinds[] = {
	[CPG_PART_LITERAL] = expand_literal, [CPG_PART_PARAMETER] = expand_parameter,
	[CPG_PART_COMMAND] = expand_command, [CPG_PART_ARITHMETIC] = expand_arithmetic,
	[CPG_PART_PROCESS] = expand_process,
};

/* What stood within quotes, from run `first` on, is no word when "$@" was nothing in there and
 * the rest was empty too. */
static void settle_quotes(struct cpg_expander *ex, size_t first)
{
	struct cpg_run *runs = ex->runs.items;
	bool gaps = false;

	for (size_t i = first; i < ex->runs.count; i++) {
		if (runs[i].kind != CPG_RUN_TEXT || runs[i].piece.text.length ||
		    runs[i].written)
			return;
		gaps = gaps || !runs[i].piece.text.bytes;
	}
	if (!gaps)
		ex->runs.count = first;
	for (size_t i = first; i < ex->runs.count; i++) {
		runs[i].piece.quoted = false;
		runs[i].split = true;
	}
}

/* Whether all of it is one word, and nothing is in that. */
static bool is_empty_from(const struct cpg_expander *ex, size_t first)
{
	for (size_t i = first; i < ex->runs.count; i++) {
		const struct cpg_run *run = &ex->runs.items[i];

		if (run->kind != CPG_RUN_TEXT || run->piece.text.length ||
		    !run->piece.text.bytes)
			return false;
	}
	return ex->runs.count > first;
}

static void end_quotes(struct cpg_expander *ex, size_t first)
{
	/* Of an empty word that two lists made, or a list and an operator, some releases of bash
	 * make none. */
	ex->odd = ex->odd ||
		  (ex->within + ex->worked > 1 && ex->within && is_empty_from(ex, first));
	if (ex->hollow)
		settle_quotes(ex, first);
}

/* Notes that quotes are opened; not those that were around an operand already. */
static void begin_quotes(struct cpg_expander *ex, bool force)
{
	ex->hollow = false;
	if (force)
		return;
	ex->worked = false;
	ex->within = 0;
	ex->quotes++;
}

static int expand_all(struct cpg_expander *ex, const struct cpg_shell_word *word,
		      bool force)
{
	bool within = false;
	size_t first = 0;

	for (size_t i = 0; i < word->count && !ex->how->failed; i++) {
		const struct cpg_shell_part *part = &word->parts[i];
		bool quoted = part->quoted || force;
		bool opens = quoted && (!within || (part->opens && !force));

		if (within && (!quoted || opens) && !force)
			end_quotes(ex, first);
		if (opens) {
			first = ex->runs.count;
			begin_quotes(ex, force);
		}
		within = quoted;
		ex->place = part->origin;
		ex->anchored = ex->anchored && part->kind == CPG_PART_LITERAL;
		if (part_kinds[part->kind](ex, word, i, quoted) < 0)
			return -1;
	}
	if (within && !force)
		end_quotes(ex, first);
	if (word->count == 0 && word->quoted)
		return push_literal(ex, (struct cpg_text){"", 0}, word->origin, true);
	return 0;
}

int cpg_expand_parts(struct cpg_expander *ex, const struct cpg_shell_word *word)
{
	return expand_all(ex, word, false);
}

/* Whether "$@" stands beside something that is not quoted: bash does not split that then, or
 * not always. */
static bool mixes_list(const struct cpg_shell_word *word)
{
	bool list = false;
	bool unquoted = false;

	for (size_t i = 0; i < word->count; i++) {
		const struct cpg_shell_part *part = &word->parts[i];

		unquoted = unquoted || !part->quoted;
		list = list || (part->quoted && part->kind == CPG_PART_PARAMETER &&
				(part->parameter->name[0] == '@' ||
				 part->parameter->index || part->parameter->indirect));
	}
	return list && unquoted;
}

int cpg_expand_into(struct cpg_expander *ex, const struct cpg_shell_word *word, bool quoted)
{
	struct cpg_expander outer = *ex;
	int rc;

	ex->operand = true;
	ex->assignment = (ex->assignment && !ex->equals) || ex->assigns;
	ex->equals = 0;
	ex->odd = ex->odd || (ex->fields && !quoted && mixes_list(word));
	rc = expand_all(ex, word, quoted);
	ex->operand = outer.operand;
	ex->assignment = outer.assignment;
	ex->equals = outer.equals;
	ex->hollow = outer.hollow;
	ex->place = outer.place;
	return rc;
}
