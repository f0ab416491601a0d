/* Mounts as tools that start containers are asked for them. Each line but the first is what one
 * option says; the bytes of the first tell the grammars in turn (6789LVWXY are all nine), its
 * first one the order as well.
 */
#include "cpguard/mounts.h"
#include "fuzz.h"

static bool is_plain(const char *path)
{
	size_t length = strlen(path);

	if (path[0] != '/' || (length > 1 && path[length - 1] == '/'))
		return false;
	if (strstr(path, "//") || strstr(path, "/./") || strstr(path, "/../"))
		return false;
	return !(length >= 2 && strcmp(path + length - 2, "/.") == 0) &&
	       !(length >= 3 && strcmp(path + length - 3, "/..") == 0);
}

static void check_locate(struct cpg_arena *arena, const struct cpg_container *container,
			 const char *path, size_t budget)
{
	struct cpg_error err = fuzz_error();
	const char *outside = NULL;
	int rc = cpg_container_locate(arena, container, path, &outside, &err);

	fuzz_check_outcome(rc < 0, &err);
	FUZZ_CHECK(rc != 1 || (outside && outside[0] == '/'));
	FUZZ_CHECK(rc >= 0 || err.code == CPG_E_HIDDEN || budget < CPG_ARENA_BUDGET);
	FUZZ_CHECK(rc < 1 || container->count > 0);
}

static void check_container(struct cpg_arena *arena, const struct cpg_container *container,
			    size_t budget)
{
	for (size_t i = 0; i < container->count; i++) {
		const struct cpg_mount *mount = &container->mounts[i];

		FUZZ_CHECK(!mount->inside || is_plain(mount->inside));
		FUZZ_CHECK(!mount->outside || mount->outside[0] == '/');
		if (mount->inside && i < 8)
			check_locate(arena, container, mount->inside, budget);
	}
	check_locate(arena, container, "/models/glm/config.json", budget);
}

/* Adds what the lines ask for. */
static void add(struct cpg_mounts *mounts, struct fuzz_strings *strings,
		const char *grammars)
{
	size_t count = strlen(grammars);

	for (size_t i = 0; strings->rest.length; i++) {
		unsigned grammar = (unsigned char)grammars[count ? i % count : 0];

		cpg_mounts_add(mounts, grammar % (CPG_MOUNT_OTHERS + 1),
			       fuzz_next(strings));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t budget = fuzz_budget(data, size);
	/* What the strings lie in is none of the budget. */
	struct cpg_arena *lines = fuzz_arena(CPG_ARENA_BUDGET);
	struct cpg_arena *arena = fuzz_arena(budget);
	struct fuzz_strings strings = {lines, {(const char *)data, size}};
	const char *grammars = fuzz_next(&strings);
	struct cpg_mounts mounts = {.arena = arena, .workdir = size % 2 ? "/work" : NULL};
	enum cpg_mount_order order = (unsigned char)grammars[0] / 16 % 3;
	const struct cpg_container *container = NULL;
	struct cpg_error err = fuzz_error();
	int rc;

	if (arena) {
		add(&mounts, &strings, grammars);
		rc = cpg_mounts_finish(&mounts, order, &container, &err);
		fuzz_check_memory(rc < 0, &err, budget);
		if (rc == 0)
			check_container(arena, container, budget);
		fuzz_arena_done(arena, budget);
	}
	fuzz_arena_done(lines, CPG_ARENA_BUDGET);
	return 0;
}
