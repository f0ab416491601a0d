#include "paths.h"

#include <string.h>

bool cpg_path_next(const char **at, struct cpg_text *name)
{
	do {
		*at += strspn(*at, "/");
		*name = (struct cpg_text){*at, strcspn(*at, "/")};
		*at += name->length;
	} while (cpg_text_is(*name, "."));
	return name->length > 0;
}

bool cpg_path_below(const char *path, const char *above, const char **rest, size_t *depth)
{
	struct cpg_text ours;
	struct cpg_text theirs;

	*depth = 0;
	while (cpg_path_next(&above, &theirs)) {
		if (!cpg_path_next(&path, &ours) || ours.length != theirs.length ||
		    memcmp(ours.bytes, theirs.bytes, ours.length) != 0)
			return false;
		++*depth;
	}
	*rest = path + strspn(path, "/");
	return true;
}

bool cpg_path_climbs(const char *path)
{
	struct cpg_text name;

	while (cpg_path_next(&path, &name)) {
		if (cpg_text_is(name, ".."))
			return true;
	}
	return false;
}

char *cpg_path_plain(struct cpg_arena *arena, const char *path)
{
	char *plain = cpg_arena_alloc(arena, strlen(path) + 2);
	char *to = plain;
	struct cpg_text name;

	if (!plain)
		return NULL;
	while (cpg_path_next(&path, &name)) {
		*to++ = '/';
		to = mempcpy(to, name.bytes, name.length);
	}
	if (to == plain)
		*to = '/';
	return plain;
}

char *cpg_path_join(struct cpg_arena *arena, const char *directory, const char *name)
{
	size_t length = strlen(directory);
	bool slash = length > 0 && directory[length - 1] != '/';

	return cpg_arena_printf(arena, "%s%s%s", directory, slash ? "/" : "", name);
}
