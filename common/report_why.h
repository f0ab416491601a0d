/* What is not known of a launch, and why, as sentences for both kinds of report.
 */
#ifndef CPGUARD_REPORT_WHY_H
#define CPGUARD_REPORT_WHY_H

#include "cpguard/request.h"

struct cpg_sentences {
	const char **items;
	size_t count;
};

/* Of one launch: its unknown words, the condition that it hangs on, the checkpoint. NULL when
 * there is no memory. */
const struct cpg_sentences *cpg_report_why(struct cpg_arena *arena,
					   const struct cpg_finding *finding);

/* Of the request as a whole: why a launch may have been missed. NULL when there is no
 * memory. */
const struct cpg_sentences *cpg_report_incomplete(struct cpg_arena *arena,
						  const struct cpg_result *result);

/* What was taken for granted. NULL when there is no memory. */
const struct cpg_sentences *cpg_report_assumed(struct cpg_arena *arena,
					       const struct cpg_result *result);

#endif
