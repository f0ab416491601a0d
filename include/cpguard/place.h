/* Places: from where the paths of a launch are looked up, and where they lead on this machine.
 */
#ifndef CPGUARD_PLACE_H
#define CPGUARD_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/container.h"
#include "cpguard/environment.h"
#include "cpguard/error.h"
#include "cpguard/file.h"

/* A prefix of paths inside a container, and where it lies on this machine. */
struct cpg_path_map {
	const char *inside;
	const char *outside;
};

struct cpg_place {
	const char
		*workdir; /* absolute, in the container when there is one; NULL when it is
	                        not known */
	const struct cpg_environment *environment;
	const struct cpg_path_map *path_maps;
	size_t path_map_count;
	const char *hf_home; /* HF_HOME when the environment names no cache; NULL: none */
	/* Whose files the job sees; NULL: this machine's. */
	const struct cpg_container *container;
	struct cpg_file_changes changes; /* to files of this machine; they count for
	                                    cpg_place_change() and cpg_place_files() */
};

/* Where a path leads: files of this machine. More than one where which of them counts is not
 * known: then an answer counts only if all of them give it. */
struct cpg_spots {
	const char *paths[2];
	size_t count;
	bool mapped; /* the first one is where a mount or a path map leads */
};

/* Lists where `path`, which may be relative to the place's directory, leads.
 *
 * Within a container that is where its mounts lead (container.h), alone; where no mount is known
 * to hold the path, below the `outside` of the longest `inside` of the path maps that holds it.
 * On this machine an absolute path leads below such an `outside`, too, and to itself. A path
 * with ".." has no path map.
 *
 * Returns 0 and fills *spots (paths owned by `arena`, the place or `path`), or -1 with *err set:
 * CPG_E_HIDDEN when it cannot be told from here, ENOMEM.
 */
int cpg_place_spots(struct cpg_arena *arena, const struct cpg_place *place,
		    const char *path, struct cpg_spots *spots, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Whether `path`, absolute and on this machine, is changed before it is read: 0 when it is what
 * lies there now; 1 and *text when it is known what it will be, bytes NULL when that is not
 * known. */
int cpg_place_change(const struct cpg_place *place, const char *path,
		     struct cpg_text *text);

/* Sets *file to what a job within a container finds behind *file, which is spots->paths[0] or
 * lies below it: another file of this machine where a link on the way leads elsewhere there.
 * Otherwise *file stays. Returns as cpg_place_spots(). */
int cpg_place_enter(struct cpg_arena *arena, const struct cpg_place *place,
		    const char *path, const struct cpg_spots *spots, const char **file,
		    struct cpg_error *err) __attribute__((warn_unused_result));

#endif
