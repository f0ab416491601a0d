/* The parts of a report's text that more than one file of it needs. What they append is safe to
 * print and has no newline unless they say so.
 */
#ifndef CPGUARD_REPORT_PARTS_H
#define CPGUARD_REPORT_PARTS_H

#include "cpguard/request.h"
#include "cpguard/text.h"

/* report_text.c: "--allgather-cp with --context-parallel-size 2", as far as it is known; before
 * it "in the critic, ", where the roles differ. */
void cpg_report_put_asked(struct cpg_buffer *out, const struct cpg_finding *finding);

/* report_text.c: where a flag was written: "run.sh:31", "on the command line". */
void cpg_report_put_origin(struct cpg_buffer *out, enum cpg_launch_source source,
			   const struct cpg_origin *origin);

/* report_text.c: the model's own sentence, with its place when there is one. */
void cpg_report_put_model_why(struct cpg_buffer *out, const struct cpg_model *model);

/* report_text.c: what breaks the rule, as a sentence without its period: what config.json
 * names, or why it is not known. */
void cpg_report_put_cause(struct cpg_buffer *out, const struct cpg_finding *finding);

/* report_notice.c: what is not known, of a finding that is undecided, as a clause. */
void cpg_report_put_unknown(struct cpg_buffer *out, const struct cpg_finding *finding);

/* report_notice.c: which option or setting would make it known, as an order: "name an
 * --hf-checkpoint that is there". Nothing when the finding is decided. */
void cpg_report_put_remedy(struct cpg_buffer *out, const struct cpg_finding *finding);

/* report_notice.c: the line of a notice, with its newline. */
void cpg_report_put_notice(struct cpg_buffer *out, const struct cpg_settings *settings,
			   enum cpg_gate gate, const struct cpg_finding *finding);

/* report_override.c: the line of an override, with its newline. */
void cpg_report_put_override(struct cpg_buffer *out, const struct cpg_finding *finding);

/* report_override.c: the line of a refusal that says why CPGUARD_OVERRIDE does not help, or
 * that it would, with its newline; nothing where neither is so. */
void cpg_report_put_override_hint(struct cpg_buffer *out,
				  const struct cpg_settings *settings,
				  const struct cpg_finding *finding);

#endif
