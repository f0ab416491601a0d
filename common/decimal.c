#include "decimal.h"

#include <stddef.h>

/* slime needs Python 3.10 or later: what Unicode 13 has, all of them know. */
enum {
	KNOWN_TO_ALL = 13,
};

/* Where each run of ten digits begins, in order, and the Unicode release that added it: 13
 * stands for that and everything before. */
static const struct {
	uint32_t zero;
	uint8_t release;
} runs[] = {
	{0x00030, 13}, {0x00660, 13}, {0x006f0, 13}, {0x007c0, 13}, {0x00966, 13},
	{0x009e6, 13}, {0x00a66, 13}, {0x00ae6, 13}, {0x00b66, 13}, {0x00be6, 13},
	{0x00c66, 13}, {0x00ce6, 13}, {0x00d66, 13}, {0x00de6, 13}, {0x00e50, 13},
	{0x00ed0, 13}, {0x00f20, 13}, {0x01040, 13}, {0x01090, 13}, {0x017e0, 13},
	{0x01810, 13}, {0x01946, 13}, {0x019d0, 13}, {0x01a80, 13}, {0x01a90, 13},
	{0x01b50, 13}, {0x01bb0, 13}, {0x01c40, 13}, {0x01c50, 13}, {0x0a620, 13},
	{0x0a8d0, 13}, {0x0a900, 13}, {0x0a9d0, 13}, {0x0a9f0, 13}, {0x0aa50, 13},
	{0x0abf0, 13}, {0x0ff10, 13}, {0x104a0, 13}, {0x10d30, 13}, {0x10d40, 16},
	{0x11066, 13}, {0x110f0, 13}, {0x11136, 13}, {0x111d0, 13}, {0x112f0, 13},
	{0x11450, 13}, {0x114d0, 13}, {0x11650, 13}, {0x116c0, 13}, {0x116d0, 16},
	{0x116da, 16}, {0x11730, 13}, {0x118e0, 13}, {0x11950, 13}, {0x11bf0, 16},
	{0x11c50, 13}, {0x11d50, 13}, {0x11da0, 13}, {0x11de0, 17}, {0x11f50, 15},
	{0x16130, 16}, {0x16a60, 13}, {0x16ac0, 14}, {0x16b50, 13}, {0x16d70, 16},
	{0x1ccf0, 16}, {0x1d7ce, 13}, {0x1d7d8, 13}, {0x1d7e2, 13}, {0x1d7ec, 13},
	{0x1d7f6, 13}, {0x1e140, 13}, {0x1e2f0, 13}, {0x1e4f0, 15}, {0x1e5f1, 16},
	{0x1e950, 13}, {0x1fbf0, 13},
};

int cpg_decimal_value(uint32_t point, bool *disputed)
{
	size_t low = 0;
	size_t high = sizeof(runs) / sizeof(runs[0]);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (point < runs[middle].zero) {
			high = middle;
		} else if (point - runs[middle].zero > 9) {
			low = middle + 1;
		} else {
			if (runs[middle].release > KNOWN_TO_ALL)
				*disputed = true;
			return (int)(point - runs[middle].zero);
		}
	}
	return -1;
}
