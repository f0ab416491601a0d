/* Running the plugin in the stand-in host, and checking what came of it.
 *
 * A test says what Slurm's program would be started with, runs it, and checks the outcome:
 *
 *     struct outcome *outcome = run(&(struct run){
 *             ARGV("srun", "-n1", "python3", "train.py")});
 *     check_allowed(outcome);
 *
 * Everything lies in one temporary directory, the world (see world.h), and lives until the
 * test ends.
 */
#ifndef TESTS_SPANK_RUN_H
#define TESTS_SPANK_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What a job's command, or sbatch with its job submitted, ends with here: a status that
 * comes from nothing else. */
#define RUN_STATUS 42

/* What the node gate ends a task with. */
#define RUN_REFUSED_ON_NODE 78

/* A list of strings. */
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Members of struct run. */
#define ARGV(...) .argv = WORDS(__VA_ARGS__)
#define ENV(...) .env = WORDS(__VA_ARGS__)
#define SETTINGS(...) .settings = WORDS(__VA_ARGS__)

/* The three options, for a checkpoint. */
#define OPTIONS(checkpoint) \
	"--hf-checkpoint", (checkpoint), "--allgather-cp", "--context-parallel-size", "2"

/* A training command with the three flags, for a checkpoint. */
#define TRAIN(checkpoint) "python3", "train.py", OPTIONS(checkpoint)

/* What to run; what is not set is as in a plain call of that program. */
struct run {
	const char *as;              /* what the host is; by default argv[0] */
	const char *const *argv;     /* by default what the program is called by Slurm */
	const char *const *env;      /* besides PATH and HOME */
	const char *cwd;             /* by default the world */
	const char *input;           /* a file for standard input; by default /dev/null */
	const char *const *settings; /* of the plugin's line in plugstack.conf */
	const char *const *second_settings; /* of its second line; by default the same */
	const char *const *plugins; /* the plugin's files; by default once the built one */
	const char *watch;          /* a directory: opens in it are reported */
	bool ordinary_user; /* as nobody rather than root, when root runs the tests */
	bool no_handle;     /* hooks get a NULL handle */
	/* For slurmstepd and job_script: */
	const char *const *forwarded; /* options sent along: NAME or NAME=VALUE */
	const char *const *job_argv;
	const char *const *job_env;
	const char *job_user; /* the user id of the job; by default the host's */
	const char *step;
	const char *workdir; /* of the tasks; by default the world */
	const char *inside;  /* the tasks' user id in a user namespace, where they are then */
	const char *items;   /* "fail" or "null": see protocol.h */
	unsigned tasks;      /* by default 1 */
	unsigned first_task; /* the global id of the first */
};

struct outcome {
	const char *command; /* what was run, for a person */
	int status;          /* the exit status; -1 after a signal */
	int signal;          /* what ended it; 0: it ended by itself */
	char *out;           /* standard output */
	char *err;           /* standard error */
	char *report;        /* see protocol.h */
	size_t report_length;
	off_t input_offset; /* of standard input, at the end */
};

/* Runs it. Never fails but by failing the test. */
struct outcome *run(const struct run *what);

/* The plugin of the build, or the one that CPGUARD_PLUGIN names. */
const char *plugin_path(void);

/* ---- what happened ---- */

/* How many records of the report begin with the text formatted. */
unsigned count_records(const struct outcome *outcome, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What follows behind the text formatted, in the first record that begins with it; NULL
 * when there is none. */
const char *find_record(const struct outcome *outcome, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A variable of the environment after init_post_opt of that component, or of the job's
 * after task_init of that task; NULL when it is not set. */
const char *submitted_variable(const struct outcome *outcome, unsigned component,
			       const char *name);
const char *task_variable(const struct outcome *outcome, unsigned task, const char *name);

/* How many lines the text has. */
unsigned count_lines(const char *text);

/* ---- checks: each fails the test with a description of the outcome ---- */

/* The plugin looked at nothing below that directory, in any way, but while the hook `but`
 * ran; NULL is no hook. */
void check_untouched(const struct outcome *outcome, const char *directory, const char *but);

/* Fails the test unless `condition`. */
void check(bool condition, const struct outcome *outcome, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Every hook that returned returned 0; the process is as it was; SPANK was used as it
 * allows; nothing is on standard output; what is on standard error is cpguard's and safe to
 * print. */
void check_manners(const struct outcome *outcome);

/* The same, and nothing is said twice. The checks below include it, except for
 * check_option_refused(). */
void check_sound(const struct outcome *outcome);

/* The controller was asked, the command ran, and cpguard said nothing. */
void check_allowed(const struct outcome *outcome);

/* The command ended with status 1 before the controller was asked, and the message has
 * all of the texts. */
void check_refused(const struct outcome *outcome, const char *const *texts);

/* The same with that status. */
void check_refused_with(const struct outcome *outcome, int status,
			const char *const *texts);

/* The controller was asked, the command ran, and the message has all of the texts. */
void check_warned(const struct outcome *outcome, const char *const *texts);

/* The same with a message of one line. */
void check_noticed(const struct outcome *outcome, const char *const *texts);

/* An option's value was refused: the controller was not asked, and what cpguard said has
 * all of the texts. Slurm may say a word of its own and choose the status. */
void check_option_refused(const struct outcome *outcome, const char *const *texts);

/* For slurmstepd: the tasks all ran, and cpguard said nothing. */
void check_tasks_ran(const struct outcome *outcome, unsigned tasks);

/* For slurmstepd: no task ran, each ended with status 78, the message has all of the texts
 * and comes from the task with global id 0, when that is here, alone. */
void check_tasks_refused(const struct outcome *outcome, unsigned tasks, unsigned first,
			 const char *const *texts);

/* Standard error has all of the texts. */
void check_texts(const struct outcome *outcome, const char *const *texts);

#endif
