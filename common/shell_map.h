/* Maps from names to items that share what they have in common: copying one is copying its
 * root, and what a change costs does not hang on how much is in it.
 *
 * A trie over the names' hashes. A node belongs to the owner that made it and is changed in
 * place by that owner alone; everybody else's change makes a new one. So whoever copies a map
 * must give both copies an owner that no node has yet.
 */
#ifndef CPGUARD_SHELL_MAP_H
#define CPGUARD_SHELL_MAP_H

#include "cpguard/arena.h"

struct cpg_map_node;

/* Zero-initialised it is empty. */
struct cpg_map {
	struct cpg_map_node *root;
};

/* The item, or NULL. */
const void *cpg_map_get(const struct cpg_map *map, const char *name);

/* Sets the item of `name` (which is copied when new). `owner` is any pointer but NULL; it is
 * only compared. Returns 0, or -1 when there is no memory. */
int cpg_map_set(struct cpg_arena *arena, struct cpg_map *map, const void *owner,
		const char *name, const void *item) __attribute__((warn_unused_result));

/* Called with each item; another result than 0 ends the walk. */
typedef int cpg_map_visitor(void *context, const char *name, const void *item);

/* Visits all items in no order that means anything. The map must not change meanwhile unless
 * under another owner than its nodes have. Returns 0 or what ended the walk. */
int cpg_map_each(const struct cpg_map *map, cpg_map_visitor *visit, void *context);

/* Called with a name of which the two maps hold different pointers; NULL for none. */
typedef int cpg_map_difference(void *context, const char *name, const void *a,
			       const void *b);

/* Visits what differs between two maps; parts that they share are passed over unseen. Returns
 * as cpg_map_each(). */
int cpg_map_compare(const struct cpg_map *a, const struct cpg_map *b,
		    cpg_map_difference *visit, void *context);

#endif
