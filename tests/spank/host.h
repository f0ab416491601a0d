/* The stand-in SPANK host: the parts of Slurm's sbatch, srun, salloc, slurmstepd and slurmd
 * that a plugin can notice. What they do was taken from Slurm's source, releases 20.11,
 * 22.05, 24.11 and 26.05; where these differ, 22.05 is followed.
 *
 *     host.c          the scenario, the report, main()
 *     host_stack.c    loading, hooks and option callbacks
 *     host_api.c      what spank.h offers a plugin
 *     host_submit.c   sbatch, srun and salloc up to the controller
 *     host_script.c   how sbatch finds its script, and its #SBATCH lines
 *     host_node.c     slurmstepd, slurmd, and slurmd's prolog and epilog
 *     host_watch.c    what the plugin does to files and to the process
 *     host_libc.c     libc's functions, watched
 */
#ifndef TESTS_SPANK_HOST_H
#define TESTS_SPANK_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <slurm/spank.h>

/* ---- host.c ---- */

/* The value of the first record with that key, or NULL. */
const char *scenario_value(const char *key);

/* The number in that record, or `otherwise`. */
unsigned scenario_number(const char *key, unsigned otherwise);

/* The value of the next record with that key; *cursor begins as 0. NULL behind the last. */
const char *scenario_next(const char *key, size_t *cursor);

/* The next record whatever its key. NULL behind the last. */
const char *scenario_record(size_t *cursor);

/* All values of that key with NULL behind them, in memory of their own. */
char **scenario_list(const char *key, int *count);

/* Adds a record to the report. */
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Adds the environment `env` to the report, each variable behind `label`. */
void report_environment(const char *label, unsigned number, char *const *env);

/* Ends the test: the host itself cannot go on. Never returns. */
void broken(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* As malloc(3) and strdup(3), and never NULL. */
void *need(size_t size);
char *need_string(const char *string);

/* ---- host_stack.c ---- */

/* Where SPANK is, as far as its functions care. */
enum host_hook {
	HOOK_NONE,
	HOOK_INIT,
	HOOK_JOB_PROLOG,
	HOOK_INIT_POST_OPT,
	HOOK_LOCAL_USER_INIT,
	HOOK_USER_INIT,
	HOOK_TASK_INIT_PRIVILEGED,
	HOOK_TASK_INIT,
	HOOK_TASK_POST_FORK,
	HOOK_TASK_EXIT,
	HOOK_JOB_EPILOG,
	HOOK_SLURMD_EXIT,
	HOOK_EXIT,
	HOOK_COUNT,
};

struct host_task {
	int id;
	uint32_t global_id;
	pid_t pid;
	bool exited;
	int status; /* as from waitpid(2) */
};

struct host_job {
	uint32_t id;
	uint32_t step;
	uid_t uid;
	gid_t gid;
	int argc;
	char **argv;
	char **env; /* grows; NULL-terminated */
	struct host_task *tasks;
	unsigned task_count;
};

struct host_option {
	struct spank_option option; /* a copy, as Slurm makes one */
	bool disabled;              /* another plugin's, or the same plugin's, came first */
	bool found;
	char *argument;
	struct host_option *next;
};

struct spank_handle {
	enum host_hook hook;
	struct host_job *job;
	struct host_task *task;
};

struct host_stack {
	spank_context_t context;
	struct host_option *options;
	spank_t current; /* the handle of the hook that runs; NULL between hooks */
};

extern struct host_stack stack;

/* Loads the scenario's plugins and calls their init; in a command of the user's, as the
 * scenario's user. `job` is NULL where Slurm has none yet. */
void stack_start(spank_context_t context, struct host_job *job);

/* Gives up root for the scenario's user, when it names one. */
void stack_become_user(void);

/* Calls that hook in each plugin that has it. */
void stack_call(enum host_hook hook, struct host_job *job, struct host_task *task);

/* Unloads the plugins. */
void stack_stop(void);

/* Calls an option's callback as Slurm does, and keeps the value when it returns 0. Returns
 * what it returned. */
int stack_option(struct host_option *option, const char *value, bool remote);

/* The environment form of an option: PREFIX_SLURM_SPANK_OPTION_cpguard_NAME, with what is
 * neither letter nor digit as "_". In a static buffer. */
const char *stack_option_variable(const char *prefix, const struct host_option *option);

/* ---- host_api.c ---- */

/* Variables of the list; a list is NULL-terminated and grows. */
const char *list_get(char *const *list, const char *name);
void list_set(char ***list, const char *name, const char *value);
void list_unset(char **list, const char *name);

/* What SPANK keeps for prolog and epilog; srun, sbatch and salloc add to it. */
extern char **job_control_env;

/* How many -v were given less how many -Q: what slurm_verbose() and slurm_info() print. */
extern int api_verbosity;

/* ---- the programs ---- */

int submit_main(int argc, char **argv);
int stepd_main(void);
int slurmd_main(void);
int job_script_main(void);

/* ---- host_script.c ---- */

struct script {
	char *text; /* NULL: the command line says --wrap, there are no directives */
	size_t length;
};

/* Reads the script `name`, looked for as sbatch looks for it, or standard input when it is
 * NULL. `chdir` is the value of --chdir on the command line, or NULL. */
void script_read(struct script *script, const char *name, const char *chdir);

/* The words of the #SBATCH lines of that component behind the word "sbatch". Sets *more
 * when the script has further components. */
char **script_directives(const struct script *script, unsigned component, int *count,
			 bool *more);

/* ---- host_watch.c ---- */

/* Watches the scenario's directories for opens. */
void watch_start(void);

/* Between these two, what the plugin does is seen. `where` must live as long as the
 * process. A call that never returns needs no watch_leave(); watch_stop() ends it. */
void watch_enter(const char *where);
void watch_leave(void);
void watch_stop(void);

/* The bytes on standard output and standard error so far. */
size_t watch_output(void);

/* The plugin named that path to that function of libc; `writes` when it may change it. */
void watch_path(const char *function, const char *path, bool writes);

/* The plugin sends a datagram to the socket at that path. Returns whether it does: then none is
 * sent, since nobody but the test shall read it. */
bool watch_datagram(const char *path, const void *bytes, size_t length);

/* The plugin did what it should never do. */
void watch_deed(const char *deed);

#endif
