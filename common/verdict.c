#include "cpguard/verdict.h"

struct reason {
	const char *name;
	enum cpg_verdict verdict;
};

static const struct reason reasons[CPG_REASON_COUNT] = {
	[CPG_REASON_NO_LAUNCH] = {"no_launch", CPG_ALLOW},
	[CPG_REASON_FLAG_NOT_GIVEN] = {"flag_not_given", CPG_ALLOW},
	[CPG_REASON_SINGLE_RANK] = {"single_rank", CPG_ALLOW},
	[CPG_REASON_ROLLOUT_ONLY] = {"rollout_only", CPG_ALLOW},
	[CPG_REASON_COMMAND_LINE_REJECTED] = {"command_line_rejected", CPG_ALLOW},
	[CPG_REASON_YAML_REJECTED] = {"yaml_rejected", CPG_ALLOW},
	[CPG_REASON_NOT_SLIME] = {"not_slime", CPG_ALLOW},
	[CPG_REASON_PERMITTED] = {"permitted", CPG_ALLOW},
	[CPG_REASON_ARCHITECTURE_NOT_PERMITTED] = {"architecture_not_permitted",
						   CPG_REFUSE},
	[CPG_REASON_ARCHITECTURE_MISSING] = {"architecture_missing", CPG_REFUSE},
	[CPG_REASON_CHECKPOINT_NOT_GIVEN] = {"checkpoint_not_given", CPG_REFUSE},
	[CPG_REASON_CHECKPOINT_NOT_FOUND] = {"checkpoint_not_found", CPG_UNDECIDED},
	[CPG_REASON_CHECKPOINT_UNREADABLE] = {"checkpoint_unreadable", CPG_UNDECIDED},
	[CPG_REASON_CHECKPOINT_HIDDEN] = {"checkpoint_hidden", CPG_UNDECIDED},
	[CPG_REASON_ARGUMENT_UNKNOWN] = {"argument_unknown", CPG_UNDECIDED},
	[CPG_REASON_YAML_UNKNOWN] = {"yaml_unknown", CPG_UNDECIDED},
	[CPG_REASON_CONDITIONAL] = {"conditional", CPG_UNDECIDED},
	[CPG_REASON_SCRIPT_UNKNOWN] = {"script_unknown", CPG_UNDECIDED},
	[CPG_REASON_LIMIT_EXCEEDED] = {"limit_exceeded", CPG_UNDECIDED},
};

const char *cpg_verdict_name(enum cpg_verdict verdict)
{
	static const char *const names[] = {
		[CPG_ALLOW] = "allow",
		[CPG_REFUSE] = "refuse",
		[CPG_UNDECIDED] = "undecided",
	};

	return names[verdict];
}

const char *cpg_reason_name(enum cpg_reason reason)
{
	return reasons[reason].name;
}

enum cpg_verdict cpg_reason_verdict(enum cpg_reason reason)
{
	return reasons[reason].verdict;
}

/* Sets *reason and returns true when the facts alone answer. */
static bool facts_decide(const struct cpg_facts *facts, enum cpg_reason *reason)
{
	const struct cpg_fact_size *size = &facts->context_parallel_size;

	if (facts->rejected)
		*reason = CPG_REASON_COMMAND_LINE_REJECTED;
	else if (facts->debug_rollout_only.value == CPG_YES)
		*reason = CPG_REASON_ROLLOUT_ONLY;
	else if (facts->allgather_cp.value == CPG_NO)
		*reason = CPG_REASON_FLAG_NOT_GIVEN;
	else if (size->known && size->size.value <= 1)
		*reason = CPG_REASON_SINGLE_RANK;
	else if (facts->stopped)
		*reason = CPG_REASON_YAML_REJECTED;
	else
		return false;
	return true;
}

/* Whether the rule is known to be broken but for the model. */
static bool all_known(const struct cpg_facts *facts)
{
	return facts->allgather_cp.value == CPG_YES && facts->context_parallel_size.known &&
	       facts->debug_rollout_only.value == CPG_NO && facts->hf_checkpoint.known;
}

static bool has_checkpoint(const struct cpg_facts *facts)
{
	return facts->hf_checkpoint.known && facts->hf_checkpoint.path &&
	       facts->hf_checkpoint.path[0] != '\0';
}

bool cpg_verdict_needs_model(const struct cpg_facts *facts)
{
	enum cpg_reason reason;

	return !facts_decide(facts, &reason) && has_checkpoint(facts);
}

static enum cpg_reason judge_model(const struct cpg_model *model)
{
	switch (model->state) {
	case CPG_MODEL_READ:
		if (model->permitted)
			return CPG_REASON_PERMITTED;
		return model->architecture_count > 0 ? CPG_REASON_ARCHITECTURE_NOT_PERMITTED
						     : CPG_REASON_ARCHITECTURE_MISSING;
	case CPG_MODEL_NOT_FOUND:
		return CPG_REASON_CHECKPOINT_NOT_FOUND;
	case CPG_MODEL_UNREADABLE:
		return CPG_REASON_CHECKPOINT_UNREADABLE;
	case CPG_MODEL_UNASKED:
	case CPG_MODEL_HIDDEN:
		break;
	}
	return CPG_REASON_CHECKPOINT_HIDDEN;
}

enum cpg_reason cpg_verdict_judge(const struct cpg_facts *facts,
				  const struct cpg_model *model)
{
	enum cpg_reason reason;

	if (facts_decide(facts, &reason))
		return reason;
	if (has_checkpoint(facts))
		reason = judge_model(model);
	else
		reason = CPG_REASON_CHECKPOINT_NOT_GIVEN;
	/* A permitted model makes every other unknown harmless. Anything else is only as
	 * certain as the command line. */
	if (reason != CPG_REASON_PERMITTED && !all_known(facts))
		return facts->unread ? CPG_REASON_YAML_UNKNOWN
				     : CPG_REASON_ARGUMENT_UNKNOWN;
	return reason;
}

bool cpg_verdict_asks(const struct cpg_facts *facts)
{
	return (facts->allgather_cp.value == CPG_YES || facts->allgather_cp.given) &&
	       !(facts->context_parallel_size.known &&
		 facts->context_parallel_size.size.value <= 1);
}
