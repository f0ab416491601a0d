/* What slurm_words.c, slurm_script.c and the wrapper table of srun share.
 */
#ifndef CPGUARD_SLURM_WORDS_PRIVATE_H
#define CPGUARD_SLURM_WORDS_PRIVATE_H

#include "cpguard/slurm_words.h"

/* The short options of Slurm's commands that take an argument, attached or as the next word,
 * and those that take an attached one or none. `-W` is in neither. */
extern const char cpg_slurm_short_required[];
extern const char cpg_slurm_short_optional[];

/* Whether a long option, named without dashes, never takes the next word. */
bool cpg_slurm_option_is_lone(const char *name, size_t length);

/* Sets a field; a value that is not known is NULL. */
void cpg_slurm_words_set_chdir(struct cpg_slurm_words *words, const char *value,
			       bool known);
void cpg_slurm_words_set_export(struct cpg_slurm_words *words, const char *value,
				bool known);

/* The variables by which Slurm hands the options of pyxis to a command, and to the commands
 * within the job that it starts.
 * Source: slurm 20.11 to 26.05: src/common/spank.c (plugstack.c) spank_process_env_options;
 * src/sbatch/sbatch.c and src/salloc/salloc.c _set_spank_env. */
#define CPG_SLURM_PYXIS "SLURM_SPANK__SLURM_SPANK_OPTION_pyxis_container_"

/* Whether both are the same text, or both NULL. */
bool cpg_slurm_same(const char *a, const char *b);

/* slurm_container.c: leaves in *container what both readings of the same input agree on; lays
 * `over` over *base. */
void cpg_slurm_container_join(struct cpg_slurm_container *container,
			      const struct cpg_slurm_container *other);
void cpg_slurm_container_over(struct cpg_slurm_container *base,
			      const struct cpg_slurm_container *over);

/* Leaves in *words what both readings of the same input agree on. */
void cpg_slurm_words_join(struct cpg_slurm_words *words,
			  const struct cpg_slurm_words *other);

#endif
