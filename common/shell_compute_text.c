#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_compute_private.h"

enum {
	/* seq makes no more lines than this. */
	SEQ_LIMIT = 20000,
};

/* A whole number as seq takes it without a fraction. Returns false for anything else. */
static bool whole_number(const char *text, long *number)
{
	const char *digits = text ? text + (*text == '-') : "";
	size_t length = strspn(digits, "0123456789");

	if (length == 0 || length > 9 || digits[length])
		return false;
	*number = strtol(text, NULL, 10);
	return true;
}

/* What seq was asked for. */
struct sequence {
	const char *separator;
	bool equal; /* -w: all of one width */
	long first;
	long step;
	long last;
};

static bool read_sequence(const struct cpg_computing *c, struct sequence *s)
{
	long numbers[3];
	size_t count = 0;
	size_t at = 0;

	*s = (struct sequence){.separator = "\n", .first = 1, .step = 1};
	for (; at < c->count; at++) {
		const char *word = cpg_compute_word(c, at);

		if (word && strcmp(word, "-w") == 0)
			s->equal = true;
		else if (word && strcmp(word, "-s") == 0 && at + 1 < c->count)
			s->separator = cpg_compute_word(c, ++at);
		else if (word && strncmp(word, "-s", 2) == 0)
			s->separator = word + 2;
		else
			break;
	}
	for (; at < c->count && count < 3; at++) {
		if (!whole_number(cpg_compute_word(c, at), &numbers[count++]))
			return false;
	}
	if (count == 0 || at < c->count || !s->separator)
		return false;
	s->last = numbers[count - 1];
	if (count > 1)
		s->first = numbers[0];
	if (count > 2)
		s->step = numbers[1];
	return s->step != 0;
}

static int digits_of(long number)
{
	return snprintf(NULL, 0, "%ld", number);
}

/* Whether a number is written in another way than printf has it: -w counts zeros before it. */
static bool has_other_digits(const struct cpg_computing *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const char *word = cpg_compute_word(c, i);
		const char *digits = word ? word + (*word == '-') : "";

		if (digits[0] == '0' && (digits[1] || *word == '-'))
			return true;
	}
	return false;
}

int cpg_compute_seq(struct cpg_computing *c)
{
	struct sequence s;
	long count;
	int width = 0;

	if (!cpg_compute_counted(c) || !read_sequence(c, &s) || has_other_digits(c))
		return 0;
	count = (s.last - s.first) / s.step;
	if ((s.step > 0) != (s.last >= s.first) && s.last != s.first)
		return 1;
	if (count > SEQ_LIMIT)
		return 0;
	if (s.equal) {
		int first = digits_of(s.first);
		int last = digits_of(s.first + count * s.step);

		width = first > last ? first : last;
	}
	for (long i = 0; i <= count; i++) {
		char number[32];
		int length = snprintf(number, sizeof(number), "%0*ld", width,
				      s.first + i * s.step);

		if (i)
			cpg_pieces_text(&c->out, s.separator, strlen(s.separator),
					c->origin);
		cpg_pieces_text(&c->out, number, (size_t)length, c->origin);
	}
	cpg_pieces_text(&c->out, "\n", 1, c->origin);
	return 1;
}

/* Known standard input as one text; bytes NULL when it is not. */
static struct cpg_text input_text(struct cpg_computing *c)
{
	const struct cpg_value *input = cpg_compute_input(c);

	if (!input || !cpg_value_known(*input))
		return (struct cpg_text){NULL, 0};
	return cpg_value_flat(c->shell->arena, *input);
}

/* What a filter reads: its one operand's file, or standard input. */
static int filter_text(struct cpg_computing *c, size_t first, struct cpg_text *text)
{
	struct cpg_value content;
	const char *absolute;
	const char *why;
	int rc;

	*text = (struct cpg_text){NULL, 0};
	if (first >= c->count) {
		*text = input_text(c);
		return 0;
	}
	if (first + 1 != c->count)
		return 0;
	rc = cpg_shell_read(c->shell, c->words[first].value, false, &content, &absolute,
			    &why, c->err);
	if (rc == 1 && cpg_value_known(content))
		*text = cpg_value_flat(c->shell->arena, content);
	return rc < 0 ? -1 : 0;
}

/* The bytes of a set of tr: single ones, ranges, the usual escapes and classes. */
struct byte_set {
	unsigned char bytes[256];
	size_t count;
};

static bool add_range(struct byte_set *set, unsigned char from, unsigned char to)
{
	for (unsigned i = from; i <= to; i++) {
		if (set->count == sizeof(set->bytes))
			return false;
		set->bytes[set->count++] = (unsigned char)i;
	}
	return from <= to;
}

/* [:class:]: those that are the same in every locale, for ASCII. */
static bool add_class(struct byte_set *set, const char **at)
{
	static const struct {
		const char *name;
		const char *ranges;
	} classes[] = {
		{"[:digit:]", "09"},     {"[:lower:]", "az"},     {"[:upper:]", "AZ"},
		{"[:alpha:]", "AZaz"},   {"[:alnum:]", "09AZaz"}, {"[:space:]", "\t\r  "},
		{"[:blank:]", "\t\t  "},
	};

	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		size_t length = strlen(classes[i].name);

		if (strncmp(*at, classes[i].name, length) != 0)
			continue;
		*at += length;
		for (const char *pair = classes[i].ranges; *pair; pair += 2)
			add_range(set, (unsigned char)pair[0], (unsigned char)pair[1]);
		return true;
	}
	return false;
}

/* One character of a set. Returns false for what is not understood. */
static bool set_byte(const char **at, unsigned char *byte)
{
	static const char escapes[] = "n\nt\tr\r\\\\";

	*byte = (unsigned char)*(*at)++;
	if (*byte >= 0x80)
		return false;
	if (*byte != '\\')
		return true;
	for (const char *pair = escapes; *pair; pair += 2) {
		if (pair[0] == **at) {
			*byte = (unsigned char)pair[1];
			(*at)++;
			return true;
		}
	}
	return false;
}

static bool read_set(const char *text, struct byte_set *set)
{
	set->count = 0;
	while (text && *text) {
		unsigned char from;
		unsigned char to;

		if (text[0] == '[' && text[1] == ':') {
			if (!add_class(set, &text))
				return false;
			continue;
		}
		if (*text == '[' && text[1] && (text[1] == '=' || strchr(text, '*')))
			return false;
		if (!set_byte(&text, &from))
			return false;
		to = from;
		if (text[0] == '-' && text[1]) {
			text++;
			if (!set_byte(&text, &to))
				return false;
		}
		if (!add_range(set, from, to))
			return false;
	}
	return text != NULL;
}

static bool in_set(const struct byte_set *set, char byte)
{
	return memchr(set->bytes, (unsigned char)byte, set->count) != NULL;
}

/* The byte that tr puts in the place of another: the second set's last one when that is
 * shorter. The last place of a byte in the first set counts. */
static char translate(const struct byte_set *from, const struct byte_set *to, char byte)
{
	for (size_t i = from->count; i-- > 0;) {
		if (from->bytes[i] == (unsigned char)byte)
			return (char)to->bytes[i < to->count ? i : to->count - 1];
	}
	return byte;
}

/* A class in the second set is only one of case, beside the other one in the first. */
static bool classes_match(const char *from, const char *to)
{
	if (!strstr(to, "[:"))
		return true;
	return (strcmp(from, "[:upper:]") == 0 && strcmp(to, "[:lower:]") == 0) ||
	       (strcmp(from, "[:lower:]") == 0 && strcmp(to, "[:upper:]") == 0);
}

struct translation {
	struct byte_set from;
	struct byte_set to;
	struct byte_set squeezed;
	bool erases;
	bool keeps; /* -dc: all but these are erased */
};

/* The sets of `tr A B`, -d A, -s A, -s A B. */
static bool read_translation(struct cpg_computing *c, struct translation *t)
{
	static const struct cpg_compute_grammar grammar = {.letters = "Ccds",
							   .first = true};
	char found[16];
	bool understood = cpg_compute_options(c, &grammar, found) == 0;
	size_t sets = understood ? c->count : 0;
	bool squeezes = strchr(found, 's');

	memset(t, 0, sizeof(*t));
	t->erases = strchr(found, 'd');
	t->keeps = strpbrk(found, "Cc");
	if (t->keeps && !t->erases)
		return false;
	if (sets < 1 || sets > 2 || (t->erases && (sets == 2 || squeezes)) ||
	    (!t->erases && !squeezes && sets == 1))
		return false;
	if (!read_set(cpg_compute_word(c, 0), &t->from) ||
	    (sets == 2 && !read_set(cpg_compute_word(c, 1), &t->to)))
		return false;
	if (sets == 2 && !classes_match(cpg_compute_word(c, 0), cpg_compute_word(c, 1)))
		return false;
	if (squeezes)
		t->squeezed = sets == 2 ? t->to : t->from;
	return sets == 1 || t->to.count > 0;
}

static void translate_text(struct cpg_computing *c, const struct translation *t,
			   struct cpg_text text, int *last)
{
	for (size_t i = 0; i < text.length; i++) {
		char byte = text.bytes[i];

		if (t->erases && in_set(&t->from, byte) != t->keeps)
			continue;
		if (t->to.count)
			byte = translate(&t->from, &t->to, byte);
		if (byte == *last && in_set(&t->squeezed, byte))
			continue;
		*last = byte;
		cpg_pieces_text(&c->out, &byte, 1, c->origin);
	}
}

/* Whether it changes nothing of one word, as `tr -d ' '` behind wc. */
static bool leaves_words(const struct translation *t)
{
	for (size_t i = 0; i < t->from.count; i++) {
		if (!memchr(" \t\n\r", t->from.bytes[i], 4))
			return false;
	}
	return t->erases && !t->keeps;
}

/* Whether what it leaves is no more than letters, digits and the like. */
static bool leaves_plain(const struct translation *t)
{
	const struct cpg_piece kept = {
		.text = {(const char *)t->from.bytes, t->from.count},
	};

	return t->keeps && cpg_value_is_plain((struct cpg_value){&kept, 1});
}

int cpg_compute_tr(struct cpg_computing *c)
{
	const struct cpg_value *input;
	struct translation t;
	int last = -1;

	if (!cpg_compute_counted(c) || !read_translation(c, &t))
		return 0;
	input = cpg_compute_input(c);
	if (leaves_plain(&t) && (!input || !cpg_value_known(*input))) {
		cpg_compute_put_plain(c);
		return 1;
	}
	for (size_t i = 0; input && i < input->count; i++) {
		const struct cpg_piece *piece = &input->pieces[i];

		if (piece->text.bytes)
			translate_text(c, &t, piece->text, &last);
		else if (piece->solid && leaves_words(&t))
			cpg_pieces_value(&c->out, (struct cpg_value){piece, 1});
		else
			return 0;
	}
	return input != NULL;
}

static size_t count_words(struct cpg_text text)
{
	size_t count = 0;
	bool within = false;

	for (size_t i = 0; i < text.length; i++) {
		bool blank = memchr(" \t\n\v\f\r", text.bytes[i], 6) != NULL;

		count += !blank && !within;
		within = !blank;
	}
	return count;
}

static size_t count_lines(struct cpg_text text)
{
	size_t count = 0;

	for (size_t i = 0; i < text.length; i++)
		count += text.bytes[i] == '\n';
	return count;
}

static bool is_ascii(struct cpg_text text)
{
	for (size_t i = 0; i < text.length; i++) {
		if ((unsigned char)text.bytes[i] >= 0x80)
			return false;
	}
	return true;
}

/* wc -l, -w or -c of standard input, one of them. */
int cpg_compute_wc(struct cpg_computing *c)
{
	char found[16];
	struct cpg_text text;
	char number[32];
	size_t count;

	if (cpg_compute_letters(c, "clw", found) < 0 || c->count > 0 || strlen(found) != 1)
		return 0;
	text = input_text(c);
	if (!text.bytes || (found[0] == 'w' && !is_ascii(text))) {
		cpg_compute_put_word(c);
		return 1;
	}
	count = found[0] == 'l'   ? count_lines(text)
		: found[0] == 'w' ? count_words(text)
				  : text.length;
	snprintf(number, sizeof(number), "%zu\n", count);
	cpg_pieces_text(&c->out, number, strlen(number), c->origin);
	return 1;
}

/* What cut was asked for: one field. */
struct cutting {
	char delimiter;
	long field;
	size_t first;
};

static bool read_cutting(const struct cpg_computing *c, struct cutting *cutting)
{
	size_t at = 0;

	*cutting = (struct cutting){.delimiter = '\t', .field = -1};
	for (; at < c->count; at++) {
		const char *word = cpg_compute_word(c, at);
		const char *value;
		char letter;

		if (!word || word[0] != '-' || !word[1])
			break;
		letter = word[1];
		value = word + 2;
		if (!*value && ++at < c->count)
			value = cpg_compute_word(c, at);
		if (!value)
			return false;
		if (letter == 'd' && strlen(value) == 1 && (unsigned char)*value < 0x80)
			cutting->delimiter = *value;
		else if (letter == 'f')
			cutting->field = cpg_builtin_number(value);
		else
			return false;
	}
	cutting->first = at;
	return cutting->field > 0;
}

/* A line without the delimiter is printed as it is. */
static void cut_line(struct cpg_computing *c, const struct cutting *cutting,
		     const char *line, size_t length)
{
	const char *end = line + length;
	const char *field = line;
	const char *to = memchr(line, cutting->delimiter, length);

	if (to) {
		for (long i = 1; i < cutting->field && field; i++) {
			field = to ? to + 1 : NULL;
			to = field ? memchr(field, cutting->delimiter,
					    (size_t)(end - field))
				   : NULL;
		}
	}
	if (field)
		cpg_pieces_text(&c->out, field, (size_t)((to ? to : end) - field),
				c->origin);
	cpg_pieces_text(&c->out, "\n", 1, c->origin);
}

int cpg_compute_cut(struct cpg_computing *c)
{
	struct cutting cutting;
	struct cpg_text text;

	if (!cpg_compute_counted(c) || !read_cutting(c, &cutting))
		return 0;
	if (filter_text(c, cutting.first, &text) < 0)
		return -1;
	if (!text.bytes)
		return 0;
	for (size_t at = 0; at < text.length;) {
		const char *line = text.bytes + at;
		const char *end = memchr(line, '\n', text.length - at);
		size_t length = end ? (size_t)(end - line) : text.length - at;

		cut_line(c, &cutting, line, length);
		at += length + 1;
	}
	return 1;
}
