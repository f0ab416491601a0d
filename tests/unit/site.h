/* A place for a test that needs files: an arena, and a directory of its own.
 */
#ifndef CPGUARD_TEST_SITE_H
#define CPGUARD_TEST_SITE_H

#include "files.h"

struct site {
	struct cpg_arena *arena;
	char *directory;
};

static inline int make_site(void **state)
{
	struct site *site = calloc(1, sizeof(*site));

	assert_non_null(site);
	site->arena = cpg_arena_new(CPG_ARENA_BUDGET);
	assert_non_null(site->arena);
	site->directory = make_directory();
	*state = site;
	return 0;
}

static inline int free_site(void **state)
{
	struct site *site = *state;

	remove_directory(site->directory);
	cpg_arena_free(site->arena);
	free(site);
	return 0;
}

#endif
