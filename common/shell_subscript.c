#include <ctype.h>
#include <string.h>

#include "cpguard/shell_arith.h"
#include "shell_expand_private.h"

int cpg_expand_arith(struct cpg_expander *ex, enum cpg_shell_fault fault,
		     struct cpg_value expression, long long *number)
{
	struct cpg_arith result;

	if (cpg_arith_evaluate(ex->shell->scope, expression, &result, ex->err) < 0)
		return -1;
	cpg_shell_fail_arith(ex->shell, ex->how, &result);
	if (ex->how->failed)
		return CPG_NO;
	switch (result.state) {
	case CPG_ARITH_KNOWN:
		*number = result.value;
		return CPG_YES;
	case CPG_ARITH_UNKNOWN:
		cpg_expand_may_fail(ex);
		return CPG_UNKNOWN;
	case CPG_ARITH_FAILED:
		break;
	}
	return cpg_expand_fail(ex, fault, "%s", result.why) < 0 ? -1 : CPG_NO;
}

int cpg_expand_arith_word(struct cpg_expander *ex, enum cpg_shell_fault fault,
			  const struct cpg_shell_word *word, long long *number)
{
	struct cpg_value expression;

	if (cpg_expand_operand(ex, word, false, &expression) < 0)
		return -1;
	if (ex->how->failed)
		return CPG_NO;
	return cpg_expand_arith(ex, fault, expression, number);
}

static bool word_is(const struct cpg_shell_word *word, const char *text)
{
	return word->count == 1 && word->parts[0].kind == CPG_PART_LITERAL &&
	       cpg_text_is(word->parts[0].text, text);
}

/* Of what may be an array of either kind: arithmetic, if it is not a key. */
static int doubtful_subscript(struct cpg_expander *ex, struct cpg_value value)
{
	struct cpg_arith result;

	if (cpg_arith_evaluate(ex->shell->scope, value, &result, ex->err) < 0)
		return -1;
	if (result.state != CPG_ARITH_KNOWN)
		cpg_expand_may_fail(ex);
	return 0;
}

static int subscript_value(struct cpg_expander *ex, struct cpg_value value,
			   const struct cpg_shell_variable *variable,
			   struct cpg_subscript *out)
{
	int known;

	out->kind = CPG_SUBSCRIPT_UNKNOWN;
	out->empty = cpg_value_is_empty(value) == CPG_YES;
	if (variable->kind == CPG_VARIABLE_UNKNOWN)
		return doubtful_subscript(ex, value);
	if (variable->kind == CPG_VARIABLE_ASSOCIATIVE) {
		if (!cpg_value_known(value))
			return 0;
		out->kind = CPG_SUBSCRIPT_KEY;
		out->key = cpg_value_flat(ex->arena, value).bytes;
		return out->key ? 0 : cpg_expand_no_memory(ex->err);
	}
	known = cpg_expand_arith(ex, CPG_FAULT_TEXTS, value, &out->index);
	if (known == CPG_YES)
		out->kind = CPG_SUBSCRIPT_INDEX;
	return known < 0 ? -1 : 0;
}

int cpg_subscript_value(struct cpg_expander *ex, const struct cpg_shell_word *word,
			struct cpg_value value, const struct cpg_shell_variable *variable,
			struct cpg_subscript *out)
{
	*out = (struct cpg_subscript){.kind = CPG_SUBSCRIPT_NONE};
	if (word_is(word, "@") || word_is(word, "*")) {
		out->kind = word_is(word, "@") ? CPG_SUBSCRIPT_AT : CPG_SUBSCRIPT_STAR;
		return 0;
	}
	return subscript_value(ex, value, variable, out);
}

int cpg_subscript_word(struct cpg_expander *ex, const struct cpg_shell_word *word,
		       const struct cpg_shell_variable *variable, struct cpg_subscript *out)
{
	struct cpg_value value;

	*out = (struct cpg_subscript){.kind = CPG_SUBSCRIPT_NONE};
	if (cpg_expand_operand(ex, word, false, &value) < 0)
		return -1;
	if (!word || ex->how->failed)
		return 0;
	return cpg_subscript_value(ex, word, value, variable, out);
}

int cpg_subscript_text(struct cpg_expander *ex, struct cpg_text text,
		       const struct cpg_shell_variable *variable, struct cpg_subscript *out)
{
	struct cpg_value value;

	*out = (struct cpg_subscript){.kind = CPG_SUBSCRIPT_NONE};
	if (!text.bytes)
		return 0;
	if (cpg_text_is(text, "@") || cpg_text_is(text, "*")) {
		out->kind = text.bytes[0] == '@' ? CPG_SUBSCRIPT_AT : CPG_SUBSCRIPT_STAR;
		return 0;
	}
	if (cpg_expand_text(ex, text, &value) < 0)
		return -1;
	if (ex->how->failed)
		return 0;
	return subscript_value(ex, value, variable, out);
}

bool cpg_subscript_cut(struct cpg_arena *arena, struct cpg_text text, const char **name,
		       struct cpg_text *subscript)
{
	size_t length = 0;

	*subscript = (struct cpg_text){NULL, 0};
	while (length < text.length &&
	       (text.bytes[length] == '_' || isalnum((unsigned char)text.bytes[length])))
		length++;
	if (length == 0 || isdigit((unsigned char)text.bytes[0]))
		return false;
	if (length < text.length) {
		size_t inner = text.length - length;

		if (inner < 3 || text.bytes[length] != '[' ||
		    text.bytes[text.length - 1] != ']')
			return false;
		*subscript = (struct cpg_text){text.bytes + length + 1, inner - 2};
	}
	*name = cpg_arena_bytes(arena, text.bytes, length);
	return *name != NULL;
}

int cpg_subscript_get(const struct cpg_shell_variable *variable,
		      const struct cpg_subscript *subscript, struct cpg_value *value)
{
	switch (subscript->kind) {
	case CPG_SUBSCRIPT_INDEX:
		return cpg_variable_at(variable, subscript->index, value);
	case CPG_SUBSCRIPT_KEY:
		return cpg_variable_at_key(variable, subscript->key, value);
	case CPG_SUBSCRIPT_NONE:
		if (variable->kind == CPG_VARIABLE_ASSOCIATIVE)
			return cpg_variable_at_key(variable, "0", value);
		return cpg_variable_at(variable, 0, value);
	case CPG_SUBSCRIPT_UNKNOWN:
	case CPG_SUBSCRIPT_AT:
	case CPG_SUBSCRIPT_STAR:
		break;
	}
	if (variable->kind == CPG_VARIABLE_UNSET)
		return CPG_NO;
	return CPG_UNKNOWN;
}
