/* Decimal digits of every script, as str.isdecimal() knows them.
 *
 * Source: Unicode 17, DerivedNumericType.txt; the Unicode release that CPython's unicodedata
 * is built from: 3.9 and 3.10 13.0, 3.11 14.0, 3.12 15.0, 3.13 15.1, 3.14 16.0, 3.15 17.0.
 */
#ifndef CPGUARD_DECIMAL_H
#define CPGUARD_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* The value of the digit `point`, 0 to 9, or -1 when it is none. Sets *disputed to true, and
 * never to false, when only some of the releases of Python that can be in use know it. */
int cpg_decimal_value(uint32_t point, bool *disputed);

#endif
