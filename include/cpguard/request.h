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
#include "cpguard/overlay.h"
#include "cpguard/settings.h"
#include "cpguard/verdict.h"

struct cpg_request {
	const struct cpg_settings *settings;
	struct cpg_options options;
	struct cpg_text script;  /* a script's text; bytes NULL when there is none */
	const char *script_file; /* as it was named; NULL: standard input, or --wrap */
	const struct cpg_word *command; /* a command's argv, or the script's arguments */
	size_t command_count;           /* 0 when there is no command */
	const char *workdir; /* of the job, absolute, in the container; NULL: not known */
	const struct cpg_environment *environment; /* of the job */
	const char
		*submit_dir; /* where a batch job is submitted; NULL when it is not known */
	const char *export;  /* --export of a batch job; NULL when it has none */
	const char *override; /* see override.h; NULL when it is not set */
	bool batch;           /* Slurm runs the script from its spool directory */
	bool in_job;  /* Slurm starts it, and what Slurm sets then is not known yet */
	bool on_node; /* the node's own files are looked at: see script.h */
	const struct cpg_container
		*container; /* whose files it sees; NULL: this machine's */
	/* Where the command of salloc runs, outside of the container that only its steps see; NULL:
	 * it runs as the job does. */
	const char *local_dir;
};

/* One launch with all that became known of it. */
struct cpg_finding {
	struct cpg_launch launch;
	/* Whose facts these are, where a YAML file makes the roles differ: of the one whose
	 * verdict weighs more, or the actor's. */
	enum cpg_role role;
	struct cpg_facts facts;
	struct cpg_model model;
	const char *other; /* what shows that it is another trainer; NULL: nothing does */
	enum cpg_reason reason;
	/* What the reason would be if the launch were sure to start: differs from `reason` only
	 * for CPG_REASON_CONDITIONAL. */
	enum cpg_reason then;
	enum cpg_verdict verdict;
	const char *override; /* the request's */
};

struct cpg_result {
	/* The first finding that refuses decides, else the first undecided one, else
	 * CPG_REASON_SCRIPT_UNKNOWN when a launch may have been missed, else the first finding.
	 * CPG_REASON_NO_LAUNCH when there is none. */
	enum cpg_verdict verdict;
	enum cpg_reason reason;
	const struct cpg_finding *findings;
	size_t count;
	bool complete;   /* no launch was missed for want of knowledge */
	const char *why; /* when not complete: a clause, and its place */
	struct cpg_origin why_origin;
	const struct cpg_assumption *assumed; /* what was taken for granted of the script */
	size_t assumed_count;
};

/* Finds what the request would launch and judges it: first what the options declare, by
 * itself, then each launch of the script or the command, with the options filling what it
 * leaves unknown. Nothing is looked at when the mode is off, no script and no command when
 * `scripts` is off.
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
	CPG_ACTION_NONE,     /* silence */
	CPG_ACTION_NOTICE,   /* one line: it could not be judged */
	CPG_ACTION_WARN,     /* the refusal's text, and the job goes on */
	CPG_ACTION_OVERRIDE, /* one line: it would be refused, and the user overrides it */
	CPG_ACTION_REFUSE,   /* the refusal's text, and the job ends here */
};

/* Stable names: "none", "notice", "warn", "override", "refuse". */
const char *cpg_action_name(enum cpg_action action);

/* What the settings make of a finding at that gate. */
enum cpg_action cpg_finding_action(const struct cpg_settings *settings, enum cpg_gate gate,
				   const struct cpg_finding *finding);

#endif
