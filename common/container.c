#include "cpguard/container.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paths.h"

/* How a path is shown, so that a long one leaves room for what is wrong with it. */
#define PATH "'%.300s'"

enum {
	LINKS_MAX = 40, /* path_resolution(7): as many as Linux follows */
};

const struct cpg_container cpg_container_closed = {.count = 0};

/* One path on its way through the mounts. */
struct walk {
	struct cpg_arena *arena;
	const struct cpg_container *container;
	const char *path;
	unsigned links;      /* that were followed */
	const char *outside; /* the answer */
};

/* What one way along a path comes to. */
enum turn {
	TURN_DONE,
	TURN_AGAIN, /* the path is another one now */
	TURN_NONE,  /* no mount is known to hold it */
	TURN_HIDDEN,
	TURN_NO_MEMORY,
};

/* The mount that holds the path; NULL when there is none, or another one may hold it. */
static const struct cpg_mount *find_mount(const struct cpg_container *container,
					  const char *path, const char **rest)
{
	for (size_t i = container->count; i-- > 0;) {
		const struct cpg_mount *mount = &container->mounts[i];
		size_t depth;

		if (!mount->inside)
			break;
		if (cpg_path_below(path, mount->inside, rest, &depth))
			return mount;
	}
	return NULL;
}

/* Puts `rest` behind another beginning, and begins anew. */
static enum turn turn_to(struct walk *walk, const char *start, const char *middle,
			 const char *rest)
{
	walk->path = cpg_arena_printf(walk->arena, "%s/%s/%s", start, middle, rest);
	return walk->path ? TURN_AGAIN : TURN_NO_MEMORY;
}

/* What lies behind a link: its text counts from where it stands, or from the container's root. */
static enum turn follow(struct walk *walk, const char *directory, const char *link,
			const char *rest)
{
	char target[PATH_MAX];
	ssize_t length = readlink(link, target, sizeof(target));

	if (length < 0 || (size_t)length == sizeof(target) || ++walk->links > LINKS_MAX)
		return TURN_HIDDEN;
	target[length] = '\0';
	return turn_to(walk, target[0] == '/' ? "" : directory, target, rest);
}

/* The way back up from `inside`, which lies below `top`, the mount's own place. What is above
 * that is the image's. */
static enum turn climb(struct walk *walk, const char *inside, const char *top,
		       const char *rest)
{
	const char *slash = strrchr(inside, '/');
	char *parent;

	if (strcmp(inside, top) == 0)
		return TURN_HIDDEN;
	parent = cpg_arena_bytes(walk->arena, inside, (size_t)(slash - inside));
	return parent ? turn_to(walk, parent, ".", rest) : TURN_NO_MEMORY;
}

/* Goes from the mount's place on along `rest`, name by name, until something leads elsewhere. */
static enum turn go_down(struct walk *walk, const struct cpg_mount *mount, const char *rest)
{
	const char *inside = mount->inside;
	const char *outside = mount->outside;
	struct cpg_text name;
	struct stat status;

	while (cpg_path_next(&rest, &name)) {
		const char *next;
		const char *text;

		if (cpg_text_is(name, ".."))
			return climb(walk, inside, mount->inside, rest);
		text = cpg_arena_bytes(walk->arena, name.bytes, name.length);
		next = text ? cpg_path_join(walk->arena, outside, text) : NULL;
		if (!next)
			return TURN_NO_MEMORY;
		if (lstat(next, &status) < 0) {
			/* Whoever opens it meets the same. */
			walk->outside = cpg_arena_printf(walk->arena, "%s%s", next, rest);
			return walk->outside ? TURN_DONE : TURN_NO_MEMORY;
		}
		if (S_ISLNK(status.st_mode))
			return follow(walk, inside, next, rest);
		outside = next;
		inside = cpg_path_join(walk->arena, inside, text);
		if (!inside)
			return TURN_NO_MEMORY;
	}
	walk->outside = outside;
	return TURN_DONE;
}

static enum turn take_turn(struct walk *walk)
{
	const char *rest;
	const struct cpg_mount *mount = find_mount(walk->container, walk->path, &rest);

	if (!mount)
		return TURN_NONE;
	if (!mount->outside)
		return TURN_HIDDEN;
	return go_down(walk, mount, rest);
}

static bool same_file(const char *a, const char *b)
{
	struct stat first;
	struct stat second;

	return stat(a, &first) == 0 && stat(b, &second) == 0 &&
	       first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* Of a path whose links lead to the same file here, the one with its links is the plainer
 * answer. */
static int prefer_plain(struct walk *walk, const char *path, const char **outside)
{
	const char *rest = "";
	const struct cpg_mount *mount = find_mount(walk->container, path, &rest);
	const char *plain =
		*rest ? cpg_path_join(walk->arena, mount->outside, rest) : mount->outside;

	if (!plain)
		return -1;
	*outside = same_file(plain, walk->outside) ? plain : walk->outside;
	return 1;
}

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left to follow a path");
}

static int hidden(const char *path, struct cpg_error *err)
{
	return cpg_error_set(err, CPG_E_HIDDEN,
			     PATH
			     " lies within a container, and which file of this machine "
			     "is mounted there is not known here",
			     path);
}

int cpg_container_locate(struct cpg_arena *arena, const struct cpg_container *container,
			 const char *path, const char **outside, struct cpg_error *err)
{
	struct walk walk = {.arena = arena, .container = container, .path = path};
	enum turn turn;

	if (!container) {
		*outside = path;
		return 1;
	}
	do {
		turn = take_turn(&walk);
	} while (turn == TURN_AGAIN);
	switch (turn) {
	case TURN_DONE:
		*outside = walk.outside;
		if (walk.links && prefer_plain(&walk, path, outside) < 0)
			return no_memory(err);
		return 1;
	case TURN_NONE:
		if (walk.path == path)
			return 0;
		return hidden(path, err);
	case TURN_AGAIN:
	case TURN_HIDDEN:
		return hidden(path, err);
	case TURN_NO_MEMORY:
		break;
	}
	return no_memory(err);
}
