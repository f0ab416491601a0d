#include <string.h>

#include "shell_expand_private.h"

/* Whether splitting the text of a run and joining it by blanks again would change it, or what
 * stands beside it: of an empty element that is a blank. */
static bool is_changed(struct cpg_text text, const struct cpg_ifs *ifs)
{
	if (text.bytes && text.length == 0)
		return true;
	for (size_t i = 0; i < text.length; i++) {
		if (!ifs->is[(unsigned char)text.bytes[i]])
			continue;
		if (text.bytes[i] != ' ' || i == 0 || i + 1 == text.length ||
		    ifs->is[(unsigned char)text.bytes[i + 1]])
			return true;
	}
	return text.length && !ifs->known;
}

/* Text that was written in the word, and nothing quotes. */
static bool is_written(const struct cpg_run *run)
{
	return !run->split && !run->piece.quoted && run->kind == CPG_RUN_TEXT;
}

/* Whether an unusual IFS splits it. */
static bool is_cut(struct cpg_text text, const struct cpg_ifs *ifs)
{
	for (size_t i = 0; i < text.length && !ifs->plain; i++) {
		if (ifs->is[(unsigned char)text.bytes[i]] || !ifs->known)
			return true;
	}
	return false;
}

/* Where nothing is split, bash splits what is not quoted all the same when "$@" or its like is
 * in the word: in [[ ]] and case in all releases, in assignments up to 5.0, and up to 4.4 for $*
 * that nothing quotes. */
static bool is_resplit(const struct cpg_expander *ex)
{
	struct cpg_ifs ifs;
	bool blank;

	if (!(ex->assignment && !ex->declared ? ex->ats : ex->ats || ex->lists))
		return false;
	/* 4.4 finds an empty element in case, others do not. */
	if (ex->empties && !ex->assignment)
		return true;
	cpg_ifs_of(ex->shell, &ifs);
	blank = ifs.first.length && ifs.first.bytes[0] == ' ';
	/* What joins the words of a list there, and within ${V+"$@"}, is IFS for some. */
	if (!blank && (ex->declared || (ex->operands && ex->ats)))
		return true;
	for (size_t i = 0; i < ex->runs.count; i++) {
		const struct cpg_run *run = &ex->runs.items[i];

		if ((run->split && is_changed(run->piece.text, &ifs)) ||
		    (is_written(run) && is_cut(run->piece.text, &ifs)))
			return true;
	}
	return false;
}

/* The runs of a word that is not split, as one value. */
static int join_unsplit(struct cpg_expander *ex, bool pattern, struct cpg_value *out)
{
	if (!is_resplit(ex))
		return cpg_expand_join(ex, pattern, out);
	if (cpg_value_unknown(ex->arena, "what is split hangs on bash's release", ex->place,
			      out) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

int cpg_expand_operand(struct cpg_expander *ex, const struct cpg_shell_word *word,
		       bool pattern, struct cpg_value *out)
{
	struct cpg_expander inner;

	*out = cpg_value_empty;
	if (!word)
		return 0;
	cpg_expand_begin(&inner, ex->shell, ex->how, ex->err);
	inner.place = ex->place;
	inner.assigns = ex->assigns;
	inner.anchored = ex->anchored;
	ex->anchored = false;
	if (cpg_expand_parts(&inner, word) < 0)
		return -1;
	ex->elements = ex->elements || inner.elements;
	ex->tilde = ex->tilde || inner.tilde;
	return join_unsplit(&inner, pattern, out);
}

int cpg_expand_assigned(struct cpg_expander *ex, const struct cpg_shell_word *word,
			struct cpg_value *out)
{
	struct cpg_expander inner;

	*out = cpg_value_empty;
	cpg_expand_begin(&inner, ex->shell, ex->how, ex->err);
	inner.assignment = true;
	inner.declared = ex->declared;
	if (cpg_expand_parts(&inner, word) < 0)
		return -1;
	ex->tilde = ex->tilde || inner.tilde;
	return join_unsplit(&inner, false, out);
}

int cpg_expand_text(struct cpg_expander *ex, struct cpg_text text, struct cpg_value *out)
{
	const struct cpg_shell_source source = {
		.file = ex->place.file,
		.line = ex->place.line,
		.text = text,
		.depth = ex->shell->world->depth,
	};
	struct cpg_shell_word word;

	if (!memchr(text.bytes, '$', text.length) &&
	    !memchr(text.bytes, '`', text.length)) {
		if (cpg_value_text(ex->arena, text, ex->place, out) < 0)
			return cpg_expand_no_memory(ex->err);
		return 0;
	}
	if (cpg_shell_parse_quoted(ex->arena, &source, false, &word, ex->err) < 0)
		return -1;
	return cpg_expand_operand(ex, &word, false, out);
}

static bool is_literal(const struct cpg_shell_word *word)
{
	for (size_t i = 0; i < word->count; i++) {
		if (word->parts[i].kind != CPG_PART_LITERAL)
			return false;
	}
	return true;
}

/* Expands a word of which it is not known whether bash does, in a copy of the scope, for what
 * it changes and starts. */
int cpg_expand_doubtful(struct cpg_expander *ex, const struct cpg_shell_word *word)
{
	struct cpg_shell *shell = ex->shell;
	struct cpg_shell copy = *shell;
	struct cpg_expansion how = {0};
	struct cpg_expander inner;
	struct cpg_value value;

	if (!word || is_literal(word))
		return 0;
	copy.scope = cpg_scope_copy(shell->scope);
	if (!copy.scope)
		return cpg_expand_no_memory(ex->err);
	if (!copy.conditional)
		copy.condition = ex->place;
	copy.conditional = true;
	cpg_expand_begin(&inner, &copy, &how, ex->err);
	inner.place = ex->place;
	if (cpg_expand_operand(&inner, word, false, &value) < 0)
		return -1;
	if (how.failed || how.maybe)
		cpg_expand_may_fail(ex);
	if (how.substituted) {
		ex->how->substituted = true;
		ex->how->status = -1;
	}
	if (cpg_scope_join(shell->scope, copy.scope, "hangs on a value that is not known",
			   ex->place) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}
