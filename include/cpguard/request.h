/* Requests: what Slurm, or the `cpguard` command, was asked to start; and the whole way
 * from there to a verdict.
 *
 *     request  ->  launches  ->  facts  ->  model  ->  verdict  ->  report
 */
#ifndef CPGUARD_REQUEST_H
#define CPGUARD_REQUEST_H

#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/environment.h"
#include "cpguard/facts.h"
#include "cpguard/launch.h"
#include "cpguard/model.h"
#include "cpguard/options.h"
#include "cpguard/settings.h"
#include "cpguard/verdict.h"

struct cpg_request {
	const struct cpg_settings *settings;
	struct cpg_options options;
	const struct cpg_word *command; /* the command's argv */
	size_t command_count;           /* 0 when there is no command */
	const char *workdir; /* of the job, absolute; NULL when it is not known */
	const struct cpg_environment *environment; /* of the job */
};

/* One launch with all that became known of it. */
struct cpg_finding {
	struct cpg_launch launch;
	struct cpg_facts facts;
	struct cpg_model model;
	enum cpg_reason reason;
	enum cpg_verdict verdict;
};

struct cpg_result {
	/* The first finding that refuses decides, else the first undecided one, else the
	 * first. CPG_REASON_NO_LAUNCH when there is none. */
	enum cpg_verdict verdict;
	enum cpg_reason reason;
	const struct cpg_finding *findings;
	size_t count;
};

/* Finds what the request would launch and judges it: first what the options declare, by
 * itself, then each launch of the command, with the options filling what it leaves unknown.
 * Nothing is looked at when the mode is off, no command when `scripts` is off.
 *
 * Fills *result (owned by `arena`; strings partly by the request). It cannot fail: out of
 * memory is the verdict undecided with CPG_REASON_LIMIT_EXCEEDED, for the request as a
 * whole when it could not even be taken apart.
 */
void cpg_request_evaluate(struct cpg_arena *arena, const struct cpg_request *request,
			  struct cpg_result *result);

/* Where a finding is acted on. */
enum cpg_gate {
	CPG_GATE_SUBMIT,
	CPG_GATE_NODE,
};

/* What is done about a finding. Ordered from the mildest. */
enum cpg_action {
	CPG_ACTION_NONE,   /* silence */
	CPG_ACTION_NOTICE, /* one line: it could not be judged */
	CPG_ACTION_WARN,   /* the refusal's text, and the job goes on */
	CPG_ACTION_REFUSE, /* the refusal's text, and the job ends here */
};

/* Stable names: "none", "notice", "warn", "refuse". */
const char *cpg_action_name(enum cpg_action action);

/* What the settings make of a finding at that gate. */
enum cpg_action cpg_finding_action(const struct cpg_settings *settings, enum cpg_gate gate,
				   const struct cpg_finding *finding);

#endif
