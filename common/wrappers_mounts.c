#include <string.h>

#include "wrappers_private.h"

static bool make_room(struct cpg_wrapper_reading *reading)
{
	struct cpg_wrapped *out = reading->out;
	struct cpg_wrapped_mount *grown;

	if (out->mount_count < reading->mount_room)
		return true;
	reading->mount_room = reading->mount_room ? reading->mount_room * 2 : 4;
	grown = cpg_arena_array(reading->arena, reading->mount_room, sizeof(*grown));
	if (!grown) {
		reading->failed = true;
		return false;
	}
	if (out->mount_count)
		memcpy(grown, out->mounts, out->mount_count * sizeof(*grown));
	out->mounts = grown;
	return true;
}

/* Appends a mount. The list is this file's own until the answer is given, so it may be written
 * to. */
static void add_mount(struct cpg_wrapper_reading *reading, enum cpg_mount_grammar grammar,
		      const struct cpg_wrapper_value *value)
{
	struct cpg_wrapped_mount *mounts;

	if (!reading->arena || reading->failed || !make_room(reading))
		return;
	mounts = (struct cpg_wrapped_mount *)reading->out->mounts;
	mounts[reading->out->mount_count++] = (struct cpg_wrapped_mount){
		.grammar = grammar,
		.word = cpg_wrapper_keep(reading, &value->word),
		.index = value->index,
		.skip = value->skip,
	};
}

static const struct {
	enum cpg_means means;
	enum cpg_mount_grammar grammar;
} grammars[] = {
	{MEANS_PYXIS, CPG_MOUNT_PYXIS},   {MEANS_ENROOT, CPG_MOUNT_ENROOT},
	{MEANS_BIND, CPG_MOUNT_BIND},     {MEANS_BIND_FIELDS, CPG_MOUNT_BIND_FIELDS},
	{MEANS_FIELDS, CPG_MOUNT_FIELDS}, {MEANS_VOLUME, CPG_MOUNT_VOLUME},
	{MEANS_TMPFS, CPG_MOUNT_TMPFS},   {MEANS_HOME, CPG_MOUNT_HOME},
	{MEANS_OTHERS, CPG_MOUNT_OTHERS},
};

void cpg_wrapper_contain(struct cpg_wrapper_reading *reading, enum cpg_means means,
			 const struct cpg_wrapper_value *value)
{
	struct cpg_wrapped *out = reading->out;

	for (size_t i = 0; i < sizeof(grammars) / sizeof(grammars[0]); i++) {
		if (grammars[i].means == means)
			add_mount(reading, grammars[i].grammar, value);
	}
	switch (means) {
	case MEANS_BUNDLE:
		out->tool = CPG_TOOL_OTHER;
		out->container = true;
		break;
	case MEANS_CONTAINER:
		out->container = true;
		break;
	case MEANS_WORKDIR:
		out->workdir = cpg_wrapper_keep(reading, &value->word);
		break;
	case MEANS_CONTAINED:
	case MEANS_CONTAINALL:
		out->stays = false;
		break;
	case MEANS_MOUNT_HOME:
	case MEANS_NO_MOUNT_HOME:
		out->mount_home = means == MEANS_MOUNT_HOME ? CPG_FLAG_YES : CPG_FLAG_NO;
		break;
	case MEANS_REMAP_ROOT:
	case MEANS_NO_REMAP_ROOT:
		out->remap_root = means == MEANS_REMAP_ROOT ? CPG_FLAG_YES : CPG_FLAG_NO;
		break;
	default:
		break;
	}
}
