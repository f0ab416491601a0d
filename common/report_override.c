#include "cpguard/override.h"
#include "report_parts.h"

enum {
	REASON_SHOWN = 200, /* bytes of a reason in a line; it can be of any length */
};

void cpg_report_put_override(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	cpg_buffer_string(out, "cpguard: overridden by CPGUARD_OVERRIDE=");
	cpg_buffer_json_within(out, cpg_text_of(finding->override), REASON_SHOWN);
	cpg_buffer_string(out, ": ");
	cpg_report_put_asked(out, finding);
	cpg_buffer_string(out, " would be refused. ");
	cpg_report_put_cause(out, finding);
	cpg_buffer_string(out, ".\n");
}

void cpg_report_put_override_hint(struct cpg_buffer *out,
				  const struct cpg_settings *settings,
				  const struct cpg_finding *finding)
{
	if (finding->override && !settings->override)
		cpg_buffer_string(out,
				  "cpguard: CPGUARD_OVERRIDE is set, but this site does "
				  "not allow it to let a job pass.\n");
	else if (finding->override)
		cpg_buffer_string(out,
				  "cpguard: CPGUARD_OVERRIDE is set, but says nothing: "
				  "it counts when it gives a reason.\n");
	else if (settings->override)
		cpg_buffer_string(out,
				  "cpguard: Or let it pass with CPGUARD_OVERRIDE=REASON "
				  "in the environment that it is submitted from.\n");
}
