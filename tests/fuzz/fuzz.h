/* What the fuzz targets share. A target is a function of bytes that aborts where something does
 * not hold; libFuzzer calls it with what it makes up, replay.c with the bytes of files.
 */
#ifndef CPGUARD_FUZZ_H
#define CPGUARD_FUZZ_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/text.h"

/* The interface of libFuzzer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_CHECK(holds) ((holds) ? (void)0 : fuzz_broken(#holds, __FILE__, __LINE__))

static inline void fuzz_broken(const char *what, const char *file, int line)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

/* The budget of the arena for an input: one in four gets too little for most, so that running
 * out of memory is met everywhere. */
static inline size_t fuzz_budget(const uint8_t *data, size_t size)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * 16777619u;
	return hash % 4 ? CPG_ARENA_BUDGET : (hash >> 2) % (256 << 10);
}

/* An arena for one input, with that budget. */
static inline struct cpg_arena *fuzz_arena(size_t budget)
{
	struct cpg_arena *arena = cpg_arena_new(budget);

	FUZZ_CHECK(arena || budget < CPG_ARENA_BUDGET);
	return arena;
}

static inline void fuzz_arena_done(struct cpg_arena *arena, size_t budget)
{
	FUZZ_CHECK(cpg_arena_used(arena) <= budget);
	cpg_arena_free(arena);
}

/* An error that nobody has set yet. */
static inline struct cpg_error fuzz_error(void)
{
	return (struct cpg_error){.code = -1};
}

/* Success leaves the error as it was, failure sets a code and a sentence. */
static inline void fuzz_check_outcome(bool failed, const struct cpg_error *err)
{
	FUZZ_CHECK(failed == (err->code != -1));
	FUZZ_CHECK(!failed || (err->code > 0 && err->text[0] != '\0'));
	FUZZ_CHECK(!failed || memchr(err->text, '\0', sizeof(err->text)));
}

/* The same, and nothing but a lack of memory fails. */
static inline void fuzz_check_memory(bool failed, const struct cpg_error *err,
				     size_t budget)
{
	fuzz_check_outcome(failed, err);
	FUZZ_CHECK(!failed || budget < CPG_ARENA_BUDGET);
}

/* The input cut at each newline into strings, "" once they are used up. */
struct fuzz_strings {
	struct cpg_arena *arena;
	struct cpg_text rest;
};

static inline const char *fuzz_next(struct fuzz_strings *strings)
{
	struct cpg_text *rest = &strings->rest;
	const char *end = rest->length ? memchr(rest->bytes, '\n', rest->length) : NULL;
	size_t length = end ? (size_t)(end - rest->bytes) : rest->length;
	const char *string = cpg_arena_bytes(strings->arena, rest->bytes, length);

	FUZZ_CHECK(string);
	length += end != NULL;
	rest->bytes += length;
	rest->length -= length;
	return string;
}

/* The directory in which the target runs: run.sh makes an empty one, at the same place each time,
 * since what a script finds in $PWD counts. */
static inline const char *fuzz_directory(void)
{
	static char path[PATH_MAX];

	if (!path[0])
		FUZZ_CHECK(getcwd(path, sizeof(path)));
	return path;
}

#endif
