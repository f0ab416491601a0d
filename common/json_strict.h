/* JSON as Python's json module takes it, no more and no less: one pass that checks a whole
 * document, without memory of its own, and finds members of its top level.
 *
 * Source: CPython 3.8 to 3.14: Lib/json/decoder.py, Modules/_json.c. The text is what
 * open(path, encoding="utf-8") gives: strict UTF-8, and a byte order mark is an error.
 */
#ifndef CPGUARD_JSON_STRICT_H
#define CPGUARD_JSON_STRICT_H

#include <stddef.h>

#include "cpguard/error.h"
#include "cpguard/text.h"

/* How deep lists and objects may lie within each other, the outermost counted. Python up to
 * 3.11 has one limit, 1000, for these and for the calls that led to json together: under
 * transformers 992 were read and 995 were not. Later releases read deeper. */
#define CPG_JSON_DEPTH 993

/* How many digits an integer may have: sys.int_info.default_max_str_digits. */
#define CPG_JSON_DIGITS 4300

/* A member of the top-level object that is looked for. */
struct cpg_json_member {
	const char *name; /* plain ASCII, compared with the decoded key */
	/* Set by the check: its text within the document, without the space around it; the
	 * last one when there are several. bytes is NULL when there is none. */
	struct cpg_text value;
};

/* Checks that `text` is one JSON document whose top level is an object, and fills the values
 * of the `count` members. `file` is used for messages only and must outlive *err.
 *
 * Returns 0, or -1 with *err set, the line included: CPG_E_SYNTAX when Python would not read
 * it, or reads something else than an object; CPG_E_LIMIT past CPG_JSON_DEPTH.
 */
int cpg_json_check(struct cpg_text text, const char *file, struct cpg_json_member *members,
		   size_t count, struct cpg_error *err) __attribute__((warn_unused_result));

/* The line that `at`, which lies within `text`, is on: 1 and the newlines before it. */
unsigned cpg_json_line(struct cpg_text text, const char *at);

/* What is in front of a message about `file`: the last component of its path. */
const char *cpg_json_file_name(const char *file);

#endif
