/* What slurm_words.c and slurm_script.c share.
 */
#ifndef CPGUARD_SLURM_WORDS_PRIVATE_H
#define CPGUARD_SLURM_WORDS_PRIVATE_H

#include "cpguard/slurm_words.h"

/* Sets a field; a value that is not known is NULL. */
void cpg_slurm_words_set_chdir(struct cpg_slurm_words *words, const char *value,
			       bool known);
void cpg_slurm_words_set_export(struct cpg_slurm_words *words, const char *value,
				bool known);

/* Leaves in *words what both readings of the same input agree on. */
void cpg_slurm_words_join(struct cpg_slurm_words *words,
			  const struct cpg_slurm_words *other);

#endif
