/* What the files of shell_pattern share.
 *
 * How a match is found: not by trying, but by carrying along the set of all places in the text
 * to which the pattern so far can have come. Every item of the pattern moves that set; groups
 * move it by each of their alternatives. So no pattern is exponential.
 *
 * A gap in the text is one place at which any number of characters may stand. Two readings
 * bracket what is true: which places are reached for some content of the gaps, and which are
 * for every content.
 */
#ifndef CPGUARD_SHELL_PATTERN_PRIVATE_H
#define CPGUARD_SHELL_PATTERN_PRIVATE_H

#include "cpguard/shell_value.h"

#include <stdint.h>

#define CPG_PATTERN_QUOTED 0x40000000u /* of a character that stands for itself */
#define CPG_PATTERN_GAP 0xffffffffu    /* in the text */

/* A set of places from 0 to the text's length. All bytes outside [low, end) are 0. */
struct cpg_places {
	unsigned char *at;
	size_t low;
	size_t end;
};

struct cpg_matcher {
	uint32_t *pattern; /* code points, backslashes taken away */
	size_t pattern_length;
	uint32_t *text;
	size_t length;
	bool bytes; /* not all is UTF-8: every byte is a character */
	bool extglob;
	bool nocase;
	bool may;    /* the reading is: for some content of the gaps */
	bool doubt;  /* the answer hangs on the locale */
	bool failed; /* past a limit */
	size_t steps;
	size_t limit;        /* of steps: linear in what is compared */
	size_t level;        /* of groups within each other */
	unsigned char *sets; /* for set_count sets of length + 1 places, zeroed */
	size_t set_count;
	size_t set_used;
};

/* The deepest nesting of groups in a pattern, and how many sets each level needs. */
enum {
	CPG_PATTERN_NESTING = 32,
	CPG_PATTERN_SETS = 5,
};

/* Counts steps. Returns false past the limit, or when the match has failed already. */
bool cpg_pattern_spend(struct cpg_matcher *m, size_t steps);

/* The pattern's character at a place; 0, which no text has, behind its end. */
uint32_t cpg_pattern_at(const struct cpg_matcher *m, size_t place);

/* Whether the two are the same, their case aside where that does not matter. */
bool cpg_pattern_same(struct cpg_matcher *m, uint32_t a, uint32_t b);

/* The place behind the bracket expression whose [ is at `place`, and whether it has the
 * character; 0 when it is not closed, so that the [ stands for itself. */
size_t cpg_pattern_bracket(struct cpg_matcher *m, size_t place, uint32_t code, bool *has);

/* The places that the whole pattern reaches from `start`. *set is a set of no places or what
 * an earlier call gave. */
void cpg_pattern_run(struct cpg_matcher *m, size_t start, struct cpg_places *set);

/* A set of no places; the matcher has failed when there is none left. */
struct cpg_places cpg_pattern_places(struct cpg_matcher *m);

/* Whether the place is in the set. */
bool cpg_pattern_reaches(const struct cpg_places *set, size_t place);

#endif
