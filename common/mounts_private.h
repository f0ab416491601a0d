/* The grammars of mounts, which mounts_grammar.c reads for mounts.c. Each reader may write to its
 * text.
 */
#ifndef CPGUARD_MOUNTS_PRIVATE_H
#define CPGUARD_MOUNTS_PRIVATE_H

#include "cpguard/mounts.h"

/* Adds a mount that may be any. */
void cpg_mounts_any(struct cpg_mounts *mounts);

void cpg_mounts_read_pyxis(struct cpg_mounts *mounts, char *text);
void cpg_mounts_read_enroot(struct cpg_mounts *mounts, char *text);
void cpg_mounts_read_bind(struct cpg_mounts *mounts, char *text);
void cpg_mounts_read_bind_fields(struct cpg_mounts *mounts, char *text);
void cpg_mounts_read_fields(struct cpg_mounts *mounts, char *text);
void cpg_mounts_read_volume(struct cpg_mounts *mounts, char *text);
void cpg_mounts_read_tmpfs(struct cpg_mounts *mounts, char *text);
void cpg_mounts_read_home(struct cpg_mounts *mounts, char *text);
void cpg_mounts_read_others(struct cpg_mounts *mounts, char *text);

#endif
