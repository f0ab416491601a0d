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

/* Where a path may lead: below the `outside` of a map, and as it stands. */
struct spots {
	const char *paths[2];
	size_t count;
	bool mapped; /* the first one is below an `outside` */
};

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left to look for the checkpoint");
}

/* Takes the next component off *at, passing over slashes and ".". False at the end. */
static bool next_component(const char **at, struct cpg_text *component)
{
	do {
		*at += strspn(*at, "/");
		*component = (struct cpg_text){*at, strcspn(*at, "/")};
		*at += component->length;
	} while (cpg_text_is(*component, "."));
	return component->length > 0;
}

/* Whether `path` lies below `inside` or is it. Sets *rest to what follows, without a slash
 * before it, and *depth to the number of components that they share. */
static bool lies_below(const char *path, const char *inside, const char **rest,
		       size_t *depth)
{
	struct cpg_text ours;
	struct cpg_text theirs;

	*depth = 0;
	while (next_component(&inside, &theirs)) {
		if (!next_component(&path, &ours) || ours.length != theirs.length ||
		    memcmp(ours.bytes, theirs.bytes, ours.length) != 0)
			return false;
		++*depth;
	}
	*rest = path + strspn(path, "/");
	return true;
}

/* Behind ".." a path may leave the prefix again, through a link even to anywhere. */
static bool climbs(const char *path)
{
	struct cpg_text component;

	while (next_component(&path, &component)) {
		if (cpg_text_is(component, ".."))
			return true;
	}
	return false;
}

/* The map with the longest prefix of `path`, or NULL. */
static const struct cpg_path_map *find_map(const struct cpg_place *place, const char *path,
					   const char **rest)
{
	const struct cpg_path_map *best = NULL;
	size_t best_depth = 0;

	if (climbs(path))
		return NULL;
	for (size_t i = 0; i < place->path_map_count; i++) {
		const char *below;
		size_t depth;

		if (!lies_below(path, place->path_maps[i].inside, &below, &depth))
			continue;
		if (best && depth <= best_depth)
			continue;
		best = &place->path_maps[i];
		best_depth = depth;
		*rest = below;
	}
	return best;
}

/* Lists where `path`, which may be relative, leads. Maps are for absolute paths only: the
 * working directory is one of this machine. */
static int find_spots(struct search *search, const char *path, struct spots *spots,
		      struct cpg_error *err)
{
	const struct cpg_place *place = search->place;
	const struct cpg_path_map *map = NULL;
	const char *rest = "";

	*spots = (struct spots){.count = 0};
	if (path[0] != '/' && !place->workdir)
		return cpg_error_set(err, CPG_E_HIDDEN,
				     PATH
				     " is relative, and the working directory of the job "
				     "is not known here",
				     path);
	if (path[0] != '/')
		path = cpg_path_join(search->arena, place->workdir, path);
	else
		map = find_map(place, path, &rest);
	if (!path)
		return no_memory(err);
	if (map) {
		spots->paths[0] = *rest ? cpg_path_join(search->arena, map->outside, rest)
					: map->outside;
		spots->mapped = true;
		spots->count = 1;
		if (spots->paths[0] &&
		    (place->container || strcmp(spots->paths[0], path) == 0))
			return 0;
	}
	if (place->container && !map)
		return cpg_error_set(
			err, CPG_E_HIDDEN,
			PATH " lies within a container, and no path_map= leads from "
			     "there to this machine",
			path);
	spots->paths[spots->count++] = path;
	return spots->paths[0] ? 0 : no_memory(err);
}

static int nothing_there(struct cpg_error *err, const char *path, int kind)
{
	cpg_error_set(err, ENOENT,
		      kind == CPG_FILE_NONE ? PATH " does not exist"
					    : PATH " is neither a file nor a directory",
		      path);
	return 0;
}

static bool is_same_path(const char *a, const char *b)
{
	struct cpg_text ours;
	struct cpg_text theirs;

	do {
		bool more = next_component(&a, &ours);

		if (next_component(&b, &theirs) != more || ours.length != theirs.length ||
		    memcmp(ours.bytes, theirs.bytes, ours.length) != 0)
			return false;
	} while (ours.length > 0);
	return true;
}

static bool is_touched(const struct cpg_file_touched *touched, const char *path)
{
	const char *rest;
	size_t depth;

	return is_same_path(touched->path, path) ||
	       (touched->below && lies_below(path, touched->path, &rest, &depth));
}

int cpg_place_change(const struct cpg_place *place, const char *path, struct cpg_text *text)
{
	const struct cpg_file_changes *changes = &place->changes;

	for (size_t i = changes->made_count; i-- > 0;) {
		if (!is_same_path(changes->made[i].path, path))
			continue;
		*text = changes->made[i].text;
		return 1;
	}
	*text = (struct cpg_text){NULL, 0};
	for (const struct cpg_file_touched *at = changes->touched; at; at = at->next) {
		if (is_touched(at, path))
			return 1;
	}
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

/* Looks at each spot of `path`. What cannot be seen as it stands does no harm when the map
 * led to a file: the map says where the job looks. */
static int look_around(struct search *search, const char *path,
		       int (*look)(struct search *search, const char *at,
				   const char **config, struct cpg_error *err),
		       struct cpg_error *err)
{
	struct spots spots;
	bool led = false;

	if (find_spots(search, path, &spots, err) < 0)
		return -1;
	for (size_t i = 0; i < spots.count; i++) {
		struct cpg_error why;
		const char *config;
		int rc = look(search, spots.paths[i], &config, &why);

		if (rc > 0) {
			add_candidate(search->found, config);
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
