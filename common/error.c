#include "cpguard/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cpguard/text.h"

/* Cuts a character that the end of the buffer split. */
static void trim_partial(char *text)
{
	size_t length = strlen(text);
	size_t start = length;
	uint32_t point;

	while (start > 0 && length - start < 4 &&
	       ((unsigned char)text[start - 1] & 0xc0) == 0x80)
		start--;
	if (start > 0 && (unsigned char)text[start - 1] >= 0xc0)
		start--;
	if (start < length && cpg_utf8_decode(text + start, length - start, &point) == 0)
		text[start] = '\0';
}

static void set(struct cpg_error *err, int code, const char *file, unsigned line,
		const char *format, va_list args)
{
	int length;

	if (!err)
		return;
	err->code = code;
	err->file = file;
	err->line = line;
	length = vsnprintf(err->text, sizeof(err->text), format, args);
	if (length < 0)
		err->text[0] = '\0';
	else if ((size_t)length >= sizeof(err->text))
		trim_partial(err->text);
}

int cpg_error_set(struct cpg_error *err, int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	set(err, code, NULL, 0, format, args);
	va_end(args);
	return -1;
}

int cpg_error_at(struct cpg_error *err, int code, const char *file, unsigned line,
		 const char *format, ...)
{
	va_list args;

	va_start(args, format);
	set(err, code, file, line, format, args);
	va_end(args);
	return -1;
}
