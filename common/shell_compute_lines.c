#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_compute_private.h"

/* What a filter reads: standard input, or its one operand's file. NULL when it is not known. */
static int filter_value(struct cpg_computing *c, size_t first,
			const struct cpg_value **value)
{
	struct cpg_value *content = cpg_arena_alloc(c->shell->arena, sizeof(*content));
	const char *absolute;
	const char *why;
	int rc;

	if (!content)
		return cpg_walk_no_memory(c->err);
	*value = NULL;
	if (first >= c->count)
		*value = cpg_compute_input(c);
	if (first + 1 != c->count)
		return 0;
	rc = cpg_shell_read(c->shell, c->words[first].value, false, content, &absolute,
			    &why, c->err);
	if (rc == 1)
		*value = content;
	return rc < 0 ? -1 : 0;
}

/* Puts the lines from number `from` on, counted from 0, up to before `to`. Returns 1, or 0 when
 * it cannot be told where they are: a gap may hold lines, unless it is solid. */
static int put_lines(struct cpg_computing *c, struct cpg_value value, long from, long to)
{
	long line = 0;

	for (size_t i = 0; i < value.count && line < to; i++) {
		const struct cpg_piece *piece = &value.pieces[i];
		size_t begin = 0;

		if (!piece->text.bytes) {
			if (!piece->solid)
				return 0;
			if (line >= from)
				cpg_pieces_value(&c->out, (struct cpg_value){piece, 1});
			continue;
		}
		for (size_t at = 0; at < piece->text.length && line < to; at = begin) {
			const char *text = piece->text.bytes + at;
			const char *end = memchr(text, '\n', piece->text.length - at);

			begin = end ? (size_t)(end + 1 - piece->text.bytes)
				    : piece->text.length;
			if (line >= from)
				cpg_pieces_text(&c->out, text, begin - at, piece->origin);
			line += end != NULL;
		}
	}
	return 1;
}

/* How much head and tail print: -n N, -nN, -N, and -c N. */
struct amount {
	long count;
	bool bytes;
	size_t first; /* the first operand */
};

/* Returns false when it cannot be told. */
static bool read_amount(const struct cpg_computing *c, struct amount *amount)
{
	const char *word = c->count ? cpg_compute_option(c, 0) : "";
	const char *number;

	*amount = (struct amount){.count = 10};
	if (!word || !*word)
		return word;
	amount->bytes = word[1] == 'c';
	number = word + (word[1] == 'c' || word[1] == 'n' ? 2 : 1);
	amount->first = 1;
	if (!*number) {
		number = c->count > 1 ? cpg_compute_word(c, 1) : NULL;
		amount->first = 2;
	}
	amount->count = number ? cpg_builtin_number(number) : -1;
	return amount->count >= 0;
}

/* head -c N. Of letters and digits it leaves such. */
static int put_bytes(struct cpg_computing *c, struct cpg_value value, size_t count)
{
	struct cpg_text text;

	if (!cpg_value_known(value)) {
		if (cpg_value_is_plain(value))
			cpg_compute_put_plain(c);
		return cpg_value_is_plain(value);
	}
	text = cpg_value_flat(c->shell->arena, value);
	if (!text.bytes)
		return cpg_walk_no_memory(c->err);
	cpg_pieces_text(&c->out, text.bytes, count < text.length ? count : text.length,
			c->origin);
	return 1;
}

int cpg_compute_head(struct cpg_computing *c)
{
	const struct cpg_value *value;
	struct amount amount;

	if (!cpg_compute_counted(c) || !read_amount(c, &amount))
		return 0;
	if (filter_value(c, amount.first, &value) < 0)
		return -1;
	if (!value)
		return 0;
	return amount.bytes ? put_bytes(c, *value, (size_t)amount.count)
			    : put_lines(c, *value, 0, amount.count);
}

/* Where the last `count` lines begin. */
static size_t last_lines(struct cpg_text text, long count)
{
	size_t at = text.length;

	/* The last line's own end is none of those before it. */
	if (at > 0 && text.bytes[at - 1] == '\n')
		at--;
	for (;; at--) {
		if (at == 0)
			return 0;
		if (text.bytes[at - 1] == '\n' && --count == 0)
			return at;
	}
}

/* Whether the value is one word and its line's end. */
static bool is_one_word(struct cpg_value value)
{
	size_t last = value.count ? value.count - 1 : 0;

	if (last == 0 || !value.pieces[last].text.bytes ||
	    !cpg_text_is(value.pieces[last].text, "\n"))
		return value.count && cpg_value_is_solid(value);
	return cpg_value_is_solid((struct cpg_value){value.pieces, last});
}

int cpg_compute_tail(struct cpg_computing *c)
{
	const struct cpg_value *value;
	struct amount amount;
	struct cpg_text text;
	size_t from;

	if (!cpg_compute_counted(c) || !read_amount(c, &amount))
		return 0;
	if (filter_value(c, amount.first, &value) < 0)
		return -1;
	if (!value)
		return 0;
	if (!cpg_value_known(*value)) {
		/* The end of one word is one word. */
		if (amount.count < 1 + amount.bytes || !is_one_word(*value))
			return 0;
		cpg_compute_put_word(c);
		return 1;
	}
	text = cpg_value_flat(c->shell->arena, *value);
	if (!text.bytes)
		return cpg_walk_no_memory(c->err);
	if (amount.bytes)
		from = text.length - (size_t)amount.count;
	else
		from = amount.count ? last_lines(text, amount.count) : text.length;
	if (amount.bytes && (size_t)amount.count > text.length)
		from = 0;
	cpg_pieces_text(&c->out, text.bytes + from, text.length - from, c->origin);
	return 1;
}

/* sed -n Np: one line by its number. */
int cpg_compute_sed(struct cpg_computing *c)
{
	const struct cpg_value *value;
	const char *option = c->count ? cpg_compute_word(c, 0) : NULL;
	const char *script = c->count > 1 ? cpg_compute_word(c, 1) : NULL;
	char *number;
	long line;

	if (!cpg_compute_counted(c) || !option || strcmp(option, "-n") != 0 || !script)
		return 0;
	number = cpg_arena_string(c->shell->arena, script);
	if (!number)
		return cpg_walk_no_memory(c->err);
	if (!*number || number[strlen(number) - 1] != 'p')
		return 0;
	number[strlen(number) - 1] = '\0';
	line = cpg_builtin_number(number);
	if (line < 1)
		return 0;
	if (filter_value(c, 2, &value) < 0)
		return -1;
	return value ? put_lines(c, *value, line - 1, line) : 0;
}
