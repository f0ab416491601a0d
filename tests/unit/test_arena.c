#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpguard/arena.h"

static int make_arena(void **state)
{
	*state = cpg_arena_new(CPG_ARENA_BUDGET);
	return *state ? 0 : -1;
}

static int free_arena(void **state)
{
	cpg_arena_free(*state);
	return 0;
}

static void pieces_are_zeroed_and_aligned_for_any_type(void **state)
{
	static const size_t sizes[] = {1,   2,    3,    15,   16,    17,
				       100, 4095, 4096, 4097, 16384, 70000};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		unsigned char *piece = cpg_arena_alloc(*state, sizes[i]);

		assert_non_null(piece);
		assert_int_equal((uintptr_t)piece % alignof(max_align_t), 0);
		for (size_t k = 0; k < sizes[i]; k++)
			assert_int_equal(piece[k], 0);
		memset(piece, 0xff, sizes[i]);
	}
}

static void pieces_do_not_overlap(void **state)
{
	enum { COUNT = 2000 };
	static unsigned char *pieces[COUNT];

	for (size_t i = 0; i < COUNT; i++) {
		pieces[i] = cpg_arena_alloc(*state, i);
		assert_non_null(pieces[i]);
		memset(pieces[i], (int)(i & 0xff), i);
	}
	for (size_t i = 0; i < COUNT; i++) {
		for (size_t k = 0; k < i; k++)
			assert_int_equal(pieces[i][k], i & 0xff);
	}
}

static void an_empty_piece_is_a_pointer_of_its_own(void **state)
{
	void *one = cpg_arena_alloc(*state, 0);
	void *other = cpg_arena_alloc(*state, 0);

	assert_non_null(one);
	assert_non_null(other);
	assert_ptr_not_equal(one, other);
}

static void small_pieces_go_on_in_their_block_behind_a_large_one(void **state)
{
	char *before = cpg_arena_alloc(*state, 16);
	char *after;

	assert_non_null(cpg_arena_alloc(*state, 100000));
	after = cpg_arena_alloc(*state, 16);
	assert_ptr_equal(after, before + 16);
}

static void no_budget_is_ever_exceeded(void **state)
{
	(void)state;
	for (size_t budget = 0; budget < 70000; budget += 97) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		size_t given = 0;

		assert_non_null(arena);
		for (size_t size = 1; cpg_arena_alloc(arena, size); size = size * 3 % 5003)
			given += size;
		assert_true(given <= budget);
		assert_true(cpg_arena_used(arena) <= budget);
		cpg_arena_free(arena);
	}
}

static void a_refused_piece_leaves_room_for_a_smaller_one(void **state)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(1000);

	(void)state;
	assert_non_null(arena);
	assert_null(cpg_arena_alloc(arena, 1000));
	assert_null(cpg_arena_bytes(arena, "", 1000));
	assert_non_null(cpg_arena_alloc(arena, 900));
	assert_null(cpg_arena_alloc(arena, 900));
}

static void sizes_that_overflow_are_refused_whatever_the_budget(void **state)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(SIZE_MAX);

	(void)state;
	assert_non_null(arena);
	for (size_t less = 0; less < 100; less++)
		assert_null(cpg_arena_alloc(arena, SIZE_MAX - less));
	assert_null(cpg_arena_array(arena, SIZE_MAX / 2, 3));
	assert_null(cpg_arena_array(arena, SIZE_MAX, SIZE_MAX));
	assert_null(cpg_arena_bytes(arena, "", SIZE_MAX));
	assert_non_null(cpg_arena_array(arena, 3, 5));
}

static void copies_end_with_a_nul(void **state)
{
	assert_memory_equal(cpg_arena_bytes(*state, "a\0b", 3), "a\0b", 4);
	assert_string_equal(cpg_arena_bytes(*state, NULL, 0), "");
	assert_string_equal(cpg_arena_string(*state, "config.json"), "config.json");
	assert_string_equal(cpg_arena_printf(*state, "%s:%d", "file", 7), "file:7");
	assert_int_equal(strlen(cpg_arena_printf(*state, "%*d", 50000, 1)), 50000);
}

static void a_formatted_string_past_the_budget_is_refused(void **state)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(1000);

	(void)state;
	assert_non_null(arena);
	assert_null(cpg_arena_printf(arena, "%*d", 1000, 1));
	assert_string_equal(cpg_arena_printf(arena, "%d", 1), "1");
}

static void use_is_counted_with_its_bookkeeping(void **state)
{
	size_t before = cpg_arena_used(*state);

	assert_int_equal(before, 0);
	assert_non_null(cpg_arena_alloc(*state, 100000));
	assert_true(cpg_arena_used(*state) > 100000);
	assert_true(cpg_arena_used(*state) < 101000);
}

static void no_arena_can_be_freed(void **state)
{
	struct cpg_arena *none __attribute__((cleanup(cpg_arena_cleanup))) = NULL;

	(void)state;
	cpg_arena_free(none);
}

#define IN_ARENA(test) cmocka_unit_test_setup_teardown(test, make_arena, free_arena)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(pieces_are_zeroed_and_aligned_for_any_type),
		IN_ARENA(pieces_do_not_overlap),
		IN_ARENA(an_empty_piece_is_a_pointer_of_its_own),
		IN_ARENA(small_pieces_go_on_in_their_block_behind_a_large_one),
		cmocka_unit_test(no_budget_is_ever_exceeded),
		cmocka_unit_test(a_refused_piece_leaves_room_for_a_smaller_one),
		cmocka_unit_test(sizes_that_overflow_are_refused_whatever_the_budget),
		IN_ARENA(copies_end_with_a_nul),
		cmocka_unit_test(a_formatted_string_past_the_budget_is_refused),
		IN_ARENA(use_is_counted_with_its_bookkeeping),
		cmocka_unit_test(no_arena_can_be_freed),
	};

	return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
