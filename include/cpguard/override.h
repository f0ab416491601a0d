/* Overrides: the reason for which a user lets a refused job pass, where the site allows it.
 *
 * The user sets CPGUARD_OVERRIDE=REASON in the environment of sbatch, srun or salloc. Under
 * `--export=NONE`, or a list, that does not reach the job, and the node gate would refuse what
 * the submit gate let pass. So the command hands the reason on under a second name: variables
 * that begin with SLURM_ come along whatever --export says (see environment.h).
 */
#ifndef CPGUARD_OVERRIDE_H
#define CPGUARD_OVERRIDE_H

#include <stdbool.h>

#include "cpguard/environment.h"

#define CPG_OVERRIDE_VARIABLE "CPGUARD_OVERRIDE"
#define CPG_OVERRIDE_HANDED_ON "SLURM_CPGUARD_OVERRIDE"

/* The value of CPGUARD_OVERRIDE, or else of what was handed on of it; NULL when neither is
 * known to be set. A value that is set counts first even when it is empty: so a job can take
 * back what it was submitted with. Not owned, of any length, and with any bytes. */
const char *cpg_override_of(const struct cpg_environment *environment);

/* Whether the value, which may be NULL, gives a reason: it has more than blanks and control
 * characters. */
bool cpg_override_says_why(const char *value);

#endif
