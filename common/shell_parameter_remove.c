#include "shell_parameter_map.h"

/* So much known text beyond a gap is searched for where a match may end. */
#define SEARCH_LIMIT 256

typedef int find_end(struct cpg_text pattern, const bool *literal, bool extglob,
		     bool nocase, bool longest, struct cpg_text text, size_t *length);

typedef int cut(struct cpg_expander *ex, struct cpg_value value, size_t length,
		struct cpg_value *out);

/* The end of a value at which ${V#p} or ${V%p} removes, the near one, and the far one. */
struct side {
	struct cpg_value (*near)(struct cpg_value value);
	struct cpg_value (*far)(struct cpg_value value);
	find_end *find;
	cut *remove; /* from the near end */
	cut *leave;  /* without so much of the far end */
	cut *keep;   /* so much of the far end */
	bool prefix;
};

static const struct side front = {
	cpg_cut_head, cpg_cut_tail, cpg_pattern_prefix, cpg_cut_front, cpg_cut_back,
	cpg_cut_last, true,
};

static const struct side back = {
	cpg_cut_tail,  cpg_cut_head, cpg_pattern_suffix, cpg_cut_back, cpg_cut_front,
	cpg_cut_first, false,
};

/* Matches in known text: CPG_YES and the length, CPG_NO, CPG_UNKNOWN; -1 as all. */
static int find(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		const struct side *side, struct cpg_value known, size_t *length)
{
	struct cpg_flat_pattern pattern;
	struct cpg_text text = cpg_value_flat(ex->arena, known);

	if (!text.bytes)
		return cpg_expand_no_memory(ex->err);
	if (cpg_mapping_flatten(ex, mapping, &pattern) < 0)
		return -1;
	return side->find(pattern.text, pattern.literal, pattern.extglob, false,
			  mapping->parameter->doubled, text, length);
}

/* What of the far text stays where a match reaches across the gap. */
struct reach {
	size_t kept;   /* so many bytes at least */
	bool possible; /* there may be such a match */
	bool exact;    /* there is, and nothing else stays */
};

/* Tries all places in the far text where a match may end. The longest match ends at the first,
 * from the far end on; the shortest is not longer than the last that surely is one. */
static int search(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		  const struct side *side, struct cpg_value value, size_t length,
		  struct reach *reach)
{
	bool extglob = mapping->extglob == CPG_YES;

	*reach = (struct reach){0, false, false};
	for (size_t i = 0; i <= length; i++) {
		struct cpg_value part;
		int answer;

		if (cpg_shell_step(ex->shell, ex->err) < 0 ||
		    side->leave(ex, value, i, &part) < 0)
			return -1;
		answer = cpg_value_match(mapping->pattern, extglob, false, part);
		if (answer == CPG_NO)
			continue;
		if (!reach->possible || answer == CPG_YES)
			reach->kept = i;
		reach->possible = true;
		if (mapping->parameter->doubled) {
			reach->exact = answer == CPG_YES;
			return 0;
		}
	}
	return 0;
}

/* *out is what stands before the first gap, one gap, and what stands behind the last. */
static int simplify(struct cpg_expander *ex, struct cpg_value value, struct cpg_value *out)
{
	struct cpg_value gap;

	if (cpg_cut_gap(ex, value, &gap) < 0 ||
	    cpg_cut_append(ex, cpg_cut_head(value), gap, out) < 0)
		return -1;
	return cpg_cut_append(ex, *out, cpg_cut_tail(value), out);
}

static int remaining(struct cpg_expander *ex, const struct side *side,
		     struct cpg_value value, const struct reach *reach,
		     struct cpg_value *out)
{
	struct cpg_value gap;
	struct cpg_value kept;

	if (side->keep(ex, value, reach->kept, &kept) < 0 ||
	    cpg_cut_gap(ex, value, &gap) < 0)
		return -1;
	if (reach->exact)
		*out = kept;
	else if (cpg_cut_append(ex, side->prefix ? gap : kept, side->prefix ? kept : gap,
				out) < 0)
		return -1;
	return 0;
}

/* `near` says what was found in the known text at the near end, `length` how long it is. */
static int remove_across(struct cpg_expander *ex, const struct cpg_mapping *mapping,
			 const struct side *side, struct cpg_value value, int near,
			 size_t length, struct cpg_value *out)
{
	size_t far = cpg_cut_length(side->far(value));
	struct reach reach = {0, true, false};
	struct cpg_value simple;

	if (near != CPG_UNKNOWN && far <= SEARCH_LIMIT) {
		if (simplify(ex, value, &simple) < 0 ||
		    search(ex, mapping, side, simple, far, &reach) < 0)
			return -1;
	}
	if (reach.possible)
		return remaining(ex, side, value, &reach, out);
	return near == CPG_YES ? side->remove(ex, value, length, out) : 0;
}

int cpg_remove_end(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		   struct cpg_value value, struct cpg_value *out)
{
	const struct side *side =
		mapping->parameter->op == CPG_OP_REMOVE_PREFIX ? &front : &back;
	size_t length = 0;
	int found = find(ex, mapping, side, side->near(value), &length);

	*out = value;
	if (found < 0)
		return -1;
	if (!cpg_value_known(value) && (mapping->parameter->doubled || found != CPG_YES))
		return remove_across(ex, mapping, side, value, found, length, out);
	if (found == CPG_UNKNOWN)
		return cpg_cut_gap(ex, value, out);
	return found == CPG_YES ? side->remove(ex, value, length, out) : 0;
}
