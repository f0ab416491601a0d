/* Files: bounded reads of regular files that somebody else named.
 */
#ifndef CPGUARD_FILE_H
#define CPGUARD_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/text.h"

/* The largest config.json: 16 MiB. */
#define CPG_FILE_CONFIG_LIMIT ((size_t)16 << 20)

enum cpg_file_kind {
	CPG_FILE_NONE,      /* there is nothing of that name */
	CPG_FILE_REGULAR,   /* a regular file, or a link to one */
	CPG_FILE_DIRECTORY, /* a directory, or a link to one */
	CPG_FILE_OTHER,     /* a FIFO, device or socket */
};

/* A file that is written before it is read. */
struct cpg_file_made {
	const char *path;     /* absolute */
	struct cpg_text text; /* bytes NULL: what will be in it is not known */
};

/* A file that a program may have changed, and perhaps what lies below it. */
struct cpg_file_touched {
	const struct cpg_file_touched *next;
	const char *path;
	bool below;
};

/* What happens to files between now and the time at which they are read. */
struct cpg_file_changes {
	const struct cpg_file_made *made;
	size_t made_count;
	const struct cpg_file_touched *touched; /* `made` counts before these */
};

/* What lies at `path`, symbolic links followed.
 *
 * Returns an enum cpg_file_kind, or -1 with *err set when that cannot be told: EACCES on
 * the way there (as CPG_E_HIDDEN), or another errno value such as EIO. A loop of links, a
 * name that is too long, and a file used as a directory are CPG_FILE_NONE, as they are
 * for Python's os.path.
 */
int cpg_file_kind(const char *path, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Reads the regular file `path` whole; *text is owned by `arena` and has a NUL behind it.
 *
 * It is opened with O_NONBLOCK, O_CLOEXEC and O_NOCTTY after a look at what it is, so
 * that a FIFO or a device is neither waited for nor disturbed.
 *
 * Returns 0, or -1 with *err set: the errno value of open or read, EINVAL when it is no
 * regular file, CPG_E_LIMIT when it is larger than `limit` bytes (also when it grows while
 * it is read), ENOMEM.
 */
int cpg_file_read(struct cpg_arena *arena, const char *path, size_t limit,
		  struct cpg_text *text, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
