#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/slurm_words.h"
#include "spank_cpguard.h"

/* What the submitting command holds, and what of the job follows from it. */
struct submission {
	struct cpg_arena *arena;
	struct spank_cpguard *plugin;
	enum cpg_slurm_command command;
	struct cpg_options options;
	unsigned component;
	const char *cwd; /* NULL when it cannot be told */
	bool has_words;
	struct spank_words words;
	struct cpg_environment own; /* the command's environment */
	struct cpg_environment job; /* what of it the job sees */
	const char *workdir;        /* the job's; NULL when it is not known */
};

/* The status with which Slurm's commands report an error.
 * Source: slurm 22.05: src/sbatch/sbatch.c _set_exit_code, srun and salloc alike. */
static int error_status(void)
{
	const char *value = getenv("SLURM_EXIT_ERROR");
	int status = value ? atoi(value) : 0;

	return status != 0 ? status : 1;
}

/* Which command this process is. The file's name tells, not argv[0]: that is the user's. */
static enum cpg_slurm_command which_command(void)
{
	char path[PATH_MAX];
	ssize_t length;

	if (spank_context() == S_CTX_LOCAL)
		return CPG_SRUN;
	length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	path[length > 0 ? length : 0] = '\0';
	return strstr(basename(path), "salloc") ? CPG_SALLOC : CPG_SBATCH;
}

/* `directory` as Slurm's commands take it: from the current one on. */
static const char *absolute(const struct submission *submission, const char *directory)
{
	if (directory[0] == '/')
		return directory;
	if (!submission->cwd)
		return NULL;
	return cpg_arena_printf(submission->arena, "%s/%s", submission->cwd, directory);
}

/* What the #SBATCH lines say, or that it is not known. A script is looked at only for what
 * was declared: without options there is nothing to judge. */
static void read_script_words(struct submission *submission,
			      const struct cpg_slurm_words *line,
			      struct cpg_slurm_words *out)
{
	const char *from = line->chdir_known && line->chdir
				   ? absolute(submission, line->chdir)
				   : submission->cwd;
	struct cpg_text script;
	int rc = -1;

	*out = (struct cpg_slurm_words){.chdir_known = false};
	if (from && line->chdir_known)
		rc = spank_batch_script(submission->arena, &submission->words, from,
					&script);
	if (rc == 0)
		*out = (struct cpg_slurm_words){.chdir_known = true, .export_known = true};
	if (rc == 1 && cpg_slurm_words_script(submission->arena, script,
					      submission->component, out, NULL) < 0)
		*out = (struct cpg_slurm_words){.chdir_known = false};
}

/* --chdir and --export of the job, as far as they can be told: the command line counts before
 * the environment, the environment before #SBATCH lines. */
static int read_slurm_words(struct submission *submission, struct cpg_slurm_words *out)
{
	const struct spank_words *words = &submission->words;
	struct cpg_slurm_words line;
	struct cpg_slurm_words environment;

	if (cpg_slurm_words_read(submission->arena, words->argv + words->first,
				 words->last - words->first, &line, NULL) < 0)
		return -1;
	cpg_slurm_words_environment(&submission->own, submission->command, &environment);
	*out = (struct cpg_slurm_words){.chdir_known = true, .export_known = true};
	if (submission->command == CPG_SBATCH)
		read_script_words(submission, &line, out);
	cpg_slurm_words_over(out, &environment);
	cpg_slurm_words_over(out, &line);
	return 0;
}

/* Fills the job's working directory and environment. What cannot be told stays unknown. */
static void find_job(struct submission *submission)
{
	struct cpg_slurm_words said;

	submission->job = (struct cpg_environment){.more = true};
	submission->workdir = NULL;
	if (!submission->has_words || read_slurm_words(submission, &said) < 0)
		return;
	if (said.chdir_known)
		submission->workdir =
			said.chdir ? absolute(submission, said.chdir) : submission->cwd;
	if (submission->command == CPG_SALLOC)
		submission->job = submission->own;
	else if (said.export_known && !said.loaded &&
		 cpg_environment_export(submission->arena, &submission->own,
					submission->command, said.export,
					&submission->job) < 0)
		submission->job = (struct cpg_environment){.more = true};
}

/* The command that srun or salloc would run. */
static int add_command(struct submission *submission, struct cpg_request *request)
{
	const struct spank_words *words = &submission->words;

	if (!submission->has_words || submission->command == CPG_SBATCH ||
	    words->last == words->end)
		return 0;
	request->command = cpg_words_of(submission->arena, words->argv + words->last,
					words->end - words->last, &request->command_count);
	return request->command ? 0 : -1;
}

/* Whether the script of this batch job's component stands behind a later one. */
static bool is_ahead_of_script(const struct submission *submission)
{
	return submission->command == CPG_SBATCH && submission->has_words &&
	       submission->words.separated;
}

/* Keeps a component that could not be decided without its script until that is known: the
 * script may tell its --chdir and --export. Returns false when there is no memory. */
static bool put_off(const struct submission *submission)
{
	struct spank_cpguard *plugin = submission->plugin;
	struct spank_pending *pending = cpg_arena_alloc(plugin->arena, sizeof(*pending));

	if (!pending)
		return false;
	*pending = (struct spank_pending){
		.before = plugin->pending,
		.options = submission->options,
		.first = submission->words.first,
		.last = submission->words.last,
		.component = submission->component,
	};
	plugin->pending = pending;
	return true;
}

static void judge(struct submission *submission)
{
	struct spank_cpguard *plugin = submission->plugin;
	struct cpg_request request = {
		.settings = &plugin->settings,
		.options = submission->options,
	};
	struct cpg_result result;

	if (add_command(submission, &request) < 0)
		return;
	if (!cpg_options_given(&request.options) && request.command_count == 0)
		return;
	find_job(submission);
	request.workdir = submission->workdir;
	request.environment = &submission->job;
	cpg_request_evaluate(submission->arena, &request, &result);
	if (result.verdict == CPG_UNDECIDED && is_ahead_of_script(submission) &&
	    put_off(submission))
		return;
	if (spank_say_findings(plugin, submission->arena, CPG_GATE_SUBMIT, &result,
			       false) == CPG_ACTION_REFUSE)
		exit(error_status());
}

/* Judges the components that wait, the first one first, with the script of this one. */
static void judge_pending(const struct submission *submission,
			  const struct spank_pending *pending)
{
	struct submission earlier = *submission;

	if (!pending)
		return;
	judge_pending(submission, pending->before);
	earlier.options = pending->options;
	earlier.component = pending->component;
	earlier.words.first = pending->first;
	earlier.words.last = pending->last;
	earlier.words.script = submission->words.last;
	earlier.words.separated = false;
	judge(&earlier);
}

/* Puts the variables where Slurm takes the job's environment from. */
static void give_variables(struct cpg_arena *arena, const struct cpg_options *options)
{
	struct cpg_variable variables[CPG_OPTIONS_VARIABLES];
	int count = cpg_options_variables(arena, options, variables, NULL);

	for (int i = 0; i < count; i++)
		setenv(variables[i].name, variables[i].value, 1);
}

void spank_submit_gate(struct spank_cpguard *plugin)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	struct submission submission = {
		.arena = arena,
		.plugin = plugin,
		.command = which_command(),
		.options = plugin->options,
		.component = plugin->component,
	};
	char cwd[PATH_MAX];

	if (!arena)
		return;
	give_variables(arena, &plugin->options);
	/* Only now: setenv() may move the list. */
	submission.own.known = (const char *const *)environ;
	submission.has_words = spank_words_next(arena, plugin, &submission.words) == 0;
	submission.cwd = getcwd(cwd, sizeof(cwd));
	if (plugin->settings.mode == CPG_MODE_OFF)
		return;
	if (!is_ahead_of_script(&submission)) {
		judge_pending(&submission, plugin->pending);
		plugin->pending = NULL;
	}
	judge(&submission);
}
