/* plugstack.conf: the lines that load the plugin, and the settings on them.
 *
 * Source: slurm 20.11 to 22.05 src/common/plugstack.c, 23.02 to 26.05 src/common/spank.c:
 * _spank_stack_load, _plugin_stack_parse_line, _spank_conf_include.
 */
#ifndef CPGUARD_PLUGSTACK_H
#define CPGUARD_PLUGSTACK_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"

/* The file name by which the plugin's line is known. */
#define CPG_PLUGSTACK_FILE "spank_cpguard.so"

/* How Slurm comes to the file that a line is in. Nodes without files of their own are sent
 * plugstack.conf by slurmctld, but not all that it includes. */
enum cpg_plugstack_way {
	CPG_PLUGSTACK_ITSELF,   /* Slurm begins with it */
	CPG_PLUGSTACK_BESIDE,   /* by `include NAME` in column one: sent from 23.11 on */
	CPG_PLUGSTACK_BELOW,    /* by a relative name with "/", or a pattern: not sent */
	CPG_PLUGSTACK_ABSOLUTE, /* by an absolute name: each node looks for its own */
};

struct cpg_plugstack_line {
	const struct cpg_plugstack_line *next; /* in the order in which Slurm meets them */
	bool required;                         /* else optional */
	const char *path;                      /* of the plugin, as it is written */
	const char *const *arguments;          /* the settings, NULL behind the last */
	size_t argument_count;
	const char *file;
	unsigned line; /* of `file`, counted from 1 */
	enum cpg_plugstack_way way;
};

/* Reads a plugstack.conf and what its `include` lines name, and finds the lines that load
 * spank_cpguard.so, as Slurm reads them: a "#" ends a line anywhere, there are no quotes,
 * escapes or continuations, and what stands behind a line's 4095th byte is a line by itself.
 * An include takes one pattern, relative to the directory of the file that it is in, in the
 * order of glob(3).
 *
 * Returns 1 and sets *first, 0 when there is no such line, or -1 with *err set: a file cannot
 * be read, is larger than 1 MiB, or its includes nest deeper than 16 (as they do when one
 * includes itself); ENOMEM. As with Slurm, a file that an include names and that is gone
 * is empty; `path` itself must be there. The lines are owned by `arena`.
 */
int cpg_plugstack_read(struct cpg_arena *arena, const char *path,
		       const struct cpg_plugstack_line **first, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
