#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_escape.h"
#include "shell_pieces.h"

#define UNKNOWN_TEXT "what printf prints is not known"

enum {
	/* A wider field than this is not made. */
	WIDTH_LIMIT = 4096,
};

/* A printf under way. */
struct printing {
	struct cpg_shell *shell;
	const struct cpg_fields *fields;
	size_t next; /* the next argument */
	struct cpg_origin origin;
	struct cpg_pieces out;
	int status;
	bool stopped; /* nothing is printed any more */
};

/* One %, from its flags to its letter. */
struct directive {
	bool minus;
	bool plus;
	bool blank;
	bool zero;
	bool alternate;
	bool quote; /* ' groups digits as the locale does */
	long width; /* -1: none */
	long precision;
	bool unknown; /* width or precision is not known */
	char letter;
};

/* Nothing is known of what is printed from here on. */
static void lose(struct printing *p)
{
	cpg_pieces_gap(&p->out, UNKNOWN_TEXT, p->origin, false);
	if (p->status == 0)
		p->status = -1;
	p->stopped = true;
}

static void fail(struct printing *p)
{
	p->status = 1;
}

/* The next argument, or NULL when they are used up. */
static const struct cpg_field *take(struct printing *p)
{
	const struct cpg_field *field;

	if (p->next >= p->fields->count)
		return NULL;
	field = &p->fields->items[p->next++];
	if (field->many)
		lose(p);
	return field;
}

static struct cpg_value value_of(const struct cpg_field *field)
{
	return field ? field->value : cpg_value_empty;
}

static struct cpg_origin origin_of(const struct printing *p, const struct cpg_field *field)
{
	return field && field->value.count ? cpg_value_origin(field->value) : p->origin;
}

static bool is_ascii(struct cpg_text text)
{
	for (size_t i = 0; i < text.length; i++) {
		if ((unsigned char)text.bytes[i] >= 0x80)
			return false;
	}
	return true;
}

static void pad(struct printing *p, long count, struct cpg_origin origin)
{
	for (long i = 0; i < count; i++)
		cpg_pieces_text(&p->out, " ", 1, origin);
}

/* Prints text in its field. How wide other than ASCII characters are hangs on the locale. */
static void put_padded(struct printing *p, const struct directive *d, struct cpg_text text,
		       struct cpg_origin origin)
{
	long length;

	if (!is_ascii(text)) {
		cpg_pieces_gap(&p->out, UNKNOWN_TEXT, origin, false);
		return;
	}
	length = (long)text.length;
	if (d->precision >= 0 && d->precision < length)
		length = d->precision;
	if (!d->minus)
		pad(p, d->width - length, origin);
	cpg_pieces_text(&p->out, text.bytes, (size_t)length, origin);
	if (d->minus)
		pad(p, d->width - length, origin);
}

static void put_value(struct printing *p, const struct directive *d, struct cpg_value value,
		      struct cpg_origin origin)
{
	struct cpg_text text;

	if (d->width <= 0 && d->precision < 0) {
		cpg_pieces_value(&p->out, value);
		return;
	}
	if (!cpg_value_known(value)) {
		cpg_pieces_gap(&p->out, UNKNOWN_TEXT, origin, false);
		return;
	}
	text = cpg_value_flat(p->shell->arena, value);
	if (text.bytes)
		put_padded(p, d, text, origin);
	else
		p->out.failed = true;
}

static void print_string(struct printing *p, const struct directive *d,
			 const struct cpg_field *field)
{
	put_value(p, d, value_of(field), origin_of(p, field));
}

static void print_character(struct printing *p, const struct directive *d,
			    const struct cpg_field *field)
{
	struct cpg_text text = cpg_value_prefix(p->shell->arena, value_of(field));
	struct directive whole = *d;

	whole.precision = -1;
	/* Without a character it prints a NUL. */
	if (!text.bytes || text.length == 0)
		lose(p);
	else
		put_padded(p, &whole, (struct cpg_text){text.bytes, 1},
			   origin_of(p, field));
}

/* The number behind a quote is that of the character there. */
static bool character_number(struct printing *p, const char *text, long long *number)
{
	if ((unsigned char)text[1] >= 0x80)
		lose(p);
	*number = (unsigned char)text[1];
	return !p->stopped;
}

/* The argument as a number. Returns false when it is not known. */
static bool number_of(struct printing *p, const struct cpg_field *field, bool is_signed,
		      long long *number)
{
	const char *text = field ? cpg_builtin_text(p->shell, field) : "0";
	char *end;

	*number = 0;
	if (!text) {
		if (p->status == 0)
			p->status = -1;
		return false;
	}
	if (text[0] == '\'' || text[0] == '"')
		return character_number(p, text, number);
	*number =
		is_signed ? strtoimax(text, &end, 0) : (long long)strtoumax(text, &end, 0);
	/* Of one that is too large bash only warns. */
	if (*end)
		fail(p);
	return true;
}

/* The directive as C's printf has it. */
static void c_format(const struct directive *d, char *format)
{
	*format++ = '%';
	if (d->minus)
		*format++ = '-';
	if (d->plus)
		*format++ = '+';
	if (d->blank)
		*format++ = ' ';
	if (d->zero)
		*format++ = '0';
	if (d->alternate)
		*format++ = '#';
	strcpy(format, d->precision >= 0 ? "*.*j" : "*j");
	format += strlen(format);
	*format++ = d->letter;
	*format = '\0';
}

static void print_number(struct printing *p, const struct directive *d,
			 const struct cpg_field *field)
{
	bool is_signed = d->letter == 'd' || d->letter == 'i';
	bool filled = d->width > 0 && (!d->zero || d->minus);
	int width = d->width > 0 ? (int)d->width : 0;
	char text[2 * WIDTH_LIMIT + 64];
	char format[16];
	long long number;
	int length;

	if (!number_of(p, field, is_signed, &number)) {
		if (!p->stopped)
			cpg_pieces_gap(&p->out, UNKNOWN_TEXT, origin_of(p, field),
				       !d->blank && !filled);
		return;
	}
	if (d->quote) {
		cpg_pieces_gap(&p->out, UNKNOWN_TEXT, origin_of(p, field), false);
		return;
	}
	c_format(d, format);
	if (d->precision >= 0)
		length = snprintf(text, sizeof(text), format, width, (int)d->precision,
				  (intmax_t)number);
	else
		length = snprintf(text, sizeof(text), format, width, (intmax_t)number);
	if (length >= 0 && (size_t)length < sizeof(text))
		cpg_pieces_text(&p->out, text, (size_t)length, origin_of(p, field));
}

static void print_escaped(struct printing *p, const struct directive *d,
			  const struct cpg_field *field)
{
	struct cpg_pieces made = {.arena = p->shell->arena};
	struct cpg_value value;
	bool goes_on =
		cpg_builtin_add_escaped(p->shell, &made, CPG_ESCAPE_B, value_of(field));

	if (cpg_pieces_finish(&made, &value, NULL) < 0) {
		p->out.failed = true;
		return;
	}
	put_value(p, d, value, origin_of(p, field));
	p->stopped = p->stopped || !goes_on;
	if (!cpg_value_known(value))
		lose(p);
}

/* What %q writes with a backslash before it. */
static bool needs_backslash(const char *text, size_t at)
{
	char c = text[at];

	if (at == 0 && (c == '#' || c == '~'))
		return true;
	if (c == '~')
		return text[at - 1] == ':' || text[at - 1] == '=';
	return c && strchr(" |&;()<>!{}*[]?^$`\"'\\,", c) != NULL;
}

static void print_quoted(struct printing *p, const struct directive *d,
			 const struct cpg_field *field)
{
	struct cpg_buffer quoted = {.arena = p->shell->arena};
	const char *text = field ? cpg_builtin_text(p->shell, field) : "";
	bool plain = text && is_ascii(cpg_text_of(text));

	for (size_t i = 0; plain && text[i]; i++) {
		plain = !iscntrl((unsigned char)text[i]);
		if (needs_backslash(text, i))
			cpg_buffer_bytes(&quoted, "\\", 1);
		cpg_buffer_bytes(&quoted, text + i, 1);
	}
	if (!plain) {
		cpg_pieces_gap(&p->out, UNKNOWN_TEXT, origin_of(p, field), false);
		return;
	}
	if (!*text)
		cpg_buffer_string(&quoted, "''");
	p->out.failed = p->out.failed || quoted.failed;
	put_padded(p, d, (struct cpg_text){quoted.bytes, quoted.length},
		   origin_of(p, field));
}

/* A number with a fraction: how it is written hangs on the locale, but it is a word. */
static void print_fraction(struct printing *p, const struct directive *d,
			   const struct cpg_field *field)
{
	if (p->status == 0)
		p->status = -1;
	cpg_pieces_gap(&p->out, UNKNOWN_TEXT, origin_of(p, field),
		       !d->blank && d->width <= 0);
}

/* %n sets a variable to the number of characters so far. */
static void print_nothing(struct printing *p, const struct directive *d,
			  const struct cpg_field *field)
{
	const char *name = field ? cpg_builtin_text(p->shell, field) : NULL;

	(void)d;
	if (name && cpg_builtin_is_name(name, false) &&
	    cpg_builtin_unknown_variable(p->shell, name, UNKNOWN_TEXT, p->origin, NULL) < 0)
		p->out.failed = true;
	lose(p);
}

typedef void print_argument(struct printing *p, const struct directive *d,
			    const struct cpg_field *field);

static const struct {
	const char *letters;
	bool posix; /* every sh has them, and they print the same in all */
	print_argument *print;
} conversions[] = {
	{"s", true, print_string},    {"diouxX", true, print_number},
	{"c", true, print_character}, {"b", true, print_escaped},
	{"q", false, print_quoted},   {"aAeEfFgG", false, print_fraction},
	{"n", false, print_nothing},
};

/* A number, or * and an argument that is one. */
static long read_size(struct printing *p, const char **at, bool *unknown)
{
	long long number;
	char *end;

	if (**at != '*') {
		number = strtol(*at, &end, 10);
		*at = end;
	} else {
		(*at)++;
		if (!number_of(p, take(p), true, &number))
			*unknown = true;
	}
	*unknown = *unknown || number > WIDTH_LIMIT || number < -WIDTH_LIMIT;
	return *unknown ? -1 : (long)number;
}

static void read_flags(const char **at, struct directive *d)
{
	for (;; (*at)++) {
		switch (**at) {
		case '-':
			d->minus = true;
			break;
		case '+':
			d->plus = true;
			break;
		case ' ':
			d->blank = true;
			break;
		case '0':
			d->zero = true;
			break;
		case '#':
			d->alternate = true;
			break;
		case '\'':
			d->quote = true;
			break;
		default:
			return;
		}
	}
}

static void read_directive(struct printing *p, const char **at, struct directive *d)
{
	*d = (struct directive){.width = -1, .precision = -1};
	read_flags(at, d);
	if (**at == '*' || isdigit((unsigned char)**at)) {
		d->width = read_size(p, at, &d->unknown);
		if (d->width < -1 || (d->width == -1 && !d->unknown)) {
			d->minus = true;
			d->width = -d->width;
		}
	}
	if (**at == '.') {
		(*at)++;
		d->precision = 0;
		if (**at == '*' || **at == '-' || isdigit((unsigned char)**at))
			d->precision = read_size(p, at, &d->unknown);
	}
	*at += strspn(*at, "hlLjtz");
	d->letter = **at;
	*at += **at != '\0';
}

/* One %, of which *at is behind the sign. */
static void print_directive(struct printing *p, const char **at)
{
	struct directive d;
	const struct cpg_field *field;

	if (**at == '%') {
		(*at)++;
		cpg_pieces_text(&p->out, "%", 1, p->origin);
		return;
	}
	read_directive(p, at, &d);
	if (p->stopped)
		return;
	if (d.unknown || d.letter == '(') {
		lose(p);
		return;
	}
	for (size_t i = 0; i < sizeof(conversions) / sizeof(conversions[0]); i++) {
		if (!d.letter || !strchr(conversions[i].letters, d.letter))
			continue;
		if (p->shell->posix && !conversions[i].posix) {
			lose(p);
			return;
		}
		field = take(p);
		if (!p->stopped)
			conversions[i].print(p, &d, field);
		return;
	}
	/* What is no directive ends it. */
	fail(p);
	p->stopped = true;
}

/* An escape in the format. In a shell called sh only those count that all of them have. */
static void print_escape(struct printing *p, const char **at, const char *end)
{
	char bytes[4];
	size_t length;

	if (p->shell->posix && (*at == end || !strchr("abfnrtv\\01234567", **at))) {
		lose(p);
		return;
	}
	/* A backslash that is none is printed, and what follows it is read as ever. */
	if (**at == '%')
		cpg_pieces_text(&p->out, "\\", 1, p->origin);
	else if (cpg_escape_read(CPG_ESCAPE_FORMAT, at, end, bytes, &length) !=
		 CPG_ESCAPE_DONE)
		lose(p);
	else
		cpg_pieces_text(&p->out, bytes, length, p->origin);
}

static void print_once(struct printing *p, const char *format)
{
	const char *end = format + strlen(format);

	for (const char *at = format; *at && !p->stopped;) {
		size_t plain = strcspn(at, "%\\");

		cpg_pieces_text(&p->out, at, plain, p->origin);
		at += plain;
		if (*at == '%') {
			at++;
			print_directive(p, &at);
		} else if (*at) {
			at++;
			print_escape(p, &at, end);
		}
	}
}

/* The format as often as it takes to use up the arguments. */
static void print_all(struct printing *p, const char *format)
{
	size_t before;

	do {
		before = p->next;
		print_once(p, format);
	} while (!p->stopped && p->next < p->fields->count && p->next > before);
}

/* Reads -v NAME. Returns the index of the format; sets *name, *bad for what is no option. */
static size_t read_options(struct cpg_shell *shell, const struct cpg_fields *fields,
			   const struct cpg_field **name, struct cpg_field *room, bool *bad)
{
	size_t at = 1;

	*name = NULL;
	*bad = false;
	for (; at < fields->count; at++) {
		const char *word = cpg_builtin_text(shell, &fields->items[at]);

		if (!word || word[0] != '-' || !word[1])
			return at;
		if (strcmp(word, "--") == 0)
			return at + 1;
		*bad = word[1] != 'v';
		if (*bad)
			return at;
		*name = room;
		if (word[2]) {
			if (cpg_value_string(shell->arena, word + 2, &room->value) < 0)
				return at;
		} else if (++at < fields->count) {
			*name = &fields->items[at];
		} else {
			*bad = true;
		}
	}
	return at;
}

/* Puts what was made where it belongs. */
static int deliver(struct printing *p, const struct cpg_field *name,
		   struct cpg_shell_flow *flow, struct cpg_error *err)
{
	const char *text = name ? cpg_builtin_text(p->shell, name) : NULL;
	struct cpg_value value;
	int status = p->status;

	if (cpg_pieces_finish(&p->out, &value, err) < 0)
		return -1;
	cpg_scope_set_status(p->shell->scope, p->status);
	if (!name)
		return cpg_walk_print(p->shell, value, err);
	if (!text)
		return cpg_builtin_forget(p->shell,
					  "which variable printf sets is not known",
					  p->origin, err);
	if (!cpg_builtin_is_name(text, true))
		return cpg_builtin_status(p->shell, 2);
	if (cpg_builtin_assign_value(p->shell, text, value, &status, flow, err) < 0)
		return -1;
	return cpg_builtin_status(p->shell, status);
}

int cpg_builtin_printf(struct cpg_shell *shell, const struct cpg_fields *fields,
		       struct cpg_origin origin, struct cpg_shell_flow *flow,
		       struct cpg_error *err)
{
	struct printing p = {.shell = shell, .fields = fields, .origin = origin};
	const struct cpg_field *name;
	struct cpg_field room = {.many = false};
	const char *format;
	bool bad;
	size_t at = read_options(shell, fields, &name, &room, &bad);

	if (bad || at >= fields->count)
		return cpg_builtin_status(shell, 2);
	p.out.arena = shell->arena;
	p.next = at + 1;
	format = cpg_builtin_text(shell, &fields->items[at]);
	if (format && fields->items[at].value.count)
		p.origin = cpg_value_origin(fields->items[at].value);
	if (!format || (name && shell->posix))
		lose(&p);
	else
		print_all(&p, format);
	return deliver(&p, name, flow, err);
}
