/* What cpguard reads of Slurm's own: #SBATCH lines with what they make of a job's environment
 * and container, a setting, plugstack.conf and slurm.conf.
 */
#include "cpguard/plugstack.h"
#include "cpguard/settings.h"
#include "cpguard/slurm_conf.h"
#include "cpguard/slurm_words.h"
#include "fuzz.h"

static void check_directives(struct cpg_arena *arena, struct cpg_text text, size_t budget)
{
	static const char *const known[] = {"HOME=/home/u", "SLURM_X=1", "A=b", NULL};
	const struct cpg_environment submit = {.known = known};
	struct cpg_error err = fuzz_error();
	struct cpg_environment job;
	struct cpg_slurm_words said;
	const struct cpg_container *container;
	const char *inside = NULL;
	const char *const *words;
	size_t count = 0;
	int rc = cpg_slurm_words_list(arena, text, 0, &words, &count, &err);

	fuzz_check_memory(rc < 0, &err, budget);
	for (size_t i = 0; rc == 0 && i < count; i++)
		FUZZ_CHECK(words[i]);
	err = fuzz_error();
	rc = cpg_slurm_words_script(arena, text, (unsigned)text.length % 3, &said, &err);
	fuzz_check_memory(rc < 0, &err, budget);
	if (rc < 0)
		return;
	FUZZ_CHECK(said.chdir_known || !said.chdir);
	FUZZ_CHECK(said.export_known || !said.export);
	rc = cpg_environment_export(arena, &submit, CPG_SBATCH, said.export, &job);
	FUZZ_CHECK(rc == 0 || budget < CPG_ARENA_BUDGET);
	if (rc < 0)
		return;
	rc = cpg_slurm_container_make(arena, &said.container, "/work", &job, &container,
				      &inside, &err);
	fuzz_check_memory(rc < 0, &err, budget);
	FUZZ_CHECK(rc < 0 || !inside || inside[0] == '/');
}

/* A value that is not taken leaves the default. */
static void check_setting(struct cpg_arena *arena, struct cpg_text text, size_t budget)
{
	char *argument = cpg_arena_bytes(arena, text.bytes, text.length);
	struct cpg_error err = fuzz_error();
	struct cpg_settings settings;
	int rc;

	if (!argument)
		return;
	cpg_settings_default(&settings);
	rc = cpg_settings_apply(arena, &settings, argument, &err);
	fuzz_check_outcome(rc < 0, &err);
	FUZZ_CHECK(rc == 0 || err.code == CPG_E_USAGE || budget < CPG_ARENA_BUDGET);
	FUZZ_CHECK(settings.permitted && settings.permitted_count >= 2);
	FUZZ_CHECK(rc == 0 || settings.mode == CPG_MODE_ENFORCE);
}

static void check_files(struct cpg_arena *arena, const char *path)
{
	const struct cpg_plugstack_line *line = NULL;
	struct cpg_error err = fuzz_error();
	struct cpg_slurm_conf conf;
	int rc = cpg_plugstack_read(arena, path, &line, &err);

	fuzz_check_outcome(rc < 0, &err);
	FUZZ_CHECK(rc < 0 || (rc == 1) == (line != NULL));
	for (; rc == 1 && line; line = line->next) {
		FUZZ_CHECK(strstr(line->path, CPG_PLUGSTACK_FILE) && line->line >= 1);
		FUZZ_CHECK(!line->arguments[line->argument_count]);
	}
	err = fuzz_error();
	fuzz_check_outcome(cpg_slurm_conf_read(arena, path, &conf, &err) < 0, &err);
}

/* Writes the input where a reader of files finds it. */
static void write_input(const char *path, const uint8_t *data, size_t size)
{
	FILE *file = fopen(path, "wb");

	FUZZ_CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct cpg_text text = {(const char *)data, size};
	size_t budget = fuzz_budget(data, size);
	struct cpg_arena *arena = fuzz_arena(budget);

	if (!arena)
		return 0;
	check_directives(arena, text, budget);
	check_setting(arena, text, budget);
	write_input("conf", data, size);
	check_files(arena, "conf");
	fuzz_arena_done(arena, budget);
	return 0;
}
