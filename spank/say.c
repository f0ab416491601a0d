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

/* Whether the text is said for the first time; it is kept for the next. */
static bool is_new(struct spank_cpguard *plugin, const char *text)
{
	struct spank_said *said;

	for (said = plugin->said; said; said = said->before) {
		if (strcmp(said->text, text) == 0)
			return false;
	}
	said = cpg_arena_alloc(plugin->arena, sizeof(*said));
	text = cpg_arena_string(plugin->arena, text);
	if (said && text) {
		*said = (struct spank_said){plugin->said, text};
		plugin->said = said;
	}
	return true;
}

enum cpg_action spank_say_findings(struct spank_cpguard *plugin, enum cpg_gate gate,
				   const struct cpg_result *result, bool silent)
{
	/* Of its own: the evaluation may have used up its memory, and a refusal without a word
	 * helps nobody. */
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	enum cpg_action strictest = CPG_ACTION_NONE;

	for (size_t i = 0; i < result->count && strictest < CPG_ACTION_OVERRIDE; i++) {
		const struct cpg_finding *finding = &result->findings[i];
		enum cpg_action action =
			cpg_finding_action(&plugin->settings, gate, finding);
		const char *text;

		if (action > strictest)
			strictest = action;
		if (silent || action == CPG_ACTION_NONE)
			continue;
		text = arena ? cpg_report_text(arena, &plugin->settings, gate, finding,
					       action)
			     : NULL;
		if (!text)
			spank_say("cpguard: refused or warned of, but there is no memory "
				  "to say "
				  "more");
		else if (is_new(plugin, text))
			spank_say(text);
	}
	return strictest;
}
