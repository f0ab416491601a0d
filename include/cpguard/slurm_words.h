/* Words of Slurm's commands: what the options of sbatch, srun and salloc say of the job's
 * working directory and environment, be they on the command line, in a script's #SBATCH
 * lines, or in the environment of the command.
 *
 * The command line wins over the environment, and that over the #SBATCH lines, so a caller
 * reads the three and lays them over each other:
 *
 *     cpg_slurm_words_script(arena, script, component, &words, err);
 *     cpg_slurm_words_environment(submit, CPG_SBATCH, &from_environment);
 *     cpg_slurm_words_over(&words, &from_environment);
 *     cpg_slurm_words_read(arena, argv, count, &from_argv, err);
 *     cpg_slurm_words_over(&words, &from_argv);
 *
 * What a cli_filter plugin changes after that is out of sight.
 *
 * Source: slurm 20.11.4, 22.05.8, 24.11.5 and 26.05.3: src/common/slurm_opt.c for the
 * options of all three commands; src/sbatch/opt.c next_line, get_argument,
 * _opt_batch_script, env_vars; src/sbatch/xlate.c for #PBS and #BSUB; src/srun/opt.c
 * (20.11 and 22.05: src/srun/libsrun/opt.c) env_vars, _opt_env.
 */
#ifndef CPGUARD_SLURM_WORDS_H
#define CPGUARD_SLURM_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/container.h"
#include "cpguard/environment.h"
#include "cpguard/error.h"
#include "cpguard/text.h"

/* A switch that may be on, off, or not mentioned. */
enum cpg_slurm_flag {
	CPG_FLAG_UNSAID,
	CPG_FLAG_NO,
	CPG_FLAG_YES,
	CPG_FLAG_UNKNOWN,
};

/* What was said of a container, by pyxis' options but for `bundle`. A value that is NULL and
 * known was not given. */
struct cpg_slurm_container {
	bool given; /* the job sees the files of one: --container-image, --container-name */
	bool bundle; /* --container: Slurm's own, an OCI bundle that tells its mounts itself */
	const char *mounts; /* of --container-mounts: the last one counts */
	bool mounts_known;
	const char *workdir; /* of --container-workdir */
	bool workdir_known;
	enum cpg_slurm_flag mount_home; /* --[no-]container-mount-home */
	enum cpg_slurm_flag remap_root; /* --[no-]container-remap-root */
};

/* What was said. A value that is NULL and known was not given. */
struct cpg_slurm_words {
	const char *
		chdir; /* of --chdir; may be empty or relative to the command's directory */
	bool chdir_known;
	const char *export; /* of --export, as cpg_environment_export() takes it */
	bool export_known;
	/* --export-file or --get-user-env: the job's environment comes from elsewhere, and
	 * nothing is known of it, whatever `export` says. */
	bool loaded;
	struct cpg_slurm_container container;
};

/* Nothing was said at all. */
extern const struct cpg_slurm_words cpg_slurm_words_none;

/* Reads option words: those between the command's name and the script or the command that it
 * starts, so that each of them is an option, the argument of one, or `--` at the end. Of a
 * heterogeneous job, those of one component.
 *
 * They are read as getopt_long(3) reads them, with the unambiguous abbreviations; the last
 * one wins. `--option word` of an option that is not known here (another plugin's) may or
 * may not take the word: where the word begins with "-" both ways are followed, and what
 * they disagree on is not known. Words that cannot be read at all tell nothing.
 *
 * Returns 0 and fills *out (values owned by argv), or -1 with *err set when there is no
 * memory.
 */
int cpg_slurm_words_read(struct cpg_arena *arena, const char *const *argv, size_t count,
			 struct cpg_slurm_words *out, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Reads the options that sbatch takes from the text of a batch script: the #SBATCH (and
 * #SLURM) lines before the first line that is neither empty nor a comment, of the
 * heterogeneous component `component`, counted from 0; a line `#SBATCH hetjob` begins the
 * next one.
 *
 * The releases differ: 20.11 sees "hetjob" anywhere in a line, later ones only as its first
 * word, and then drop the rest of the line; from 24.11 on a backslash keeps a blank. What
 * they do not agree on is not known. #PBS and #BSUB lines, which sbatch translates unless it
 * is told not to, make not known what they set.
 *
 * Returns 0 and fills *out (values owned by `arena`), or -1 with *err set when there is no
 * memory.
 */
int cpg_slurm_words_script(struct cpg_arena *arena, struct cpg_text script,
			   unsigned component, struct cpg_slurm_words *out,
			   struct cpg_error *err) __attribute__((warn_unused_result));

/* Lists the option words of the #SBATCH lines of one component, as 22.05 and later read them:
 * for options that are not among the above. Returns 0 and sets *words (owned by `arena`, as
 * what they point to) and *count, or -1 with *err set when there is no memory. */
int cpg_slurm_words_list(struct cpg_arena *arena, struct cpg_text script,
			 unsigned component, const char *const **words, size_t *count,
			 struct cpg_error *err) __attribute__((warn_unused_result));

/* Reads the variables of `environment`, the command's own, that stand for options, the same
 * in all four releases: SBATCH_EXPORT and SBATCH_GET_USER_ENV for sbatch; for srun
 * SLURM_EXPORT_ENV and SRUN_EXPORT_ENV, SLURM_REMOTE_CWD and SLURM_WORKING_DIR, the latter
 * of each two first; none for salloc. srun's forms for one component of a heterogeneous job
 * (NAME_HET_GROUP_1) make the value not known. The variables by which Slurm hands options of
 * other plugins to a command count for pyxis' options.
 *
 * Fills *out; values owned by `environment`.
 */
void cpg_slurm_words_environment(const struct cpg_environment *environment,
				 enum cpg_slurm_command command,
				 struct cpg_slurm_words *out);

/* Fills what was not said of a container from the variables in which pyxis itself looks for it
 * (0.21 and later): PYXIS_CONTAINER_IMAGE, _NAME, _MOUNTS, _WORKDIR, _MOUNT_HOME, _REMAP_ROOT of
 * the job. Those that are not known are taken to be unset. To be called last. */
void cpg_slurm_container_defaults(const struct cpg_environment *environment,
				  struct cpg_slurm_container *container);

/* What the steps within an allocation find of that in their environment: *out is `environment`
 * with the variables by which Slurm hands pyxis' options on. Returns 0 (list owned by `arena`,
 * strings partly by `environment`), or -1 when there is no memory. */
int cpg_slurm_container_export(struct cpg_arena *arena,
			       const struct cpg_slurm_container *said,
			       const struct cpg_environment *environment,
			       struct cpg_environment *out)
	__attribute__((warn_unused_result));

/* Makes the container that was asked for. Relative sources of mounts count from `workdir`, the
 * job's directory on the host (NULL: not known); `environment`, the job's, tells HOME. Without
 * `given` there is none: mounts alone change nothing.
 *
 * Returns 0 and sets *out (NULL: this machine) and, when that is not NULL, *inside, the working
 * directory within the container (NULL: not known); or -1 with *err set when there is no memory.
 *
 * Source: pyxis 0.24 pyxis_slurmstepd.c; enroot 4.1 conf/hooks/10-home.sh.
 */
int cpg_slurm_container_make(struct cpg_arena *arena,
			     const struct cpg_slurm_container *said, const char *workdir,
			     const struct cpg_environment *environment,
			     const struct cpg_container **out, const char **inside,
			     struct cpg_error *err) __attribute__((warn_unused_result));

/* Lays `over` over *base: what it gives, or leaves unknown, replaces what is there. */
void cpg_slurm_words_over(struct cpg_slurm_words *base, const struct cpg_slurm_words *over);

#endif
