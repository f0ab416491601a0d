/* The plugin's own parts: what the SPANK callbacks in plugin.c share.
 *
 * SPANK gives its callbacks no place of their own, so what must be kept between them (the
 * settings, the options seen so far) is in one static struct in plugin.c, and reaches the
 * other files as an argument.
 */
#ifndef SPANK_CPGUARD_H
#define SPANK_CPGUARD_H

/* spank.h uses uint32_t without including it (slurm 20.11 to 26.05: slurm/spank.h). */
#include <stdint.h>

/* Slurm looks the callbacks up by name; everything else stays inside. */
#pragma GCC visibility push(default)
#include <slurm/spank.h>
#pragma GCC visibility pop

#include "cpguard/request.h"
#include "cpguard/text.h"

struct spank_cpguard {
	struct cpg_arena *arena; /* as long as the process lives: settings, option values */
	struct cpg_settings settings;
	struct cpg_options options;
	unsigned loads;     /* how often plugstack.conf lists this file */
	unsigned post_opts; /* how often init_post_opt was called */
	unsigned component; /* of a heterogeneous job: how many were gone through */
	unsigned turns;     /* how often the current part's words are gone through still */
	size_t base;        /* where the current part's words begin in the command line */
	struct spank_pending *pending; /* the last one; NULL: none */
	struct spank_said *said;       /* the last one; NULL: nothing */
	bool task_judged;
};

/* A component of a heterogeneous batch job whose script stands behind a later one: it is
 * judged together with that. */
struct spank_pending {
	struct spank_pending *before;
	struct cpg_options options;
	size_t first; /* its option words */
	size_t last;
	unsigned component;
};

/* Something that was said, as its key. */
struct spank_said {
	struct spank_said *before;
	uint64_t key;
	bool here; /* by this process */
};

/* plugin.c: the one instance, for the option callback, which gets no handle. */
struct spank_cpguard *spank_cpguard_self(void);

/* options.c: registers the three options; for slurm_spank_init only. */
void spank_options_register(spank_t spank);

/* options.c: takes what the job's environment holds of options that no callback brought,
 * as on 20.11 and 22.05 under --export=NONE or a list. Other releases bring them by
 * callback, and this finds nothing new. */
void spank_options_from_environment(struct spank_cpguard *plugin, const char *const *env);

/* The words of the submitting command. */
struct spank_words {
	const char *const *argv; /* as Slurm got it, NULL behind the last */
	size_t argc;
	/* Of the current component: [first, last) are its options and their arguments, the
	 * command or the script is at `last`, [last, end) with its arguments. last == end when
	 * there is none. */
	size_t first;
	size_t last;
	size_t script; /* where the batch script stands: `last`, or behind a later component */
	size_t end;
	bool separated; /* what follows is the ":" before the next component */
};

/* command_line.c: finds the words of the component whose options were just parsed, and moves
 * the plugin's place in the command line on to the next one. Called exactly once for each
 * component. Returns 0, or -1 when they cannot be told. */
int spank_words_next(struct cpg_arena *arena, struct spank_cpguard *plugin,
		     struct spank_words *words);

/* A batch script as sbatch was given it. */
struct spank_script {
	struct cpg_text text;
	const char *file; /* as it was named; NULL: --wrap or standard input */
};

/* batch.c: the batch script that sbatch was given, by name, with --wrap, or on standard input.
 * `chdir` is --chdir of the command line, or the current directory. Returns 0 and fills
 * *script (owned by `arena`), or -1 when it cannot be told: a pipe, a file that cannot be
 * read. */
int spank_batch_script(struct cpg_arena *arena, const struct spank_words *words,
		       const char *chdir, struct spank_script *script);

/* submit.c: judges what the submitting command holds; prints, and exits when it refuses.
 * Also gives the job's environment the CPGUARD_ variables. */
void spank_submit_gate(struct spank_cpguard *plugin);

/* node.c: judges one task just before it starts; prints, and ends the task when it refuses.
 * Also gives the task's environment the CPGUARD_ variables. */
void spank_node_gate(struct spank_cpguard *plugin, spank_t spank);

/* say.c: prints `text`, lines that begin with "cpguard:", through Slurm's log, as it is: on
 * standard error, without a prefix. NULL is nothing. */
void spank_say(const char *text);

/* Who says something about findings, and where. */
struct spank_speaker {
	enum cpg_gate gate;
	const char *command; /* for the log: see log.h */
	const char *job;     /* likewise; NULL: there is none yet */
	bool silent;         /* another task of the step speaks for this one */
};

/* say.c: prints and logs what each finding calls for, unless it was said before; behind the
 * first that is refused, or overridden, nothing more, since one is enough to read. Returns
 * the strictest action. */
enum cpg_action spank_say_findings(struct spank_cpguard *plugin,
				   const struct spank_speaker *speaker,
				   const struct cpg_result *result);

/* log.c: logs what is done about a finding, where the settings want that. Never waits, fails
 * or prints. */
void spank_log(struct cpg_arena *arena, const struct cpg_settings *settings,
	       const struct spank_speaker *speaker, const struct cpg_finding *finding,
	       enum cpg_action action);

/* What was said before on the same standard error.
 *
 * Both gates judge the same launch: srun says on the user's terminal what its step would say
 * there once more, and so do the components of a heterogeneous job that inherit their options,
 * and each srun of a script that was warned of as a whole. So what a process has said, it
 * leaves as keys in the environment of what it starts.
 *
 * A batch job's output is another place than the terminal of its sbatch, and whoever looks at
 * the results reads that alone: there it is said once more, by the batch step. So sbatch leaves
 * no keys, and the batch step takes none.
 *
 * A key stands for what a person is told (what is done, why, about which size and checkpoint),
 * not for its wording: the node knows the batch script by another name. A variable that is
 * lost, or was tampered with, costs a repetition, or a warning; never a refusal. */
#define SPANK_SAID_VARIABLE "SLURM_CPGUARD_SAID"

enum spank_said_where {
	SPANK_SAID_NOWHERE,
	SPANK_SAID_BEFORE, /* by a process that left its keys */
	SPANK_SAID_HERE,
};

/* said.c: the key of what is said of a finding. */
uint64_t spank_said_key(const struct cpg_finding *finding, enum cpg_action action);

/* said.c: where the key was said until now; from now on it is said here. */
enum spank_said_where spank_said(struct spank_cpguard *plugin, uint64_t key);

/* said.c: takes the keys of the variable's value, as far as they are some; NULL is none. */
void spank_said_inherit(struct spank_cpguard *plugin, const char *value);

/* said.c: the value of the variable for what is started; NULL when nothing was said, or there
 * is no memory. Owned by `arena`. */
const char *spank_said_value(const struct spank_cpguard *plugin, struct cpg_arena *arena);

#endif
