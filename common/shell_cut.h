/* Cutting values: what stands before the first gap, behind the last, and pieces of it. Offsets
 * count bytes.
 */
#ifndef CPGUARD_SHELL_CUT_H
#define CPGUARD_SHELL_CUT_H

#include "shell_expand_private.h"

/* The pieces before the first gap, and those behind the last; all of a known value. */
struct cpg_value cpg_cut_head(struct cpg_value value);
struct cpg_value cpg_cut_tail(struct cpg_value value);

/* The bytes of the known pieces. */
size_t cpg_cut_length(struct cpg_value value);

/* *out is the value without so many bytes of its head, or of its tail, which are not more than
 * those have. */
int cpg_cut_front(struct cpg_expander *ex, struct cpg_value value, size_t length,
		  struct cpg_value *out) __attribute__((warn_unused_result));
int cpg_cut_back(struct cpg_expander *ex, struct cpg_value value, size_t length,
		 struct cpg_value *out) __attribute__((warn_unused_result));

/* The first so many bytes of the head, and the last ones of the tail. */
int cpg_cut_first(struct cpg_expander *ex, struct cpg_value value, size_t length,
		  struct cpg_value *out) __attribute__((warn_unused_result));
int cpg_cut_last(struct cpg_expander *ex, struct cpg_value value, size_t length,
		 struct cpg_value *out) __attribute__((warn_unused_result));

/* A gap for what cannot be told of a value that has one. */
int cpg_cut_gap(struct cpg_expander *ex, struct cpg_value value, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* `a` and behind it `b`. */
int cpg_cut_append(struct cpg_expander *ex, struct cpg_value a, struct cpg_value b,
		   struct cpg_value *out) __attribute__((warn_unused_result));

/* Whether all of the known text is ASCII: then a byte is a character in every locale. */
bool cpg_cut_ascii(struct cpg_value value);

#endif
