#include <string.h>

#include "cpguard/report.h"
#include "spank_cpguard.h"

void spank_say(const char *text)
{
	/* A line at a time: some releases put a time stamp or a node's name before each call's
	 * output, and none breaks lines. */
	while (text && *text) {
		size_t length = strcspn(text, "\n");

		slurm_spank_log("%.*s", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

static void say_finding(struct cpg_arena *arena, const struct spank_cpguard *plugin,
			const struct spank_speaker *speaker,
			const struct cpg_finding *finding, enum cpg_action action)
{
	const char *text = arena ? cpg_report_text(arena, &plugin->settings, speaker->gate,
						   finding, action)
				 : NULL;

	spank_say(
		text ? text
		     : "cpguard: refused or warned of, but there is no memory to say more");
}

/* Tells the user and the log what is done about a finding. A refusal is always said: nothing
 * that went before explains why this ends. */
static void tell(struct cpg_arena *arena, struct spank_cpguard *plugin,
		 const struct spank_speaker *speaker, const struct cpg_finding *finding,
		 enum cpg_action action)
{
	enum spank_said_where said = spank_said(plugin, spank_said_key(finding, action));
	bool refuses = action == CPG_ACTION_REFUSE;

	if (speaker->silent || (said == SPANK_SAID_HERE && !refuses))
		return;
	if (arena)
		spank_log(arena, &plugin->settings, speaker, finding, action);
	if (said == SPANK_SAID_NOWHERE || refuses)
		say_finding(arena, plugin, speaker, finding, action);
}

enum cpg_action spank_say_findings(struct spank_cpguard *plugin,
				   const struct spank_speaker *speaker,
				   const struct cpg_result *result)
{
	/* Of its own: the evaluation may have used up its memory, and a refusal without a word
	 * helps nobody. */
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	enum cpg_action strictest = CPG_ACTION_NONE;

	for (size_t i = 0; i < result->count && strictest < CPG_ACTION_OVERRIDE; i++) {
		const struct cpg_finding *finding = &result->findings[i];
		enum cpg_action action =
			cpg_finding_action(&plugin->settings, speaker->gate, finding);

		if (action > strictest)
			strictest = action;
		if (action != CPG_ACTION_NONE)
			tell(arena, plugin, speaker, finding, action);
	}
	return strictest;
}
