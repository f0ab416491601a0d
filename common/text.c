#include "cpguard/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool reserve(struct cpg_buffer *buffer, size_t more)
{
	size_t need;
	size_t capacity;
	char *bytes;

	if (buffer->failed)
		return false;
	if (__builtin_add_overflow(buffer->length + 1, more, &need)) {
		buffer->failed = true;
		return false;
	}
	if (need <= buffer->capacity)
		return true;
	capacity = need > 128 ? need + need / 2 : 128;
	bytes = cpg_arena_alloc(buffer->arena, capacity);
	if (!bytes) {
		buffer->failed = true;
		return false;
	}
	if (buffer->length)
		memcpy(bytes, buffer->bytes, buffer->length);
	buffer->bytes = bytes;
	buffer->capacity = capacity;
	return true;
}

void cpg_buffer_bytes(struct cpg_buffer *buffer, const void *bytes, size_t length)
{
	if (!reserve(buffer, length))
		return;
	if (length)
		memcpy(buffer->bytes + buffer->length, bytes, length);
	buffer->length += length;
	buffer->bytes[buffer->length] = '\0';
}

void cpg_buffer_string(struct cpg_buffer *buffer, const char *string)
{
	cpg_buffer_bytes(buffer, string, strlen(string));
}

void cpg_buffer_printf(struct cpg_buffer *buffer, const char *format, ...)
{
	va_list args;
	va_list again;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		buffer->failed = true;
	else if (reserve(buffer, (size_t)length)) {
		vsnprintf(buffer->bytes + buffer->length, (size_t)length + 1, format,
			  again);
		buffer->length += (size_t)length;
	}
	va_end(again);
}

char *cpg_buffer_finish(struct cpg_buffer *buffer)
{
	cpg_buffer_bytes(buffer, "", 0);
	return buffer->failed ? NULL : buffer->bytes;
}

size_t cpg_utf8_decode(const char *bytes, size_t length, uint32_t *point)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *b = (const unsigned char *)bytes;
	size_t size;
	uint32_t value;

	if (length == 0)
		return 0;
	if (b[0] < 0x80) {
		*point = b[0];
		return 1;
	}
	if (b[0] >= 0xc2 && b[0] <= 0xdf) {
		size = 2;
		value = b[0] & 0x1fu;
	} else if ((b[0] & 0xf0) == 0xe0) {
		size = 3;
		value = b[0] & 0x0fu;
	} else if (b[0] >= 0xf0 && b[0] <= 0xf4) {
		size = 4;
		value = b[0] & 0x07u;
	} else {
		return 0;
	}
	if (length < size)
		return 0;
	for (size_t i = 1; i < size; i++) {
		if ((b[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (b[i] & 0x3fu);
	}
	if (value < least[size] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
		return 0;
	*point = value;
	return size;
}

/* What a terminal acts on, or what reorders or breaks a line, instead of showing it. */
static bool is_control(uint32_t point)
{
	return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x061c ||
	       point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
	       (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

/* A backslash that a reader could take for the beginning of an escape of ours. */
static bool looks_like_escape(const char *bytes, size_t length)
{
	return length >= 2 && bytes[0] == '\\' && strchr("\\ntrxu", bytes[1]) && bytes[1];
}

static void append_control(struct cpg_buffer *buffer, uint32_t point)
{
	if (point == '\n')
		cpg_buffer_string(buffer, "\\n");
	else if (point == '\t')
		cpg_buffer_string(buffer, "\\t");
	else if (point == '\r')
		cpg_buffer_string(buffer, "\\r");
	else if (point < 0x80)
		cpg_buffer_printf(buffer, "\\x%02x", (unsigned)point);
	else
		cpg_buffer_printf(buffer, "\\u%04x", (unsigned)point);
}

/* Each of these appends the character at the beginning of `text`, which is not empty, or its
 * first byte when that begins none. Returns how many bytes of the text that was. */

static size_t put_printable(struct cpg_buffer *buffer, struct cpg_text text)
{
	uint32_t point = 0;
	size_t size = cpg_utf8_decode(text.bytes, text.length, &point);

	if (size == 0) {
		cpg_buffer_printf(buffer, "\\x%02x", (unsigned)(unsigned char)*text.bytes);
		return 1;
	}
	if (is_control(point)) {
		append_control(buffer, point);
	} else {
		if (looks_like_escape(text.bytes, text.length))
			cpg_buffer_string(buffer, "\\");
		cpg_buffer_bytes(buffer, text.bytes, size);
	}
	return size;
}

static size_t put_json(struct cpg_buffer *buffer, struct cpg_text text)
{
	uint32_t point = 0;
	size_t size = cpg_utf8_decode(text.bytes, text.length, &point);

	if (size == 0) {
		cpg_buffer_printf(buffer, "\\udc%02x",
				  (unsigned)(unsigned char)*text.bytes);
		return 1;
	}
	if (point == '"' || point == '\\')
		cpg_buffer_printf(buffer, "\\%c", (int)point);
	else if (is_control(point))
		cpg_buffer_printf(buffer, "\\u%04x", (unsigned)point);
	else
		cpg_buffer_bytes(buffer, text.bytes, size);
	return size;
}

static void take_back(struct cpg_buffer *buffer, size_t length)
{
	if (buffer->failed)
		return;
	buffer->length = length;
	buffer->bytes[length] = '\0';
}

/* Appends whole characters, `limit` bytes of them at most, and "..." when that is not all. */
static void put_all(struct cpg_buffer *buffer, struct cpg_text text, size_t limit,
		    size_t (*put)(struct cpg_buffer *buffer, struct cpg_text text))
{
	size_t start = buffer->length;

	for (size_t i = 0; i < text.length && !buffer->failed;) {
		size_t before = buffer->length;

		i += put(buffer, (struct cpg_text){text.bytes + i, text.length - i});
		if (buffer->length - start > limit) {
			take_back(buffer, before);
			cpg_buffer_string(buffer, "...");
			return;
		}
	}
}

void cpg_buffer_printable(struct cpg_buffer *buffer, struct cpg_text text)
{
	put_all(buffer, text, SIZE_MAX, put_printable);
}

void cpg_buffer_printable_within(struct cpg_buffer *buffer, struct cpg_text text,
				 size_t limit)
{
	put_all(buffer, text, limit, put_printable);
}

void cpg_buffer_json(struct cpg_buffer *buffer, struct cpg_text text)
{
	cpg_buffer_json_within(buffer, text, SIZE_MAX);
}

void cpg_buffer_json_within(struct cpg_buffer *buffer, struct cpg_text text, size_t limit)
{
	cpg_buffer_string(buffer, "\"");
	put_all(buffer, text, limit, put_json);
	cpg_buffer_string(buffer, "\"");
}

struct cpg_text cpg_text_of(const char *string)
{
	return (struct cpg_text){string, string ? strlen(string) : 0};
}

bool cpg_text_is(struct cpg_text text, const char *string)
{
	return text.length == strlen(string) &&
	       (text.length == 0 || memcmp(text.bytes, string, text.length) == 0);
}
