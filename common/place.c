#include "cpguard/place.h"

#include <errno.h>
#include <string.h>

#include "paths.h"

/* How a path is shown, so that a long one leaves room for what is wrong with it. */
#define PATH "'%.300s'"

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left to look for a file");
}

/* The path from the root on. */
static int from_root(struct cpg_arena *arena, const struct cpg_place *place,
		     const char *path, const char **absolute, struct cpg_error *err)
{
	*absolute = path;
	if (path[0] == '/')
		return 0;
	if (!place->workdir)
		return cpg_error_set(err, CPG_E_HIDDEN,
				     PATH
				     " is relative, and the working directory of the job "
				     "is not known here",
				     path);
	*absolute = cpg_path_join(arena, place->workdir, path);
	return *absolute ? 0 : no_memory(err);
}

/* The map with the longest prefix of `path`, or NULL. */
static const struct cpg_path_map *find_map(const struct cpg_place *place, const char *path,
					   const char **rest)
{
	const struct cpg_path_map *best = NULL;
	size_t best_depth = 0;

	if (cpg_path_climbs(path))
		return NULL;
	for (size_t i = 0; i < place->path_map_count; i++) {
		const char *below;
		size_t depth;

		if (!cpg_path_below(path, place->path_maps[i].inside, &below, &depth))
			continue;
		if (best && depth <= best_depth)
			continue;
		best = &place->path_maps[i];
		best_depth = depth;
		*rest = below;
	}
	return best;
}

/* Sets *outside to where the path maps lead; NULL when there is none for the path. */
static int apply_maps(struct cpg_arena *arena, const struct cpg_place *place,
		      const char *path, const char **outside, struct cpg_error *err)
{
	const char *rest = "";
	const struct cpg_path_map *map = find_map(place, path, &rest);

	*outside = NULL;
	if (!map)
		return 0;
	*outside = *rest ? cpg_path_join(arena, map->outside, rest) : map->outside;
	return *outside ? 0 : no_memory(err);
}

static int find_within(struct cpg_arena *arena, const struct cpg_place *place,
		       const char *path, struct cpg_spots *spots, struct cpg_error *err)
{
	int rc = cpg_container_locate(arena, place->container, path, &spots->paths[0], err);

	if (rc < 0 ||
	    (rc == 0 && apply_maps(arena, place, path, &spots->paths[0], err) < 0))
		return -1;
	if (!spots->paths[0])
		return cpg_error_set(
			err, CPG_E_HIDDEN,
			PATH " lies within a container, and neither a known mount nor a "
			     "path_map= leads from there to this machine",
			path);
	spots->mapped = true;
	spots->count = 1;
	return 0;
}

int cpg_place_spots(struct cpg_arena *arena, const struct cpg_place *place,
		    const char *path, struct cpg_spots *spots, struct cpg_error *err)
{
	bool relative = path[0] != '/';
	const char *outside = NULL;

	*spots = (struct cpg_spots){.count = 0};
	if (from_root(arena, place, path, &path, err) < 0)
		return -1;
	if (place->container)
		return find_within(arena, place, path, spots, err);
	/* The working directory is one of this machine. */
	if (!relative && apply_maps(arena, place, path, &outside, err) < 0)
		return -1;
	if (outside) {
		spots->paths[spots->count++] = outside;
		spots->mapped = true;
		if (strcmp(outside, path) == 0)
			return 0;
	}
	spots->paths[spots->count++] = path;
	return 0;
}

int cpg_place_enter(struct cpg_arena *arena, const struct cpg_place *place,
		    const char *path, const struct cpg_spots *spots, const char **file,
		    struct cpg_error *err)
{
	const char *start = spots->paths[0];
	const char *inside;
	int rc;

	if (!place->container || from_root(arena, place, path, &path, err) < 0)
		return place->container ? -1 : 0;
	if (strncmp(*file, start, strlen(start)) != 0)
		return 0;
	inside = cpg_arena_printf(arena, "%s/%s", path, *file + strlen(start));
	if (!inside)
		return no_memory(err);
	rc = cpg_container_locate(arena, place->container, inside, file, err);
	return rc < 0 ? -1 : 0;
}

static bool is_same_path(const char *a, const char *b)
{
	struct cpg_text ours;
	struct cpg_text theirs;

	do {
		bool more = cpg_path_next(&a, &ours);

		if (cpg_path_next(&b, &theirs) != more || ours.length != theirs.length ||
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
	       (touched->below && cpg_path_below(path, touched->path, &rest, &depth));
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
