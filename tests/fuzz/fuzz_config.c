/* The text of a config.json. */
#include <errno.h>

#include "cpguard/config.h"
#include "fuzz.h"

static int parse(struct cpg_arena *arena, struct cpg_text text,
		 struct cpg_architectures *names, struct cpg_error *err)
{
	return cpg_config_parse(arena, text, "config.json", cpg_config_permitted, 2, names,
				err);
}

/* White space behind the text changes nothing. */
static void check_blanks(struct cpg_text text, const struct cpg_architectures *names,
			 int rc)
{
	struct cpg_arena *arena = fuzz_arena(CPG_ARENA_BUDGET);
	char *longer = cpg_arena_alloc(arena, text.length + 4);
	struct cpg_architectures again = {NULL, 0};

	FUZZ_CHECK(longer);
	memcpy(longer, text.bytes, text.length);
	memcpy(longer + text.length, "\r\n\t ", 4);
	FUZZ_CHECK(parse(arena, (struct cpg_text){longer, text.length + 4}, &again, NULL) ==
		   rc);
	FUZZ_CHECK(rc < 0 || again.count == names->count);
	for (size_t i = 0; rc == 0 && i < again.count; i++) {
		FUZZ_CHECK(again.names[i].length == names->names[i].length);
		FUZZ_CHECK(memcmp(again.names[i].bytes, names->names[i].bytes,
				  again.names[i].length) == 0);
	}
	cpg_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct cpg_text text = {(const char *)data, size};
	size_t budget = fuzz_budget(data, size);
	struct cpg_arena *arena = fuzz_arena(budget);
	struct cpg_architectures names = {NULL, 0};
	struct cpg_error err = fuzz_error();
	int rc;

	if (!arena)
		return 0;
	rc = parse(arena, text, &names, &err);
	fuzz_check_outcome(rc < 0, &err);
	FUZZ_CHECK(rc == 0 || rc == -1);
	FUZZ_CHECK(rc == 0 || err.code != ENOMEM || budget < CPG_ARENA_BUDGET);
	for (size_t i = 0; rc == 0 && i < names.count; i++)
		FUZZ_CHECK(names.names[i].bytes);
	if (budget == CPG_ARENA_BUDGET)
		check_blanks(text, &names, rc);
	fuzz_arena_done(arena, budget);
	return 0;
}
