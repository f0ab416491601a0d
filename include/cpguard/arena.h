/* Arenas: all memory of one evaluation, with a budget, given back in one piece.
 *
 * Running out, of the budget or of the machine's memory, is an ordinary failure: the
 * functions return NULL and the evaluation ends as undecided. Nothing that an arena gave
 * is freed by itself.
 */
#ifndef CPGUARD_ARENA_H
#define CPGUARD_ARENA_H

#include <stdarg.h>
#include <stddef.h>

/* What one evaluation may use: 64 MiB. */
#define CPG_ARENA_BUDGET ((size_t)64 << 20)

struct cpg_arena;

/* Makes an arena that gives out at most `budget` bytes. Returns NULL when there is no
 * memory. */
struct cpg_arena *cpg_arena_new(size_t budget);

/* Gives everything back. `arena` may be NULL. */
void cpg_arena_free(struct cpg_arena *arena);

/* For __attribute__((cleanup)): frees the arena that the variable holds. */
void cpg_arena_cleanup(struct cpg_arena **arena);

/* `size` bytes, zeroed, aligned for any type; a size of 0 gives a valid pointer. Returns
 * NULL when the budget or the memory is used up. */
void *cpg_arena_alloc(struct cpg_arena *arena, size_t size)
	__attribute__((warn_unused_result));

/* `count` * `size` bytes, zeroed; NULL also when the product overflows. */
void *cpg_arena_array(struct cpg_arena *arena, size_t count, size_t size)
	__attribute__((warn_unused_result));

/* A copy of `length` bytes with a NUL behind it. */
char *cpg_arena_bytes(struct cpg_arena *arena, const void *bytes, size_t length)
	__attribute__((warn_unused_result));

/* A copy of the string. */
char *cpg_arena_string(struct cpg_arena *arena, const char *string)
	__attribute__((warn_unused_result));

/* A string formatted as by printf. */
char *cpg_arena_printf(struct cpg_arena *arena, const char *format, ...)
	__attribute__((warn_unused_result, format(printf, 2, 3)));

/* The bytes given out so far, bookkeeping included. */
size_t cpg_arena_used(const struct cpg_arena *arena);

#endif
