/* Reports: findings as text for a person, or as JSON for a program.
 */
#ifndef CPGUARD_REPORT_H
#define CPGUARD_REPORT_H

#include "cpguard/arena.h"
#include "cpguard/request.h"

/* The text of a finding for what is done about it: nothing for CPG_ACTION_NONE, one line
 * for a notice or an override, a few for a refusal or a warning. Every line begins with
 * "cpguard:" and ends with a newline; names in it are safe to print. Written for somebody who
 * has never heard of cpguard. A notice ends with the option or setting that would settle it, a
 * refusal with what becomes of CPGUARD_OVERRIDE where that is set or allowed.
 *
 * `gate` is where it is said: at the submit gate, what is deferred is said to be.
 *
 * Returns the text (owned by `arena`), or NULL when there is no memory.
 */
const char *cpg_report_text(struct cpg_arena *arena, const struct cpg_settings *settings,
			    enum cpg_gate gate, const struct cpg_finding *finding,
			    enum cpg_action action) __attribute__((warn_unused_result));

/* One line for a message that is not about a finding, such as a bad setting: "cpguard: "
 * and the error's place and sentence, made safe to print, and a newline. NULL when there is
 * no memory. */
const char *cpg_report_error(struct cpg_arena *arena, const struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The whole result as one JSON object on one line, with a newline:
 *
 *     verdict   "allow", "refuse", "undecided"
 *     reason    see verdict.h
 *     launches  a list of objects: origin, argv, exact, conditional, role (only where a YAML
 *               file makes the roles differ: "actor" or "critic", the one that the rest is
 *               about), allgather_cp, context_parallel_size, hf_checkpoint,
 *               debug_rollout_only, model (config, architectures, permitted), flags (file and
 *               line of each), verdict, reason, why (a list of sentences: what is not known
 *               and why), action (what a submission would meet under `settings`: "none",
 *               "notice", "warn", "override", "refuse")
 *     complete  whether no launch was missed for want of knowledge
 *     why       a list of sentences that say why not
 *
 * What is not known is null. Returns the text (owned by `arena`), or NULL when there is no
 * memory.
 */
const char *cpg_report_json(struct cpg_arena *arena, const struct cpg_settings *settings,
			    const struct cpg_result *result)
	__attribute__((warn_unused_result));

/* All of it for a person, without "cpguard:": each launch with its words, where each flag
 * comes from, what is not known and why, and the verdict. NULL when there is no memory. */
const char *cpg_report_explain(struct cpg_arena *arena, const struct cpg_result *result)
	__attribute__((warn_unused_result));

/* What is known of a checkpoint by itself, as text (lines for a person, without "cpguard:")
 * or as JSON: checkpoint, state ("read", "not_found", "unreadable", "hidden"), config,
 * architectures, permitted, why. NULL when there is no memory. */
const char *cpg_report_model_text(struct cpg_arena *arena, const char *checkpoint,
				  const struct cpg_model *model)
	__attribute__((warn_unused_result));
const char *cpg_report_model_json(struct cpg_arena *arena, const char *checkpoint,
				  const struct cpg_model *model)
	__attribute__((warn_unused_result));

#endif
