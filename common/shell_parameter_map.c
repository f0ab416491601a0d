#include "shell_parameter_map.h"

#include <string.h>

int cpg_pattern_flat(struct cpg_arena *arena, struct cpg_value pattern,
		     struct cpg_text *text, const bool **literal)
{
	bool *mask;
	size_t used = 0;

	*text = cpg_value_flat(arena, pattern);
	if (!text->bytes)
		return -1;
	mask = cpg_arena_array(arena, text->length + 1, sizeof(*mask));
	if (!mask)
		return -1;
	for (size_t i = 0; i < pattern.count; i++) {
		const struct cpg_piece *piece = &pattern.pieces[i];

		memset(mask + used, piece->quoted, piece->text.length);
		used += piece->text.length;
	}
	*literal = mask;
	return 0;
}

int cpg_mapping_flatten(struct cpg_expander *ex, const struct cpg_mapping *mapping,
			struct cpg_flat_pattern *out)
{
	out->extglob = mapping->extglob == CPG_YES;
	out->nocase = mapping->nocase == CPG_YES;
	if (cpg_pattern_flat(ex->arena, mapping->pattern, &out->text, &out->literal) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

/* Whether the pattern would be another one with extglob. */
static bool has_extglob(struct cpg_value pattern)
{
	char last = 0;

	for (size_t i = 0; i < pattern.count; i++) {
		const struct cpg_piece *piece = &pattern.pieces[i];

		for (size_t j = 0; j < piece->text.length; j++) {
			char c = piece->quoted ? 'x' : piece->text.bytes[j];

			if (c == '(' && last && strchr("?*+@!", last))
				return true;
			last = c;
		}
	}
	return false;
}

/* With extglob bash looks for the pattern behind a star, with which ( is another one. */
static bool begins_group(struct cpg_value pattern)
{
	return pattern.count && !pattern.pieces[0].quoted &&
	       pattern.pieces[0].text.length && pattern.pieces[0].text.bytes[0] == '(';
}

static bool is_known(const struct cpg_mapping *mapping)
{
	if (!cpg_value_known(mapping->pattern) || mapping->nocase == CPG_UNKNOWN)
		return false;
	if (mapping->extglob != CPG_NO && mapping->parameter->op == CPG_OP_REPLACE &&
	    begins_group(mapping->pattern))
		return false;
	return mapping->extglob != CPG_UNKNOWN || !has_extglob(mapping->pattern);
}

static bool has_pattern(enum cpg_shell_operator op)
{
	return op != CPG_OP_SUBSTRING && op != CPG_OP_TRANSFORM;
}

static int begin_substring(struct cpg_expander *ex,
			   const struct cpg_shell_parameter *parameter,
			   struct cpg_mapping *mapping)
{
	int known = cpg_expand_arith_word(ex, CPG_FAULT_LINE, parameter->first,
					  &mapping->offset);

	mapping->numbers = known == CPG_YES;
	return known < 0 ? -1 : 0;
}

int cpg_mapping_length(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		       long long *length)
{
	return cpg_expand_arith_word(ex, CPG_FAULT_LINE, mapping->parameter->second,
				     length);
}

/* A pattern that an expansion begins with # or % is anchored too. */
static int find_anchor(struct cpg_expander *ex, struct cpg_mapping *mapping)
{
	const struct cpg_piece *first = mapping->pattern.pieces;

	if (!mapping->pattern.count || first->quoted || !first->text.length ||
	    (first->text.bytes[0] != '#' && first->text.bytes[0] != '%'))
		return 0;
	mapping->letter = first->text.bytes[0];
	return cpg_cut_front(ex, mapping->pattern, 1, &mapping->pattern);
}

int cpg_mapping_begin(struct cpg_expander *ex, const struct cpg_shell_parameter *parameter,
		      struct cpg_mapping *mapping)
{
	const struct cpg_shell_scope *scope = ex->shell->scope;
	bool elements;

	*mapping = (struct cpg_mapping){
		.parameter = parameter,
		.letter = parameter->letter,
	};
	if (parameter->op == CPG_OP_SUBSTRING)
		return begin_substring(ex, parameter, mapping);
	if (!has_pattern(parameter->op))
		return 0;
	mapping->extglob = cpg_scope_option(scope, CPG_SHOPT_EXTGLOB);
	if (parameter->op == CPG_OP_REPLACE)
		mapping->nocase = cpg_scope_option(scope, CPG_SHOPT_NOCASEMATCH);
	ex->anchored = parameter->op == CPG_OP_REPLACE && parameter->letter;
	elements = ex->elements;
	ex->elements = false;
	if (cpg_expand_operand(ex, parameter->first, true, &mapping->pattern) < 0)
		return -1;
	ex->anchored = false;
	if (parameter->op == CPG_OP_REPLACE && !parameter->letter && !parameter->doubled &&
	    find_anchor(ex, mapping) < 0)
		return -1;
	/* What bash makes of an array in a pattern is not what it is. */
	mapping->known = is_known(mapping) && !ex->elements;
	ex->elements = ex->elements || elements;
	if (ex->how->failed)
		return 0;
	return cpg_expand_operand(ex, parameter->second, true, &mapping->replacement);
}

/* What ${V:offset:length} leaves of a text of so many characters. */
struct span {
	long long begin;
	long long end;
};

/* Takes the length into account. Returns CPG_UNKNOWN when it is not known. */
static int clip(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		struct span *span)
{
	long long length;
	int known = cpg_mapping_length(ex, mapping, &length);

	if (known != CPG_YES)
		return known;
	if (length >= 0) {
		if (length < span->end - span->begin)
			span->end = span->begin + length;
		return CPG_YES;
	}
	if (length < span->begin - span->end) {
		known = cpg_expand_fail(ex, CPG_FAULT_LINE,
					"%lld: substring expression < 0", length);
		return known < 0 ? -1 : CPG_NO;
	}
	span->end += length;
	return CPG_YES;
}

static int substring_known(struct cpg_expander *ex, const struct cpg_mapping *mapping,
			   struct cpg_value value, struct cpg_value *out)
{
	long long count = (long long)cpg_cut_length(value);
	struct span span = {mapping->offset, count};
	int known = CPG_YES;

	*out = cpg_value_empty;
	if (span.begin < -count || span.begin > count)
		return 0;
	if (span.begin < 0)
		span.begin += count;
	if (mapping->parameter->second)
		known = clip(ex, mapping, &span);
	if (known < 0 || ex->how->failed)
		return known < 0 ? -1 : 0;
	if (known == CPG_UNKNOWN)
		return cpg_cut_gap(ex, value, out);
	if (cpg_cut_first(ex, value, (size_t)span.end, out) < 0)
		return -1;
	return cpg_cut_front(ex, *out, (size_t)span.begin, out);
}

/* Of a value with a gap, where the known text before it is enough. */
static int substring_head(struct cpg_expander *ex, const struct cpg_mapping *mapping,
			  struct cpg_value value, struct cpg_value *out)
{
	long long head = (long long)cpg_cut_length(cpg_cut_head(value));
	long long length;
	int known;

	if (mapping->offset > head) {
		if (mapping->parameter->second)
			cpg_expand_may_fail(ex);
		return cpg_cut_gap(ex, value, out);
	}
	if (!mapping->parameter->second)
		return cpg_cut_front(ex, value, (size_t)mapping->offset, out);
	known = cpg_mapping_length(ex, mapping, &length);
	if (known < 0 || ex->how->failed)
		return known < 0 ? -1 : 0;
	if (known == CPG_UNKNOWN || length < 0 || length > head - mapping->offset) {
		if (known == CPG_UNKNOWN || length < 0)
			cpg_expand_may_fail(ex);
		return cpg_cut_gap(ex, value, out);
	}
	if (cpg_cut_first(ex, value, (size_t)(mapping->offset + length), out) < 0)
		return -1;
	return cpg_cut_front(ex, *out, (size_t)mapping->offset, out);
}

/* The same for an offset from the end. */
static int substring_tail(struct cpg_expander *ex, const struct cpg_mapping *mapping,
			  struct cpg_value value, struct cpg_value *out)
{
	long long tail = (long long)cpg_cut_length(cpg_cut_tail(value));

	if (mapping->offset < -tail) {
		if (mapping->parameter->second)
			cpg_expand_may_fail(ex);
		return cpg_cut_gap(ex, value, out);
	}
	if (cpg_cut_last(ex, value, (size_t)-mapping->offset, &value) < 0)
		return -1;
	return substring_known(ex, mapping, value, out);
}

static int substring(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		     struct cpg_value value, struct cpg_value *out)
{
	if (!mapping->numbers || !cpg_cut_ascii(value)) {
		if (mapping->parameter->second)
			cpg_expand_may_fail(ex);
		return cpg_cut_gap(ex, value, out);
	}
	if (cpg_value_known(value))
		return substring_known(ex, mapping, value, out);
	if (mapping->offset < 0)
		return substring_tail(ex, mapping, value, out);
	return substring_head(ex, mapping, value, out);
}

typedef int map(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		struct cpg_value value, struct cpg_value *out);

static map *const maps[] = {
	[CPG_OP_REMOVE_PREFIX] = cpg_remove_end, [CPG_OP_REMOVE_SUFFIX] = cpg_remove_end,
	[CPG_OP_REPLACE] = cpg_replace,          [CPG_OP_SUBSTRING] = substring,
	[CPG_OP_UPPER] = cpg_change_case,        [CPG_OP_LOWER] = cpg_change_case,
	[CPG_OP_TOGGLE] = cpg_change_case,       [CPG_OP_TRANSFORM] = cpg_transform,
};

int cpg_mapping_apply(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		      struct cpg_value value, struct cpg_value *out)
{
	enum cpg_shell_operator op = mapping->parameter->op;

	if (cpg_shell_step(ex->shell, ex->err) < 0 ||
	    cpg_expand_charge(ex, cpg_cut_length(value)) < 0)
		return -1;
	if (has_pattern(op) && !mapping->known)
		return cpg_cut_gap(ex, value, out);
	return maps[op](ex, mapping, value, out);
}
