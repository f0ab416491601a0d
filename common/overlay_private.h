/* What the parts of the overlays share: the arguments of the training program, as Python holds
 * them, and the files.
 */
#ifndef CPGUARD_OVERLAY_PRIVATE_H
#define CPGUARD_OVERLAY_PRIVATE_H

#include "cpguard/overlay.h"
#include "cpguard/yaml.h"

/* The arguments that matter. */
enum cpg_argument_name {
	CPG_ALLGATHER_CP,
	CPG_CONTEXT_PARALLEL_SIZE,
	CPG_HF_CHECKPOINT,
	CPG_DEBUG_ROLLOUT_ONLY,
	CPG_CUSTOM_CONFIG_PATH,
	CPG_MEGATRON_CONFIG_PATH,
	CPG_ADVANTAGE_ESTIMATOR,
	CPG_USE_CRITIC,
	CPG_ARGUMENT_NAMES,
};

enum cpg_held_state {
	CPG_HELD_ABSENT,  /* there is no such argument */
	CPG_HELD_UNKNOWN, /* nothing is known of it */
	CPG_HELD_TYPED,   /* only of what kind it is: value.kind */
	CPG_HELD_KNOWN,
};

/* An argument's value. */
struct cpg_held {
	enum cpg_held_state state;
	bool changed; /* no longer what the command line says */
	struct cpg_yaml value;
	struct cpg_origin origin; /* when a file set it */
};

/* argparse's namespace, as far as it matters. */
struct cpg_namespace {
	struct cpg_held items[CPG_ARGUMENT_NAMES];
	const char *stopped; /* as in struct cpg_facts */
	const char *unread;
};

/* overlay_namespace.c */

/* The argument's name in Python, such as "allgather_cp". */
const char *cpg_argument_name(enum cpg_argument_name name);

/* What argparse makes of the command line. */
void cpg_namespace_parse(const struct cpg_facts *parsed, struct cpg_namespace *space);

/* Sets an argument, or says that what it is set to is not known. */
void cpg_held_set(struct cpg_held *held, const struct cpg_yaml *value,
		  struct cpg_origin origin);
void cpg_held_lose(struct cpg_held *held);

/* Every argument may have been set. */
void cpg_namespace_lose(struct cpg_namespace *space);

/* Sets an argument as a role's override does: a string takes the type of what it replaces.
 * Returns 0, or -1 when there is no memory. */
int cpg_held_override(struct cpg_arena *arena, struct cpg_held *held,
		      const struct cpg_yaml *value, struct cpg_origin origin)
	__attribute__((warn_unused_result));

/* The facts of a namespace. Returns 0, or -1 when there is no memory. */
int cpg_namespace_facts(struct cpg_arena *arena, const struct cpg_namespace *space,
			const struct cpg_facts *parsed, struct cpg_facts *facts)
	__attribute__((warn_unused_result));

/* overlay_file.c */

/* A YAML file that was read. */
struct cpg_overlay_file {
	const char *path;
	const struct cpg_yaml *root;
};

/* Reads the YAML file that the option or argument `option` names. Returns 1 and fills *file, 0
 * and sets *why (a sentence) when what is in it is not known, -1 when there is no memory. */
int cpg_overlay_read(struct cpg_arena *arena, const struct cpg_place *place,
		     const char *option, const char *path, struct cpg_overlay_file *file,
		     const char **why) __attribute__((warn_unused_result));

#endif
