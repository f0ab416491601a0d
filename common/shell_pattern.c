#include "shell_pattern_private.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of a pattern or a text, and of the sets that a match needs. */
#define TEXT_LIMIT ((size_t)4 << 20)
#define SETS_LIMIT ((size_t)64 << 20)

static void release(struct cpg_matcher *m)
{
	free(m->pattern);
	free(m->text);
	free(m->sets);
}

/* How many steps a match may take: some, and a few for each character. */
#define STEPS ((size_t)1 << 18)
#define STEPS_PER_CHARACTER 8

#define MATCHER struct cpg_matcher m __attribute__((cleanup(release)))

static bool is_utf8(struct cpg_text text)
{
	size_t size;
	uint32_t code;

	for (size_t i = 0; i < text.length; i += size) {
		size = cpg_utf8_decode(text.bytes + i, text.length - i, &code);
		if (size == 0)
			return false;
	}
	return true;
}

static size_t next_code(const struct cpg_matcher *m, struct cpg_text text, size_t place,
			uint32_t *code)
{
	if (!m->bytes)
		return cpg_utf8_decode(text.bytes + place, text.length - place, code);
	*code = (unsigned char)text.bytes[place];
	return 1;
}

static void add_text(struct cpg_matcher *m, struct cpg_text text)
{
	uint32_t code = 0;

	for (size_t i = 0; i < text.length; m->text[m->length++] = code)
		i += next_code(m, text, i, &code);
}

/* As bash writes it for its matcher: a backslash before each character that is literal, by
 * its own flag or because all is quoted. */
static void add_pattern(struct cpg_matcher *m, struct cpg_text text, const bool *literal,
			bool quoted)
{
	uint32_t code = 0;
	size_t size;

	for (size_t i = 0; i < text.length; i += size) {
		size = next_code(m, text, i, &code);
		if (quoted || (literal && literal[i]))
			m->pattern[m->pattern_length++] = '\\';
		m->pattern[m->pattern_length++] = code;
	}
}

/* Takes the backslashes away again. One at the end stands for itself, but not behind a *. */
static void unescape(struct cpg_matcher *m)
{
	size_t length = 0;

	for (size_t i = 0; i < m->pattern_length; i++) {
		uint32_t code = m->pattern[i];

		if (code == '\\') {
			m->doubt |= i + 1 == m->pattern_length;
			i += i + 1 < m->pattern_length;
			code = m->pattern[i] | CPG_PATTERN_QUOTED;
		}
		m->pattern[length++] = code;
	}
	m->pattern_length = length;
}

static size_t nesting(const struct cpg_matcher *m)
{
	size_t count = 0;

	for (size_t i = 0; m->extglob && i < m->pattern_length; i++)
		count += m->pattern[i] == '(';
	return count;
}

/* Makes room for what will be put in. Returns false when it is too much. */
static bool reserve(struct cpg_matcher *m, size_t pattern_bytes, size_t text_bytes)
{
	if (pattern_bytes > TEXT_LIMIT || text_bytes > TEXT_LIMIT)
		return false;
	m->pattern = calloc(2 * pattern_bytes + 1, sizeof(*m->pattern));
	m->text = calloc(text_bytes + 1, sizeof(*m->text));
	return m->pattern && m->text;
}

/* The last step before a match. Returns false when it cannot be made. */
static bool finish(struct cpg_matcher *m)
{
	size_t levels;

	unescape(m);
	m->limit = STEPS + STEPS_PER_CHARACTER * (m->length + m->pattern_length);
	levels = nesting(m);
	if (levels > CPG_PATTERN_NESTING)
		return false;
	m->set_count = 1 + CPG_PATTERN_SETS * levels;
	if (m->length + 1 > SETS_LIMIT / m->set_count)
		return false;
	m->sets = calloc(m->set_count, m->length + 1);
	return m->sets;
}

static bool prepare(struct cpg_matcher *m, struct cpg_text pattern, const bool *literal,
		    struct cpg_text text)
{
	if (!reserve(m, pattern.length, text.length))
		return false;
	m->bytes = !is_utf8(pattern) || !is_utf8(text);
	add_pattern(m, pattern, literal, false);
	add_text(m, text);
	return finish(m);
}

static int answer(const struct cpg_matcher *m, bool yes)
{
	if (m->failed || m->doubt)
		return CPG_UNKNOWN;
	return yes ? CPG_YES : CPG_NO;
}

int cpg_pattern_match(struct cpg_text pattern, const bool *literal, bool extglob,
		      bool nocase, struct cpg_text text)
{
	MATCHER = {.extglob = extglob, .nocase = nocase};
	struct cpg_places set;

	if (!prepare(&m, pattern, literal, text))
		return CPG_UNKNOWN;
	set = cpg_pattern_places(&m);
	cpg_pattern_run(&m, 0, &set);
	return answer(&m, cpg_pattern_reaches(&set, m.length));
}

static size_t bytes_of(const struct cpg_matcher *m, size_t first, size_t end)
{
	size_t bytes = 0;

	if (m->bytes)
		return end - first;
	for (; first < end; first++) {
		uint32_t code = m->text[first];

		bytes += 1u + (code >= 0x80) + (code >= 0x800) + (code >= 0x10000);
	}
	return bytes;
}

/* The last, or else the first, place in the set. The set is not empty. */
static size_t extreme(const struct cpg_places *set, bool last)
{
	size_t place = last ? set->end - 1 : set->low;

	while (!cpg_pattern_reaches(set, place))
		place = last ? place - 1 : place + 1;
	return place;
}

static bool reaches_any(const struct cpg_places *set)
{
	return set->low < set->end && memchr(set->at + set->low, 1, set->end - set->low);
}

int cpg_pattern_prefix(struct cpg_text pattern, const bool *literal, bool extglob,
		       bool nocase, bool longest, struct cpg_text text, size_t *length)
{
	MATCHER = {.extglob = extglob, .nocase = nocase, .level = 1};
	struct cpg_places set;

	if (!prepare(&m, pattern, literal, text))
		return CPG_UNKNOWN;
	set = cpg_pattern_places(&m);
	cpg_pattern_run(&m, 0, &set);
	if (m.failed || m.doubt || !reaches_any(&set))
		return answer(&m, false);
	*length = bytes_of(&m, 0, extreme(&set, longest));
	return CPG_YES;
}

int cpg_pattern_suffix(struct cpg_text pattern, const bool *literal, bool extglob,
		       bool nocase, bool longest, struct cpg_text text, size_t *length)
{
	MATCHER = {.extglob = extglob, .nocase = nocase};
	struct cpg_places set;

	if (!prepare(&m, pattern, literal, text))
		return CPG_UNKNOWN;
	set = cpg_pattern_places(&m);
	for (size_t i = 0; i <= m.length && !m.failed; i++) {
		size_t start = longest ? i : m.length - i;

		cpg_pattern_run(&m, start, &set);
		if (m.failed || m.doubt || !cpg_pattern_reaches(&set, m.length))
			continue;
		*length = bytes_of(&m, start, m.length);
		return CPG_YES;
	}
	return answer(&m, false);
}

/* Before it looks where, bash asks whether the pattern between two * matches at all. */
static int found_at_all(struct cpg_text pattern, const bool *literal, bool extglob,
			bool nocase, struct cpg_text text)
{
	MATCHER = {.extglob = extglob, .nocase = nocase};
	struct cpg_places set;

	if (!reserve(&m, pattern.length + 1, text.length))
		return CPG_UNKNOWN;
	m.bytes = !is_utf8(pattern) || !is_utf8(text);
	m.pattern[m.pattern_length++] = '*';
	add_pattern(&m, pattern, literal, false);
	m.pattern[m.pattern_length++] = '*';
	add_text(&m, text);
	if (!finish(&m))
		return CPG_UNKNOWN;
	set = cpg_pattern_places(&m);
	cpg_pattern_run(&m, 0, &set);
	return answer(&m, cpg_pattern_reaches(&set, m.length));
}

/* Patterns of whose length or end bash has a wrong idea when it looks for them: [!]...], a [
 * that is not closed, and those from a * to one that is quoted. */
static bool is_misread(struct cpg_matcher *m)
{
	size_t length = m->pattern_length;
	bool ignored;

	for (size_t i = 0; i < length; i++) {
		uint32_t not = cpg_pattern_at(m, i + 1);

		if (m->pattern[i] != '[')
			continue;
		if (((not == '!' || not == '^') && cpg_pattern_at(m, i + 2) == ']') ||
		    !cpg_pattern_bracket(m, i, 0, &ignored))
			return true;
	}
	return length > 1 && m->pattern[0] == '*' &&
	       m->pattern[length - 1] == (CPG_PATTERN_QUOTED | '*');
}

/* The first place from which the pattern reaches anything. Only what begins with * is looked
 * for at the end of the text. */
static int find(struct cpg_matcher *m, size_t *begin, size_t *end)
{
	struct cpg_places set = cpg_pattern_places(m);
	size_t last = m->length + (cpg_pattern_at(m, 0) == '*');

	for (size_t start = 0; start < last && !m->failed && !m->doubt; start++) {
		cpg_pattern_run(m, start, &set);
		if (m->failed || m->doubt || !reaches_any(&set))
			continue;
		*begin = bytes_of(m, 0, start);
		*end = *begin + bytes_of(m, start, extreme(&set, true));
		return CPG_YES;
	}
	return answer(m, false);
}

int cpg_pattern_find(struct cpg_text pattern, const bool *literal, bool extglob,
		     bool nocase, struct cpg_text text, size_t from, size_t *begin,
		     size_t *end)
{
	const struct cpg_text rest = {text.bytes + from, text.length - from};
	MATCHER = {.extglob = extglob, .nocase = nocase, .level = 1};
	int found = found_at_all(pattern, literal, extglob, nocase, rest);

	if (found != CPG_YES)
		return found;
	if (!prepare(&m, pattern, literal, rest) || is_misread(&m))
		return CPG_UNKNOWN;
	found = find(&m, begin, end);
	if (found == CPG_YES) {
		*begin += from;
		*end += from;
	}
	return found;
}

static size_t bytes_in(struct cpg_value value)
{
	size_t bytes = value.count;

	for (size_t i = 0; i < value.count; i++)
		bytes += value.pieces[i].text.length;
	return bytes;
}

static bool all_utf8(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (!is_utf8(value.pieces[i].text))
			return false;
	}
	return true;
}

static void add_text_value(struct cpg_matcher *m, struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		if (value.pieces[i].text.bytes)
			add_text(m, value.pieces[i].text);
		else
			m->text[m->length++] = CPG_PATTERN_GAP;
	}
}

/* Puts * for gaps, which stands for more than they do. What follows one that is not quoted may
 * mean anything. */
static void add_pattern_value(struct cpg_matcher *m, struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_piece *piece = &value.pieces[i];

		if (piece->text.bytes) {
			add_pattern(m, piece->text, NULL, piece->quoted);
			continue;
		}
		m->pattern[m->pattern_length++] = '*';
		if (!piece->quoted)
			break;
	}
}

/* Whether a gap could stand within a bracket expression or a group, or behind a backslash. */
static bool opens(const struct cpg_matcher *m)
{
	for (size_t i = 0; i < m->pattern_length; i++) {
		uint32_t code = m->pattern[i];

		if (code == '[' || code == '(' || code == '\\')
			return true;
	}
	return false;
}

int cpg_value_match(struct cpg_value pattern, bool extglob, bool nocase,
		    struct cpg_value text)
{
	MATCHER = {.extglob = extglob, .nocase = nocase, .may = true};
	bool exact = cpg_value_known(pattern);
	struct cpg_places set;
	bool may;

	if (!reserve(&m, bytes_in(pattern), bytes_in(text)))
		return CPG_UNKNOWN;
	m.bytes = !all_utf8(pattern) || !all_utf8(text);
	add_pattern_value(&m, pattern);
	add_text_value(&m, text);
	if ((!exact && opens(&m)) || !finish(&m))
		return CPG_UNKNOWN;
	set = cpg_pattern_places(&m);
	cpg_pattern_run(&m, 0, &set);
	may = cpg_pattern_reaches(&set, m.length);
	if (!may || m.failed || m.doubt)
		return answer(&m, false);
	m.may = false;
	cpg_pattern_run(&m, 0, &set);
	return exact && cpg_pattern_reaches(&set, m.length) ? answer(&m, true)
							    : CPG_UNKNOWN;
}
