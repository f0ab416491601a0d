#include "cpguard/checkpoint.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "cpguard/file.h"
#include "cpguard/text.h"
#include "hub_cache.h"
#include "paths.h"

/* How a path is shown, so that a long one leaves room for what is wrong with it. */
#define PATH "'%.300s'"

/* One search, from the name to the files found. */
struct search {
	struct cpg_arena *arena;
	const struct cpg_place *place;
	const char *checkpoint;
	struct cpg_candidates *found;
	struct cpg_buffer
		reasons; /* why it was not found at each place, "; " between them */
	bool directory;  /* it is a directory: the hub is not asked */
};

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left to look for the checkpoint");
}

static int nothing_there(struct cpg_error *err, const char *path, int kind)
{
	cpg_error_set(err, ENOENT,
		      kind == CPG_FILE_NONE ? PATH " does not exist"
					    : PATH " is neither a file nor a directory",
		      path);
	return 0;
}

/* Looks for a file, at `path`. */
static int look_at_file(struct search *search, const char *path, const char **file,
			struct cpg_error *err)
{
	struct cpg_text text;
	int kind;

	*file = path;
	if (cpg_place_change(search->place, path, &text))
		return 1;
	kind = cpg_file_kind(path, err);
	if (kind < 0 || kind == CPG_FILE_REGULAR)
		return kind < 0 ? -1 : 1;
	cpg_error_set(err, ENOENT,
		      kind == CPG_FILE_NONE ? PATH " does not exist"
					    : PATH " is not a regular file",
		      path);
	return 0;
}

/* Looks for the checkpoint as a path, at `path`. */
static int look_at_path(struct search *search, const char *path, const char **config,
			struct cpg_error *err)
{
	int kind = cpg_file_kind(path, err);

	*config = path;
	if (kind < 0)
		return -1;
	if (kind == CPG_FILE_REGULAR)
		return 1;
	if (kind != CPG_FILE_DIRECTORY)
		return nothing_there(err, path, kind);
	search->directory = true;
	*config = cpg_path_join(search->arena, path, "config.json");
	kind = *config ? cpg_file_kind(*config, err) : no_memory(err);
	if (kind < 0)
		return -1;
	if (kind == CPG_FILE_REGULAR)
		return 1;
	cpg_error_set(err, ENOENT, "no config.json in the directory " PATH, path);
	return 0;
}

/* Looks for the checkpoint as a hub id, in the cache `root`. */
static int look_in_cache(struct search *search, const char *root, const char **config,
			 struct cpg_error *err)
{
	return cpg_hub_find(search->arena, root, search->checkpoint, config, err);
}

static void add_candidate(struct cpg_candidates *found, const char *path)
{
	for (size_t i = 0; i < found->count; i++) {
		if (strcmp(found->paths[i], path) == 0)
			return;
	}
	found->paths[found->count++] = path;
}

/* What a look at one spot found, as the job finds it. */
static int take_found(struct search *search, const char *path,
		      const struct cpg_spots *spots, const char *config,
		      struct cpg_error *err)
{
	const char *entered = config;
	int kind;

	if (cpg_place_enter(search->arena, search->place, path, spots, &entered, err) < 0)
		return -1;
	if (strcmp(entered, config) != 0) {
		kind = cpg_file_kind(entered, err);
		if (kind < 0)
			return -1;
		if (kind != CPG_FILE_REGULAR)
			return cpg_error_set(err, CPG_E_HIDDEN,
					     PATH " is not what the job finds behind " PATH,
					     config, path);
	}
	add_candidate(search->found, entered);
	return 0;
}

/* Looks at each spot of `path`. What cannot be seen as it stands does no harm when the map
 * led to a file: the map says where the job looks. */
static int look_around(struct search *search, const char *path,
		       int (*look)(struct search *search, const char *at,
				   const char **config, struct cpg_error *err),
		       struct cpg_error *err)
{
	struct cpg_spots spots;
	bool led = false;

	if (cpg_place_spots(search->arena, search->place, path, &spots, err) < 0)
		return -1;
	for (size_t i = 0; i < spots.count; i++) {
		struct cpg_error why;
		const char *config;
		int rc = look(search, spots.paths[i], &config, &why);

		if (rc > 0) {
			if (take_found(search, path, &spots, config, err) < 0)
				return -1;
			led = i == 0 && spots.mapped;
		} else if (rc == 0) {
			cpg_buffer_string(&search->reasons,
					  search->reasons.length ? "; " : "");
			cpg_buffer_string(&search->reasons, why.text);
		} else if (!led || why.code != CPG_E_HIDDEN) {
			return cpg_error_set(err, why.code, "%s", why.text);
		}
	}
	return 0;
}

static int look_on_hub(struct search *search, struct cpg_error *err)
{
	struct cpg_hub_roots roots;

	search->reasons.length = 0;
	if (cpg_hub_roots(search->arena, search->place, &roots, err) < 0)
		return -1;
	for (size_t i = 0; i < roots.count; i++) {
		if (look_around(search, roots.paths[i], look_in_cache, err) < 0)
			return -1;
	}
	return 0;
}

/* Says why nothing was found: 0, or -1 when there is no memory. */
static int not_found(struct search *search, bool hub, struct cpg_error *err)
{
	const char *reasons = cpg_buffer_finish(&search->reasons);
	bool tilde = search->checkpoint[0] == '~';

	if (!reasons)
		return no_memory(err);
	if (hub)
		cpg_error_set(err, ENOENT,
			      PATH " is no file or directory in " PATH ", and %s",
			      search->checkpoint, search->place->workdir, reasons);
	else
		cpg_error_set(err, ENOENT, "%s%s", reasons,
			      tilde ? ": the shell did not expand the '~' (it stood within "
				      "quotes or behind a '='); write $HOME instead"
				    : "");
	return 0;
}

int cpg_checkpoint_find(struct cpg_arena *arena, const struct cpg_place *place,
			const char *checkpoint, struct cpg_candidates *found,
			struct cpg_error *err)
{
	struct search search = {
		.arena = arena,
		.place = place,
		.checkpoint = checkpoint,
		.found = found,
		.reasons.arena = arena,
	};
	bool hub;

	found->count = 0;
	if (!*checkpoint) {
		cpg_error_set(err, ENOENT, "the name of the checkpoint is empty");
		return 0;
	}
	if (look_around(&search, checkpoint, look_at_path, err) < 0)
		return -1;
	hub = found->count == 0 && !search.directory && cpg_hub_is_id(checkpoint);
	if (hub && look_on_hub(&search, err) < 0)
		return -1;
	return found->count > 0 ? 1 : not_found(&search, hub, err);
}

int cpg_place_files(struct cpg_arena *arena, const struct cpg_place *place,
		    const char *path, struct cpg_candidates *found, struct cpg_error *err)
{
	struct search search = {
		.arena = arena,
		.place = place,
		.checkpoint = path,
		.found = found,
		.reasons.arena = arena,
	};

	found->count = 0;
	if (look_around(&search, path, look_at_file, err) < 0)
		return -1;
	return found->count > 0 ? 1 : not_found(&search, false, err);
}
