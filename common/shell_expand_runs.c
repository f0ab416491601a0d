#include "shell_expand_private.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Text of so many bytes is one more step of work. */
#define STEP_BYTES 4096

int cpg_expand_no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "not enough memory to read the script");
}

void cpg_expand_begin(struct cpg_expander *ex, struct cpg_shell *shell,
		      struct cpg_expansion *how, struct cpg_error *err)
{
	*ex = (struct cpg_expander){
		.shell = shell,
		.arena = shell->arena,
		.how = how,
		.err = err,
	};
}

static const struct {
	bool reported;
	enum cpg_expansion_end end;
	enum cpg_expansion_end posix; /* in posix mode */
	int code;
	int strict; /* the status when -e ends the shell for it */
} faults[] = {
	[CPG_FAULT_NOTED] = {.reported = true, .strict = CPG_CODE_LAST},
	[CPG_FAULT_LINE] = {false, CPG_EXPANSION_LINE, CPG_EXPANSION_LINE, 1, 0},
	[CPG_FAULT_REPORTED] = {true, CPG_EXPANSION_LINE, CPG_EXPANSION_LINE, 1,
				CPG_CODE_LAST},
	[CPG_FAULT_ARITH] = {false, CPG_EXPANSION_LINE, CPG_EXPANSION_SHELL, 1, 0},
	[CPG_FAULT_ASSIGN] = {true, CPG_EXPANSION_LINE, CPG_EXPANSION_SHELL, 1,
			      CPG_CODE_LAST},
	[CPG_FAULT_BAD] = {true, CPG_EXPANSION_LINE, CPG_EXPANSION_SHELL, 1, 1},
	[CPG_FAULT_SYNTAX] = {true, CPG_EXPANSION_LINE, CPG_EXPANSION_SHELL, 1, 2},
	[CPG_FAULT_TEXTS] = {false, CPG_EXPANSION_TEXTS, CPG_EXPANSION_TEXTS, 1, 0},
	[CPG_FAULT_INTEGER] = {false, CPG_EXPANSION_TEXTS, CPG_EXPANSION_TEXTS,
			       CPG_CODE_LAST, 0},
	[CPG_FAULT_SHELL] = {true, CPG_EXPANSION_SHELL, CPG_EXPANSION_SHELL, 1, 1},
};

/* Whether -e ends the shell for what bash reports. */
static bool is_strict(const struct cpg_shell *shell, struct cpg_expansion *how)
{
	int errexit = cpg_scope_option(shell->scope, CPG_SET_ERREXIT);

	if (shell->spared)
		return false;
	how->maybe = how->maybe || errexit == CPG_UNKNOWN;
	return errexit == CPG_YES;
}

/* What is given up without -e. A sh that is not bash knows little of what fails here: it would
 * end. */
static enum cpg_expansion_end end_of(struct cpg_shell *shell, enum cpg_shell_fault fault)
{
	bool posix = cpg_scope_option(shell->scope, CPG_SET_POSIX) != CPG_NO;
	enum cpg_expansion_end end = posix ? faults[fault].posix : faults[fault].end;

	if (!shell->posix || end == CPG_EXPANSION_SHELL)
		return end;
	cpg_shell_incomplete(shell, "what fails hangs on what sh is",
			     (struct cpg_origin){0});
	return CPG_EXPANSION_SHELL;
}

void cpg_shell_fail(struct cpg_shell *shell, struct cpg_expansion *how,
		    enum cpg_shell_fault fault, const char *why)
{
	if (how->failed)
		return;
	if (faults[fault].reported && is_strict(shell, how)) {
		how->failed = true;
		how->end = CPG_EXPANSION_SHELL;
		how->code = faults[fault].strict;
	} else if (fault != CPG_FAULT_NOTED) {
		how->failed = true;
		how->end = end_of(shell, fault);
		how->code = how->end == CPG_EXPANSION_SHELL ? CPG_CODE_SHELL
							    : faults[fault].code;
	}
	if (how->failed)
		how->why = why;
}

void cpg_expand_may_fail(struct cpg_expander *ex)
{
	ex->how->maybe = true;
	cpg_shell_assume(ex->shell, cpg_shell_expands, ex->place);
}

int cpg_expand_fail(struct cpg_expander *ex, enum cpg_shell_fault fault, const char *format,
		    ...)
{
	char text[512];
	const char *why;
	va_list args;

	if (ex->how->failed)
		return 0;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	why = cpg_arena_string(ex->arena, text);
	if (!why)
		return cpg_expand_no_memory(ex->err);
	cpg_shell_fail(ex->shell, ex->how, fault, why);
	return 0;
}

void cpg_shell_fail_arith(struct cpg_shell *shell, struct cpg_expansion *how,
			  const struct cpg_arith *result)
{
	const char *why = result->why ? result->why : "bad array subscript";

	if (result->reported)
		cpg_shell_fail(shell, how, CPG_FAULT_NOTED, why);
	if (result->state != CPG_ARITH_FAILED)
		return;
	if (result->unset)
		cpg_shell_fail(shell, how, CPG_FAULT_SHELL, why);
	else if (result->texts)
		cpg_shell_fail(shell, how, CPG_FAULT_TEXTS, why);
}

int cpg_expand_charge(struct cpg_expander *ex, size_t length)
{
	ex->shell->world->steps += length / STEP_BYTES;
	if (ex->shell->world->steps < CPG_SHELL_STEPS_LIMIT)
		return 0;
	return cpg_shell_step(ex->shell, ex->err);
}

static int grow_runs(struct cpg_expander *ex)
{
	struct cpg_runs *runs = &ex->runs;
	size_t capacity = runs->capacity * 2 + 2;
	struct cpg_run *items = cpg_arena_array(ex->arena, capacity, sizeof(*items));

	if (!items)
		return cpg_expand_no_memory(ex->err);
	if (runs->count)
		memcpy(items, runs->items, runs->count * sizeof(*items));
	runs->items = items;
	runs->capacity = capacity;
	return 0;
}

/* The two bytes that bash marks its own text with: it doubles or loses them in some expansions, in
 * each release in others. */
static bool has_marking_byte(struct cpg_text text)
{
	return text.length && (memchr(text.bytes, '\001', text.length) ||
			       memchr(text.bytes, '\177', text.length));
}

int cpg_expand_push(struct cpg_expander *ex, const struct cpg_run *run)
{
	struct cpg_runs *runs = &ex->runs;
	struct cpg_piece *pushed;

	if (runs->count == runs->capacity && grow_runs(ex) < 0)
		return -1;
	runs->bytes = run->kind == CPG_RUN_TEXT ? runs->bytes + run->piece.text.length : 0;
	if (runs->bytes > CPG_SHELL_TEXT_LIMIT)
		return cpg_error_set(ex->err, CPG_E_LIMIT,
				     "a value is larger than %zu bytes",
				     CPG_SHELL_TEXT_LIMIT);
	runs->items[runs->count] = *run;
	runs->items[runs->count].quotes = ex->quotes;
	pushed = &runs->items[runs->count++].piece;
	if (!run->piece.origin.file && run->piece.origin.line == 0)
		pushed->origin = ex->place;
	if (has_marking_byte(pushed->text)) {
		pushed->text = (struct cpg_text){0};
		pushed->why = "what becomes of a control character hangs on bash's release";
	}
	return 0;
}

static int push_mark(struct cpg_expander *ex)
{
	struct cpg_run run = {.piece = {.text = {"", 0}, .quoted = true}};

	return cpg_expand_push(ex, &run);
}

int cpg_expand_push_value(struct cpg_expander *ex, struct cpg_value value, bool quoted)
{
	if (quoted && push_mark(ex) < 0)
		return -1;
	for (size_t i = 0; i < value.count; i++) {
		struct cpg_run run = {.piece = value.pieces[i], .split = !quoted};

		run.piece.quoted = quoted;
		if (cpg_expand_push(ex, &run) < 0)
			return -1;
	}
	return 0;
}

int cpg_expand_push_text(struct cpg_expander *ex, struct cpg_text text, bool quoted)
{
	struct cpg_piece piece = {.text = text};

	return cpg_expand_push_value(ex, (struct cpg_value){&piece, 1}, quoted);
}

int cpg_expand_push_gap(struct cpg_expander *ex, const char *why, bool quoted)
{
	struct cpg_piece piece = {
		.why = why == cpg_shell_spool ? "it is made from what is not known" : why,
	};

	return cpg_expand_push_value(ex, (struct cpg_value){&piece, 1}, quoted);
}

int cpg_expand_push_integer(struct cpg_expander *ex, long long number, bool quoted)
{
	char *text = cpg_arena_printf(ex->arena, "%lld", number);

	if (!text)
		return cpg_expand_no_memory(ex->err);
	return cpg_expand_push_text(ex, cpg_text_of(text), quoted);
}

int cpg_expand_push_number(struct cpg_expander *ex, const char *why, bool quoted)
{
	struct cpg_piece piece = {.why = why, .solid = true};

	return cpg_expand_push_value(ex, (struct cpg_value){&piece, 1}, quoted);
}

/* Whether `next` can go on in the piece that `first` begins. What the spool directory is must
 * stay a gap of its own. */
static bool joins(const struct cpg_piece *first, const struct cpg_piece *next, bool pattern)
{
	if (pattern && first->quoted != next->quoted)
		return false;
	if (!first->text.bytes || !next->text.bytes)
		return !first->text.bytes && !next->text.bytes && first->why == next->why &&
		       first->solid == next->solid && first->plain == next->plain &&
		       first->why != cpg_shell_spool;
	return first->origin.file == next->origin.file &&
	       first->origin.line == next->origin.line;
}

/* One piece of the `count` that begin at `pieces`. */
static int merge(struct cpg_expander *ex, const struct cpg_piece *pieces, size_t count,
		 struct cpg_piece *out)
{
	size_t length = 0;
	char *bytes;
	char *at;

	*out = pieces[0];
	if (count == 1 || !pieces[0].text.bytes)
		return 0;
	for (size_t i = 0; i < count; i++)
		length += pieces[i].text.length;
	if (cpg_expand_charge(ex, length) < 0)
		return -1;
	bytes = at = cpg_arena_alloc(ex->arena, length + 1);
	if (!bytes)
		return cpg_expand_no_memory(ex->err);
	for (size_t i = 0; i < count; i++)
		at = mempcpy(at, pieces[i].text.bytes, pieces[i].text.length);
	out->text = (struct cpg_text){bytes, length};
	return 0;
}

static bool is_nothing(const struct cpg_piece *piece)
{
	return piece->text.bytes && piece->text.length == 0;
}

/* Merges the pieces from *from on that go together, empty ones among them. */
static int pack_next(struct cpg_expander *ex, const struct cpg_piece *pieces, size_t count,
		     bool pattern, size_t *from, struct cpg_piece *out)
{
	size_t end = *from + 1;
	int rc;

	while (end < count &&
	       (is_nothing(&pieces[end]) || joins(&pieces[*from], &pieces[end], pattern)))
		end++;
	rc = merge(ex, pieces + *from, end - *from, out);
	if (!pattern)
		out->quoted = false;
	*from = end;
	return rc;
}

int cpg_expand_pack(struct cpg_expander *ex, const struct cpg_piece *pieces, size_t count,
		    bool pattern, struct cpg_value *out)
{
	struct cpg_piece *packed = cpg_arena_array(ex->arena, count, sizeof(*packed));
	size_t from = 0;
	size_t used = 0;

	if (!packed)
		return cpg_expand_no_memory(ex->err);
	while (from < count) {
		if (is_nothing(&pieces[from])) {
			from++;
			continue;
		}
		if (pack_next(ex, pieces, count, pattern, &from, &packed[used++]) < 0)
			return -1;
	}
	/* An empty text keeps its place too. */
	if (used == 0 && count) {
		packed[used] = pieces[0];
		packed[used++].quoted = false;
	}
	*out = (struct cpg_value){packed, used};
	return 0;
}

int cpg_expand_join(struct cpg_expander *ex, bool pattern, struct cpg_value *out)
{
	struct cpg_piece *pieces =
		cpg_arena_array(ex->arena, ex->runs.count, sizeof(*pieces));

	if (!pieces)
		return cpg_expand_no_memory(ex->err);
	for (size_t i = 0; i < ex->runs.count; i++)
		pieces[i] = ex->runs.items[i].piece;
	return cpg_expand_pack(ex, pieces, ex->runs.count, pattern, out);
}
