#include <string.h>
#include <unistd.h>

#include "cpguard/file.h"
#include "cpguard/slurm_words.h"

#include "cli.h"

enum {
	SCRIPT_LIMIT = 4 << 20, /* bytes */
};

/* Whether sbatch would find a directive in the text. */
static bool has_directives(struct cpg_arena *arena, struct cpg_text text)
{
	const char *const *words;
	size_t count;

	return cpg_slurm_words_list(arena, text, 0, &words, &count, NULL) == 0 && count > 0;
}

/* The value of a declared option among the directives: --name=value, or --name value. */
static const char *directive_value(const char *const *words, size_t count, size_t i,
				   const char *name)
{
	size_t length = strlen(name);

	if (strncmp(words[i], "--", 2) != 0 || strncmp(words[i] + 2, name, length) != 0)
		return NULL;
	if (words[i][2 + length] == '=')
		return words[i] + 2 + length + 1;
	return words[i][2 + length] == '\0' && i + 1 < count ? words[i + 1] : NULL;
}

/* Takes the three options from #SBATCH lines, where the command line has not given them. */
static int take_directives(struct cli_job *job, struct cpg_options *options,
			   struct cpg_error *err)
{
	const struct cpg_options given = *options;
	const char *const *words;
	size_t count;

	if (cpg_slurm_words_list(job->arena, job->script, 0, &words, &count, err) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		for (enum cpg_option option = 0; option < CPG_OPTION_COUNT; option++) {
			const char *name = cpg_option_name(option);
			const char *value = directive_value(words, count, i, name);

			if (option == CPG_OPTION_ALLGATHER_CP)
				value = strncmp(words[i], "--", 2) == 0 &&
							strcmp(words[i] + 2, name) == 0
						? ""
						: NULL;
			if (!value)
				continue;
			if (cpg_options_take(job->arena, options, option, value, err) < 0)
				return -1;
		}
	}
	if (given.hf_checkpoint)
		options->hf_checkpoint = given.hf_checkpoint;
	if (given.context_parallel_size)
		options->context_parallel_size = given.context_parallel_size;
	return 0;
}

/* What the job sees of this command's environment. */
static int find_environment(struct cli_job *job, const struct cpg_slurm_words *said,
			    struct cpg_error *err)
{
	const struct cpg_environment own = {.known = (const char *const *)environ};

	job->environment = (struct cpg_environment){.more = true};
	if (!said->export_known || said->loaded)
		return 0;
	if (cpg_environment_export(job->arena, &own, CPG_SBATCH, said->export,
				   &job->environment) < 0)
		return cpg_error_set(err, CPG_E_LIMIT,
				     "no memory left for the environment");
	return 0;
}

/* Brings the job into the container that the directives ask for. */
static int enter_container(struct cli_job *job, struct cpg_slurm_container *said,
			   struct cpg_error *err)
{
	const char *inside = NULL;

	cpg_slurm_container_defaults(&job->environment, said);
	if (cpg_slurm_container_make(job->arena, said, job->workdir, &job->environment,
				     &job->container, &inside, err) < 0)
		return -1;
	if (job->container)
		job->workdir = inside;
	return 0;
}

/* As sbatch runs it: in --chdir of the directives, with --export of the directives. */
static int read_directives(struct cli_job *job, struct cpg_options *options,
			   struct cpg_error *err)
{
	struct cpg_slurm_words said;

	if (take_directives(job, options, err) < 0 ||
	    cpg_slurm_words_script(job->arena, job->script, 0, &said, err) < 0 ||
	    find_environment(job, &said, err) < 0)
		return -1;
	job->export = said.export;
	if (!job->chdir_given && !said.chdir_known)
		job->workdir = NULL;
	if (!job->chdir_given && said.chdir_known && said.chdir) {
		job->workdir = said.chdir[0] == '/'
				       ? said.chdir
				       : cpg_arena_printf(job->arena, "%s/%s", job->workdir,
							  said.chdir);
		if (!job->workdir)
			return cpg_error_set(err, CPG_E_LIMIT,
					     "no memory left for --chdir");
	}
	return enter_container(job, &said.container, err);
}

int cli_read_script(struct cli_job *job, struct cpg_options *options, struct cpg_error *err)
{
	if (cpg_file_read(job->arena, job->file, SCRIPT_LIMIT, &job->script, err) < 0)
		return -1;
	if (job->as == CLI_AS_DEFAULT)
		job->as = has_directives(job->arena, job->script) ? CLI_AS_BATCH
								  : CLI_AS_DIRECT;
	return job->as == CLI_AS_BATCH ? read_directives(job, options, err) : 0;
}
