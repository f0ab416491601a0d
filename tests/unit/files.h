/* A directory of its own for a test, with small files in it.
 */
#ifndef CPGUARD_TEST_FILES_H
#define CPGUARD_TEST_FILES_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "test.h"

#define DSA_CONFIG "{\"architectures\": [\"GlmMoeDsaForCausalLM\"]}"
#define QWEN_CONFIG "{\"architectures\": [\"Qwen3ForCausalLM\"]}"

static inline char *make_directory(void)
{
	char *path = strdup("/tmp/cpguard-test.XXXXXX");

	assert_non_null(path);
	assert_non_null(mkdtemp(path));
	return path;
}

static inline int remove_entry(const char *path, const struct stat *status, int type,
			       struct FTW *ftw)
{
	(void)status;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline void remove_directory(char *path)
{
	assert_int_equal(nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
	free(path);
}

/* Writes `content` to DIRECTORY/NAME; directories in NAME are made. Returns the path. */
static inline const char *write_file(struct cpg_arena *arena, const char *directory,
				     const char *name, const char *content)
{
	char *path = cpg_arena_printf(arena, "%s/%s", directory, name);
	FILE *file;

	for (char *slash = path + strlen(directory) + 1; (slash = strchr(slash, '/'));
	     slash++) {
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(content, file);
	assert_int_equal(fclose(file), 0);
	return path;
}

#endif
