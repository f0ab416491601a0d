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

/* Leaves in *words what both readings of the same input agree on. */
void cpg_slurm_words_join(struct cpg_slurm_words *words,
			  const struct cpg_slurm_words *other);

#endif
