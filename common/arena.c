#include "cpguard/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK_SIZE = 16 << 10,
};

struct block {
	struct block *next;
	size_t size;
	size_t used;
	alignas(max_align_t) unsigned char bytes[];
};

struct cpg_arena {
	struct block *blocks;
	size_t budget;
	size_t used;
};

struct cpg_arena *cpg_arena_new(size_t budget)
{
	struct cpg_arena *arena = calloc(1, sizeof(*arena));

	if (arena)
		arena->budget = budget;
	return arena;
}

void cpg_arena_free(struct cpg_arena *arena)
{
	if (!arena)
		return;
	for (struct block *block = arena->blocks, *next; block; block = next) {
		next = block->next;
		free(block);
	}
	free(arena);
}

void cpg_arena_cleanup(struct cpg_arena **arena)
{
	cpg_arena_free(*arena);
}

static struct block *add_block(struct cpg_arena *arena, size_t need)
{
	size_t size = need > BLOCK_SIZE / 4 ? need : BLOCK_SIZE;
	struct block *block;

	if (arena->budget - arena->used < size + sizeof(*block)) {
		size = need;
		if (arena->budget - arena->used < size + sizeof(*block))
			return NULL;
	}
	block = calloc(1, sizeof(*block) + size);
	if (!block)
		return NULL;
	block->size = size;
	arena->used += sizeof(*block) + size;

	/* A block made for one large piece is full: leaving the half-used one in front
	 * keeps small pieces from wasting it. */
	if (arena->blocks && size != BLOCK_SIZE) {
		block->next = arena->blocks->next;
		arena->blocks->next = block;
	} else {
		block->next = arena->blocks;
		arena->blocks = block;
	}
	return block;
}

void *cpg_arena_alloc(struct cpg_arena *arena, size_t size)
{
	const size_t align = alignof(max_align_t);
	struct block *block = arena->blocks;
	void *piece;

	/* Half of all there is: what is added below cannot overflow. */
	if (size > arena->budget || size > SIZE_MAX / 2)
		return NULL;
	size = size ? (size + align - 1) / align * align : align;
	if (!block || block->size - block->used < size) {
		block = add_block(arena, size);
		if (!block)
			return NULL;
	}
	piece = block->bytes + block->used;
	block->used += size;
	return piece;
}

void *cpg_arena_array(struct cpg_arena *arena, size_t count, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(count, size, &total))
		return NULL;
	return cpg_arena_alloc(arena, total);
}

char *cpg_arena_bytes(struct cpg_arena *arena, const void *bytes, size_t length)
{
	char *copy = length < SIZE_MAX ? cpg_arena_alloc(arena, length + 1) : NULL;

	if (copy && length)
		memcpy(copy, bytes, length);
	return copy;
}

char *cpg_arena_string(struct cpg_arena *arena, const char *string)
{
	return cpg_arena_bytes(arena, string, strlen(string));
}

char *cpg_arena_printf(struct cpg_arena *arena, const char *format, ...)
{
	va_list args;
	va_list again;
	char *string = NULL;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length >= 0)
		string = cpg_arena_alloc(arena, (size_t)length + 1);
	if (string)
		vsnprintf(string, (size_t)length + 1, format, again);
	va_end(again);
	return string;
}

size_t cpg_arena_used(const struct cpg_arena *arena)
{
	return arena->used;
}
