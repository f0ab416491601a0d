#include <string.h>

#include "shell_braces.h"

/* So many characters looked at are a step. */
#define STEP_ATOMS 256

/* Whether there is something that may be a brace expansion. */
static bool has_braces(const struct cpg_shell_word *word)
{
	bool open = false;

	for (size_t i = 0; i < word->count; i++) {
		const struct cpg_text *text = &word->parts[i].text;

		if (!cpg_brace_is_text(&word->parts[i]) || text->length == 0)
			continue;
		open = open || memchr(text->bytes, '{', text->length);
		if (open && memchr(text->bytes, '}', text->length))
			return true;
	}
	return false;
}

static int read_atoms(struct cpg_braces *b)
{
	size_t total = 0;

	for (size_t i = 0; i < b->word->count; i++)
		total += cpg_brace_is_text(&b->word->parts[i])
				 ? b->word->parts[i].text.length
				 : 1;
	b->atoms = cpg_arena_array(b->ex->arena, total, sizeof(*b->atoms));
	if (!b->atoms)
		return cpg_expand_no_memory(b->ex->err);
	for (size_t i = 0; i < b->word->count; i++) {
		const struct cpg_shell_part *part = &b->word->parts[i];

		if (!cpg_brace_is_text(part)) {
			b->atoms[b->count++] = (struct cpg_brace_atom){0, i, 0};
			continue;
		}
		for (size_t j = 0; j < part->text.length; j++)
			b->atoms[b->count++] =
				(struct cpg_brace_atom){part->text.bytes[j], i, j};
	}
	return 0;
}

static char at(const struct cpg_braces *b, size_t i)
{
	return b->atoms[i].c;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* `{ ` and `{}` by themselves are no braces. */
static bool is_bare(const struct cpg_braces *b, size_t i, size_t begin, size_t end)
{
	if (i > begin && !is_blank(at(b, i - 1)))
		return false;
	return i + 1 == end || is_blank(at(b, i + 1)) || at(b, i + 1) == '}';
}

static bool is_range(const struct cpg_braces *b, size_t i, size_t end)
{
	return i + 1 < end && at(b, i) == '.' && at(b, i + 1) == '.' &&
	       (i + 2 == end || at(b, i + 2) != '}');
}

/* Finds `wanted` at the level of `from`: the place, or `end` when there is none. A closing
 * brace counts only behind a comma or a `..`. */
static size_t seek(const struct cpg_braces *b, char wanted, size_t begin, size_t from,
		   size_t end)
{
	bool closes = wanted != '}';
	size_t level = 0;

	for (size_t i = from; i < end; i++) {
		char c = at(b, i);

		if (c == wanted && level == 0 && closes) {
			if (c != '{' || !is_bare(b, i, begin, end))
				return i;
		} else if (c == '{') {
			level++;
		} else if (c == '}' && level) {
			level--;
		} else if (level == 0 && (c == ',' || is_range(b, i, end))) {
			closes = true;
		}
	}
	return end;
}

static int charge(struct cpg_braces *b, size_t atoms)
{
	b->ex->shell->world->steps += atoms / STEP_ATOMS;
	return cpg_shell_step(b->ex->shell, b->ex->err);
}

static int add_strand(struct cpg_braces *b, struct cpg_brace_strands *list,
		      const struct cpg_brace_slice *slices, size_t count)
{
	if (list->count >= CPG_SHELL_WORDS_LIMIT)
		return cpg_error_set(b->ex->err, CPG_E_LIMIT,
				     "a brace expansion makes more than %d words",
				     CPG_SHELL_WORDS_LIMIT);
	if (list->count == list->capacity) {
		size_t capacity = list->capacity ? list->capacity * 2 : 4;
		struct cpg_brace_strand *items =
			cpg_arena_array(b->ex->arena, capacity, sizeof(*items));

		if (!items)
			return cpg_expand_no_memory(b->ex->err);
		if (list->count)
			memcpy(items, list->items, list->count * sizeof(*items));
		list->items = items;
		list->capacity = capacity;
	}
	list->items[list->count++] = (struct cpg_brace_strand){slices, count};
	return 0;
}

/* Appends a strand of one slice, or of none when it is empty. */
int cpg_brace_add(struct cpg_braces *b, struct cpg_brace_strands *list,
		  const struct cpg_brace_slice *slice)
{
	struct cpg_brace_slice *copy;

	if (!slice->text.bytes && slice->begin == slice->end)
		return add_strand(b, list, NULL, 0);
	copy = cpg_arena_alloc(b->ex->arena, sizeof(*copy));
	if (!copy)
		return cpg_expand_no_memory(b->ex->err);
	*copy = *slice;
	return add_strand(b, list, copy, 1);
}

static int add_atoms(struct cpg_braces *b, struct cpg_brace_strands *list, size_t begin,
		     size_t end)
{
	const struct cpg_brace_slice slice = {begin, end, {NULL, 0}};

	return cpg_brace_add(b, list, &slice);
}

/* Each strand of `left` with each of `right` behind it. */
static int combine(struct cpg_braces *b, const struct cpg_brace_strands *left,
		   const struct cpg_brace_strands *right, struct cpg_brace_strands *out)
{
	*out = (struct cpg_brace_strands){0};
	for (size_t i = 0; i < left->count * right->count; i++) {
		const struct cpg_brace_strand *head = &left->items[i / right->count];
		const struct cpg_brace_strand *tail = &right->items[i % right->count];
		struct cpg_brace_slice *slices = cpg_arena_array(
			b->ex->arena, head->count + tail->count, sizeof(*slices));

		if (!slices)
			return cpg_expand_no_memory(b->ex->err);
		if (head->count)
			memcpy(slices, head->slices, head->count * sizeof(*slices));
		if (tail->count)
			memcpy(slices + head->count, tail->slices,
			       tail->count * sizeof(*slices));
		if (add_strand(b, out, slices, head->count + tail->count) < 0)
			return -1;
	}
	return 0;
}

/* What stands between braces without a comma. Returns 0 when it is no sequence. */
static int expand_sequence(struct cpg_braces *b, size_t begin, size_t end,
			   struct cpg_brace_strands *out)
{
	char *text = cpg_arena_alloc(b->ex->arena, end - begin + 1);

	if (!text)
		return cpg_expand_no_memory(b->ex->err);
	for (size_t i = begin; i < end; i++) {
		text[i - begin] = at(b, i);
		if (!at(b, i))
			return 0;
	}
	return cpg_brace_sequence(b, text, out);
}

static int expand_range(struct cpg_braces *b, size_t begin, size_t end,
			struct cpg_brace_strands *out);

/* What stands between braces, cut at the commas. */
static int expand_choices(struct cpg_braces *b, size_t begin, size_t end,
			  struct cpg_brace_strands *out)
{
	for (size_t from = begin; from <= end;) {
		size_t comma = seek(b, ',', from, from, end);
		struct cpg_brace_strands part = {0};

		if (expand_range(b, from, comma, &part) < 0)
			return -1;
		for (size_t i = 0; i < part.count; i++) {
			if (add_strand(b, out, part.items[i].slices, part.items[i].count) <
			    0)
				return -1;
		}
		from = comma + 1;
	}
	return 0;
}

static bool has_comma(const struct cpg_braces *b, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++) {
		if (at(b, i) == ',')
			return true;
	}
	return false;
}

/* The first pair of braces that counts. false: there is none. */
static int find_pair(struct cpg_braces *b, size_t begin, size_t end, size_t *open,
		     size_t *close)
{
	for (size_t from = begin;; from = *open + 1) {
		*open = seek(b, '{', begin, from, end);
		if (*open == end)
			return 0;
		*close = seek(b, '}', begin, *open + 1, end);
		if (charge(b, end - from) < 0)
			return -1;
		if (*close < end)
			return 1;
	}
}

/* The strands of the braces from `open` to `close`. 0: they stay as they are. */
static int expand_pair(struct cpg_braces *b, size_t open, size_t close,
		       struct cpg_brace_strands *out)
{
	if (!has_comma(b, open + 1, close))
		return expand_sequence(b, open + 1, close, out);
	return expand_choices(b, open + 1, close, out) < 0 ? -1 : 1;
}

static int expand_pairs(struct cpg_braces *b, size_t begin, size_t end,
			struct cpg_brace_strands *out)
{
	struct cpg_brace_strands before = {0};
	struct cpg_brace_strands within = {0};
	struct cpg_brace_strands behind = {0};
	struct cpg_brace_strands both;
	size_t open;
	size_t close;
	int rc = find_pair(b, begin, end, &open, &close);

	if (rc <= 0)
		return rc < 0 ? -1 : add_atoms(b, out, begin, end);
	if (add_atoms(b, &before, begin, open) < 0)
		return -1;
	rc = expand_pair(b, open, close, &within);
	if (rc < 0 || (rc == 0 && add_atoms(b, &within, open, close + 1) < 0))
		return -1;
	if (expand_range(b, close + 1, end, &behind) < 0 ||
	    combine(b, &before, &within, &both) < 0)
		return -1;
	return combine(b, &both, &behind, out);
}

static int expand_range(struct cpg_braces *b, size_t begin, size_t end,
			struct cpg_brace_strands *out)
{
	int rc;

	if (b->depth >= CPG_SHELL_NESTING)
		return cpg_error_set(b->ex->err, CPG_E_LIMIT,
				     "braces are nested more than %d deep",
				     CPG_SHELL_NESTING);
	b->depth++;
	rc = expand_pairs(b, begin, end, out);
	b->depth--;
	return rc;
}

static bool holds_brace(const struct cpg_shell_word *word)
{
	for (size_t i = 0; word && i < word->count; i++) {
		const struct cpg_shell_part *part = &word->parts[i];

		for (size_t j = 0; j < part->text.length; j++) {
			if (part->text.bytes[j] == '{' || part->text.bytes[j] == '}')
				return true;
		}
		if (part->kind == CPG_PART_PARAMETER &&
		    (holds_brace(part->parameter->first) ||
		     holds_brace(part->parameter->second)))
			return true;
	}
	return false;
}

static bool holds(const struct cpg_shell_word *word, char c)
{
	for (size_t i = 0; i < word->count; i++) {
		const struct cpg_text *text = &word->parts[i].text;

		if (text->length && memchr(text->bytes, c, text->length))
			return true;
	}
	return false;
}

static bool has_bared(const struct cpg_shell_word *word);

static bool is_bared(const struct cpg_shell_word *word)
{
	if (!word)
		return false;
	if (word->tangled)
		return true;
	if ((word->quoted || word->requoted) && holds(word, '{') &&
	    (holds(word, ',') || holds(word, '.')))
		return true;
	return has_bared(word);
}

/* Whether there are quotes within quotes, "${V:-"{a,b}"}": when it looks for braces bash takes
 * the second one for the end of the first, and where a ' hides it looks at what is quoted. */
static bool has_bared(const struct cpg_shell_word *word)
{
	for (size_t i = 0; i < word->count; i++) {
		const struct cpg_shell_parameter *parameter = word->parts[i].parameter;

		if (word->parts[i].kind == CPG_PART_PARAMETER && word->parts[i].quoted &&
		    (is_bared(parameter->index) || is_bared(parameter->first) ||
		     is_bared(parameter->second)))
			return true;
	}
	return false;
}

/* bash counts braces within ${...} too, whether they pair there or not. */
static bool is_confusing(const struct cpg_shell_word *word)
{
	for (size_t i = 0; i < word->count; i++) {
		const struct cpg_shell_parameter *parameter = word->parts[i].parameter;

		if (word->parts[i].kind == CPG_PART_PARAMETER &&
		    (holds_brace(parameter->first) || holds_brace(parameter->second)))
			return true;
	}
	return false;
}

/* Whether it is all of the word. */
static bool is_whole(const struct cpg_braces *b, const struct cpg_brace_strand *strand)
{
	size_t at = 0;

	for (size_t i = 0; i < strand->count; i++) {
		const struct cpg_brace_slice *slice = &strand->slices[i];

		if (slice->text.bytes || slice->begin != at)
			return false;
		at = slice->end;
	}
	return at == b->count;
}

int cpg_expand_braces(struct cpg_expander *ex, const struct cpg_shell_word *word,
		      const struct cpg_shell_word **out, size_t *count)
{
	int on = cpg_scope_option(ex->shell->scope, CPG_SET_BRACEEXPAND);
	struct cpg_braces b = {.ex = ex, .word = word};
	struct cpg_brace_strands strands = {0};
	struct cpg_shell_word *words;

	*out = word;
	*count = 1;
	if (on == CPG_NO)
		return 0;
	if (has_bared(word))
		return 1;
	if (!has_braces(word))
		return 0;
	if (read_atoms(&b) < 0 || expand_range(&b, 0, b.count, &strands) < 0)
		return -1;
	if (strands.count == 1 && is_whole(&b, &strands.items[0]))
		return 0;
	words = cpg_arena_array(ex->arena, strands.count, sizeof(*words));
	if (!words)
		return cpg_expand_no_memory(ex->err);
	for (size_t i = 0; i < strands.count; i++) {
		if (cpg_brace_word(&b, &strands.items[i], &words[i]) < 0)
			return -1;
	}
	*out = words;
	*count = strands.count;
	return on == CPG_UNKNOWN || is_confusing(word);
}
