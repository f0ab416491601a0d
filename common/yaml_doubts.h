/* Doubts about YAML: where libyaml takes a text that PyYAML does not, or may read it in another
 * way.
 *
 * Found by comparing the events of yaml.SafeLoader and yaml.CSafeLoader (libyaml 0.2.5, PyYAML
 * 6.0.3) on random texts. Only what libyaml takes and PyYAML rejects matters here.
 */
#ifndef CPGUARD_YAML_DOUBTS_H
#define CPGUARD_YAML_DOUBTS_H

#include <yaml.h>

#include "cpguard/error.h"
#include "cpguard/text.h"

/* How far a document has been looked at. Zero-initialise with its text (without a byte order
 * mark) and file set. */
struct cpg_yaml_doubts {
	struct cpg_text text;
	const char *file;
	size_t at;    /* in bytes */
	size_t index; /* in characters, as libyaml counts */
	bool tabs;    /* set by the first check: there is a tab somewhere */
	bool started;
};

/* Looks at what lies between the last event and this one, and at this one. `flow` is whether a
 * flow collection is around it. Every event of the stream has to come by, in order.
 *
 * Returns 0, or -1 with *err set: CPG_E_SYNTAX for a tab between tokens or in a plain scalar,
 * and for some `?` in a flow collection; CPG_E_LIMIT where it cannot be told: for a byte
 * order mark within the text, for a comment glued to `|`, `>` or %YAML, for a tab in a scalar
 * with a tag or an anchor.
 */
int cpg_yaml_doubt(struct cpg_yaml_doubts *doubts, const yaml_event_t *event, bool flow,
		   struct cpg_error *err) __attribute__((warn_unused_result));

#endif
