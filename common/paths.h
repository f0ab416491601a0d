/* Paths as rows of names.
 */
#ifndef CPGUARD_PATHS_H
#define CPGUARD_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/text.h"

/* Takes the next name off *at, passing over slashes and ".". False at the end. */
bool cpg_path_next(const char **at, struct cpg_text *name);

/* Whether `path` lies below `above` or is it, name by name. Sets *rest to what follows, without a
 * slash before it, and *depth to the number of names that they share. */
bool cpg_path_below(const char *path, const char *above, const char **rest, size_t *depth);

/* Whether ".." is among its names: behind it a path may leave a prefix again, through a link even
 * to anywhere. */
bool cpg_path_climbs(const char *path);

/* The absolute path without "//", "." and a slash at its end. NULL when there is no memory. */
char *cpg_path_plain(struct cpg_arena *arena, const char *path)
	__attribute__((warn_unused_result));

/* `directory` and `name` with one slash between them, as os.path.join() puts them together
 * for a `name` that does not begin with one. Returns NULL when there is no memory. */
char *cpg_path_join(struct cpg_arena *arena, const char *directory, const char *name)
	__attribute__((warn_unused_result));

#endif
