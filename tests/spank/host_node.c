/* slurmstepd from its start to the end of its tasks; slurmd; prolog and epilog.
 * Source: slurm 22.05: src/slurmd/slurmstepd/mgr.c, src/slurmd/slurmstepd/task.c,
 * src/slurmd/slurmd/slurmd.c. */
#include "host.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol.h"

/* Step ids that are no numbers. Source: slurm/slurm.h SLURM_BATCH_SCRIPT. */
#define STEP_BATCH 0xfffffffbu

/* No task of a test needs longer; one that hangs shall not outlive the test. */
#define TASK_SECONDS 60

static void job_from_scenario(struct host_job *job)
{
	const char *step = scenario_value("step");
	int env_count;

	job->id = 1;
	job->step = step && strcmp(step, "batch") == 0 ? STEP_BATCH
						       : scenario_number("step", 0);
	job->uid = scenario_number("job_uid", scenario_number("uid", getuid()));
	job->gid = getgid();
	job->argv = scenario_list("job_argv", &job->argc);
	job->env = scenario_list("job_env", &env_count);
	job->task_count = scenario_number("tasks", 1);
	job->tasks = need((job->task_count + 1) * sizeof(*job->tasks));
	for (unsigned i = 0; i < job->task_count; i++) {
		job->tasks[i].id = (int)i;
		job->tasks[i].global_id = scenario_number("first", 0) + i;
	}
}

/* ---- options on the node ---- */

/* NAME or NAME=VALUE, from the message that launches the step. */
static void forwarded_option(const char *text)
{
	size_t length = strcspn(text, "=");
	const char *value = text[length] ? text + length + 1 : "";

	for (struct host_option *option = stack.options; option; option = option->next)
		if (strlen(option->option.name) == length &&
		    strncmp(option->option.name, text, length) == 0) {
			if (stack_option(option, value, true) != 0)
				slurm_error("spank: failed to process option %s", text);
			return;
		}
	slurm_error("Warning: SPANK plugin \"%s\" option \"%s\" not found",
		    HOST_PLUGIN_NAME, text);
}

static void environment_options(struct host_job *job)
{
	for (struct host_option *option = stack.options; option; option = option->next) {
		const char *name = stack_option_variable("", option);
		const char *value = list_get(job->env, name);

		if (!value)
			continue;
		if (stack_option(option, value, true) != 0)
			slurm_error("spank: failed to process option %s=%s",
				    option->option.name, value);
		list_unset(job->env, stack_option_variable("", option));
	}
}

static void options(struct host_job *job)
{
	size_t cursor = 0;
	const char *text;

	while ((text = scenario_next("forwarded", &cursor)))
		forwarded_option(text);
	environment_options(job);
}

/* ---- a task ---- */

static void signal_other(int channel)
{
	if (write(channel, "", 1) != 1)
		broken("a task's channel is closed");
}

/* Returns false when the other side is gone. */
static bool wait_for_other(int channel)
{
	char byte;

	return read(channel, &byte, 1) == 1;
}

/* A process that changed its user may not write its own map until it is dumpable again.
 * Source: user_namespaces(7), prctl(2) PR_SET_DUMPABLE. */
static void enter_namespace(unsigned inside)
{
	uid_t outside = geteuid();
	int map;

	if (unshare(CLONE_NEWUSER) < 0 || prctl(PR_SET_DUMPABLE, 1) < 0)
		broken("no user namespace");
	map = open("/proc/self/uid_map", O_WRONLY | O_CLOEXEC);
	if (map < 0 || dprintf(map, "%u %u 1\n", inside, outside) < 0)
		broken("the user namespace has no users");
	close(map);
}

static void run_task(struct host_job *job, struct host_task *task, int channel)
{
	const char *workdir = scenario_value("workdir");

	alarm(TASK_SECONDS);
	stack_call(HOOK_TASK_INIT_PRIVILEGED, job, task);
	signal_other(channel);
	wait_for_other(channel);
	stack_become_user();
	if (workdir && chdir(workdir) < 0)
		broken("no directory %s", workdir);
	if (scenario_value("inside"))
		enter_namespace(scenario_number("inside", 0));
	stack_call(HOOK_TASK_INIT, job, task);
	report_environment("taskenv", task->global_id, job->env);
	report("ran\t%u", task->global_id);
	fflush(NULL);
	_exit(0);
}

static void report_task(const struct host_task *task, size_t bytes)
{
	bool exited = WIFEXITED(task->status);

	report("task\t%u\t%s\t%d\t%zu", task->global_id, exited ? "exit" : "signal",
	       exited ? WEXITSTATUS(task->status) : WTERMSIG(task->status), bytes);
}

/* The tasks run one behind the other, so that what each prints can be told apart. */
static void start_task(struct host_job *job, struct host_task *task)
{
	size_t before = watch_output();
	int channel[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) < 0)
		broken("no socket");
	task->pid = fork();
	if (task->pid < 0)
		broken("no process");
	if (task->pid == 0) {
		close(channel[0]);
		run_task(job, task, channel[1]);
	}
	close(channel[1]);
	if (wait_for_other(channel[0])) {
		stack_call(HOOK_TASK_POST_FORK, job, task);
		signal_other(channel[0]);
	}
	waitpid(task->pid, &task->status, 0);
	task->exited = true;
	close(channel[0]);
	report_task(task, watch_output() - before);
}

int stepd_main(void)
{
	struct host_job job;

	/* What is no error goes to slurmd's log alone. */
	api_verbosity = -1;
	job_from_scenario(&job);
	stack_start(S_CTX_REMOTE, &job);
	options(&job);
	stack_call(HOOK_INIT_POST_OPT, &job, NULL);
	stack_call(HOOK_USER_INIT, &job, NULL);
	for (unsigned i = 0; i < job.task_count; i++)
		start_task(&job, &job.tasks[i]);
	for (unsigned i = 0; i < job.task_count; i++)
		stack_call(HOOK_TASK_EXIT, &job, &job.tasks[i]);
	stack_call(HOOK_EXIT, &job, NULL);
	stack_stop();
	return 0;
}

int slurmd_main(void)
{
	api_verbosity = -1;
	stack_start(S_CTX_SLURMD, NULL);
	stack_call(HOOK_SLURMD_EXIT, NULL, NULL);
	stack_stop();
	return 0;
}

int job_script_main(void)
{
	struct host_job job;

	job_from_scenario(&job);
	api_verbosity = -1;
	/* The releases that are known do not call init here; spank.h allows it. */
	stack_start(S_CTX_JOB_SCRIPT, &job);
	stack_call(HOOK_JOB_PROLOG, &job, NULL);
	stack_call(HOOK_JOB_EPILOG, &job, NULL);
	stack_stop();
	return 0;
}
