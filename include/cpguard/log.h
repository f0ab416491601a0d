/* The line that log=syslog writes for each refusal, warning and override.
 *
 *     cpguard[4711]: action=refuse uid=1000 host="login1" command=sbatch verdict=refuse
 *     reason=architecture_not_permitted size=4 checkpoint="/models/Qwen3-30B"
 *     file="/home/alice/slime/scripts/models/glm5.sh" line=54
 *
 * on one line. Fields are NAME=VALUE with a blank between. What a user can choose is within
 * quotes and escaped as in JSON, so that it ends neither its field nor the line, and is cut
 * when it is long; what is not within quotes is cpguard's own word, or digits.
 *
 *     action      "warn", "override", "refuse"
 *     uid         the user, as the kernel knows it
 *     host        where this was said
 *     command     "sbatch", "srun", "salloc"; on the node "batch" or "step"
 *     job         on the node: the job's id and step, such as 123.batch or 123.0
 *     verdict, reason   see verdict.h
 *     size        the context-parallel size, or unknown
 *     checkpoint  as it was named; unknown, or none, without quotes
 *     file, line  where --allgather-cp stands; without quotes and without a line: options (of
 *                 the job), command, or script (given to it)
 *     override    the user's reason, for action=override
 */
#ifndef CPGUARD_LOG_H
#define CPGUARD_LOG_H

#include <sys/types.h>

#include "cpguard/request.h"

/* The most bytes of a line, its priority included: what every syslog daemon takes.
 * Source: RFC 3164, 4.1. */
#define CPG_LOG_LIMIT 1024

struct cpg_log_entry {
	enum cpg_action action;
	const struct cpg_finding *finding;
	const char *command;
	const char *job; /* NULL: none yet */
	const char *host;
	uid_t uid;
	pid_t pid;
};

/* The line as it goes to the syslog daemon's socket: "<PRI>" before it, no newline behind it,
 * no date (see log.c), fewer than CPG_LOG_LIMIT bytes. Owned by `arena`; NULL when there is
 * no memory, and when the action is none that is logged. */
const char *cpg_log_line(struct cpg_arena *arena, const struct cpg_log_entry *entry)
	__attribute__((warn_unused_result));

#endif
