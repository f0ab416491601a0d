/* Models: what is known of the checkpoint that a launch names.
 */
#ifndef CPGUARD_MODEL_H
#define CPGUARD_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/checkpoint.h"
#include "cpguard/error.h"
#include "cpguard/launch.h"
#include "cpguard/settings.h"
#include "cpguard/text.h"

enum cpg_model_state {
	CPG_MODEL_UNASKED,    /* the verdict did not need it */
	CPG_MODEL_READ,       /* config.json was read */
	CPG_MODEL_NOT_FOUND,  /* there is none where transformers would look */
	CPG_MODEL_UNREADABLE, /* there is one, and Python would not read it, or we cannot */
	CPG_MODEL_HIDDEN,     /* it cannot be told from here */
};

struct cpg_model {
	enum cpg_model_state state;
	const char *config; /* the file that was read, or could not be; NULL: none */
	const struct cpg_text *architectures;
	size_t architecture_count;
	bool permitted;   /* meaningful when read: slime's check would pass */
	const char *why;  /* a sentence when the state is none of the first two */
	const char *file; /* where in which file the sentence applies, or NULL */
	unsigned line;
};

/* From where `launch` looks files up: its working directory, environment and container, with the
 * maps and the hub cache of `settings`. */
struct cpg_place cpg_model_place(const struct cpg_settings *settings,
				 const struct cpg_launch *launch);

/* Finds and reads the config.json of `checkpoint`, from the working directory and with the
 * environment of `launch` (its argv does not matter). The maps, the hub cache, and the
 * permitted names are those of `settings`.
 *
 * Where there is more than one candidate (see checkpoint.h), they must agree on whether the
 * model is permitted; otherwise the state is CPG_MODEL_HIDDEN and the sentence names both.
 *
 * Returns 0 and fills *model (owned by `arena`), or -1 with *err set when there is no
 * memory: a checkpoint that cannot be found or read is an answer, not a failure.
 */
int cpg_model_read(struct cpg_arena *arena, const struct cpg_settings *settings,
		   const struct cpg_launch *launch, const char *checkpoint,
		   struct cpg_model *model, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Whether `name` is one of the architectures that `settings` permits. */
bool cpg_model_permits(const struct cpg_settings *settings, struct cpg_text name);

#endif
