/* Containers: the files that a process within a container sees, as far as the mounts that were
 * asked for tell where they lie on this machine.
 *
 * What no mount brings is the image's, and not known here.
 */
#ifndef CPGUARD_CONTAINER_H
#define CPGUARD_CONTAINER_H

#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"

struct cpg_mount {
	const char
		*inside; /* absolute, without "//", "." and ".." and without a slash at its
	                        end but for "/"; NULL: not known: it may hold any path */
	const char
		*outside; /* where that lies on this machine; NULL: it is not known, or is
	                        nothing of this machine (a named volume, a tmpfs) */
};

/* Immutable. Wherever a pointer to one is taken, NULL is this machine itself. */
struct cpg_container {
	/* In the order in which they are mounted: of those that hold a path, the last counts. */
	const struct cpg_mount *mounts;
	size_t count;
};

/* A container of whose mounts nothing is known. */
extern const struct cpg_container cpg_container_closed;

/* Where `path`, absolute, leads within the container, as a path of this machine. Symbolic links
 * on the way are followed within the container: one that leads out of its mount leads to where
 * another mount has that, or to what is not known.
 *
 * Returns 1 and sets *outside (owned by `arena`, or by the container); there need not be such a
 * file. 0 when no mount is known to hold the path. -1 with *err set when one does, and still it
 * cannot be told: CPG_E_HIDDEN (what is mounted there is not known; ".." or a link leads out of
 * what is), ENOMEM.
 */
int cpg_container_locate(struct cpg_arena *arena, const struct cpg_container *container,
			 const char *path, const char **outside, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
