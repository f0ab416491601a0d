#include <string.h>

#include "shell_parameter.h"

static int push_break(struct cpg_expander *ex)
{
	const struct cpg_run run = {.kind = CPG_RUN_BREAK};

	return cpg_expand_push(ex, &run);
}

/* The text between the words of "$*": the first character of IFS. */
static int push_separator(struct cpg_expander *ex, const struct cpg_ifs *ifs, bool quoted)
{
	if (!ifs->known)
		return cpg_expand_push_gap(ex, "IFS is not known", quoted);
	return cpg_expand_push_text(ex, ifs->first, quoted);
}

/* The same where words are not split. */
static int push_joint(struct cpg_parameter *p, const struct cpg_ifs *ifs)
{
	const struct cpg_run run = {
		.piece = {.text = p->subject.star ? ifs->first : cpg_text_of(" "),
			  .quoted = p->quoted},
		.split = !p->quoted && p->subject.star && ifs->first.length &&
			 ifs->first.bytes[0] != ' ',
	};

	if (p->subject.star && !ifs->known)
		return push_separator(p->ex, ifs, p->quoted);
	return cpg_expand_push(p->ex, &run);
}

/* What parts one word of a list from the next. Where words are not split, those of $@ are
 * joined by blanks. Where they are, and nothing quotes them, they are joined as in "$*" and
 * split again; unless IFS is empty. */
static int push_between(struct cpg_parameter *p, const struct cpg_ifs *ifs)
{
	if (!p->ex->fields)
		return push_joint(p, ifs);
	if (p->quoted ? !p->subject.star : ifs->known && ifs->first.length == 0)
		return push_break(p->ex);
	return push_separator(p->ex, ifs, p->quoted);
}

/* A word of the list. Within quotes it is one, though it be empty. */
static int push_item(struct cpg_parameter *p, struct cpg_value value)
{
	static const struct cpg_piece nothing = {.text = {"", 0}};
	size_t mark = p->ex->runs.count;

	/* What becomes of an empty element may have to be told by what joins unsplit words. */
	if (value.count == 0)
		value = (struct cpg_value){&nothing, 1};
	if (cpg_expand_push_value(p->ex, value, p->quoted) < 0)
		return -1;
	p->ex->empties |= !p->subject.star && cpg_value_is_empty(value) != CPG_NO;
	if (p->quoted && !p->subject.star && !p->ex->hollow)
		p->ex->runs.items[mark].written = true;
	/* An element is not split in V=${A[@]} in any release. */
	if (p->ex->fields || !p->ex->assignment || p->subject.text ||
	    p->parameter->op != CPG_OP_NONE)
		return 0;
	for (size_t i = mark; i < p->ex->runs.count; i++)
		p->ex->runs.items[i].split = false;
	return 0;
}

/* Any number of words, the first of a list: what stands before goes on in the first of them. */
static int push_many(struct cpg_parameter *p, const char *why, bool first)
{
	const struct cpg_run run = {
		.kind = first ? CPG_RUN_TEXT : CPG_RUN_REST,
		.piece = {.why = why},
		.split = true,
		.several = true,
	};

	if (!p->ex->fields || (p->quoted && p->subject.star))
		return cpg_expand_push_gap(p->ex, why, p->quoted);
	return cpg_expand_push(p->ex, &run);
}

/* Whether text stands before the list in its word: it goes on in the list's first word, and
 * where many words may be none, in the word behind them. */
static bool is_stuck(const struct cpg_runs *runs, size_t begin)
{
	for (size_t i = 0; i < begin; i++) {
		const struct cpg_text *text = &runs->items[i].piece.text;

		if (runs->items[i].kind != CPG_RUN_BREAK && (!text->bytes || text->length))
			return true;
	}
	return false;
}

/* What comes behind the words of a list whose places are known; the list begins at that run. */
static int push_rest(struct cpg_parameter *p, const struct cpg_ifs *ifs, size_t begin)
{
	const struct cpg_list *list = &p->subject.items;
	bool stuck = list->count == 0 && is_stuck(&p->ex->runs, begin);

	if (list->rest.count == 0)
		return push_many(p, list->why, list->count == 0);
	for (size_t i = 0; i < list->rest.count; i++) {
		const struct cpg_row_item *item = &list->rest.items[i];
		bool first = list->count == 0 && i == 0;

		if (item->many && push_many(p, item->value.pieces[0].why, first) < 0)
			return -1;
		if (item->many)
			continue;
		/* Behind many words that come first, and of which there may be none. */
		if (list->count == 0 && i == 1 && list->rest.items[0].many)
			first = stuck || !p->ex->fields || (p->quoted && p->subject.star);
		if ((!first && push_between(p, ifs) < 0) || push_item(p, item->value) < 0)
			return -1;
	}
	return 0;
}

static bool lists_keys(const struct cpg_shell_parameter *parameter)
{
	return parameter->names || (parameter->indirect && parameter->op == CPG_OP_NONE);
}

/* Whether a word of the list is empty, or is not known, or has IFS at its ends. */
static bool has_loose_ends(const struct cpg_list *list, const struct cpg_ifs *ifs)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct cpg_value *item = &list->items[i];
		struct cpg_text first =
			item->count ? item->pieces[0].text : (struct cpg_text){NULL, 0};
		struct cpg_text last =
			item->count ? item->pieces[item->count - 1].text : first;

		if (!first.length || !last.length ||
		    ifs->is[(unsigned char)first.bytes[0]] ||
		    ifs->is[(unsigned char)last.bytes[last.length - 1]])
			return true;
	}
	return list->loose;
}

/* Whether there may be one word only, and nothing left of it: up to 5.1 it is none then. */
static bool may_vanish(const struct cpg_list *list)
{
	if (list->count + cpg_row_least(list->rest) != 1)
		return false;
	if (list->count == 1)
		return cpg_value_is_empty(list->items[0]) != CPG_NO;
	for (size_t i = 0; i < list->rest.count; i++) {
		if (!list->rest.items[i].many)
			return cpg_value_is_empty(list->rest.items[i].value) != CPG_NO;
	}
	return false;
}

/* What releases of bash differ in when they join a list, and split it again. */
static bool is_odd(const struct cpg_parameter *p, const struct cpg_ifs *ifs)
{
	enum cpg_shell_operator op = p->parameter->op;
	bool keys = lists_keys(p->parameter);
	bool several = p->subject.items.count > 1 || p->subject.items.loose;
	bool blank = ifs->first.length && ifs->first.bytes[0] == ' ';
	bool cuts = op >= CPG_OP_REMOVE_PREFIX;
	bool maps = cuts && op != CPG_OP_SUBSTRING;

	if (p->parameter->indirect && cuts)
		return true;
	if (p->ex->fields && p->quoted && !p->subject.star && cpg_parameter_removes(op) &&
	    may_vanish(&p->subject.items))
		return true;
	if (!p->ex->fields && several && (keys || cuts) && !p->subject.star && !blank)
		return true;
	if (p->ex->fields && !p->quoted && ifs->known && ifs->mixed && several &&
	    has_loose_ends(&p->subject.items, ifs))
		return true;
	if (p->quoted || !ifs->known || blank)
		return false;
	/* bash 4.4 joins ${A[*]} by blanks for case and [[ ]], 5.0 does so for ${A[*]@E}, */
	if (!p->ex->fields && several && p->subject.star &&
	    (!p->ex->assignment || keys || op == CPG_OP_TRANSFORM))
		return true;
	if (!p->ex->fields && p->subject.star && cuts && ifs->first.length == 0)
		return true;
	/* and 4.4 what an operator makes of several words where these are split. */
	if (p->ex->fields && several && cuts)
		return true;
	if (p->ex->fields && p->ex->operand &&
	    (!p->subject.star || p->parameter->indirect || ifs->first.length == 0))
		return true;
	if (!p->ex->fields && p->ex->operand && several && ifs->first.length == 0)
		return true;
	return p->ex->fields && ifs->first.length == 0 &&
	       (maps || (several && p->subject.star && (op != CPG_OP_NONE || keys)));
}

int cpg_parameter_push_nothing(struct cpg_parameter *p)
{
	bool vanishes = p->ex->fields && !p->subject.star;

	p->ex->within += p->quoted;
	p->ex->hollow = p->ex->hollow || vanishes;
	p->ex->elements = p->ex->elements || vanishes;
	if (!p->quoted || vanishes)
		return 0;
	return cpg_expand_push_value(p->ex, cpg_value_empty, true);
}

/* "${!A[*]}" or "${A[*]%x}" of several words. */
static bool is_computed_join(const struct cpg_parameter *p)
{
	return p->quoted && p->subject.star &&
	       (p->subject.items.count > 1 || p->subject.items.loose) &&
	       (lists_keys(p->parameter) || p->parameter->op >= CPG_OP_REMOVE_PREFIX);
}

int cpg_parameter_push_list(struct cpg_parameter *p)
{
	const struct cpg_list *list = &p->subject.items;
	size_t begin = p->ex->runs.count;
	struct cpg_ifs ifs;

	if (list->count == 0 && !list->loose)
		return cpg_parameter_push_nothing(p);
	p->ex->within += p->quoted;
	cpg_ifs_of(p->ex->shell, &ifs);
	p->ex->joined = p->ex->joined || is_computed_join(p);
	p->ex->elements = p->ex->elements || !p->subject.star;
	if (is_odd(p, &ifs)) {
		p->ex->odd = true;
		return cpg_expand_push_gap(p->ex, "what it is hangs on bash's release",
					   false);
	}
	for (size_t i = 0; i < list->count; i++) {
		if ((i && push_between(p, &ifs) < 0) || push_item(p, list->items[i]) < 0)
			return -1;
	}
	return list->loose ? push_rest(p, &ifs, begin) : 0;
}

/* The place in the list of the first element that ${A[@]:offset} takes. */
static size_t slice_begin(const struct cpg_subject *subject, long long offset)
{
	size_t i = 0;

	if (!subject->elements || !subject->ordered)
		return (size_t)offset < subject->items.count ? (size_t)offset
							     : subject->items.count;
	while (i < subject->items.count && subject->elements[i].index < offset)
		i++;
	return i;
}

static long long slice_end(const struct cpg_subject *subject)
{
	const struct cpg_list *list = &subject->items;

	if (!subject->elements || list->count == 0)
		return (long long)list->count;
	return subject->elements[list->count - 1].index + 1;
}

/* The list with $0 before it, as ${@:0} counts. */
static int add_zero(struct cpg_parameter *p)
{
	struct cpg_list *list = &p->subject.items;
	struct cpg_value *items =
		cpg_arena_array(p->ex->arena, list->count + 1, sizeof(*items));

	if (!items)
		return cpg_expand_no_memory(p->ex->err);
	items[0] = p->ex->shell->name;
	if (list->count)
		memcpy(items + 1, list->items, list->count * sizeof(*items));
	list->items = items;
	list->count++;
	return 0;
}

static void forget_list(struct cpg_parameter *p, const char *why)
{
	p->subject.items = (struct cpg_list){.loose = true, .why = why};
}

/* Whether the offset, which counts from the beginning now, lies behind all: then bash does not
 * look at the length. */
static bool is_behind(const struct cpg_subject *subject, long long offset)
{
	/* Behind the elements whose places are known others may follow. */
	if (subject->array && !subject->items.loose)
		return offset >= slice_end(subject);
	return offset > slice_end(subject);
}

static void take_nothing(struct cpg_parameter *p)
{
	p->subject.items = (struct cpg_list){.loose = false};
}

/* Cuts the list to so many words. */
static int cut_list(struct cpg_parameter *p, const struct cpg_mapping *mapping)
{
	struct cpg_list *list = &p->subject.items;
	long long length;
	int known = cpg_mapping_length(p->ex, mapping, &length);

	if (known < 0 || p->ex->how->failed)
		return known < 0 ? -1 : 0;
	if (known == CPG_UNKNOWN) {
		cpg_expand_may_fail(p->ex);
		forget_list(p, "which elements are taken is not known");
	} else if (length < 0) {
		return cpg_expand_fail(p->ex, CPG_FAULT_LINE,
				       "%lld: substring expression < 0", length);
	} else if ((unsigned long long)length <= list->count) {
		list->count = (size_t)length;
		list->loose = false;
	}
	list->rest = (struct cpg_row){0};
	return 0;
}

/* ${A[@]: -1} of a list of which the last words are known; of an array only the last one, since
 * an offset counts indices. Cuts the list down to them. */
static bool takes_last(struct cpg_parameter *p, const struct cpg_mapping *mapping)
{
	struct cpg_list *list = &p->subject.items;
	struct cpg_row *rest = &list->rest;
	unsigned long long wanted = -(unsigned long long)mapping->offset;

	if (mapping->parameter->second || wanted > rest->count ||
	    (p->subject.array && wanted > 1))
		return false;
	for (size_t i = 1; i <= wanted; i++) {
		if (rest->items[rest->count - i].many)
			return false;
	}
	rest->items += rest->count - wanted;
	rest->count = wanted;
	list->count = 0;
	return true;
}

/* Cuts the list down to what ${A[@]:offset:length} takes of it. */
static int slice(struct cpg_parameter *p, const struct cpg_mapping *mapping)
{
	struct cpg_list *list = &p->subject.items;
	long long offset = mapping->offset;
	size_t begin;

	if (!p->subject.array && add_zero(p) < 0)
		return -1;
	if (list->loose && offset < 0 && takes_last(p, mapping))
		return 0;
	if (list->loose && (offset < 0 || is_behind(&p->subject, offset))) {
		if (mapping->parameter->second)
			cpg_expand_may_fail(p->ex);
		forget_list(p, list->why);
		return 0;
	}
	if (offset < 0)
		offset += slice_end(&p->subject);
	if (offset < 0 || is_behind(&p->subject, offset)) {
		take_nothing(p);
		return 0;
	}
	begin = slice_begin(&p->subject, offset);
	list->items += begin;
	list->count -= begin;
	return mapping->parameter->second ? cut_list(p, mapping) : 0;
}

int cpg_parameter_slice(struct cpg_parameter *p)
{
	struct cpg_mapping mapping;

	if (cpg_parameter_is_nothing(p) && (p->subject.array || p->parameter->indirect))
		return cpg_parameter_push_list(p);
	if (cpg_mapping_begin(p->ex, p->parameter, &mapping) < 0)
		return -1;
	if (p->ex->how->failed)
		return 0;
	if (!mapping.numbers || !p->subject.ordered) {
		if (p->parameter->second)
			cpg_expand_may_fail(p->ex);
		forget_list(p, "which elements are taken is not known");
	} else if (slice(p, &mapping) < 0) {
		return -1;
	}
	return p->ex->how->failed ? 0 : cpg_parameter_push_list(p);
}
