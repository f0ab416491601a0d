/* The text of a script: the launches that it makes, in an empty environment and directory. It is
 * a batch script where sbatch would find directives.
 */
#include <errno.h>

#include "cpguard/script.h"
#include "cpguard/slurm_words.h"
#include "fuzz.h"

static void check_word(const struct cpg_word *word)
{
	FUZZ_CHECK(!word->text || (!word->prefix && !word->many));
	FUZZ_CHECK(!word->text || !word->suffix || word->suffix[0] == '\0');
}

static void check_launch(const struct cpg_launch *launch)
{
	FUZZ_CHECK(launch->source == CPG_LAUNCH_SCRIPT);
	FUZZ_CHECK(launch->argc > 0 && launch->program < launch->argc);
	FUZZ_CHECK(launch->environment);
	FUZZ_CHECK(!launch->workdir || launch->workdir[0] == '/');
	for (size_t i = 0; i < launch->argc; i++)
		check_word(&launch->argv[i]);
	for (size_t i = 0; i < launch->changes.made_count; i++)
		FUZZ_CHECK(launch->changes.made[i].path[0] == '/');
}

/* `whole`: the walk came to its end, within its budgets. */
static void check_result(const struct cpg_script_result *result, bool whole)
{
	FUZZ_CHECK(!result->complete || (whole && !result->why));
	FUZZ_CHECK(result->complete || result->why || !whole);
	for (size_t i = 0; i < result->launches.count; i++)
		check_launch(&result->launches.items[i]);
	for (size_t i = 0; i < result->assumed_count; i++)
		FUZZ_CHECK(result->assumed[i].what);
}

static void walk(struct cpg_arena *arena, struct cpg_text text)
{
	static const struct cpg_environment nothing;
	struct cpg_script_request request = {
		.text = text,
		.file = "run.sh",
		.workdir = fuzz_directory(),
		.environment = &nothing,
	};
	struct cpg_error err = fuzz_error();
	struct cpg_script_result result;
	const char *const *words;
	size_t count = 0;
	int rc;

	request.batch = cpg_slurm_words_list(arena, text, 0, &words, &count, NULL) == 0 &&
			count > 0;
	request.in_job = request.batch;
	rc = cpg_script_launches(arena, &request, &result, &err);
	fuzz_check_outcome(rc < 0, &err);
	FUZZ_CHECK(rc == 0 || err.code == CPG_E_LIMIT || err.code == ENOMEM);
	if (rc == 0 || err.code == CPG_E_LIMIT)
		check_result(&result, rc == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct cpg_text text = {(const char *)data, size};
	size_t budget = fuzz_budget(data, size);
	struct cpg_arena *arena = fuzz_arena(budget);

	if (!arena)
		return 0;
	walk(arena, text);
	fuzz_arena_done(arena, budget);
	return 0;
}
