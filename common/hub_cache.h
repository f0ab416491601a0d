/* The hub's cache on this machine: which names are ids of models on the hub, where the cache
 * lies, and what is in it.
 *
 * Source: huggingface_hub 0.20.0 to 1.28.0: utils/_validators.py validate_repo_id,
 * constants.py, file_download.py try_to_load_from_cache; transformers 4.36 to 4.57:
 * utils/hub.py TRANSFORMERS_CACHE.
 */
#ifndef CPGUARD_HUB_CACHE_H
#define CPGUARD_HUB_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/checkpoint.h"
#include "cpguard/error.h"

/* Whether huggingface_hub takes `name` as a model's id: "name" or "owner/name" of ASCII
 * letters, digits, "_", "-" and ".". It lets letters of other scripts pass as well, but the
 * hub holds no such model. */
bool cpg_hub_is_id(const char *name);

/* The caches that may be looked into. */
struct cpg_hub_roots {
	const char *paths[2]; /* as the variables name them; relative ones count from the
	                         working directory, an empty one is that directory */
	size_t count;
};

/* Finds out where the caches lie. transformers before 5 has a variable of its own for the
 * place, so there may be two. `~` and `~/` are the HOME of the environment, where
 * huggingface_hub expands them.
 *
 * Returns 0 and fills *roots (owned by `arena` or the environment), or -1 with *err set:
 * CPG_E_HIDDEN when a variable that decides is not known or cannot be expanded from here,
 * ENOMEM.
 */
int cpg_hub_roots(struct cpg_arena *arena, const struct cpg_place *place,
		  struct cpg_hub_roots *roots, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Looks for the config.json of the model `id` at its revision `main` in the cache `root`, an
 * absolute path.
 *
 * Returns 1 and sets *path (owned by `arena`), 0 with *err set (ENOENT; a part of a
 * sentence that begins with the cache), or -1 with *err set as cpg_file_kind() does.
 */
int cpg_hub_find(struct cpg_arena *arena, const char *root, const char *id,
		 const char **path, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
