#include <string.h>
#include <sys/stat.h>

#include "paths.h"
#include "shell_glob.h"

/* Where a pattern looks. */
struct aim {
	struct cpg_glob *g;
	size_t begin; /* of its last component */
	const char
		*place; /* the directory; NULL when it is a pattern or not known itself */
	bool is_there;
	struct stat status;
};

static int no_memory(const struct cpg_glob *g)
{
	return cpg_expand_no_memory(g->ex->err);
}

static int take_aim(struct cpg_glob *g, struct aim *aim)
{
	const char *slash = memrchr(g->text.bytes, '/', g->text.length);
	const char *above;

	*aim = (struct aim){.g = g,
			    .begin = slash ? (size_t)(slash - g->text.bytes) + 1 : 0};
	if (cpg_glob_magic(g, 0, aim->begin) < aim->begin)
		return 0;
	above = cpg_arena_bytes(g->ex->arena, g->text.bytes, aim->begin);
	if (!above)
		return no_memory(g);
	if (*above != '/') {
		if (!g->directory)
			return 0;
		above = cpg_path_join(g->ex->arena, g->directory, above);
	}
	aim->place = above ? cpg_path_plain(g->ex->arena, above) : NULL;
	if (!aim->place)
		return no_memory(g);
	aim->is_there = stat(aim->place, &aim->status) == 0;
	return 0;
}

/* Whether the last component may match the path's. */
static bool may_match(const struct aim *aim, const char *path)
{
	const char *name = strrchr(path, '/');

	return cpg_glob_match(aim->g, aim->begin, aim->g->text.length,
			      name ? name + 1 : path) != CPG_NO;
}

/* Whether the path is not here and may match when it is. */
static bool may_match_new(const struct aim *aim, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct stat status;
	char *above;

	if (lstat(path, &status) == 0)
		return false;
	if (!aim->place || !slash)
		return may_match(aim, path);
	/* A directory that is not here either: what will be in it is not known. */
	if (!aim->is_there)
		return strcmp(slash, strrchr(aim->place, '/')) == 0;
	above = cpg_arena_bytes(aim->g->ex->arena, path, (size_t)(slash - path) + 1);
	return !above ||
	       (stat(above, &status) == 0 && status.st_dev == aim->status.st_dev &&
		status.st_ino == aim->status.st_ino && may_match(aim, path));
}

/* The same of the path or one above it, which mkdir -p makes, too. */
static int may_match_made(const struct aim *aim, const char *path, bool *may)
{
	struct cpg_arena *arena = aim->g->ex->arena;
	const char *at = path;
	struct cpg_text name;

	*may = false;
	while (!*may && cpg_path_next(&at, &name)) {
		const char *above = cpg_arena_bytes(
			arena, path, (size_t)(name.bytes + name.length - path));

		if (!above)
			return no_memory(aim->g);
		if (cpg_shell_step(aim->g->ex->shell, aim->g->ex->err) < 0)
			return -1;
		*may = may_match_new(aim, above);
	}
	return 0;
}

int cpg_glob_may_change(struct cpg_glob *g, bool *may)
{
	const struct cpg_shell_world *world = g->ex->shell->world;
	struct aim aim;

	*may = false;
	if (take_aim(g, &aim) < 0)
		return -1;
	for (size_t i = 0; i < world->written_count && !*may; i++) {
		if (may_match_made(&aim, world->written[i].path, may) < 0)
			return -1;
	}
	for (const struct cpg_file_touched *at = world->directories; at && !*may;
	     at = at->next) {
		if (may_match_made(&aim, at->path, may) < 0)
			return -1;
	}
	for (const struct cpg_file_touched *at = world->touched; at && !*may;
	     at = at->next) {
		if (cpg_shell_step(g->ex->shell, g->ex->err) < 0)
			return -1;
		*may = at->below || may_match(&aim, at->path);
	}
	return 0;
}
