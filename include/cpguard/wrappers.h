/* Wrappers: commands that start another one, each with its own option grammar: srun, ray job
 * submit, env, nohup, timeout, torchrun, apptainer exec, ssh and so on; and environment
 * managers, which only change variables.
 *
 * The tables say what a wrapper's words mean; they run nothing and change nothing. An unknown
 * command is not looked through.
 *
 * A word that is not known may stand where an option's value stands, and among the arguments
 * of the inner command. Where it could be an option, or hide where the inner command begins,
 * the answer is CPG_WRAPPER_UNKNOWN; so it is for a word that may be any number of words. One
 * that is known to end in a path's last name is a path.
 */
#ifndef CPGUARD_WRAPPERS_H
#define CPGUARD_WRAPPERS_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/launch.h"
#include "cpguard/mounts.h"
#include "cpguard/slurm_words.h"

/* What a wrapper starts. */
enum cpg_wrapper_kind {
	CPG_WRAPPER_NONE,    /* not a wrapper, or it starts nothing (srun --help) */
	CPG_WRAPPER_COMMAND, /* words [inner, end) are a command's argv */
	CPG_WRAPPER_TEXT, /* the words [inner, end), joined with blanks, are shell text: ssh,
	                        watch; when `text` is set, that alone: su -c, script -c */
	CPG_WRAPPER_PYTHON, /* words [inner, end) are a Python program and its arguments:
	                        torchrun X.py, accelerate launch X.py; with `module` its first
	                        word is a module's name */
	CPG_WRAPPER_FILE,   /* srun --multi-prog FILE: each line's command */
	CPG_WRAPPER_UNKNOWN, /* it starts something, and its words do not tell what: a gap among
	                        its options, a configuration file */
};

struct cpg_wrapper_variable {
	const char *name;
	const struct cpg_word
		*value; /* the word NAME=value, not known when the value is not;
	                                 or NULL: unset */
};

/* What starts a container, and so how its mounts and its variables are read. */
enum cpg_wrapped_tool {
	CPG_TOOL_OTHER, /* of its mounts nothing is known */
	CPG_TOOL_APPTAINER,
	CPG_TOOL_SINGULARITY, /* by name: it may be Apptainer all the same */
	CPG_TOOL_DOCKER,      /* or podman, nerdctl */
	CPG_TOOL_ENROOT,
	CPG_TOOL_PYXIS,
};

/* The value of an option that brings something into the container. */
struct cpg_wrapped_mount {
	enum cpg_mount_grammar grammar;
	const struct cpg_word *word;
	size_t index; /* the word of argv in which it stands, behind the first `skip` bytes */
	size_t skip;
};

/* What a command's words mean. Whatever the kind is, the fields below say how what it starts
 * differs from starting it directly. */
struct cpg_wrapped {
	enum cpg_wrapper_kind kind;
	enum cpg_wrapper_kind
		guess;   /* of UNKNOWN: what the kind is, with the fields that go
	                                with it, if each word that is not known is one word,
	                                and no option except where nothing else fits; NONE
	                                when there is no such reading */
	const char *why; /* of UNKNOWN: a clause */
	size_t inner;    /* index in argv */
	size_t end;      /* index behind the inner command's last word */
	size_t next; /* 0, or where the words of a further component begin, behind a ":" (srun,
	                mpirun): to be read as argv[0] followed by the words from here on */
	bool module;
	const struct cpg_word
		*text; /* TEXT in one word: argv[inner] without its first `skip`
	                                bytes (--command=TEXT); NULL: the rest */
	size_t skip;
	const struct cpg_word *file; /* FILE */

	const struct cpg_word
		*chdir; /* the working directory, not known when the word is not; NULL:
	                           the same. Of a container, where it is started from */
	bool clear;     /* it starts with no variables: env -i, srun --export=NONE */
	bool login;     /* variables are added that are not known here; with `clear`:
	                         nothing is known of its variables */
	const char *exported; /* srun --export=LIST; NULL: none given */
	const struct cpg_wrapper_variable
		*variables; /* set or unset, in order, before it starts */
	size_t variable_count;
	const char *const *sets; /* NULL, or the names of variables whose values it makes up
	                            itself (RANK, SLURM_*), in the form of a manager's */
	bool container; /* the inner command sees other files: apptainer exec, docker run, srun
	                    --container-image */
	enum cpg_wrapped_tool tool; /* the rest is meaningful for a container only */
	const struct cpg_wrapped_mount *mounts; /* in the order of the words */
	size_t mount_count;
	const struct cpg_word
		*workdir; /* the working directory in the container; NULL: none
	                                   is given */
	bool stays;       /* then it is the one outside, where the container has that */
	enum cpg_slurm_flag mount_home; /* of pyxis */
	enum cpg_slurm_flag remap_root;
	bool elsewhere;  /* it runs on another machine with another environment: ssh */
	bool background; /* the wrapper does not wait for it */
	bool more;       /* arguments are added that are not known here: xargs */
};

/* Whether the command is one that cpg_wrapper_read() would not call CPG_WRAPPER_NONE. argv[0]
 * may be a path; a Python interpreter that runs a launcher (python3 -m torch.distributed.run)
 * counts as that launcher. `docker ps`, `conda activate` and `srun --help` start nothing, so
 * they are not wrappers, and what else they are is for the caller to find out. */
bool cpg_wrapper_is(const struct cpg_word *argv, size_t argc);

/* Reads the words of a command.
 *
 * Returns 0 and fills *out, owned by `arena` and argv, or -1 with *err set when there is no
 * memory.
 */
int cpg_wrapper_read(struct cpg_arena *arena, const struct cpg_word *argv, size_t argc,
		     struct cpg_wrapped *out, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Environment managers: what a script sources, runs or evals to set up conda, modules, spack, a
 * virtual environment. They are taken to change only PATH-like variables and those in their
 * row.
 *
 * Each returns NULL when it is none, else the names of the variables that may have any value
 * afterwards, NULL behind the last. A name that ends in `*` stands for all names that begin
 * with what is before it.
 */

/* Of a sourced file. `path` is its path, or as much of the end of it as is known, from a "/"
 * on: "bin/activate", "/etc/profile.d/conda.sh". */
const char *const *cpg_manager_of_source(const char *path);

/* Of a command: `conda`, `module`, `ml`, `spack`, `mamba`; with a directory too. */
const char *const *cpg_manager_of_command(const char *name);

/* Of text to be evaluated, as in eval "$(conda shell.bash hook)": `text` is the command within
 * $( ). */
const char *const *cpg_manager_of_eval(const char *text);

#endif
