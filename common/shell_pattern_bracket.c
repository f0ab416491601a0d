#include "shell_pattern_private.h"

#include <string.h>

/* The only case that does not hang on the locale. */
static uint32_t fold(uint32_t code)
{
	return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
}

bool cpg_pattern_same(struct cpg_matcher *m, uint32_t a, uint32_t b)
{
	if (a == b)
		return true;
	if (!m->nocase)
		return false;
	m->doubt |= a >= 0x80 || b >= 0x80;
	return fold(a) == fold(b);
}

static bool in_range(struct cpg_matcher *m, uint32_t first, uint32_t last, uint32_t code)
{
	if (m->nocase) {
		m->doubt |= first >= 0x80 || last >= 0x80 || code >= 0x80;
		first = fold(first);
		last = fold(last);
		code = fold(code);
	}
	return first <= code && code <= last;
}

static bool is_between(uint32_t code, uint32_t first, uint32_t last)
{
	return code - first <= last - first;
}

static bool is_digit(uint32_t code)
{
	return is_between(code, '0', '9');
}

static bool is_alpha(uint32_t code)
{
	return is_between(code | 0x20, 'a', 'z');
}

static bool is_alnum(uint32_t code)
{
	return is_alpha(code) || is_digit(code);
}

static bool is_ascii(uint32_t code)
{
	return code < 0x80;
}

static bool is_blank(uint32_t code)
{
	return code == ' ' || code == '\t';
}

static bool is_cntrl(uint32_t code)
{
	return code < 0x20 || code == 0x7f;
}

static bool is_graph(uint32_t code)
{
	return is_between(code, 0x21, 0x7e);
}

static bool is_lower(uint32_t code)
{
	return is_between(code, 'a', 'z');
}

static bool is_print(uint32_t code)
{
	return is_between(code, 0x20, 0x7e);
}

static bool is_punct(uint32_t code)
{
	return is_graph(code) && !is_alnum(code);
}

static bool is_space(uint32_t code)
{
	return code == ' ' || is_between(code, '\t', '\r');
}

static bool is_upper(uint32_t code)
{
	return is_between(code, 'A', 'Z');
}

static bool is_word(uint32_t code)
{
	return is_alnum(code) || code == '_';
}

static bool is_xdigit(uint32_t code)
{
	return is_digit(code) || is_between(code | 0x20, 'a', 'f');
}

static const struct {
	const char *name;
	bool (*has)(uint32_t code);
} classes[] = {
	{"alnum", is_alnum}, {"alpha", is_alpha},   {"ascii", is_ascii},
	{"blank", is_blank}, {"cntrl", is_cntrl},   {"digit", is_digit},
	{"graph", is_graph}, {"lower", is_lower},   {"print", is_print},
	{"punct", is_punct}, {"space", is_space},   {"upper", is_upper},
	{"word", is_word},   {"xdigit", is_xdigit},
};

static bool is_named(const uint32_t *codes, size_t length, const char *name)
{
	if (strlen(name) != length)
		return false;
	for (size_t i = 0; i < length; i++) {
		if ((codes[i] & ~CPG_PATTERN_QUOTED) != (unsigned char)name[i])
			return false;
	}
	return true;
}

/* Whether the class of that name has the character; one that does not exist has none. */
static bool in_class(struct cpg_matcher *m, const uint32_t *name, size_t length,
		     uint32_t code)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		if (!is_named(name, length, classes[i].name))
			continue;
		m->doubt |= code >= 0x80 && classes[i].has != is_ascii;
		return code < 0x80 && classes[i].has(code);
	}
	return false;
}

uint32_t cpg_pattern_at(const struct cpg_matcher *m, size_t place)
{
	return place < m->pattern_length ? m->pattern[place] : 0;
}

/* Where the name of [:name:] ends that begins at `place`; 0 when it does not end. */
static size_t class_end(const struct cpg_matcher *m, size_t place)
{
	for (; place < m->pattern_length; place++) {
		if (cpg_pattern_at(m, place) == ':' && cpg_pattern_at(m, place + 1) == ']')
			return place;
	}
	return 0;
}

/* [: of a class, or [= and [. of what only the locale knows. */
static bool is_inner(const struct cpg_matcher *m, size_t place)
{
	uint32_t next = cpg_pattern_at(m, place + 1);

	return cpg_pattern_at(m, place) == '[' &&
	       (next == ':' || next == '=' || next == '.');
}

static bool is_range(const struct cpg_matcher *m, size_t place)
{
	return cpg_pattern_at(m, place + 1) == '-' && cpg_pattern_at(m, place + 2) != ']' &&
	       cpg_pattern_at(m, place + 2);
}

/* One member of a bracket expression: [:class:], a character or a range. Returns the place
 * behind it; sets *in when it has the character. */
static size_t member(struct cpg_matcher *m, size_t place, uint32_t code, bool *in)
{
	uint32_t first = cpg_pattern_at(m, place) & ~CPG_PATTERN_QUOTED;
	size_t close = 0;

	if (is_inner(m, place) && cpg_pattern_at(m, place + 1) == ':')
		close = class_end(m, place + 2);
	if (close) {
		*in |= in_class(m, m->pattern + place + 2, close - place - 2, code);
		return close + 2;
	}
	m->doubt |= is_inner(m, place);
	if (!is_range(m, place)) {
		*in |= cpg_pattern_same(m, first, code);
		return place + 1;
	}
	m->doubt |= is_inner(m, place + 2);
	*in |= in_range(m, first, cpg_pattern_at(m, place + 2) & ~CPG_PATTERN_QUOTED, code);
	return place + 3;
}

size_t cpg_pattern_bracket(struct cpg_matcher *m, size_t place, uint32_t code, bool *has)
{
	bool not =
		cpg_pattern_at(m, place + 1) == '!' || cpg_pattern_at(m, place + 1) == '^';
	bool in = false;
	size_t start = place;

	place += not ? 2 : 1;
	do {
		if (place >= m->pattern_length)
			return 0;
		place = member(m, place, code, &in);
	} while (cpg_pattern_at(m, place) != ']');
	cpg_pattern_spend(m, place - start);
	*has = in != not ;
	return place + 1;
}
