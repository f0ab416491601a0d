/* JSON that cJSON and Python read alike: a rewrite of text that cpg_json_check() has passed.
 *
 * What Python's json module takes and cJSON does not, or reads otherwise, is replaced: NaN,
 * long numbers, \u0000 (which would end the string), lone surrogates.
 */
#ifndef CPGUARD_JSON_CLEAN_H
#define CPGUARD_JSON_CLEAN_H

#include <stdint.h>

#include "cpguard/arena.h"
#include "cpguard/text.h"

/* Rewrites a value that cpg_json_check() found; the document must still be there behind it.
 * Space is dropped; a number, NaN and the infinities included, becomes 0 when it is false in
 * Python and 1 otherwise; strings keep only the escapes \" and \\, with U+0000 as the bytes
 * C0 80 and a lone surrogate as three bytes as UTF-8 would write it, neither of which a
 * checked document can hold.
 *
 * Returns a string owned by `arena`, never longer than the value; NULL without memory.
 */
char *cpg_json_clean(struct cpg_arena *arena, struct cpg_text value)
	__attribute__((warn_unused_result));

/* A string that came through cpg_json_clean() and a JSON reader, with C0 80 turned back into
 * NUL bytes. Owned by `arena`; bytes is NULL when there is no memory. */
struct cpg_text cpg_json_restore(struct cpg_arena *arena, const char *string)
	__attribute__((warn_unused_result));

/* What the escape at **at, in a string that was checked, stands for; moves *at behind it. A
 * pair of surrogates is one character, a lone one stands for itself, as in Python. */
uint32_t cpg_json_unescape(const char **at);

#endif
