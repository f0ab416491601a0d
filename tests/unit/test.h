/* What every unit test needs: cmocka with the headers that it wants first, and an arena.
 */
#ifndef CPGUARD_TEST_H
#define CPGUARD_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cpguard/arena.h"

static inline int make_arena(void **state)
{
	*state = cpg_arena_new(CPG_ARENA_BUDGET);
	return *state ? 0 : -1;
}

static inline int free_arena(void **state)
{
	cpg_arena_free(*state);
	return 0;
}

/* A test that gets an arena of its own as *state. */
#define arena_test(name) cmocka_unit_test_setup_teardown(name, make_arena, free_arena)

#endif
