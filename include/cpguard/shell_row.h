/* Rows: words of which it is known in which order they come, but not how many they are.
 *
 * (a $UNKNOWN b) is a, any number of words, and b. Such a row follows the elements of an array,
 * or the parameters, whose places are known.
 */
#ifndef CPGUARD_SHELL_ROW_H
#define CPGUARD_SHELL_ROW_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/shell_value.h"

struct cpg_row_item {
	struct cpg_value value; /* of many a gap: why they are not known */
	bool many;              /* any number of words, none included */
};

/* Immutable: a change makes a new one. Zero-initialised it is empty. */
struct cpg_row {
	const struct cpg_row_item *items;
	size_t count;
	struct cpg_row_room *room; /* of cpg_row_add() alone; copied or NULL */
};

/* The most items of a row: what is added behind is many, since joining rows takes as long as
 * they are. */
#define CPG_ROW_LIMIT 256

/* Adds an item behind the last; many behind many are one. What `row` was before stays as it is
 * for others. Adding to what an addition gave costs little. Returns 0, or -1 when there is no
 * memory. */
int cpg_row_add(struct cpg_arena *arena, struct cpg_row *row, struct cpg_value value,
		bool many) __attribute__((warn_unused_result));

/* How many words it has at least. */
size_t cpg_row_least(struct cpg_row row);

/* Whether both say the same of what comes behind; one that is empty, and so says nothing, says
 * the same as many alone. Why something is not known does not matter. */
bool cpg_row_same(struct cpg_row a, struct cpg_row b);

#endif
