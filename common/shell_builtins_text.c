#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_escape.h"
#include "shell_pieces.h"

#define UNKNOWN_TEXT "what is printed is not known"

/* What echo was asked for, as far as it can be told. */
struct echo {
	bool newline;
	bool escapes;
	bool unsure; /* options may stand in words that are not known, or are read in two ways */
	size_t first; /* the first word that is no option */
};

static bool all_letters(struct cpg_text text, size_t from)
{
	for (size_t i = from; i < text.length; i++) {
		if (!strchr("neE", text.bytes[i]) || !text.bytes[i])
			return false;
	}
	return true;
}

/* Whether a word that is not all known may turn out to be an option, such as -n. */
static bool may_be_option(const struct cpg_field *field)
{
	for (size_t i = 0; i < field->value.count; i++) {
		struct cpg_text text = field->value.pieces[i].text;

		if (!text.bytes && field->many)
			return true;
		if (i == 0 && text.length > 0 && text.bytes[0] != '-')
			return false;
		for (size_t j = 0; j < text.length; j++) {
			if (!memchr("-neE", text.bytes[j], 4))
				return false;
		}
	}
	return true;
}

/* Letters that a shell called sh reads as bash does, or as dash does, are read in two ways, but
 * for a single -n. */
static void read_echo(struct cpg_shell *shell, const struct cpg_fields *fields,
		      struct echo *echo)
{
	*echo = (struct echo){.newline = true, .first = 1};
	for (; echo->first < fields->count; echo->first++) {
		const char *word = cpg_builtin_text(shell, &fields->items[echo->first]);

		if (!word) {
			echo->unsure = may_be_option(&fields->items[echo->first]);
			return;
		}
		if (word[0] != '-' || !word[1] || !all_letters(cpg_text_of(word), 1))
			return;
		if (shell->posix && (strcmp(word, "-n") != 0 || echo->first > 1))
			echo->unsure = true;
		for (const char *letter = word + 1; *letter; letter++) {
			if (*letter == 'n')
				echo->newline = false;
			else
				echo->escapes = *letter == 'e';
		}
	}
}

/* Whether an escape that ends with its text may go on in what follows: a number, or nothing but
 * the backslash. */
static bool may_go_on(const char *escape, const char *end)
{
	return escape == end || strchr("xuU01234567", *escape);
}

/* Appends text with its escapes; `open` when something that is not known follows it. Returns
 * false when nothing may follow. */
static bool add_escaped(struct cpg_pieces *out, enum cpg_escape_style style,
			struct cpg_text text, bool open, struct cpg_origin origin)
{
	const char *at = text.bytes;
	const char *end = at + text.length;

	while (at < end) {
		const char *backslash = memchr(at, '\\', (size_t)(end - at));
		size_t plain = (size_t)((backslash ? backslash : end) - at);
		enum cpg_escape_end how;
		char bytes[4];
		size_t length;

		cpg_pieces_text(out, at, plain, origin);
		at += plain;
		if (at == end)
			return true;
		at++;
		how = cpg_escape_read(style, &at, end, bytes, &length);
		if (open && at == end && may_go_on(backslash + 1, end))
			return true;
		if (how == CPG_ESCAPE_UNKNOWN)
			cpg_pieces_gap(out, UNKNOWN_TEXT, origin, false);
		if (how != CPG_ESCAPE_DONE)
			return false;
		cpg_pieces_text(out, bytes, length, origin);
	}
	return true;
}

bool cpg_builtin_add_escaped(struct cpg_shell *shell, struct cpg_pieces *out,
			     enum cpg_escape_style style, struct cpg_value value)
{
	struct cpg_text text = cpg_value_prefix(shell->arena, value);
	struct cpg_origin origin = cpg_value_origin(value);
	bool known = cpg_value_known(value);

	if (!text.bytes) {
		out->failed = true;
		return false;
	}
	/* What comes behind a gap is not known: it may end with a backslash, or have a \c. */
	if (!add_escaped(out, style, text, !known, origin))
		return false;
	if (!known)
		cpg_pieces_gap(out, UNKNOWN_TEXT, origin, false);
	return known;
}

static bool has_backslash(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (value.pieces[i].text.bytes &&
		    memchr(value.pieces[i].text.bytes, '\\', value.pieces[i].text.length))
			return true;
	}
	return false;
}

/* Appends one word. Returns false when nothing may follow. */
static bool add_word(struct cpg_shell *shell, struct cpg_pieces *out,
		     const struct echo *echo, const struct cpg_field *field)
{
	if (echo->escapes)
		return cpg_builtin_add_escaped(shell, out, CPG_ESCAPE_ECHO, field->value);
	if (shell->posix && has_backslash(field->value)) {
		cpg_pieces_gap(out, "sh may read the backslashes",
			       cpg_value_origin(field->value), false);
		return false;
	}
	cpg_pieces_value(out, field->value);
	return true;
}

/* Any number of words. Where there is a first one that begins with known text, that is known;
 * whether there are blanks is not. */
static void add_many(struct cpg_shell *shell, struct cpg_pieces *out,
		     const struct cpg_field *field, bool blank, struct cpg_origin origin)
{
	struct cpg_text start = cpg_value_prefix(shell->arena, field->value);

	if (start.length && blank)
		cpg_pieces_text(out, " ", 1, origin);
	if (start.length)
		cpg_pieces_text(out, start.bytes, start.length,
				cpg_value_origin(field->value));
	cpg_pieces_gap(out, UNKNOWN_TEXT, origin, false);
}

static void add_words(struct cpg_shell *shell, struct cpg_pieces *out,
		      const struct echo *echo, const struct cpg_fields *fields,
		      struct cpg_origin origin)
{
	for (size_t i = echo->first; i < fields->count; i++) {
		bool blank = i > echo->first && !fields->items[i - 1].many;

		if (fields->items[i].many && !echo->escapes && !shell->posix) {
			add_many(shell, out, &fields->items[i], blank, origin);
			continue;
		}
		if (fields->items[i].many) {
			cpg_pieces_gap(out, UNKNOWN_TEXT, origin, false);
			return;
		}
		if (blank)
			cpg_pieces_text(out, " ", 1, origin);
		if (!add_word(shell, out, echo, &fields->items[i]))
			return;
	}
	if (echo->newline)
		cpg_pieces_text(out, "\n", 1, origin);
}

int cpg_builtin_echo(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	struct cpg_pieces out = {.arena = shell->arena};
	struct cpg_value value;
	struct echo echo;

	(void)flow;
	cpg_scope_set_status(shell->scope, 0);
	if (!shell->output)
		return 0;
	read_echo(shell, fields, &echo);
	if (echo.unsure)
		cpg_pieces_gap(&out, UNKNOWN_TEXT, origin, false);
	else
		add_words(shell, &out, &echo, fields, origin);
	if (cpg_pieces_finish(&out, &value, err) < 0)
		return -1;
	return cpg_walk_print(shell, value, err);
}

static int file_test(void *context, char op, struct cpg_value path)
{
	return cpg_shell_file_test(context, op, path);
}

static int newer(const struct stat *a, const struct stat *b)
{
	if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
		return a->st_mtim.tv_sec > b->st_mtim.tv_sec;
	return a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

/* Only of two files that are both here, and that the script has not written, is it known. */
static int compare_files(void *context, const char *op, struct cpg_value a,
			 struct cpg_value b)
{
	struct cpg_shell *shell = context;
	const char *left;
	const char *right;
	struct stat first;
	struct stat second;

	if (shell->world->written_count || cpg_shell_path(shell, a, &left, NULL) != 1 ||
	    cpg_shell_path(shell, b, &right, NULL) != 1 || stat(left, &first) < 0 ||
	    stat(right, &second) < 0)
		return CPG_UNKNOWN;
	if (strcmp(op, "-ef") == 0)
		return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
	return strcmp(op, "-nt") == 0 ? newer(&first, &second) : newer(&second, &first);
}

struct cpg_test_files cpg_builtin_test_files(struct cpg_shell *shell)
{
	return (struct cpg_test_files){shell, file_test, compare_files};
}

/* `[` needs its ], and what stands between is what `test` gets. Returns false without it. */
static bool drop_bracket(struct cpg_shell *shell, const struct cpg_fields *fields,
			 size_t *count)
{
	const char *name = cpg_builtin_text(shell, &fields->items[0]);
	const char *last = cpg_builtin_text(shell, &fields->items[fields->count - 1]);

	*count = fields->count - 1;
	if (!name || strcmp(name, "[") != 0)
		return true;
	*count -= *count > 0;
	return fields->count > 1 && last && strcmp(last, "]") == 0;
}

int cpg_builtin_test(struct cpg_shell *shell, const struct cpg_fields *fields,
		     struct cpg_origin origin, struct cpg_shell_flow *flow,
		     struct cpg_error *err)
{
	const struct cpg_test_files files = cpg_builtin_test_files(shell);
	struct cpg_value *words;
	struct cpg_expansion how = {.failed = false};
	struct cpg_test_answer answer;
	size_t count;

	(void)origin;
	if (!cpg_builtin_counted(fields))
		return cpg_builtin_status(shell, -1);
	if (!drop_bracket(shell, fields, &count))
		return cpg_builtin_status(shell, 2);
	words = cpg_arena_array(shell->arena, count, sizeof(*words));
	if (!words)
		return cpg_walk_no_memory(err);
	for (size_t i = 0; i < count; i++)
		words[i] = fields->items[i + 1].value;
	if (cpg_test_arguments(shell->scope, &files, words, count, &answer, err) < 0)
		return -1;
	cpg_scope_set_status(shell->scope, answer.status);
	cpg_shell_fail_arith(shell, &how, &answer.arith);
	if (how.failed)
		cpg_walk_expansion_error(shell, &how, flow);
	return 0;
}
