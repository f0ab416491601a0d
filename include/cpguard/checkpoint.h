/* Checkpoints: where the config.json that `--hf-checkpoint` names lies, as transformers
 * would find it without a network.
 *
 * Source: transformers 4.36 to 5.x: configuration_utils.py _get_config_dict, utils/hub.py
 * cached_files; huggingface_hub 0.20 to 1.x: utils/_validators.py validate_repo_id,
 * file_download.py try_to_load_from_cache, constants.py.
 */
#ifndef CPGUARD_CHECKPOINT_H
#define CPGUARD_CHECKPOINT_H

#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/place.h"

/* The files that may be the one. More than one only where which of them counts hangs on
 * something that is not known (the release of transformers; whether the job runs inside
 * the container): then an answer counts only if all of them give it. */
struct cpg_candidates {
	const char *paths[4];
	size_t count;
};

/* Finds the config.json of `checkpoint`: a JSON file, whatever its name; a directory, which
 * must hold config.json; or else a hub id such as "zai-org/GLM-5", looked up in the hub's
 * cache at its revision `main`.
 *
 * A path is looked up where it leads (place.h), and so is a hub cache. Behind a map that led to
 * a file, what may not be looked at as it stands does no harm. Nothing is looked up on a
 * network.
 *
 * Returns 1 and fills *found (paths owned by `arena`), 0 with *err set (ENOENT; the sentence
 * says where it was looked for) when transformers would find none without a network, or -1
 * with *err set when it cannot be told from here: CPG_E_HIDDEN (a directory that may not
 * be searched, a working directory or variable that is not known), another errno value.
 */
int cpg_checkpoint_find(struct cpg_arena *arena, const struct cpg_place *place,
			const char *checkpoint, struct cpg_candidates *found,
			struct cpg_error *err) __attribute__((warn_unused_result));

/* Finds the regular file `path` as cpg_checkpoint_find() finds a JSON file; one that is changed
 * before it is read is there. Returns as that does. */
int cpg_place_files(struct cpg_arena *arena, const struct cpg_place *place,
		    const char *path, struct cpg_candidates *found, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
