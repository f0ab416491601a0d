#include "cpguard/model.h"

#include <errno.h>
#include <string.h>

#include "cpguard/config.h"
#include "cpguard/file.h"

bool cpg_model_permits(const struct cpg_settings *settings, struct cpg_text name)
{
	for (size_t i = 0; i < settings->permitted_count; i++) {
		if (cpg_text_is(name, settings->permitted[i]))
			return true;
	}
	return false;
}

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM,
			     "no memory left for the checkpoint's config.json");
}

/* Turns a failure into the model's state. Only running out of memory stays a failure. */
static int give_reason(struct cpg_arena *arena, struct cpg_model *model,
		       enum cpg_model_state state, const struct cpg_error *why,
		       struct cpg_error *err)
{
	if (why->code == ENOMEM)
		return no_memory(err);
	model->state = why->code == CPG_E_HIDDEN ? CPG_MODEL_HIDDEN : state;
	model->why = cpg_arena_string(arena, why->text);
	model->file = why->file;
	model->line = why->line;
	return model->why ? 0 : no_memory(err);
}

static int read_config(struct cpg_arena *arena, const struct cpg_settings *settings,
		       const char *path, struct cpg_model *model, struct cpg_error *err)
{
	struct cpg_architectures architectures = {NULL, 0};
	struct cpg_error why;
	struct cpg_text text;

	*model = (struct cpg_model){.config = path};
	if (cpg_file_read(arena, path, CPG_FILE_CONFIG_LIMIT, &text, &why) < 0 ||
	    cpg_config_parse(arena, text, path, settings->permitted,
			     settings->permitted_count, &architectures, &why) < 0)
		return give_reason(arena, model, CPG_MODEL_UNREADABLE, &why, err);

	model->state = CPG_MODEL_READ;
	model->architectures = architectures.names;
	model->architecture_count = architectures.count;
	for (size_t i = 0; i < architectures.count && !model->permitted; i++)
		model->permitted = cpg_model_permits(settings, architectures.names[i]);
	return 0;
}

/* Lays a further candidate beside what is known so far. */
static int agree(struct cpg_arena *arena, struct cpg_model *model,
		 const struct cpg_model *other, struct cpg_error *err)
{
	if (model->state != CPG_MODEL_READ)
		return 0;
	if (other->state != CPG_MODEL_READ) {
		*model = *other;
		return 0;
	}
	if (model->permitted == other->permitted)
		return 0;
	model->why = cpg_arena_printf(arena,
				      "%s and %s disagree, and which of them the job reads "
				      "cannot be told from here",
				      model->config, other->config);
	model->state = CPG_MODEL_HIDDEN;
	return model->why ? 0 : no_memory(err);
}

struct cpg_place cpg_model_place(const struct cpg_settings *settings,
				 const struct cpg_launch *launch)
{
	return (struct cpg_place){
		.workdir = launch->workdir,
		.environment = launch->environment,
		.container = launch->container,
		.path_maps = settings->path_maps,
		.path_map_count = settings->path_map_count,
		.hf_home = settings->hf_home,
		.changes = launch->changes,
	};
}

int cpg_model_read(struct cpg_arena *arena, const struct cpg_settings *settings,
		   const struct cpg_launch *launch, const char *checkpoint,
		   struct cpg_model *model, struct cpg_error *err)
{
	const struct cpg_place place = cpg_model_place(settings, launch);
	struct cpg_candidates found = {.count = 0};
	struct cpg_error why;
	int rc;

	*model = (struct cpg_model){.state = CPG_MODEL_UNASKED};
	rc = cpg_checkpoint_find(arena, &place, checkpoint, &found, &why);
	if (rc <= 0)
		return give_reason(arena, model,
				   rc == 0 ? CPG_MODEL_NOT_FOUND : CPG_MODEL_HIDDEN, &why,
				   err);

	if (read_config(arena, settings, found.paths[0], model, err) < 0)
		return -1;
	for (size_t i = 1; i < found.count; i++) {
		struct cpg_model other;

		if (read_config(arena, settings, found.paths[i], &other, err) < 0 ||
		    agree(arena, model, &other, err) < 0)
			return -1;
	}
	return 0;
}
