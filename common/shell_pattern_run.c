#include "shell_pattern_private.h"

#include <string.h>

bool cpg_pattern_spend(struct cpg_matcher *m, size_t steps)
{
	m->steps += steps;
	if (m->steps > m->limit)
		m->failed = true;
	return !m->failed;
}

struct cpg_places cpg_pattern_places(struct cpg_matcher *m)
{
	struct cpg_places set = {m->sets + m->set_used * (m->length + 1), 0, 0};

	if (m->set_used == m->set_count)
		m->failed = true;
	else
		m->set_used++;
	return set;
}

static void clear(struct cpg_places *set)
{
	if (set->low < set->end)
		memset(set->at + set->low, 0, set->end - set->low);
	set->low = 0;
	set->end = 0;
}

static void drop_set(struct cpg_matcher *m, struct cpg_places *set)
{
	clear(set);
	m->set_used--;
}

static bool is_empty(const struct cpg_places *set)
{
	return set->low >= set->end;
}

bool cpg_pattern_reaches(const struct cpg_places *set, size_t place)
{
	return place >= set->low && place < set->end && set->at[place];
}

static void include(struct cpg_places *set, size_t place)
{
	set->at[place] = 1;
	if (is_empty(set)) {
		set->low = place;
		set->end = place + 1;
		return;
	}
	if (place < set->low)
		set->low = place;
	if (place >= set->end)
		set->end = place + 1;
}

static void unite(struct cpg_places *set, const struct cpg_places *other)
{
	for (size_t i = other->low; i < other->end; i++) {
		if (other->at[i])
			include(set, i);
	}
}

/* Takes away what is in `other`. */
static void subtract(struct cpg_places *set, const struct cpg_places *other)
{
	bool any = false;

	for (size_t i = set->low; i < set->end; i++) {
		if (cpg_pattern_reaches(other, i))
			set->at[i] = 0;
		any |= set->at[i];
	}
	if (!any)
		set->low = set->end = 0;
}

/* A gap may be empty: who stands before it may stand behind it. */
static void pass_gaps(const struct cpg_matcher *m, struct cpg_places *set)
{
	if (!m->may)
		return;
	for (size_t i = set->low; i < set->end; i++) {
		if (set->at[i] && i < m->length && m->text[i] == CPG_PATTERN_GAP)
			include(set, i + 1);
	}
}

/* A place in the pattern behind the ) or, with `bar`, the | that ends what begins at `place`;
 * 0 when there is none. */
static size_t scan(const struct cpg_matcher *m, size_t place, bool bar)
{
	size_t nested = 0;
	size_t first = 0; /* of a bracket expression; 0: not within one */
	uint32_t class = 0;

	for (; place < m->pattern_length; place++) {
		uint32_t code = m->pattern[place];

		if (first && code == '[' &&
		    (cpg_pattern_at(m, place + 1) == ':' ||
		     cpg_pattern_at(m, place + 1) == '.' ||
		     cpg_pattern_at(m, place + 1) == '=')) {
			class = cpg_pattern_at(m, place + 1);
		} else if (!first && code == '[') {
			first = place + 1;
			if (cpg_pattern_at(m, first) == '!' ||
			    cpg_pattern_at(m, first) == '^')
				first++;
		} else if (first && code == ']') {
			if (class && m->pattern[place - 1] == class)
				class = 0;
			else if (place != first)
				first = 0;
		} else if (!first && code == '(') {
			nested++;
		} else if (!first && code == ')') {
			if (nested-- == 0)
				return place + 1;
		} else if (!first && code == '|' && bar && nested == 0) {
			return place + 1;
		}
	}
	return 0;
}

static bool is_group(const struct cpg_matcher *m, size_t place)
{
	uint32_t op = cpg_pattern_at(m, place);

	return m->extglob && cpg_pattern_at(m, place + 1) == '(' &&
	       (op == '?' || op == '*' || op == '+' || op == '@' || op == '!');
}

/* An item that takes one character. */
struct item {
	enum { ITEM_LITERAL, ITEM_ANY, ITEM_BRACKET } kind;
	size_t place;
	size_t next;
};

static struct item item_at(struct cpg_matcher *m, size_t place)
{
	struct item item = {ITEM_LITERAL, place, place + 1};
	bool ignored;
	size_t end;

	if (m->pattern[place] == '?') {
		item.kind = ITEM_ANY;
	} else if (m->pattern[place] == '[' &&
		   (end = cpg_pattern_bracket(m, place, 0, &ignored))) {
		item.kind = ITEM_BRACKET;
		item.next = end;
	}
	return item;
}

static bool accepts(struct cpg_matcher *m, const struct item *item, uint32_t code)
{
	bool in = true;

	if (item->kind == ITEM_LITERAL)
		return cpg_pattern_same(m, m->pattern[item->place] & ~CPG_PATTERN_QUOTED,
					code);
	if (item->kind == ITEM_BRACKET)
		cpg_pattern_bracket(m, item->place, code, &in);
	return in;
}

/* Moves the set over one character. In a gap one may stay. */
static void advance(struct cpg_matcher *m, const struct item *item, struct cpg_places *set)
{
	struct cpg_places moved = {set->at, 0, 0};

	for (size_t i = set->end; i-- > set->low;) {
		bool gap = i < m->length && m->text[i] == CPG_PATTERN_GAP;

		if (!set->at[i])
			continue;
		set->at[i] = 0;
		if (gap ? m->may : i < m->length && accepts(m, item, m->text[i]))
			include(&moved, i + 1);
		if (gap && m->may)
			include(&moved, i);
	}
	*set = moved;
}

static void take_rest(const struct cpg_matcher *m, struct cpg_places *set)
{
	while (set->low < set->end && !set->at[set->low])
		set->low++;
	if (is_empty(set))
		return;
	set->end = m->length + 1;
	memset(set->at + set->low, 1, set->end - set->low);
}

static void run(struct cpg_matcher *m, size_t place, size_t end, struct cpg_places *set);

/* Adds to `into` where any of the alternatives takes `from`. */
static void alternatives(struct cpg_matcher *m, size_t open, size_t close,
			 const struct cpg_places *from, struct cpg_places *into)
{
	struct cpg_places work = cpg_pattern_places(m);
	size_t next;

	m->level++;
	for (size_t place = open + 1; place <= close && !m->failed; place = next) {
		next = scan(m, place, true);
		if (next == 0 || next > close + 1)
			next = close + 1;
		unite(&work, from);
		run(m, place, next - 1, &work);
		unite(into, &work);
		clear(&work);
		cpg_pattern_spend(m, from->end - from->low + next - place);
	}
	m->level--;
	if (!m->failed)
		drop_set(m, &work);
}

static void repeat(struct cpg_matcher *m, size_t open, size_t close,
		   const struct cpg_places *from, struct cpg_places *into)
{
	struct cpg_places fresh = cpg_pattern_places(m);
	struct cpg_places next = cpg_pattern_places(m);

	if (m->failed)
		return;
	unite(&fresh, from);
	while (!m->failed && !is_empty(&fresh)) {
		alternatives(m, open, close, &fresh, &next);
		clear(&fresh);
		unite(&fresh, &next);
		subtract(&fresh, into);
		unite(into, &next);
		clear(&next);
		cpg_pattern_spend(m, into->end - into->low);
	}
	if (m->failed)
		return;
	drop_set(m, &next);
	drop_set(m, &fresh);
}

/* Whether what ends at the place may be, or is, none of what `hit` has. What ends within a gap
 * is like what ends behind it: it is the same for every content. */
static bool is_missed(const struct cpg_matcher *m, const struct cpg_places *hit,
		      size_t place)
{
	bool gap = place < m->length && m->text[place] == CPG_PATTERN_GAP;

	return !cpg_pattern_reaches(hit, gap && m->may ? place + 1 : place);
}

/* !( ): from each place to every one where none of the alternatives comes. What may not match
 * is what need not, and the other way round. */
static void negate(struct cpg_matcher *m, size_t open, size_t close,
		   const struct cpg_places *from, struct cpg_places *into)
{
	struct cpg_places one = cpg_pattern_places(m);
	struct cpg_places hit = cpg_pattern_places(m);

	for (size_t i = from->low; i < from->end && !m->failed; i++) {
		if (!from->at[i])
			continue;
		include(&one, i);
		m->may = !m->may;
		pass_gaps(m, &one);
		alternatives(m, open, close, &one, &hit);
		m->may = !m->may;
		for (size_t end = i; end <= m->length; end++) {
			if (is_missed(m, &hit, end))
				include(into, end);
		}
		clear(&one);
		clear(&hit);
		cpg_pattern_spend(m, m->length + 1 - i);
	}
	if (m->failed)
		return;
	drop_set(m, &hit);
	drop_set(m, &one);
}

/* ?( ), *( ), +( ), @( ) or !( ) from `open`, the place of its parenthesis, to `close`. */
static void group(struct cpg_matcher *m, uint32_t op, size_t open, size_t close,
		  struct cpg_places *set)
{
	struct cpg_places into = cpg_pattern_places(m);

	if (m->failed)
		return;
	if (op == '!')
		negate(m, open, close, set, &into);
	else if (op == '*' || op == '+')
		repeat(m, open, close, set, &into);
	else
		alternatives(m, open, close, set, &into);
	if (m->failed)
		return;
	if (op != '?' && op != '*')
		clear(set);
	unite(set, &into);
	drop_set(m, &into);
}

/* bash compares a group that is not closed, and all behind it, as it is written. */
static void as_written(struct cpg_matcher *m, size_t place, size_t end,
		       struct cpg_places *set)
{
	for (; place < end && !is_empty(set); place++) {
		const struct item item = {ITEM_LITERAL, place, place + 1};

		m->doubt |= (m->pattern[place] & CPG_PATTERN_QUOTED) != 0;
		advance(m, &item, set);
		pass_gaps(m, set);
	}
}

/* A group behind a *: bash does not try whether it matches nothing at the very end of the text,
 * and takes !( ) for its contrary there. Where that decides, the answer is in doubt. For what
 * stands within another group any place may be that end. */
static void starred_group(struct cpg_matcher *m, size_t place, size_t end, bool at_end,
			  struct cpg_places *set)
{
	struct cpg_places tail = cpg_pattern_places(m);
	bool not = m->pattern[place] == '!';
	bool nothing; /* what follows may match nothing */

	if (m->failed)
		return;
	include(&tail, m->length);
	run(m, place, end, &tail);
	nothing = cpg_pattern_reaches(&tail, m->length);
	if (cpg_pattern_reaches(set, m->length)) {
		set->at[m->length] = 0;
		set->end--;
	}
	run(m, place, end, set);
	if (m->level > 0)
		m->doubt |= nothing || not ;
	else if (!cpg_pattern_reaches(set, m->length))
		m->doubt |= nothing || (not &&at_end);
	if (!m->failed)
		drop_set(m, &tail);
}

/* Whether the group, its ( at `open`, adds nothing to the * before it. */
static bool is_optional(const struct cpg_matcher *m, size_t open)
{
	return m->pattern[open - 1] == '?' || m->pattern[open - 1] == '*';
}

/* Moves the set over the pattern from `place` to `end`. */
static void run(struct cpg_matcher *m, size_t place, size_t end, struct cpg_places *set)
{
	bool starred = false; /* nothing but * and ? behind a * so far */
	bool at_end = false;  /* the text may have ended before that */

	while (place < end && !is_empty(set) && cpg_pattern_spend(m, set->end - set->low)) {
		if (is_group(m, place)) {
			size_t close = scan(m, place + 2, false);

			if (close == 0 || close > end) {
				m->doubt |= starred;
				as_written(m, place, end, set);
				return;
			}
			if (starred && !is_optional(m, place + 1)) {
				starred_group(m, place, end, at_end, set);
				return;
			}
			if (!starred)
				group(m, m->pattern[place], place + 1, close - 1, set);
			place = close;
		} else if (m->pattern[place] == '*') {
			at_end = cpg_pattern_reaches(set, m->length);
			starred = true;
			take_rest(m, set);
			place++;
		} else {
			struct item item = item_at(m, place);

			starred &= item.kind == ITEM_ANY;
			at_end = starred && cpg_pattern_reaches(set, m->length);
			advance(m, &item, set);
			place = item.next;
		}
		pass_gaps(m, set);
	}
}

void cpg_pattern_run(struct cpg_matcher *m, size_t start, struct cpg_places *set)
{
	clear(set);
	include(set, start);
	pass_gaps(m, set);
	run(m, 0, m->pattern_length, set);
}
