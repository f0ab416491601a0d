/* Settings: the arguments behind the plugin's name in plugstack.conf, the same as
 * `cpguard check --set`.
 */
#ifndef CPGUARD_SETTINGS_H
#define CPGUARD_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/checkpoint.h"
#include "cpguard/error.h"

/* What a refusal does. Ordered from the strictest. */
enum cpg_mode {
	CPG_MODE_ENFORCE, /* stops the job */
	CPG_MODE_WARN,    /* is printed, the job goes on */
	CPG_MODE_OFF,     /* nothing is looked at */
};

/* What becomes of options whose config.json cannot be read here. */
enum cpg_unverified {
	CPG_UNVERIFIED_REFUSE,
	CPG_UNVERIFIED_DEFER, /* left to the node gate, which refuses */
	CPG_UNVERIFIED_ALLOW,
};

/* Where each refusal, warning and override is written down, beside what the user is told. */
enum cpg_log {
	CPG_LOG_NONE,
	CPG_LOG_SYSLOG, /* see log.h */
};

struct cpg_settings {
	enum cpg_mode mode;
	enum cpg_mode scripts; /* for commands and scripts; never stricter than `mode` */
	enum cpg_unverified unverified;
	const char *const *permitted; /* built-in names first, then the site's */
	size_t permitted_count;
	const struct cpg_path_map *path_maps;
	size_t path_map_count;
	const char *hf_home; /* NULL: none */
	bool override;       /* whether CPGUARD_OVERRIDE counts: see override.h */
	enum cpg_log log;
};

/* The defaults: everything enforced, the built-in architectures, no maps, no
 * override, no log. */
void cpg_settings_default(struct cpg_settings *settings);

/* Applies one argument such as "mode=warn". A setting that is given again replaces its
 * earlier value, except path_map=, which adds one. Values are copied into `arena`.
 *
 * Returns 0, or -1 with *err set: CPG_E_USAGE when there is no such setting or value, in
 * which case that setting has its default again; ENOMEM.
 */
int cpg_settings_apply(struct cpg_arena *arena, struct cpg_settings *settings,
		       const char *argument, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The less strict of `mode` and `scripts`: what a refusal that comes from
 * a command or a script does. */
enum cpg_mode cpg_settings_scripts(const struct cpg_settings *settings);

#endif
