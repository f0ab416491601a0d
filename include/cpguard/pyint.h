/* Integers as Python's int() reads them from a string.
 *
 * Source: CPython 3.8 to 3.14, Objects/longobject.c (PyLong_FromString) and
 * Objects/unicodeobject.c (_PyUnicode_TransformDecimalAndSpaceToASCII).
 */
#ifndef CPGUARD_PYINT_H
#define CPGUARD_PYINT_H

#include <stdint.h>

#include "cpguard/arena.h"
#include "cpguard/text.h"

struct cpg_int {
	int64_t value;      /* INT64_MAX or INT64_MIN when it lies beyond */
	const char *digits; /* canonical decimal text, "-" before a negative one */
};

/* Reads `text` as int(text) would, base 10: white space around it (Unicode's too, but not
 * U+001C to U+001F), one sign, decimal digits of any script, single underscores between
 * digits.
 *
 * Returns 1 and sets *out (digits owned by `arena`), 0 when int() raises ValueError (bytes
 * that are no UTF-8 included), or -1 when it cannot be told: no memory, digits that only
 * some releases of Python know, or more than 4300 digits, which only some refuse.
 */
int cpg_int_parse(struct cpg_arena *arena, struct cpg_text text, struct cpg_int *out)
	__attribute__((warn_unused_result));

/* What cpg_int_parse() returns for `text` when memory is no matter. */
int cpg_int_check(struct cpg_text text);

#endif
