/* Files that a program of the script may have changed: what lies there now is not what the
 * script finds there later.
 */
#ifndef CPGUARD_SHELL_TOUCHED_H
#define CPGUARD_SHELL_TOUCHED_H

#include "cpguard/shell.h"
#include "cpguard/shell_expand.h"

/* Notes the files that the program in `fields`, from `first` on, may change: those that its
 * words name, unless it is known only to read; what lies below them, too, when it removes or
 * moves. Of mkdir it notes the directories that it may make. What a program that is `computed`
 * did to files that the script wrote is known. */
int cpg_shell_touch(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		    const char *name, bool computed, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Whether a program of this name changes no file that its words name. */
bool cpg_shell_only_reads(const char *name);

/* Whether the file at this absolute path may have been changed. */
bool cpg_shell_is_touched(const struct cpg_shell *shell, const char *path);

/* Whether the directory of this absolute path is there for a file to be written into: CPG_YES,
 * CPG_UNKNOWN where it is not here, CPG_NO where the script may have removed it and has not made
 * it again. */
int cpg_shell_has_directory(const struct cpg_shell *shell, const char *path);

#endif
