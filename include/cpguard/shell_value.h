/* Values: text of which all, parts, or nothing is known.
 *
 * What a script computes is known down to parts of a word: "/data/$JOB/x" is known but for
 * its middle. A value is a row of pieces, each known text with the place where it was
 * written, or a gap: any text, the empty one included.
 */
#ifndef CPGUARD_SHELL_VALUE_H
#define CPGUARD_SHELL_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/facts.h"
#include "cpguard/launch.h"
#include "cpguard/text.h"

struct cpg_piece {
	struct cpg_text text;     /* bytes NULL: a gap */
	const char *why;          /* of a gap: a clause that says why it is not known */
	struct cpg_origin origin; /* of the text; of a gap, where it arose */
	bool quoted;              /* while a word is expanded: not split, not matched */
	bool solid; /* of a gap: neither empty nor with a character that IFS usually holds or
	               that is matched, as a number is: one word even where it is unquoted */
	bool plain; /* of a gap: the same, but it may be empty */
};

/* Immutable; pieces are owned by the arena. No pieces are the empty text. */
struct cpg_value {
	const struct cpg_piece *pieces;
	size_t count;
};

/* The empty text. */
extern const struct cpg_value cpg_value_empty;

/* A value of one piece. `text` is not copied. Returns 0, or -1 when there is no memory; so
 * do all functions here that take an arena. */
int cpg_value_text(struct cpg_arena *arena, struct cpg_text text, struct cpg_origin origin,
		   struct cpg_value *out) __attribute__((warn_unused_result));
int cpg_value_string(struct cpg_arena *arena, const char *string, struct cpg_value *out)
	__attribute__((warn_unused_result));
int cpg_value_unknown(struct cpg_arena *arena, const char *why, struct cpg_origin origin,
		      struct cpg_value *out) __attribute__((warn_unused_result));

/* The same with a gap that is `solid`. */
int cpg_value_unknown_word(struct cpg_arena *arena, const char *why,
			   struct cpg_origin origin, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* `a` and behind it `b`. */
int cpg_value_append(struct cpg_arena *arena, struct cpg_value a, struct cpg_value b,
		     struct cpg_value *out) __attribute__((warn_unused_result));

/* Whether all of it is known. */
bool cpg_value_known(struct cpg_value value);

/* The whole text of a known value as one piece of text with a NUL behind it. bytes is NULL
 * when there is no memory. Must not be called for a value that is not known. */
struct cpg_text cpg_value_flat(struct cpg_arena *arena, struct cpg_value value);

/* The known text before the first gap, with a NUL behind it; bytes NULL: no memory. */
struct cpg_text cpg_value_prefix(struct cpg_arena *arena, struct cpg_value value);

/* Whether it is the empty text: CPG_YES, CPG_NO (some piece has text, or is a solid gap), or
 * CPG_UNKNOWN. */
int cpg_value_is_empty(struct cpg_value value);

/* Whether it is one word wherever it is expanded with a usual IFS: not empty, its gaps solid,
 * its text of letters, digits and the like. */
bool cpg_value_is_solid(struct cpg_value value);

/* The same, but it may be empty. */
bool cpg_value_is_plain(struct cpg_value value);

/* Whether both are the same text: CPG_YES, CPG_NO, CPG_UNKNOWN. Known beginnings and ends
 * that differ make it CPG_NO even where there are gaps. Two gaps are never the same text. */
int cpg_value_equal(struct cpg_value a, struct cpg_value b);

/* Whether both say the same: equal texts, with gaps in the same places. Where the pieces end,
 * their origins and why there is a gap do not matter. */
bool cpg_value_same(struct cpg_value a, struct cpg_value b);

/* Whether `a` orders before `b` by the bytes of their texts: CPG_YES, CPG_NO, CPG_UNKNOWN. */
int cpg_value_before(struct cpg_value a, struct cpg_value b);

/* The first piece's origin that has a file, else the first one's. */
struct cpg_origin cpg_value_origin(struct cpg_value value);

/* The value as a word of a command: known, or with the beginning and the end that are. `many` as
 * in struct cpg_word. */
int cpg_value_word(struct cpg_arena *arena, struct cpg_value value, bool many,
		   struct cpg_word *out) __attribute__((warn_unused_result));

/* Shell patterns: * ? [...] and, with `extglob`, ?( ) *( ) +( ) @( ) !( ), which must match
 * the whole of a text. A backslash takes the next character's meaning away. Bytes of `pattern`
 * for which `literal` (of the same length; NULL: none) is set stand for themselves. `nocase` is
 * shopt nocasematch.
 *
 * Characters are those of UTF-8, ranges count by code point, classes are ASCII's; where
 * `pattern` or `text` is no UTF-8 every byte is a character. An answer that would hang on the
 * job's locale beyond that (the class or the case of a character outside ASCII) is
 * CPG_UNKNOWN.
 *
 * No pattern takes more than a bounded number of steps: past it, and when there is no memory
 * (which they take and give back themselves), the answer of all functions here is CPG_UNKNOWN.
 *
 * Source: bash 5.2: lib/glob/sm_loop.c, with which random patterns were compared.
 */

/* Whether `pattern` matches the whole of `text`: CPG_YES, CPG_NO, CPG_UNKNOWN. */
int cpg_pattern_match(struct cpg_text pattern, const bool *literal, bool extglob,
		      bool nocase, struct cpg_text text);

/* The same on values. The pieces of `pattern` that are `quoted` stand for themselves. A gap in
 * `text` may be any text: "a$X" matches a* and does not match b*. A gap in `pattern` is
 * taken for any pattern, a quoted one for any text. */
int cpg_value_match(struct cpg_value pattern, bool extglob, bool nocase,
		    struct cpg_value text);

/* For ${V#p} and ${V%p}: whether some beginning, or end, of `text` matches. On CPG_YES sets
 * *length to the bytes of the longest or the shortest that does. */
int cpg_pattern_prefix(struct cpg_text pattern, const bool *literal, bool extglob,
		       bool nocase, bool longest, struct cpg_text text, size_t *length);
int cpg_pattern_suffix(struct cpg_text pattern, const bool *literal, bool extglob,
		       bool nocase, bool longest, struct cpg_text text, size_t *length);

/* For ${V/p/r}: the first place at or behind byte `from` where something matches, and the
 * longest piece that matches there, which may be empty. On CPG_YES sets *begin and *end. */
int cpg_pattern_find(struct cpg_text pattern, const bool *literal, bool extglob,
		     bool nocase, struct cpg_text text, size_t from, size_t *begin,
		     size_t *end);

#endif
