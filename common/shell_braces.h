/* What the files of brace expansion share.
 */
#ifndef CPGUARD_SHELL_BRACES_H
#define CPGUARD_SHELL_BRACES_H

#include "shell_expand_private.h"

/* A character of unquoted text, or a whole part of another kind, which braces pass over. */
struct cpg_brace_atom {
	char c; /* 0: a whole part */
	size_t part;
	size_t offset;
};

/* Atoms that follow each other, or text that a sequence made. */
struct cpg_brace_slice {
	size_t begin;
	size_t end;
	struct cpg_text text; /* NULL bytes: the atoms */
};

/* A word in the making. */
struct cpg_brace_strand {
	const struct cpg_brace_slice *slices;
	size_t count;
};

struct cpg_brace_strands {
	struct cpg_brace_strand *items;
	size_t count;
	size_t capacity;
};

struct cpg_braces {
	struct cpg_expander *ex;
	const struct cpg_shell_word *word;
	struct cpg_brace_atom *atoms;
	size_t count;
	unsigned depth;
};

/* Appends a strand of one slice, or of none when it is empty. */
int cpg_brace_add(struct cpg_braces *b, struct cpg_brace_strands *list,
		  const struct cpg_brace_slice *slice) __attribute__((warn_unused_result));

/* shell_braces_sequence.c: the strands of {x..y} and {x..y..step}, of which `text` is what
 * stands between the braces. Returns 1; 0 when it is no sequence; -1 as all. */
int cpg_brace_sequence(struct cpg_braces *b, const char *text,
		       struct cpg_brace_strands *out) __attribute__((warn_unused_result));

/* shell_braces_words.c: the word that a strand is. */
int cpg_brace_word(struct cpg_braces *b, const struct cpg_brace_strand *strand,
		   struct cpg_shell_word *out) __attribute__((warn_unused_result));

/* Text in which braces count: unquoted, and as it was written. */
static inline bool cpg_brace_is_text(const struct cpg_shell_part *part)
{
	return part->kind == CPG_PART_LITERAL && !part->quoted;
}

#endif
