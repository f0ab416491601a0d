#include <ctype.h>
#include <string.h>

#include "shell_braces.h"

/* How many of the atoms from `begin` on are of one part. */
static size_t same_part(const struct cpg_braces *b, size_t begin, size_t end)
{
	size_t i = begin;

	while (i < end && b->atoms[i].part == b->atoms[begin].part)
		i++;
	return i - begin;
}

/* Writes the parts of a slice; returns how many. Counts only when `parts` is NULL. */
static size_t slice_parts(const struct cpg_braces *b, const struct cpg_brace_slice *slice,
			  struct cpg_shell_part *parts)
{
	size_t count = 0;
	size_t run;

	if (slice->text.bytes) {
		if (parts)
			*parts = (struct cpg_shell_part){
				.kind = CPG_PART_LITERAL,
				.text = slice->text,
				.origin = b->word->origin,
			};
		return 1;
	}
	for (size_t i = slice->begin; i < slice->end; i += run) {
		const struct cpg_brace_atom *atom = &b->atoms[i];

		run = same_part(b, i, slice->end);
		if (parts) {
			parts[count] = b->word->parts[atom->part];
			if (atom->c) {
				parts[count].text.bytes += atom->offset;
				parts[count].text.length = run;
			}
		}
		count++;
	}
	return count;
}

/* Makes one part of texts that braces have brought together, so that a tilde or a name is seen
 * as bash sees it, which expands braces in the text of the script. */
static int join_texts(struct cpg_braces *b, struct cpg_shell_part *parts, size_t *count)
{
	size_t kept = 0;

	for (size_t i = 0; i < *count; i++) {
		struct cpg_shell_part *last = kept ? &parts[kept - 1] : NULL;
		char *joined;

		if (!last || !cpg_brace_is_text(last) || !cpg_brace_is_text(&parts[i])) {
			parts[kept++] = parts[i];
			continue;
		}
		joined = cpg_arena_alloc(b->ex->arena,
					 last->text.length + parts[i].text.length + 1);
		if (!joined)
			return cpg_expand_no_memory(b->ex->err);
		memcpy(mempcpy(joined, last->text.bytes, last->text.length),
		       parts[i].text.bytes, parts[i].text.length);
		last->text.bytes = joined;
		last->text.length += parts[i].text.length;
	}
	*count = kept;
	return 0;
}

static bool is_name(char c)
{
	return c == '_' || isalnum((unsigned char)c);
}

/* $V before a brace whose text begins with letters: they belong to the name. */
static int lengthen_name(struct cpg_braces *b, struct cpg_shell_part *part,
			 struct cpg_shell_part *next)
{
	const char *name = part->kind == CPG_PART_PARAMETER ? part->parameter->name : "";
	struct cpg_shell_parameter *parameter;
	size_t length = 0;

	if (part->quoted || !cpg_brace_is_text(next) || !is_name(name[0]) ||
	    isdigit((unsigned char)name[0]) || !part->parameter->bare)
		return 0;
	while (length < next->text.length && is_name(next->text.bytes[length]))
		length++;
	parameter = cpg_arena_alloc(b->ex->arena, sizeof(*parameter));
	if (!parameter)
		return cpg_expand_no_memory(b->ex->err);
	*parameter = *part->parameter;
	parameter->name = cpg_arena_printf(b->ex->arena, "%s%.*s", name, (int)length,
					   next->text.bytes);
	if (!parameter->name)
		return cpg_expand_no_memory(b->ex->err);
	part->parameter = parameter;
	next->text.bytes += length;
	next->text.length -= length;
	return 0;
}

static int lengthen_names(struct cpg_braces *b, struct cpg_shell_part *parts, size_t count)
{
	for (size_t i = 0; i + 1 < count; i++) {
		if (lengthen_name(b, &parts[i], &parts[i + 1]) < 0)
			return -1;
	}
	return 0;
}

int cpg_brace_word(struct cpg_braces *b, const struct cpg_brace_strand *strand,
		   struct cpg_shell_word *out)
{
	struct cpg_shell_part *parts;
	size_t count = 0;
	size_t used = 0;

	for (size_t i = 0; i < strand->count; i++)
		count += slice_parts(b, &strand->slices[i], NULL);
	parts = cpg_arena_array(b->ex->arena, count, sizeof(*parts));
	if (!parts)
		return cpg_expand_no_memory(b->ex->err);
	for (size_t i = 0; i < strand->count; i++)
		used += slice_parts(b, &strand->slices[i], parts + used);
	if (join_texts(b, parts, &count) < 0 || lengthen_names(b, parts, count) < 0)
		return -1;
	*out = (struct cpg_shell_word){
		.parts = parts,
		.count = count,
		.origin = b->word->origin,
	};
	return 0;
}
