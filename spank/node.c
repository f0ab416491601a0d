#include <limits.h>
#include <stdio.h>
#include <sysexits.h>
#include <unistd.h>

#include "cpguard/file.h"
#include "cpguard/override.h"
#include "spank_cpguard.h"

enum {
	SCRIPT_LIMIT = 4 << 20, /* bytes */
	/* Of 340 lines as Linux allows: user_namespaces(7). */
	UID_MAP_LIMIT = 340 * 64,
};

/* S_JOB_STEPID of a batch job's and of salloc's own step. Source: slurm 20.11 to 26.05:
 * slurm/slurm.h SLURM_BATCH_SCRIPT, SLURM_INTERACTIVE_STEP, which spank.h does not bring. */
#define BATCH_STEP 0xfffffffbu
#define INTERACTIVE_STEP 0xfffffffau

/* Which user of the world outside this process is. In the user namespace of a container it may
 * be root and yet nobody but the job's user, as with --container-remap-root of pyxis.
 * Source: user_namespaces(7), "User and group ID mappings". */
static uid_t user_outside(struct cpg_arena *arena)
{
	uid_t uid = geteuid();
	struct cpg_text map;
	const char *at;
	uid_t inside;
	uid_t outside;
	uid_t count;
	int length;

	/* What is there may be the container's own. */
	if (cpg_file_read(arena, "/proc/self/uid_map", UID_MAP_LIMIT, &map, NULL) < 0)
		return (uid_t)-1;
	for (at = map.bytes;
	     sscanf(at, "%u %u %u%n", &inside, &outside, &count, &length) == 3;
	     at += length) {
		if (uid >= inside && uid - inside < count)
			return outside + (uid - inside);
	}
	return (uid_t)-1;
}

/* Whether this process is the user's and no longer root's own: only then may a path be
 * opened that the user named. */
static bool is_user(struct cpg_arena *arena, spank_t spank)
{
	uid_t uid;

	return spank_get_item(spank, S_JOB_UID, &uid) == ESPANK_SUCCESS &&
	       getuid() == geteuid() && (geteuid() == uid || user_outside(arena) == uid);
}

/* One task speaks for its step. A step that does not tell its tasks apart has each of them
 * speak, rather than none. */
static bool speaks(spank_t spank)
{
	uint32_t task;

	return spank_get_item(spank, S_TASK_GLOBAL_ID, &task) != ESPANK_SUCCESS ||
	       task == 0;
}

static void give_variables(struct cpg_arena *arena, spank_t spank,
			   const struct cpg_options *options)
{
	struct cpg_variable variables[CPG_OPTIONS_VARIABLES];
	int count = cpg_options_variables(arena, options, variables, NULL);

	for (int i = 0; i < count; i++)
		spank_setenv(spank, variables[i].name, variables[i].value, 1);
}

/* Whether this is the batch step, whose program is slurmd's copy of the script. */
static bool is_batch(spank_t spank)
{
	uint32_t step;

	return spank_get_item(spank, S_JOB_STEPID, &step) == ESPANK_SUCCESS &&
	       step == BATCH_STEP;
}

/* The job's id and step as Slurm's commands write them; NULL when it cannot be told. */
static const char *job_name(struct cpg_arena *arena, spank_t spank)
{
	uint32_t job;
	uint32_t step;

	if (spank_get_item(spank, S_JOB_ID, &job) != ESPANK_SUCCESS ||
	    spank_get_item(spank, S_JOB_STEPID, &step) != ESPANK_SUCCESS)
		return NULL;
	if (step == BATCH_STEP || step == INTERACTIVE_STEP)
		return cpg_arena_printf(arena, "%u.%s", job,
					step == BATCH_STEP ? "batch" : "interactive");
	return cpg_arena_printf(arena, "%u.%u", job, step);
}

/* Leaves what was said, by whichever task, for the steps that this one starts. */
static void leave_said(const struct spank_cpguard *plugin, struct cpg_arena *arena,
		       spank_t spank)
{
	const char *value = spank_said_value(plugin, arena);

	if (value)
		spank_setenv(spank, SPANK_SAID_VARIABLE, value, 1);
	else
		spank_unsetenv(spank, SPANK_SAID_VARIABLE);
}

/* The task's argv, when Slurm tells it: a command, or the batch script and its arguments. */
static int add_words(struct cpg_arena *arena, spank_t spank, struct cpg_request *request)
{
	char **argv = NULL;
	int argc = 0;
	int first = 0;

	if (cpg_settings_scripts(request->settings) == CPG_MODE_OFF ||
	    spank_get_item(spank, S_JOB_ARGV, &argc, &argv) != ESPANK_SUCCESS || !argv ||
	    argc < 1)
		return 0;
	if (is_batch(spank)) {
		if (cpg_file_read(arena, argv[0], SCRIPT_LIMIT, &request->script, NULL) < 0)
			return 0;
		request->script_file = argv[0];
		first = 1;
	}
	request->command = cpg_words_of(arena, (const char *const *)argv + first,
					(size_t)(argc - first), &request->command_count);
	return request->command ? 0 : -1;
}

static void judge(struct cpg_arena *arena, struct spank_cpguard *plugin, spank_t spank,
		  const struct cpg_environment *environment)
{
	char cwd[PATH_MAX];
	struct cpg_request request = {
		.settings = &plugin->settings,
		.options = plugin->options,
		.workdir = getcwd(cwd, sizeof(cwd)),
		.environment = environment,
		.override = cpg_override_of(environment),
		.on_node = true,
	};
	const struct spank_speaker speaker = {
		.gate = CPG_GATE_NODE,
		.command = is_batch(spank) ? "batch" : "step",
		.job = job_name(arena, spank),
		.silent = !speaks(spank),
	};
	struct cpg_result result;
	const char *said;

	if (add_words(arena, spank, &request) < 0)
		return;
	if (!is_batch(spank) &&
	    cpg_environment_get(environment, SPANK_SAID_VARIABLE, &said) > 0)
		spank_said_inherit(plugin, said);
	cpg_request_evaluate(arena, &request, &result);
	if (spank_say_findings(plugin, &speaker, &result) == CPG_ACTION_REFUSE)
		_exit(EX_CONFIG);
	leave_said(plugin, arena, spank);
}

void spank_node_gate(struct spank_cpguard *plugin, spank_t spank)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	struct cpg_environment environment = {.more = true};
	char **env = NULL;

	if (!arena || !is_user(arena, spank))
		return;
	if (spank_get_item(spank, S_JOB_ENV, &env) == ESPANK_SUCCESS && env)
		environment = (struct cpg_environment){.known = (const char *const *)env};
	spank_options_from_environment(plugin, environment.known);
	if (plugin->settings.mode != CPG_MODE_OFF)
		judge(arena, plugin, spank, &environment);
	give_variables(arena, spank, &plugin->options);
}
