#include "cpguard/script.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "cpguard/facts.h"
#include "shell_walk.h"

/* What Slurm sets in a job's environment by itself, so that it is not known before, whatever
 * the submitting command has of these names.
 * Source: slurm 20.11 to 26.05: doc/man/man1/sbatch.1 and srun.1, OUTPUT ENVIRONMENT
 * VARIABLES; src/common/env.c. */
const char *const cpg_script_job_variables[] = {
	"CUDA_VISIBLE_DEVICES",
	"GPU_DEVICE_ORDINAL",
	"ROCR_VISIBLE_DEVICES",
	"ZE_AFFINITY_MASK",
	"HOSTNAME",
	"TMPDIR",
	"SLURMD_NODENAME",
	"SLURM_ARRAY_JOB_ID",
	"SLURM_ARRAY_TASK_COUNT",
	"SLURM_ARRAY_TASK_ID",
	"SLURM_ARRAY_TASK_MAX",
	"SLURM_ARRAY_TASK_MIN",
	"SLURM_ARRAY_TASK_STEP",
	"SLURM_CLUSTER_NAME",
	"SLURM_CONF",
	"SLURM_CPUS_ON_NODE",
	"SLURM_CPUS_PER_GPU",
	"SLURM_CPUS_PER_TASK",
	"SLURM_CPU_BIND",
	"SLURM_DISTRIBUTION",
	"SLURM_GPUS",
	"SLURM_GPUS_ON_NODE",
	"SLURM_GPUS_PER_NODE",
	"SLURM_GPUS_PER_SOCKET",
	"SLURM_GPUS_PER_TASK",
	"SLURM_GTIDS",
	"SLURM_HET_SIZE",
	"SLURM_JOBID",
	"SLURM_JOB_ACCOUNT",
	"SLURM_JOB_CPUS_PER_NODE",
	"SLURM_JOB_DEPENDENCY",
	"SLURM_JOB_END_TIME",
	"SLURM_JOB_GID",
	"SLURM_JOB_GPUS",
	"SLURM_JOB_ID",
	"SLURM_JOB_NAME",
	"SLURM_JOB_NODELIST",
	"SLURM_JOB_NUM_NODES",
	"SLURM_JOB_PARTITION",
	"SLURM_JOB_QOS",
	"SLURM_JOB_RESERVATION",
	"SLURM_JOB_START_TIME",
	"SLURM_JOB_UID",
	"SLURM_JOB_USER",
	"SLURM_LAUNCH_NODE_IPADDR",
	"SLURM_LOCALID",
	"SLURM_MEM_PER_CPU",
	"SLURM_MEM_PER_GPU",
	"SLURM_MEM_PER_NODE",
	"SLURM_NNODES",
	"SLURM_NODEID",
	"SLURM_NODELIST",
	"SLURM_NODE_ALIASES",
	"SLURM_NPROCS",
	"SLURM_NTASKS",
	"SLURM_NTASKS_PER_CORE",
	"SLURM_NTASKS_PER_GPU",
	"SLURM_NTASKS_PER_NODE",
	"SLURM_NTASKS_PER_SOCKET",
	"SLURM_OVERCOMMIT",
	"SLURM_PRIO_PROCESS",
	"SLURM_PROCID",
	"SLURM_PROFILE",
	"SLURM_RESTART_COUNT",
	"SLURM_SCRIPT_CONTEXT",
	"SLURM_SHARDS_ON_NODE",
	"SLURM_SRUN_COMM_HOST",
	"SLURM_SRUN_COMM_PORT",
	"SLURM_STEPID",
	"SLURM_STEP_GPUS",
	"SLURM_STEP_ID",
	"SLURM_STEP_LAUNCHER_PORT",
	"SLURM_STEP_NODELIST",
	"SLURM_STEP_NUM_NODES",
	"SLURM_STEP_NUM_TASKS",
	"SLURM_STEP_TASKS_PER_NODE",
	"SLURM_SUBMIT_HOST",
	"SLURM_TASKS_PER_NODE",
	"SLURM_TASK_PID",
	"SLURM_THREADS_PER_CORE",
	"SLURM_TOPOLOGY_ADDR",
	"SLURM_TOPOLOGY_ADDR_PATTERN",
	"SLURM_UMASK",
	"SLURM_WORKING_CLUSTER",
	NULL,
};

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left to read the script");
}

static bool is_job_variable(const char *entry)
{
	size_t length = strcspn(entry, "=");

	for (const char *const *name = cpg_script_job_variables; *name; name++) {
		if (strlen(*name) == length && memcmp(*name, entry, length) == 0)
			return true;
	}
	return length == strlen("SLURM_SUBMIT_DIR") &&
	       memcmp(entry, "SLURM_SUBMIT_DIR", length) == 0;
}

/* The environment as the job will have it: without what only the job knows. */
static int job_environment(struct cpg_arena *arena,
			   const struct cpg_script_request *request,
			   struct cpg_environment *out)
{
	const struct cpg_environment *before = request->environment;
	const char **known;
	size_t count = 0;

	*out = *before;
	if (!request->in_job)
		return 0;
	while (before->known && before->known[count])
		count++;
	known = cpg_arena_array(arena, count + 3, sizeof(*known));
	if (!known)
		return -1;
	count = 0;
	for (size_t i = 0; before->known && before->known[i]; i++) {
		if (!is_job_variable(before->known[i]))
			known[count++] = before->known[i];
	}
	if (request->submit_dir) {
		known[count] =
			cpg_arena_printf(arena, "SLURM_SUBMIT_DIR=%s", request->submit_dir);
		if (!known[count++])
			return -1;
	}
	/* Behind what the submitting command has of it, which counts.
	 * Source: slurm 22.05: src/sbatch/opt.c _opt_verify. */
	if (request->export && strcasecmp(request->export, "ALL") != 0) {
		known[count] =
			cpg_arena_printf(arena, "SLURM_EXPORT_ENV=%s", request->export);
		if (!known[count++])
			return -1;
	}
	out->known = known;
	out->unknown = cpg_script_job_variables;
	return 0;
}

static int set_directory(struct cpg_shell *shell, const char *workdir)
{
	static const struct cpg_origin none;
	struct cpg_value directory;
	int rc;

	if (workdir)
		rc = cpg_value_string(shell->arena, workdir, &directory);
	else
		rc = cpg_value_unknown(shell->arena,
				       "the working directory is not known here", none,
				       &directory);
	if (rc < 0)
		return -1;
	cpg_scope_set_directory(shell->scope, directory);
	return 0;
}

/* Of those, the ones that every job has, each with one word as its value: unlike the others
 * they neither vanish nor fall apart where a script forgets the quotes. */
static const char *const always_words[] = {
	"SLURMD_NODENAME",     "SLURM_CLUSTER_NAME",  "SLURM_CPUS_ON_NODE",
	"SLURM_JOBID",         "SLURM_JOB_GID",       "SLURM_JOB_ID",
	"SLURM_JOB_NUM_NODES", "SLURM_JOB_PARTITION", "SLURM_JOB_UID",
	"SLURM_JOB_USER",      "SLURM_LOCALID",       "SLURM_NNODES",
	"SLURM_NODEID",        "SLURM_PROCID",        "SLURM_SUBMIT_HOST",
	"SLURM_TASK_PID",
};

const char cpg_walk_job_word[] = "Slurm sets it when the job runs";

int cpg_walk_job_words(struct cpg_shell *shell, struct cpg_error *err)
{
	for (size_t i = 0; i < sizeof(always_words) / sizeof(always_words[0]); i++) {
		struct cpg_shell_variable variable = {
			.kind = CPG_VARIABLE_SCALAR,
			.exported = CPG_YES,
		};

		if (cpg_value_unknown_word(shell->arena, cpg_walk_job_word,
					   (struct cpg_origin){NULL, 0},
					   &variable.scalar) < 0 ||
		    cpg_scope_set(shell->scope, always_words[i], &variable, false) < 0)
			return no_memory(err);
	}
	return 0;
}

/* PWD, as a shell sets it when it starts. */
static int set_pwd(struct cpg_shell *shell)
{
	struct cpg_shell_variable variable = {
		.kind = CPG_VARIABLE_SCALAR,
		.scalar = cpg_scope_directory(shell->scope),
		.exported = CPG_YES,
	};

	return cpg_scope_set(shell->scope, "PWD", &variable, false) < 0 ? -1 : 0;
}

/* $0 of the script: of a batch script the copy in slurmd's spool directory. */
static int set_name(struct cpg_shell *shell, const struct cpg_script_request *request,
		    struct cpg_value *name)
{
	struct cpg_origin none = {NULL, 0};
	struct cpg_value file;

	if (!request->batch)
		return cpg_value_string(shell->arena,
					request->file ? request->file : "bash", name);
	if (cpg_value_unknown_word(shell->arena, cpg_shell_spool, none, name) < 0 ||
	    cpg_value_string(shell->arena, "/slurm_script", &file) < 0)
		return -1;
	return cpg_value_append(shell->arena, *name, file, name);
}

/* Words as fields of a command. */
static int fields_of(struct cpg_shell *shell, const struct cpg_script_request *request,
		     struct cpg_fields *fields)
{
	struct cpg_field *items =
		cpg_arena_array(shell->arena, request->argc, sizeof(*items));

	if (!items)
		return -1;
	for (size_t i = 0; i < request->argc; i++) {
		const struct cpg_word *word = &request->argv[i];
		const char *known = word->text ? word->text : word->prefix;
		struct cpg_value gap;

		items[i].many = word->many;
		if (cpg_value_text(shell->arena, cpg_text_of(known ? known : ""),
				   word->origin, &items[i].value) < 0)
			return -1;
		if (word->text)
			continue;
		if (cpg_value_unknown(shell->arena, "a word is not known", word->origin,
				      &gap) < 0 ||
		    cpg_value_append(shell->arena, items[i].value, gap, &items[i].value) <
			    0)
			return -1;
	}
	*fields = (struct cpg_fields){items, request->argc};
	return 0;
}

/* bash reads a script as text; what stands behind a NUL is not read. */
static struct cpg_text until_nul(struct cpg_text text)
{
	const char *nul = text.length ? memchr(text.bytes, '\0', text.length) : NULL;

	if (nul)
		text.length = (size_t)(nul - text.bytes);
	return text;
}

/* A Python program as the script: its argv is the script's. At submission its name tells, as
 * of any launch; the copy on the node has another one. */
static int add_python(struct cpg_shell *shell, const struct cpg_script_request *request,
		      const char *file, struct cpg_error *err)
{
	struct cpg_word *words =
		cpg_arena_array(shell->arena, request->argc + 1, sizeof(*words));
	size_t length = strlen(file);

	if (!words)
		return no_memory(err);
	if (!request->on_node && (length < 3 || strcmp(file + length - 3, ".py") != 0))
		return 0;
	words[0].text = file;
	if (request->argc)
		memcpy(words + 1, request->argv, request->argc * sizeof(*words));
	return cpg_walk_add_python(shell, words, request->argc + 1, false, err);
}

static int walk_text(struct cpg_shell *shell, const struct cpg_script_request *request,
		     const struct cpg_fields *fields, struct cpg_error *err)
{
	const char *file = request->file ? request->file : "script";
	struct cpg_shell_script script = {
		.file = file,
		.parameters = fields->items,
		.parameter_count = fields->count,
	};
	struct cpg_origin start = {file, 1};

	if (set_name(shell, request, &script.name) < 0 || set_pwd(shell) < 0 ||
	    cpg_value_text(shell->arena, until_nul(request->text), start, &script.text) < 0)
		return no_memory(err);
	shell->world->files++;
	shell->world->bytes += request->text.length;
	if (request->text.length > CPG_SHELL_SCRIPT_LIMIT)
		return cpg_error_set(err, CPG_E_LIMIT, "%s is larger than %zu bytes", file,
				     CPG_SHELL_SCRIPT_LIMIT);
	switch (cpg_walk_interpreter(shell->arena, script.text, &script.posix,
				     &script.flags)) {
	case CPG_INTERPRETER_SHELL:
		return cpg_walk_script(shell, &script, err);
	case CPG_INTERPRETER_PYTHON:
		return add_python(shell, request, file, err);
	case CPG_INTERPRETER_OTHER:
		return 0;
	case CPG_INTERPRETER_UNKNOWN:
		break;
	}
	return no_memory(err);
}

int cpg_script_launches(struct cpg_arena *arena, const struct cpg_script_request *request,
			struct cpg_script_result *result, struct cpg_error *err)
{
	struct cpg_shell_world world = {.arena = arena, .on_node = request->on_node};
	struct cpg_shell shell = {
		.world = &world, .arena = arena, .container = request->container};
	struct cpg_environment environment;
	struct cpg_fields fields;
	int rc;

	*result = (struct cpg_script_result){.complete = false};
	if (job_environment(arena, request, &environment) < 0)
		return no_memory(err);
	shell.scope = cpg_scope_new(arena, &environment);
	if (!shell.scope || set_directory(&shell, request->workdir) < 0 ||
	    (request->batch && request->in_job && cpg_walk_job_words(&shell, err) < 0) ||
	    fields_of(&shell, request, &fields) < 0)
		return no_memory(err);
	if (request->text.bytes)
		rc = walk_text(&shell, request, &fields, err);
	else
		rc = cpg_walk_program(&shell, &fields, 0, (struct cpg_origin){NULL, 0},
				      err);
	*result = (struct cpg_script_result){
		.launches = world.launches,
		.complete = rc == 0 && !world.incomplete,
		.why = world.why,
		.why_origin = world.why_origin,
		.assumed = world.assumed,
		.assumed_count = world.assumed_count,
	};
	return rc;
}
