/* Mounts: what the tools that start containers are asked to bring into one, read as each of them
 * reads it.
 *
 * A text may have gaps where it is not known: the bytes below stand for them. An entry with a
 * gap that may be anything may mount anything; of one whose gap is within a name, its known parts
 * count.
 *
 * Source: pyxis 0.20 to 0.24: args.c, pyxis_slurmstepd.c; enroot 3.4 to 4.1: enroot.in,
 * src/runtime.sh, bin/enroot-mount.c; Apptainer 1.0 to 1.4: pkg/runtime/engine/apptainer/config
 * bind.go and mount.go, internal/pkg/util/fs/mount; docker/cli 20.10 to 29: opts/mount.go,
 * volumespec.go; Podman 4 to 6: pkg/specgen/volumes.go, pkg/specgenutil/volumes.go.
 */
#ifndef CPGUARD_MOUNTS_H
#define CPGUARD_MOUNTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/container.h"
#include "cpguard/error.h"

#define CPG_MOUNT_WORD \
	"\1" /* a part that holds no ",", ":" or "/", such as a job's number */
#define CPG_MOUNT_GAP "\2" /* a part that may be anything */

enum cpg_mount_grammar {
	CPG_MOUNT_PYXIS,       /* SRC[:DST[:FLAGS]],...: --container-mounts */
	CPG_MOUNT_ENROOT,      /* SRC[:DST[:TYPE[:OPTIONS]]]: enroot start -m */
	CPG_MOUNT_BIND,        /* SRC[:DST[:OPTIONS]],...: apptainer -B */
	CPG_MOUNT_BIND_FIELDS, /* source=SRC,target=DST,...: apptainer --mount */
	CPG_MOUNT_FIELDS,      /* the same where type=bind must be said: docker, podman */
	CPG_MOUNT_VOLUME,      /* SRC:DST[:OPTIONS], or DST: docker -v */
	CPG_MOUNT_TMPFS,       /* DST[:OPTIONS]: docker --tmpfs */
	CPG_MOUNT_HOME,        /* SRC[:DST]: apptainer -H, mounted before all others */
	CPG_MOUNT_OTHERS,      /* somebody else's mounts: docker --volumes-from */
};

/* Which of two mounts counts where both hold a path. */
enum cpg_mount_order {
	CPG_MOUNTS_IN_TURN,  /* the later one: enroot, pyxis */
	CPG_MOUNTS_BY_DEPTH, /* the one with more names: docker, podman */
	CPG_MOUNTS_EITHER,   /* Apptainer from 1.2 on: with more names; before that and in
	                      Singularity: the later one. Where they differ nothing is known.
	                      Of two at the same place the first. */
};

/* A list that grows in an arena. Zero-initialise it with arena, workdir and outer set. */
struct cpg_mounts {
	struct cpg_arena *arena;
	const char *workdir; /* from where relative sources count; NULL: not known */
	const struct cpg_container *outer; /* whose paths the sources are; NULL: this
	                                      machine's */
	struct cpg_mount *items;
	size_t count;
	size_t capacity;
	size_t first; /* how many of them are mounted before the others */
	bool failed;  /* no memory; nothing is added any more */
};

/* Adds what `text` asks for. What the tool would not take may be anything. */
void cpg_mounts_add(struct cpg_mounts *mounts, enum cpg_mount_grammar grammar,
		    const char *text);

/* Adds one mount whose parts are known. */
void cpg_mounts_bind(struct cpg_mounts *mounts, const char *source, const char *target);

/* Sets *out to the container with these mounts, which may be none. Returns 0, or -1 with *err set
 * when there was no memory. */
int cpg_mounts_finish(struct cpg_mounts *mounts, enum cpg_mount_order order,
		      const struct cpg_container **out, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
