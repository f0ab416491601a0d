#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/override.h"
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
	bool has_script;
	struct spank_script script;
	struct cpg_environment own; /* the command's environment */
	struct cpg_environment job; /* what of it the job sees */
	const char *workdir; /* the job's, in its container; NULL when it is not known */
	const struct cpg_container *container; /* whose files it sees; NULL: the node's */
	const char *local_dir; /* where salloc's command runs, when its steps see others */
	const char *export;    /* --export of a batch job; NULL: none */
};

static const char *const command_names[] = {
	[CPG_SBATCH] = "sbatch",
	[CPG_SRUN] = "srun",
	[CPG_SALLOC] = "salloc",
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

/* Reads the batch script, and what its #SBATCH lines say, or that it is not known. */
static void read_script(struct submission *submission, const struct cpg_slurm_words *line,
			struct cpg_slurm_words *out)
{
	const char *from = line->chdir_known && line->chdir
				   ? absolute(submission, line->chdir)
				   : submission->cwd;

	*out = (struct cpg_slurm_words){.chdir_known = false};
	submission->has_script = from && line->chdir_known &&
				 spank_batch_script(submission->arena, &submission->words,
						    from, &submission->script) == 0;
	if (submission->has_script &&
	    cpg_slurm_words_script(submission->arena, submission->script.text,
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
	*out = cpg_slurm_words_none;
	if (submission->command == CPG_SBATCH)
		read_script(submission, &line, out);
	cpg_slurm_words_over(out, &environment);
	cpg_slurm_words_over(out, &line);
	return 0;
}

/* salloc's command stays where it is; the steps that it starts inherit the container. */
static void stay_outside(struct submission *submission,
			 const struct cpg_slurm_container *said)
{
	if (submission->command != CPG_SALLOC || said->bundle || !submission->workdir ||
	    cpg_slurm_container_export(submission->arena, said, &submission->job,
				       &submission->job) < 0)
		return;
	submission->local_dir = submission->workdir;
}

/* Brings the job into the container that it asks for. */
static void enter_container(struct submission *submission, struct cpg_slurm_container *said)
{
	const char *inside = NULL;

	cpg_slurm_container_defaults(&submission->job, said);
	if (cpg_slurm_container_make(submission->arena, said, submission->workdir,
				     &submission->job, &submission->container, &inside,
				     NULL) < 0)
		submission->container = &cpg_container_closed;
	if (!submission->container)
		return;
	stay_outside(submission, said);
	submission->workdir = inside;
}

/* Fills the job's working directory and environment. What cannot be told stays unknown. */
static void find_job(struct submission *submission)
{
	struct cpg_slurm_words said;

	submission->job = (struct cpg_environment){.more = true};
	submission->workdir = NULL;
	submission->container = NULL;
	submission->local_dir = NULL;
	if (!submission->has_words || read_slurm_words(submission, &said) < 0)
		return;
	submission->export = submission->command == CPG_SBATCH ? said.export : NULL;
	if (said.chdir_known)
		submission->workdir =
			said.chdir ? absolute(submission, said.chdir) : submission->cwd;
	if (submission->command == CPG_SALLOC && !said.loaded)
		submission->job = submission->own;
	else if (said.export_known && !said.loaded &&
		 cpg_environment_export(submission->arena, &submission->own,
					submission->command, said.export,
					&submission->job) < 0)
		submission->job = (struct cpg_environment){.more = true};
	enter_container(submission, &said.container);
}

/* Whether srun's word is no command but the name of a file with commands. */
static bool is_multi_prog(const struct submission *submission)
{
	const struct spank_words *words = &submission->words;

	for (size_t i = words->first; i < words->last && submission->command == CPG_SRUN;
	     i++) {
		if (strlen(words->argv[i]) >= strlen("--mu") &&
		    strncmp(words->argv[i], "--multi-prog", strlen(words->argv[i])) == 0)
			return true;
	}
	return false;
}

/* The words that follow Slurm's own: the command of srun or salloc, or the arguments of the
 * batch script, from which sbatch drops each ":".
 * Source: slurm 22.05: src/sbatch/opt.c process_options_first_pass. */
static int add_words(struct submission *submission, struct cpg_request *request)
{
	const struct spank_words *words = &submission->words;
	bool batch = submission->command == CPG_SBATCH;
	size_t first = batch ? words->script + 1 : words->last;
	const char **kept;
	size_t count = 0;

	if (first >= words->end)
		return 0;
	kept = cpg_arena_array(submission->arena, words->end - first + 3, sizeof(*kept));
	if (!kept)
		return -1;
	if (is_multi_prog(submission)) {
		kept[count++] = "srun";
		kept[count++] = "--multi-prog";
		/* The file is one of the host, its commands see the container. */
		if (request->container)
			request->container = &cpg_container_closed;
	}
	for (size_t i = first; i < words->end; i++) {
		if (!batch || strcmp(words->argv[i], ":") != 0)
			kept[count++] = words->argv[i];
	}
	request->command =
		cpg_words_of(submission->arena, kept, count, &request->command_count);
	return request->command ? 0 : -1;
}

/* What there is to walk: the batch script, or the command. */
static int add_job(struct submission *submission, struct cpg_request *request)
{
	bool batch = submission->command == CPG_SBATCH;

	request->workdir = submission->workdir;
	request->environment = &submission->job;
	request->submit_dir = submission->cwd;
	request->in_job = true;
	request->container = submission->container;
	request->local_dir = submission->local_dir;
	request->export = submission->export;
	if (!submission->has_words || (batch && !submission->has_script))
		return 0;
	if (batch) {
		request->batch = true;
		request->script = submission->script.text;
		request->script_file = submission->script.file;
	}
	return add_words(submission, request);
}

/* Whether there can be anything to judge. */
static bool has_matter(const struct submission *submission)
{
	return cpg_options_given(&submission->options) ||
	       cpg_settings_scripts(&submission->plugin->settings) != CPG_MODE_OFF;
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
	const struct spank_speaker speaker = {
		.gate = CPG_GATE_SUBMIT,
		.command = command_names[submission->command],
	};
	struct cpg_request request = {
		.settings = &plugin->settings,
		.options = submission->options,
		.override = cpg_override_of(&submission->own),
	};
	struct cpg_result result;

	if (!has_matter(submission))
		return;
	find_job(submission);
	if (add_job(submission, &request) < 0)
		return;
	cpg_request_evaluate(submission->arena, &request, &result);
	if (result.verdict == CPG_UNDECIDED && is_ahead_of_script(submission) &&
	    put_off(submission))
		return;
	if (spank_say_findings(plugin, &speaker, &result) == CPG_ACTION_REFUSE)
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

/* Hands the user's reason on to the job, whatever --export says and whether or not it counts
 * here: the node has settings of its own. */
static void hand_override_on(void)
{
	const char *override = getenv(CPG_OVERRIDE_VARIABLE);

	if (override)
		setenv(CPG_OVERRIDE_HANDED_ON, override, 1);
}

/* Takes over what was said before, where it was said to this command's reader. */
static void inherit_said(struct spank_cpguard *plugin, enum cpg_slurm_command command)
{
	if (command == CPG_SBATCH)
		unsetenv(SPANK_SAID_VARIABLE);
	else
		spank_said_inherit(plugin, getenv(SPANK_SAID_VARIABLE));
}

static void leave_said(const struct spank_cpguard *plugin, struct cpg_arena *arena,
		       enum cpg_slurm_command command)
{
	const char *value = spank_said_value(plugin, arena);

	if (value && command != CPG_SBATCH)
		setenv(SPANK_SAID_VARIABLE, value, 1);
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
	hand_override_on();
	inherit_said(plugin, submission.command);
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
	leave_said(plugin, arena, submission.command);
}
