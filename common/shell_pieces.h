/* Values in the making: pieces that grow at their end. What the builtins print and what the
 * computed commands write is built with it, so that a value of many pieces costs no more than
 * its length.
 */
#ifndef CPGUARD_SHELL_PIECES_H
#define CPGUARD_SHELL_PIECES_H

#include "cpguard/error.h"
#include "cpguard/shell_value.h"

/* Zero-initialise it with its arena set. Once memory has run out, `failed` stays true. */
struct cpg_pieces {
	struct cpg_arena *arena;
	struct cpg_piece *items;
	size_t count;
	size_t capacity;
	struct cpg_buffer tail; /* text behind the last piece, of tail_origin */
	struct cpg_origin tail_origin;
	bool failed;
};

/* Appends a value as it is, text that is copied, and a gap. */
void cpg_pieces_value(struct cpg_pieces *pieces, struct cpg_value value);
void cpg_pieces_text(struct cpg_pieces *pieces, const char *bytes, size_t length,
		     struct cpg_origin origin);
void cpg_pieces_gap(struct cpg_pieces *pieces, const char *why, struct cpg_origin origin,
		    bool solid);

/* *out is what was appended. Returns 0, or -1 with *err set when an append failed. */
int cpg_pieces_finish(struct cpg_pieces *pieces, struct cpg_value *out,
		      struct cpg_error *err) __attribute__((warn_unused_result));

#endif
