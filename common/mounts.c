#include "cpguard/mounts.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "mounts_private.h"
#include "paths.h"

enum {
	MOUNTS_MAX = 512, /* more than anybody writes; past it nothing is known */
};

static bool make_room(struct cpg_mounts *mounts)
{
	size_t capacity = mounts->capacity ? mounts->capacity * 2 : 8;
	struct cpg_mount *grown;

	if (mounts->failed || mounts->count < mounts->capacity)
		return !mounts->failed;
	grown = cpg_arena_array(mounts->arena, capacity, sizeof(*grown));
	if (!grown) {
		mounts->failed = true;
		return false;
	}
	if (mounts->count)
		memcpy(grown, mounts->items, mounts->count * sizeof(*grown));
	mounts->items = grown;
	mounts->capacity = capacity;
	return true;
}

static void append(struct cpg_mounts *mounts, const char *inside, const char *outside)
{
	if (mounts->count > MOUNTS_MAX || !make_room(mounts))
		return;
	if (mounts->count == MOUNTS_MAX)
		inside = outside = NULL;
	mounts->items[mounts->count++] = (struct cpg_mount){inside, outside};
}

void cpg_mounts_any(struct cpg_mounts *mounts)
{
	append(mounts, NULL, NULL);
}

/* The place in the container, from the root on; NULL when it is not known. Of a place whose name
 * is not all known, what lies beside it is not known either. */
static const char *place_of(struct cpg_mounts *mounts, const char *target, bool *whole)
{
	size_t known = strcspn(target, CPG_MOUNT_WORD);
	char *path;

	*whole = target[known] == '\0';
	if (!*whole) {
		while (known > 0 && target[known - 1] != '/')
			known--;
		if (known == 0)
			return NULL;
	}
	if (cpg_path_climbs(target))
		return NULL;
	path = cpg_arena_printf(mounts->arena, "/%.*s", (int)known, target);
	path = path ? cpg_path_plain(mounts->arena, path) : NULL;
	mounts->failed = mounts->failed || !path;
	return path;
}

/* The source from the root on; NULL when it is not known. */
static const char *absolute(struct cpg_mounts *mounts, const char *source)
{
	const char *path = source;

	if (strstr(source, CPG_MOUNT_WORD) || (source[0] != '/' && !mounts->workdir))
		return NULL;
	if (source[0] != '/')
		path = cpg_path_join(mounts->arena, mounts->workdir, source);
	path = path ? cpg_path_plain(mounts->arena, path) : NULL;
	mounts->failed = mounts->failed || !path;
	return path;
}

/* Where the source lies on this machine; NULL when that is not known. */
static const char *source_of(struct cpg_mounts *mounts, const char *source)
{
	const char *outside;
	struct cpg_error err;
	int rc;

	if (!source)
		return NULL;
	rc = cpg_container_locate(mounts->arena, mounts->outer, source, &outside, &err);
	mounts->failed = mounts->failed || (rc < 0 && err.code == ENOMEM);
	return rc > 0 ? outside : NULL;
}

/* Of a container within a container, what is mounted below the source comes along. */
static void append_below(struct cpg_mounts *mounts, const char *source, const char *place)
{
	for (size_t i = 0; mounts->outer && i < mounts->outer->count; i++) {
		const char *inside = mounts->outer->mounts[i].inside;
		const char *rest;
		const char *path;
		size_t depth;

		if (!inside || !cpg_path_below(inside, source, &rest, &depth) || !*rest)
			continue;
		path = cpg_path_join(mounts->arena, place, rest);
		mounts->failed = mounts->failed || !path;
		append(mounts, path, NULL);
	}
}

void cpg_mounts_bind(struct cpg_mounts *mounts, const char *source, const char *target)
{
	bool whole;
	const char *place = place_of(mounts, target, &whole);
	const char *path = source && place && whole ? absolute(mounts, source) : NULL;
	const char *outside = source_of(mounts, path);

	append(mounts, place, outside);
	if (outside)
		append_below(mounts, path, place);
}

/* Moves what was added behind `count` before all others. */
static void move_first(struct cpg_mounts *mounts, size_t count)
{
	for (size_t i = count; i < mounts->count; i++) {
		struct cpg_mount mount = mounts->items[i];

		memmove(&mounts->items[mounts->first + 1], &mounts->items[mounts->first],
			(i - mounts->first) * sizeof(mount));
		mounts->items[mounts->first++] = mount;
	}
}

void cpg_mounts_add(struct cpg_mounts *mounts, enum cpg_mount_grammar grammar,
		    const char *text)
{
	static void (*const readers[])(struct cpg_mounts * mounts, char *text) = {
		[CPG_MOUNT_PYXIS] = cpg_mounts_read_pyxis,
		[CPG_MOUNT_ENROOT] = cpg_mounts_read_enroot,
		[CPG_MOUNT_BIND] = cpg_mounts_read_bind,
		[CPG_MOUNT_BIND_FIELDS] = cpg_mounts_read_bind_fields,
		[CPG_MOUNT_FIELDS] = cpg_mounts_read_fields,
		[CPG_MOUNT_VOLUME] = cpg_mounts_read_volume,
		[CPG_MOUNT_TMPFS] = cpg_mounts_read_tmpfs,
		[CPG_MOUNT_HOME] = cpg_mounts_read_home,
		[CPG_MOUNT_OTHERS] = cpg_mounts_read_others,
	};
	char *copy = cpg_arena_string(mounts->arena, text);
	size_t count = mounts->count;

	if (!copy) {
		mounts->failed = true;
		return;
	}
	readers[grammar](mounts, copy);
	if (grammar == CPG_MOUNT_HOME && !mounts->failed)
		move_first(mounts, count);
}

/* How many names its place has; one that is not known may have any number. */
static size_t depth_of(const struct cpg_mount *mount)
{
	const char *at = mount->inside;
	struct cpg_text name;
	size_t depth = 0;

	if (!at)
		return SIZE_MAX;
	while (cpg_path_next(&at, &name))
		depth++;
	return depth;
}

static void sort_by_depth(struct cpg_mount *items, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct cpg_mount mount = items[i];
		size_t depth = depth_of(&mount);
		size_t at = i;

		for (; at > 0 && depth_of(&items[at - 1]) > depth; at--)
			items[at] = items[at - 1];
		items[at] = mount;
	}
}

/* Whether both mounts bring the same to where the first one is, which lies below the other. */
static bool agree(struct cpg_mounts *mounts, const struct cpg_mount *mount,
		  const struct cpg_mount *above, const char *rest)
{
	const char *path;

	if (!mount->outside || !above->outside)
		return false;
	path = cpg_path_join(mounts->arena, above->outside, rest);
	mounts->failed = mounts->failed || !path;
	return path && strcmp(path, mount->outside) == 0;
}

/* Settles what a mount means that stands before another one, at its place or above. */
static void settle(struct cpg_mounts *mounts, struct cpg_mount *mount,
		   struct cpg_mount *later)
{
	const char *rest;
	size_t depth;

	if (!mount->inside || !later->inside ||
	    !cpg_path_below(mount->inside, later->inside, &rest, &depth))
		return;
	if (!*rest)
		later->outside = mount->outside;
	else if (!agree(mounts, mount, later, rest))
		mount->outside = NULL;
}

int cpg_mounts_finish(struct cpg_mounts *mounts, enum cpg_mount_order order,
		      const struct cpg_container **out, struct cpg_error *err)
{
	struct cpg_container *container =
		cpg_arena_alloc(mounts->arena, sizeof(*container));
	size_t count = mounts->count - mounts->first;
	struct cpg_mount *items = count ? &mounts->items[mounts->first] : NULL;

	for (size_t i = 0; order == CPG_MOUNTS_EITHER && i < count; i++) {
		for (size_t j = i + 1; j < count; j++)
			settle(mounts, &items[i], &items[j]);
	}
	if (order != CPG_MOUNTS_IN_TURN && count)
		sort_by_depth(items, count);
	if (!container || mounts->failed)
		return cpg_error_set(err, ENOMEM,
				     "no memory left for the mounts of a container");
	*container = (struct cpg_container){mounts->items, mounts->count};
	*out = container;
	return 0;
}
