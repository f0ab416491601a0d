/* Text: pieces of bytes, growing buffers, UTF-8, and text made safe to print.
 */
#ifndef CPGUARD_TEXT_H
#define CPGUARD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpguard/arena.h"

/* Bytes that may hold a NUL or lie within a larger buffer; not owned. */
struct cpg_text {
	const char *bytes;
	size_t length;
};

/* A buffer that grows in an arena. Zero-initialise it with its arena set. Once an append
 * has failed, `failed` stays true and all later appends do nothing, so that a writer
 * needs to look only once, at the end. */
struct cpg_buffer {
	struct cpg_arena *arena;
	char *bytes; /* NUL behind `length` as soon as anything was appended */
	size_t length;
	size_t capacity;
	bool failed;
};

void cpg_buffer_bytes(struct cpg_buffer *buffer, const void *bytes, size_t length);
void cpg_buffer_string(struct cpg_buffer *buffer, const char *string);
void cpg_buffer_printf(struct cpg_buffer *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The text so far as a string, "" when nothing was appended; NULL when an append
 * failed. Owned by the arena. */
char *cpg_buffer_finish(struct cpg_buffer *buffer);

/* Decodes the UTF-8 character at the beginning of `bytes`, of which `length` are there.
 * Returns its length in bytes, 1 to 4, and sets *point; 0 when there is none or what is
 * there is no UTF-8 (overlong forms, surrogates and values above U+10FFFF are none). */
size_t cpg_utf8_decode(const char *bytes, size_t length, uint32_t *point);

/* Appends the text so that it is safe on a terminal and in a log and stays on its line:
 * control characters (C0, DEL, C1, the line and paragraph separators, the bidirectional
 * controls) and bytes that are no UTF-8 become \n, \t, \xNN or \uNNNN, a backslash is
 * doubled only where it stands before what could be read as such an escape. */
void cpg_buffer_printable(struct cpg_buffer *buffer, struct cpg_text text);

/* Appends the text as a JSON string with its quotes. Bytes that are no UTF-8 become lone
 * surrogates \udcNN, as Python's surrogateescape writes them, so that nothing is lost. */
void cpg_buffer_json(struct cpg_buffer *buffer, struct cpg_text text);

/* The same for at most `limit` bytes of what is appended, the quotes not counted: a text that
 * needs more is cut before a character, and "..." follows. */
void cpg_buffer_printable_within(struct cpg_buffer *buffer, struct cpg_text text,
				 size_t limit);
void cpg_buffer_json_within(struct cpg_buffer *buffer, struct cpg_text text, size_t limit);

/* `string` as a piece of text; an empty piece for NULL. */
struct cpg_text cpg_text_of(const char *string);

/* Whether the text is `string`, byte for byte. */
bool cpg_text_is(struct cpg_text text, const char *string);

#endif
