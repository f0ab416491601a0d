/* slurm.conf: the few values that tell where Slurm looks for plugins.
 *
 * Source: slurm 20.11 to 26.05 src/common/parse_config.c: s_p_parse_file, _get_next_line,
 * _parse_include_directive, _parse_for_format, keyvalue_pattern.
 */
#ifndef CPGUARD_SLURM_CONF_H
#define CPGUARD_SLURM_CONF_H

#include <stdbool.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"

/* Values as they are written; NULL where slurm.conf has none. */
struct cpg_slurm_conf {
	const char *cluster_name;
	const char *plugin_dir;        /* PluginDir: directories with ":" between them */
	const char *plug_stack_config; /* PlugStackConfig: a file */
	const char *slurmctld_parameters;
};

/* Reads a slurm.conf and what it includes, as Slurm does: keys in any case, "#" and "\"
 * (escape, continuation), quoted values, the last one counts. `Include` lines begin in column
 * one; %c in their names is the cluster's name in lower case, and relative ones count from
 * the directory of slurm.conf itself (before 23.11, from that of the including file; the two
 * differ only for an include within an include in another directory).
 *
 * Returns 0 and fills *conf (strings owned by `arena`), or -1 with *err set: a file cannot be
 * read or is larger than 4 MiB; includes nest deeper than 16; %c without a name; ENOMEM.
 */
int cpg_slurm_conf_read(struct cpg_arena *arena, const char *path,
			struct cpg_slurm_conf *conf, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Whether slurmctld sends configuration files to machines that have none ("configless").
 * Source: slurm 20.11 to 26.05 src/slurmctld/proc_req.c configless_setup, configless_update. */
bool cpg_slurm_conf_is_configless(const struct cpg_slurm_conf *conf);

#endif
