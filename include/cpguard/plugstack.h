/* plugstack.conf: the settings on the line that loads the plugin.
 *
 * Source: slurm 20.11 to 26.05: src/common/plugstack.c _plugin_stack_parse_line.
 */
#ifndef CPGUARD_PLUGSTACK_H
#define CPGUARD_PLUGSTACK_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/text.h"

/* The file name by which the plugin's line is known. */
#define CPG_PLUGSTACK_FILE "spank_cpguard.so"

struct cpg_plugstack_line {
	bool required;                /* else optional */
	const char *path;             /* of the plugin, as it is written */
	const char *const *arguments; /* the settings, NULL behind the last */
	size_t argument_count;
	unsigned line; /* counted from 1 */
};

/* Finds the first line of `text` that loads spank_cpguard.so, as Slurm reads lines: a "#"
 * ends one anywhere, there are no quotes, escapes or continuations, and what stands behind
 * the 4095th byte is lost. `include` lines are not followed.
 *
 * Returns 1 and fills *line (owned by `arena`), 0 when there is no such line, or -1 with
 * *err set when there is no memory.
 */
int cpg_plugstack_find(struct cpg_arena *arena, struct cpg_text text,
		       struct cpg_plugstack_line *line, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
