#include "cpguard/shell_expand.h"

#include <ctype.h>
#include <string.h>

#include "shell_expand_private.h"
#include "shell_marks.h"

#define RELEASE "what the word is hangs on bash's release"

/* The place behind the subscript that begins at `from`, or `from` when none does. */
static size_t behind_subscript(struct cpg_text text, size_t from)
{
	size_t depth = 0;

	if (from == text.length || text.bytes[from] != '[')
		return from;
	for (size_t i = from; i < text.length; i++) {
		depth += text.bytes[i] == '[';
		depth -= text.bytes[i] == ']';
		if (depth == 0)
			return i + 1;
	}
	return from;
}

/* The length of NAME=, NAME+= or NAME[i]= at the beginning of a word: a tilde behind it is
 * expanded, as in an assignment. 0 when it begins otherwise. */
static size_t assigned_name(const struct cpg_shell_word *word)
{
	struct cpg_text text;
	size_t length = 0;

	if (word->count == 0 || word->parts[0].kind != CPG_PART_LITERAL ||
	    word->parts[0].quoted)
		return 0;
	text = word->parts[0].text;
	while (length < text.length &&
	       (text.bytes[length] == '_' || isalnum((unsigned char)text.bytes[length])))
		length++;
	if (length == 0 || isdigit((unsigned char)text.bytes[0]))
		return 0;
	length = behind_subscript(text, length);
	if (length < text.length && text.bytes[length] == '+')
		length++;
	return length < text.length && text.bytes[length] == '=' ? length + 1 : 0;
}

static bool has_expansions(const struct cpg_shell_word *word)
{
	for (size_t i = 0; i < word->count; i++) {
		if (word->parts[i].kind != CPG_PART_LITERAL)
			return true;
	}
	return false;
}

/* A word of which nothing is known. */
static int add_unknown(struct cpg_expander *ex, const struct cpg_shell_word *word,
		       const char *why, struct cpg_field_list *list)
{
	struct cpg_field field = {.many = true};

	cpg_expand_may_fail(ex);
	if (cpg_value_unknown(ex->arena, why, word->origin, &field.value) < 0)
		return cpg_expand_no_memory(ex->err);
	return cpg_fields_add(ex, list, &field);
}

/* Whether releases of bash differ in what the word is: mostly where an array meets another
 * expansion in it and IFS is not what it is by default. */
static bool is_odd(const struct cpg_expander *ex)
{
	struct cpg_ifs ifs;

	if (ex->odd || (ex->joined && ex->elements) ||
	    (ex->listed && ex->equals && ex->tilde))
		return true;
	if (!ex->operands || !ex->elements)
		return false;
	cpg_ifs_of(ex->shell, &ifs);
	return !ifs.plain;
}

/* Expands a word that braces have left behind. */
static int expand_braced(struct cpg_expander *ex, const struct cpg_shell_word *word,
			 struct cpg_field_list *matched)
{
	struct cpg_field_list split = {0};

	if (cpg_shell_step(ex->shell, ex->err) < 0)
		return -1;
	ex->runs.count = ex->runs.bytes = 0;
	ex->equals = ex->bare || ex->shell->posix ? 0 : assigned_name(word);
	ex->assignment = ex->equals > 0;
	ex->expands = has_expansions(word);
	ex->odd = ex->joined = ex->elements = ex->operands = ex->tilde = false;
	ex->ats = ex->empties = ex->lists = false;
	ex->quotes = 0;
	if (cpg_expand_parts(ex, word) < 0)
		return -1;
	if (ex->how->failed)
		return 0;
	if (is_odd(ex))
		return add_unknown(ex, word, RELEASE, matched);
	if (cpg_expand_split(ex, &split) < 0)
		return -1;
	if (ex->odd)
		return add_unknown(ex, word, RELEASE, matched);
	for (size_t i = 0; i < split.count && !ex->how->failed; i++) {
		if (cpg_expand_glob(ex, &split.items[i], matched) < 0)
			return -1;
	}
	return 0;
}

static int expand_plain(struct cpg_expander *ex, const struct cpg_shell_word *words,
			size_t count, struct cpg_field_list *list)
{
	for (size_t i = 0; i < count && !ex->how->failed; i++) {
		if (expand_braced(ex, &words[i], list) < 0)
			return -1;
	}
	return 0;
}

/* NAME=value: the value is expanded as in an assignment, and put behind the name again. */
static int expand_scalar(struct cpg_expander *ex,
			 const struct cpg_shell_assignment *assignment,
			 struct cpg_field *field)
{
	struct cpg_piece name = {.origin = assignment->origin};
	char *text = cpg_arena_printf(ex->arena, "%s%s%s", assignment->name,
				      assignment->index ? "[]" : "",
				      assignment->append ? "+=" : "=");

	if (!text)
		return cpg_expand_no_memory(ex->err);
	name.text = cpg_text_of(text);
	ex->declared = true;
	if (cpg_expand_assigned(ex, &assignment->value, &field->assigned) < 0)
		return -1;
	ex->declared = false;
	if (cpg_value_append(ex->arena, (struct cpg_value){&name, 1}, field->assigned,
			     &field->value) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

static int expand_declared(struct cpg_expander *ex,
			   const struct cpg_shell_assignment *assignment,
			   struct cpg_field_list *list)
{
	struct cpg_field field = {.assignment = assignment};

	if (cpg_shell_step(ex->shell, ex->err) < 0)
		return -1;
	if (!assignment->array)
		return expand_scalar(ex, assignment, &field) < 0
			       ? -1
			       : cpg_fields_add(ex, list, &field);
	if (cpg_value_text(ex->arena, cpg_text_of(assignment->name), assignment->origin,
			   &field.value) < 0)
		return cpg_expand_no_memory(ex->err);
	return cpg_fields_add(ex, list, &field);
}

static bool is_marked(const struct cpg_expander *ex, const struct cpg_shell_word *word)
{
	size_t at;
	size_t length;

	for (size_t i = 0; i < word->count; i++) {
		if (word->parts[i].kind == CPG_PART_LITERAL &&
		    cpg_marks_find(ex->shell->world, word->parts[i].text, &at, &length))
			return true;
	}
	return false;
}

static int expand_argument(struct cpg_expander *ex,
			   const struct cpg_shell_argument *argument,
			   struct cpg_field_list *list)
{
	const struct cpg_shell_assignment *assignment = argument->assignment;
	const struct cpg_shell_word *words;
	size_t count;
	int doubt;
	bool bare;
	int rc;

	if (assignment && assignment->array)
		return expand_declared(ex, assignment, list);
	doubt = cpg_expand_braces(ex, &argument->word, &words, &count);
	if (doubt < 0)
		return -1;
	/* What is in braces hangs on all of the text. */
	doubt = doubt || (words != &argument->word && is_marked(ex, &argument->word));
	/* dash has no brace expansion, and what sh is hangs on the node. */
	doubt = doubt || (words != &argument->word && ex->shell->posix);
	if (doubt && cpg_expand_doubtful(ex, &argument->word) < 0)
		return -1;
	if (doubt)
		return add_unknown(ex, &argument->word, "what the braces make is not known",
				   list);
	if (words == &argument->word && assignment)
		return expand_declared(ex, assignment, list);
	bare = ex->bare;
	ex->bare = bare || words != &argument->word;
	rc = expand_plain(ex, words, count, list);
	ex->bare = bare;
	return rc;
}

/* A list of declare is assigned before what stands behind it is expanded, but here only when
 * declare runs: until then nothing is known of its name. */
struct hidden {
	const struct hidden *next;
	const char *name;
	struct cpg_shell_variable before;
};

static int hide_list(struct cpg_expander *ex, const char *name, const struct hidden **all)
{
	struct hidden *hidden = cpg_arena_alloc(ex->arena, sizeof(*hidden));
	struct cpg_shell_variable variable = *cpg_scope_get(ex->shell->scope, name);

	if (!hidden)
		return cpg_expand_no_memory(ex->err);
	*hidden = (struct hidden){*all, name, variable};
	*all = hidden;
	cpg_variable_hide(&variable);
	if (cpg_scope_set(ex->shell->scope, name, &variable, false) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

static int show_lists(struct cpg_expander *ex, const struct hidden *hidden)
{
	struct cpg_shell_scope *scope = ex->shell->scope;

	for (; hidden; hidden = hidden->next) {
		if (cpg_variable_is_hidden(cpg_scope_get(scope, hidden->name)) &&
		    cpg_scope_set(scope, hidden->name, &hidden->before, false) < 0)
			return cpg_expand_no_memory(ex->err);
	}
	return 0;
}

int cpg_expand_argument_list(struct cpg_expander *ex,
			     const struct cpg_shell_argument *words, size_t count,
			     struct cpg_field_list *list)
{
	const struct hidden *hidden = NULL;

	ex->fields = true;
	for (size_t i = 0; i < count && !ex->how->failed; i++) {
		const struct cpg_shell_assignment *assignment = words[i].assignment;

		if (expand_argument(ex, &words[i], list) < 0)
			return -1;
		if (assignment && assignment->array && i + 1 < count &&
		    hide_list(ex, assignment->name, &hidden) < 0)
			return -1;
	}
	return show_lists(ex, hidden);
}

int cpg_shell_expand_words(struct cpg_shell *shell, const struct cpg_shell_argument *words,
			   size_t count, struct cpg_fields *out, struct cpg_expansion *how,
			   struct cpg_error *err)
{
	struct cpg_field_list list = {0};
	struct cpg_expander ex;

	*how = (struct cpg_expansion){0};
	cpg_expand_begin(&ex, shell, how, err);
	if (cpg_expand_argument_list(&ex, words, count, &list) < 0)
		return -1;
	*out = (struct cpg_fields){list.items, list.count};
	return 0;
}

static int expand_one(struct cpg_shell *shell, const struct cpg_shell_word *word,
		      bool assignment, bool pattern, struct cpg_value *out,
		      struct cpg_expansion *how, struct cpg_error *err)
{
	struct cpg_expander ex;

	*how = (struct cpg_expansion){0};
	if (cpg_shell_step(shell, err) < 0)
		return -1;
	cpg_expand_begin(&ex, shell, how, err);
	if (assignment)
		return cpg_expand_assigned(&ex, word, out);
	return cpg_expand_operand(&ex, word, pattern, out);
}

int cpg_shell_expand_value(struct cpg_shell *shell, const struct cpg_shell_word *word,
			   bool assignment, struct cpg_value *out,
			   struct cpg_expansion *how, struct cpg_error *err)
{
	return expand_one(shell, word, assignment, false, out, how, err);
}

int cpg_shell_expand_pattern(struct cpg_shell *shell, const struct cpg_shell_word *word,
			     struct cpg_value *out, struct cpg_expansion *how,
			     struct cpg_error *err)
{
	return expand_one(shell, word, false, true, out, how, err);
}

int cpg_shell_match(struct cpg_shell *shell, struct cpg_value pattern,
		    struct cpg_value value, struct cpg_error *err)
{
	int extglob = cpg_scope_option(shell->scope, CPG_SHOPT_EXTGLOB);
	int nocase = cpg_scope_option(shell->scope, CPG_SHOPT_NOCASEMATCH);
	int first;

	(void)err;
	first = cpg_value_match(pattern, extglob != CPG_NO, nocase != CPG_NO, value);
	if (extglob == CPG_UNKNOWN &&
	    cpg_value_match(pattern, false, nocase != CPG_NO, value) != first)
		return CPG_UNKNOWN;
	if (nocase == CPG_UNKNOWN &&
	    cpg_value_match(pattern, extglob != CPG_NO, false, value) != first)
		return CPG_UNKNOWN;
	return first;
}

int cpg_shell_split(struct cpg_shell *shell, struct cpg_value value, struct cpg_fields *out,
		    struct cpg_error *err)
{
	struct cpg_field_list list = {0};
	struct cpg_expansion how = {0};
	struct cpg_expander ex;

	cpg_expand_begin(&ex, shell, &how, err);
	ex.fields = true;
	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_run run = {.piece = value.pieces[i],
					    .split = !value.pieces[i].quoted};

		if (cpg_expand_push(&ex, &run) < 0)
			return -1;
	}
	if (cpg_expand_split(&ex, &list) < 0)
		return -1;
	for (size_t i = 0; i < list.count; i++) {
		struct cpg_field *field = &list.items[i];

		if (cpg_expand_pack(&ex, field->value.pieces, field->value.count, false,
				    &field->value) < 0)
			return -1;
	}
	*out = (struct cpg_fields){list.items, list.count};
	return 0;
}
