/* Launches: the training commands that a request would start, each with its whole argv.
 */
#ifndef CPGUARD_LAUNCH_H
#define CPGUARD_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/container.h"
#include "cpguard/environment.h"
#include "cpguard/error.h"
#include "cpguard/file.h"

/* Where a word was written. */
struct cpg_origin {
	const char *file; /* NULL: on the command line, or in an option */
	unsigned line;    /* counted from 1; 0 when there is none */
};

/* What is taken for granted where a script's walk does not know it. */
struct cpg_assumption {
	const char *what; /* a clause */
	struct cpg_origin origin;
};

/* One word of a command, known or not. */
struct cpg_word {
	const char *text;   /* NULL when it is not known, or not all of it */
	const char *prefix; /* how a word that is not known begins; NULL and "" when that is
	                       not known either */
	const char *
		suffix; /* how it ends, behind the last part that is not known; NULL is "" */
	bool many;      /* not known, and may be any number of words, none included */
	bool spooled; /* a path in slurmd's spool directory on the node, where the job has no
	                 file but its script */
	const char *why; /* a clause that says why it is not known; NULL: nobody can tell */
	struct cpg_origin origin;
	struct cpg_origin gap; /* where what is not known arose */
};

enum cpg_launch_source {
	CPG_LAUNCH_OPTIONS, /* declared through --hf-checkpoint and its kin */
	CPG_LAUNCH_COMMAND, /* the command that srun, salloc or `cpguard check --` was given */
	CPG_LAUNCH_SCRIPT, /* found in a script */
};

/* The stable name of the source, as in the JSON report: "options", "command", "script". */
const char *cpg_launch_source_name(enum cpg_launch_source source);

struct cpg_launch {
	enum cpg_launch_source source;
	const struct cpg_word *argv;
	size_t argc;
	size_t program;      /* index in argv of the training program: X.py, or the module
	                        behind -m (or -mMODULE); what follows it is its own
	                        command line; so is that word itself when it may be many */
	const char *workdir; /* absolute, in the container; NULL when it is not known */
	const struct cpg_environment *environment;
	const struct cpg_container
		*container; /* whose files it sees; NULL: this machine's */
	bool conditional;   /* whether it starts at all hangs on something not known */
	struct cpg_origin condition; /* of what it hangs on */
	/* What the script has done to files by then; of those that it wrote, the ones that the
	 * launch's words may name. */
	struct cpg_file_changes changes;
};

struct cpg_launches {
	const struct cpg_launch *items;
	size_t count;
};

/* Appends to *launches what the simple command of `command` (its argv; program is not read)
 * starts: one launch when its program, or the first argument of a Python interpreter behind
 * that interpreter's own options, is a .py file or `-m module`; none otherwise. A command is
 * no launch when it is known to take the flags without training
 * (convert_hf_to_torch_dist.py of slime's tools), when the program it starts is not known, or
 * when its name is no path and has a blank: "python3 train.py" in one word. A path with a blank
 * that is the command itself makes a conditional launch.
 *
 * The launch is a copy of *command with `program` set; what *command points to must outlive
 * it.
 *
 * Source: CPython 3.8 to 3.14, Python/initconfig.c and Python/getopt.c, for the
 * interpreter's options.
 *
 * Returns 0, or -1 with *err set when there is no memory.
 */
int cpg_launch_find(struct cpg_arena *arena, const struct cpg_launch *command,
		    struct cpg_launches *launches, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Whether the Python program (X.py, or a module when `module`) may train: false for those that
 * are known to take the flags and never do. */
bool cpg_launch_trains(const char *program, bool module);

/* Appends a copy of *launch to a list that began empty and to which nothing but this function
 * appends. Returns 0, or -1 with *err set when there is no memory. */
int cpg_launches_add(struct cpg_arena *arena, struct cpg_launches *launches,
		     const struct cpg_launch *launch, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Whether the launch shows itself to be miles, a fork of slime that needs --allgather-cp for models
 * where slime forbids it: `miles` is a name in the path of the program, of its interpreter or of
 * the script that starts it, in a module's dotted name, or in the working directory, but for the
 * names of the home directory itself; or an option begins with --miles-. What other arguments
 * name does not count.
 *
 * Returns the path or word that shows it (owned by the launch or `arena`), or NULL.
 *
 * Source: miles: miles/utils/arguments.py for the options.
 */
const char *cpg_launch_miles(struct cpg_arena *arena, const struct cpg_launch *launch)
	__attribute__((warn_unused_result));

/* The words of a NULL-terminated argv of a process, all known, none with a line. At most
 * `limit` words are taken. Returns NULL when there is no memory; sets *argc. */
struct cpg_word *cpg_words_of(struct cpg_arena *arena, const char *const *argv,
			      size_t limit, size_t *argc)
	__attribute__((warn_unused_result));

/* The last part of the path that a word is: of one that is not known, behind the last "/" of its
 * end. NULL when there is none, and that is not known either. */
const char *cpg_word_name(const struct cpg_word *word);

/* Whether every word of the launch is known. */
bool cpg_launch_exact(const struct cpg_launch *launch);

#endif
