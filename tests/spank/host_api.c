/* What spank.h offers a plugin.
 * Source: slurm 22.05: src/common/plugstack.c, src/common/log.c. */
#include "host.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol.h"

char **job_control_env;
int api_verbosity;

/* ---- lists of variables ---- */

static size_t list_find(char *const *list, const char *name)
{
	size_t length = strlen(name);
	size_t i = 0;

	while (list && list[i] &&
	       (strncmp(list[i], name, length) != 0 || list[i][length] != '='))
		i++;
	return i;
}

const char *list_get(char *const *list, const char *name)
{
	size_t i = list_find(list, name);

	return list && list[i] ? list[i] + strlen(name) + 1 : NULL;
}

void list_set(char ***list, const char *name, const char *value)
{
	size_t i = list_find(*list, name);
	bool append = !*list || !(*list)[i];
	char *entry;

	if (asprintf(&entry, "%s=%s", name, value) < 0)
		broken("no memory");
	if (append) {
		*list = realloc(*list, (i + 2) * sizeof(**list));
		if (!*list)
			broken("no memory");
		(*list)[i + 1] = NULL;
	}
	(*list)[i] = entry;
}

void list_unset(char **list, const char *name)
{
	size_t i = list_find(list, name);

	for (; list && list[i]; i++)
		list[i] = list[i + 1];
}

/* The plugin finds these by name, whatever visibility the build has as its default. */
#pragma GCC visibility push(default)

/* ---- the handle ---- */

/* Slurm's handles lie on its stack: one that was kept from an earlier call dangles. */
static bool valid(spank_t spank, const char *function)
{
	if (spank && spank == stack.current)
		return true;
	if (spank)
		report("misuse\t%s with a handle of an earlier call", function);
	return false;
}

static bool remote(void)
{
	return stack.context == S_CTX_REMOTE;
}

int spank_remote(spank_t spank)
{
	return valid(spank, __func__) ? remote() : -1;
}

spank_context_t spank_context(void)
{
	return stack.context;
}

const char *spank_strerror(spank_err_t err)
{
	return err == ESPANK_SUCCESS ? "Success" : "SPANK error";
}

int spank_symbol_supported(const char *symbol)
{
	static const char *const hooks[] = {
		"init",      "job_prolog",           "init_post_opt", "local_user_init",
		"user_init", "task_init_privileged", "task_init",     "task_post_fork",
		"task_exit", "job_epilog",           "slurmd_exit",   "exit",
	};

	if (!symbol)
		return -1;
	for (size_t i = 0; i < sizeof(hooks) / sizeof(hooks[0]); i++)
		if (strncmp(symbol, "slurm_spank_", 12) == 0 &&
		    strcmp(symbol + 12, hooks[i]) == 0)
			return 1;
	return 0;
}

/* ---- options ---- */

static bool getopt_allowed(enum host_hook hook)
{
	return hook != HOOK_INIT && hook != HOOK_INIT_POST_OPT &&
	       hook != HOOK_TASK_POST_FORK && hook != HOOK_SLURMD_EXIT && hook != HOOK_EXIT;
}

spank_err_t spank_option_getopt(spank_t spank, struct spank_option *option, char **value)
{
	struct host_option *known = stack.options;

	if (value)
		*value = NULL;
	if (!valid(spank, __func__) || !getopt_allowed(spank->hook))
		return ESPANK_NOT_AVAIL;
	if (!option || !option->name || (option->has_arg && !value))
		return ESPANK_BAD_ARG;
	while (known && strcmp(known->option.name, option->name) != 0)
		known = known->next;
	if (!known || !known->found)
		return ESPANK_ERROR;
	if (option->has_arg)
		*value = known->argument;
	return ESPANK_SUCCESS;
}

/* ---- items ---- */

static bool item_for_local(spank_item_t item)
{
	switch (item) {
	case S_JOB_UID:
	case S_JOB_GID:
	case S_JOB_ID:
	case S_JOB_STEPID:
	case S_JOB_ARGV:
	case S_JOB_ENV:
	case S_JOB_TOTAL_TASK_COUNT:
	case S_JOB_NNODES:
		return true;
	default:
		return false;
	}
}

static spank_err_t check_allocator(spank_item_t item)
{
	/* There is never a job, so even what is allowed is not to be had. */
	if (item == S_JOB_UID || item == S_JOB_GID)
		return ESPANK_NOT_AVAIL;
	return item_for_local(item) ? ESPANK_BAD_ARG : ESPANK_NOT_REMOTE;
}

static spank_err_t check_item(spank_t spank, spank_item_t item)
{
	switch (stack.context) {
	case S_CTX_REMOTE:
		return ESPANK_SUCCESS;
	case S_CTX_LOCAL:
		if (!item_for_local(item))
			return ESPANK_NOT_REMOTE;
		return spank->job ? ESPANK_SUCCESS : ESPANK_NOT_AVAIL;
	case S_CTX_ALLOCATOR:
		return check_allocator(item);
	case S_CTX_JOB_SCRIPT:
		if (item == S_JOB_GID || item == S_JOB_UID || item == S_JOB_ID)
			return ESPANK_SUCCESS;
		return ESPANK_NOT_AVAIL;
	default:
		return ESPANK_NOT_AVAIL;
	}
}

static spank_err_t give_argv(const struct host_job *job, bool empty, int *count,
			     char ***words)
{
	*count = empty ? 0 : job->argc;
	*words = empty ? NULL : job->argv;
	return ESPANK_SUCCESS;
}

static spank_err_t give_task(const struct host_task *task, spank_item_t item, void *place)
{
	if (!task) {
		if (item == S_TASK_ID)
			*(int *)place = -1;
		return ESPANK_NOT_TASK;
	}
	switch (item) {
	case S_TASK_ID:
		*(int *)place = task->id;
		return ESPANK_SUCCESS;
	case S_TASK_GLOBAL_ID:
		*(uint32_t *)place = task->global_id;
		return ESPANK_SUCCESS;
	case S_TASK_PID:
		*(pid_t *)place = task->pid;
		return ESPANK_SUCCESS;
	case S_TASK_EXIT_STATUS:
		if (!task->exited)
			return ESPANK_NOT_TASK;
		*(int *)place = task->status;
		return ESPANK_SUCCESS;
	default:
		return ESPANK_BAD_ARG;
	}
}

static spank_err_t give_number(const struct host_job *job, spank_item_t item,
			       uint32_t *place)
{
	switch (item) {
	case S_JOB_UID:
		*place = job->uid;
		return ESPANK_SUCCESS;
	case S_JOB_GID:
		*place = job->gid;
		return ESPANK_SUCCESS;
	case S_JOB_ID:
		*place = job->id;
		return ESPANK_SUCCESS;
	case S_JOB_STEPID:
		*place = job->step;
		return ESPANK_SUCCESS;
	case S_JOB_NNODES:
		*place = 1;
		return ESPANK_SUCCESS;
	case S_JOB_LOCAL_TASK_COUNT:
	case S_JOB_TOTAL_TASK_COUNT:
		*place = job->task_count;
		return ESPANK_SUCCESS;
	case S_JOB_NODEID:
	case S_JOB_ARRAY_ID:
	case S_JOB_ARRAY_TASK_ID:
	case S_SLURM_RESTART_COUNT:
		*place = 0;
		return ESPANK_SUCCESS;
	default:
		report("misuse\tspank_get_item of item %d, which this host does not know",
		       item);
		return ESPANK_BAD_ARG;
	}
}

spank_err_t spank_get_item(spank_t spank, spank_item_t item, ...)
{
	const char *wish = scenario_value("items");
	bool empty = wish && strcmp(wish, "null") == 0;
	spank_err_t result;
	va_list args;
	void *place;

	if (!valid(spank, __func__))
		return ESPANK_BAD_ARG;
	if (wish && strcmp(wish, "fail") == 0)
		return ESPANK_ERROR;
	result = check_item(spank, item);
	if (result != ESPANK_SUCCESS)
		return result;

	va_start(args, item);
	place = va_arg(args, void *);
	switch (item) {
	case S_JOB_ARGV:
		result = give_argv(spank->job, empty, place, va_arg(args, char ***));
		break;
	case S_JOB_ENV:
		/* srun says yes and has none. */
		*(char ***)place = remote() && !empty ? spank->job->env : NULL;
		break;
	case S_TASK_ID:
	case S_TASK_GLOBAL_ID:
	case S_TASK_PID:
	case S_TASK_EXIT_STATUS:
		result = give_task(spank->task, item, place);
		break;
	default:
		result = give_number(spank->job, item, place);
		break;
	}
	va_end(args);
	return result;
}

/* ---- the job's environment ---- */

static spank_err_t check_env(spank_t spank, const char *function)
{
	if (!valid(spank, function))
		return ESPANK_BAD_ARG;
	if (!remote())
		return ESPANK_NOT_REMOTE;
	return spank->job ? ESPANK_SUCCESS : ESPANK_BAD_ARG;
}

static spank_err_t copy_value(const char *value, char *buffer, int size)
{
	if (!value)
		return ESPANK_ENV_NOEXIST;
	snprintf(buffer, (size_t)size, "%s", value);
	return strlen(value) >= (size_t)size ? ESPANK_NOSPACE : ESPANK_SUCCESS;
}

spank_err_t spank_getenv(spank_t spank, const char *name, char *buffer, int size)
{
	spank_err_t result = check_env(spank, __func__);

	if (result != ESPANK_SUCCESS)
		return result;
	if (size < 0)
		return ESPANK_BAD_ARG;
	return copy_value(list_get(spank->job->env, name), buffer, size);
}

spank_err_t spank_setenv(spank_t spank, const char *name, const char *value, int overwrite)
{
	spank_err_t result = check_env(spank, __func__);

	if (result != ESPANK_SUCCESS)
		return result;
	if (!name || !value)
		return ESPANK_BAD_ARG;
	if (!overwrite && list_get(spank->job->env, name))
		return ESPANK_ENV_EXISTS;
	list_set(&spank->job->env, name, value);
	return ESPANK_SUCCESS;
}

spank_err_t spank_unsetenv(spank_t spank, const char *name)
{
	spank_err_t result = check_env(spank, __func__);

	if (result != ESPANK_SUCCESS)
		return result;
	if (!name)
		return ESPANK_BAD_ARG;
	list_unset(spank->job->env, name);
	return ESPANK_SUCCESS;
}

/* ---- the environment of prolog and epilog ---- */

static spank_err_t check_job_control(spank_t spank, const char *function)
{
	if (!valid(spank, function))
		return ESPANK_BAD_ARG;
	if (remote())
		return ESPANK_NOT_LOCAL;
	return stack.context == S_CTX_SLURMD ? ESPANK_NOT_AVAIL : ESPANK_SUCCESS;
}

spank_err_t spank_job_control_getenv(spank_t spank, const char *name, char *buffer,
				     int size)
{
	spank_err_t result = check_job_control(spank, __func__);

	if (result != ESPANK_SUCCESS)
		return result;
	if (!name || !buffer || size <= 0)
		return ESPANK_BAD_ARG;
	return copy_value(list_get(job_control_env, name), buffer, size);
}

spank_err_t spank_job_control_setenv(spank_t spank, const char *name, const char *value,
				     int overwrite)
{
	spank_err_t result = check_job_control(spank, __func__);

	if (result != ESPANK_SUCCESS)
		return result;
	if (!name || !value)
		return ESPANK_BAD_ARG;
	if (!overwrite && list_get(job_control_env, name))
		return ESPANK_ENV_EXISTS;
	list_set(&job_control_env, name, value);
	return ESPANK_SUCCESS;
}

spank_err_t spank_job_control_unsetenv(spank_t spank, const char *name)
{
	spank_err_t result = check_job_control(spank, __func__);

	if (result != ESPANK_SUCCESS)
		return result;
	if (!name)
		return ESPANK_BAD_ARG;
	list_unset(job_control_env, name);
	return ESPANK_SUCCESS;
}

/* ---- the log ---- */

/* Slurm writes one line for each call and breaks none. */
static void say(const char *level, const char *format, va_list args)
{
	fflush(stdout);
	if (level)
		fprintf(stderr, "%s: %s", scenario_value("as"), level);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	fflush(stderr);
}

#define SAY(wanted, level) \
	do { \
		va_list args; \
		if (!(wanted)) \
			return; \
		va_start(args, format); \
		say(level, format, args); \
		va_end(args); \
	} while (0)

void slurm_spank_log(const char *format, ...)
{
	SAY(true, NULL);
}

void slurm_error(const char *format, ...)
{
	SAY(true, "error: ");
}

void slurm_info(const char *format, ...)
{
	SAY(api_verbosity >= 0, "");
}

void slurm_verbose(const char *format, ...)
{
	SAY(api_verbosity >= 1, "");
}

void slurm_debug(const char *format, ...)
{
	SAY(api_verbosity >= 2, "debug:  ");
}

void slurm_debug2(const char *format, ...)
{
	SAY(api_verbosity >= 3, "debug2: ");
}

void slurm_debug3(const char *format, ...)
{
	SAY(api_verbosity >= 4, "debug3: ");
}

#pragma GCC visibility pop
