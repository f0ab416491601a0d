/* Where a path of the script's leads.
 */
#ifndef CPGUARD_SHELL_LOCATION_H
#define CPGUARD_SHELL_LOCATION_H

#include "cpguard/shell.h"

enum cpg_location_kind {
	CPG_LOCATION_UNKNOWN,
	CPG_LOCATION_PATH,
	CPG_LOCATION_SPOOL, /* within slurmd's spool directory */
};

struct cpg_location {
	enum cpg_location_kind kind;
	/* Of PATH, absolute, on this machine; of SPOOL, what stands behind the directory; "" for
	 * a path that is empty, which names nothing. */
	const char *path;
};

/* Finds out what a process in the scope's directory, within its container, would open by that
 * path. */
int cpg_shell_locate(struct cpg_shell *shell, struct cpg_value path,
		     struct cpg_location *location, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
