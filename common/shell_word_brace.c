#include <string.h>

#include "shell_word.h"

/* Operators of one byte, which some of them may have twice. */
static const struct {
	char byte;
	bool doubles;
	bool pattern; /* the operand is a pattern: read as outside of quotes */
	enum cpg_shell_operator op;
} operators[] = {
	{'-', false, false, CPG_OP_DEFAULT},     {'=', false, false, CPG_OP_ASSIGN},
	{'?', false, false, CPG_OP_ERROR},       {'+', false, false, CPG_OP_ALTERNATE},
	{'#', true, true, CPG_OP_REMOVE_PREFIX}, {'%', true, true, CPG_OP_REMOVE_SUFFIX},
	{'^', true, true, CPG_OP_UPPER},         {',', true, true, CPG_OP_LOWER},
	{'~', true, true, CPG_OP_TOGGLE},
};

const char *cpg_shell_read_parameter_name(struct cpg_shell_reader *r, bool digits)
{
	const char *from = r->place.at;
	unsigned classes;
	int c = cpg_shell_peek(r);

	if (cpg_shell_is(c, CLASS_SPECIAL) || (!digits && cpg_shell_is(c, CLASS_DIGIT))) {
		from = r->place.at++;
		return cpg_shell_string(r, from, 1);
	}
	classes = cpg_shell_is(c, CLASS_DIGIT) ? CLASS_DIGIT : CLASS_NAME;
	while (cpg_shell_is(cpg_shell_peek(r), classes))
		r->place.at++;
	return cpg_shell_raw(r, from, r->place.at);
}

static bool is_identifier(const char *name)
{
	return cpg_shell_begins_name((unsigned char)*name);
}

/* Behind a $: ${${...}} and ${$(...)} name no parameter. */
static bool begins_expansion(int c)
{
	return c == '{' || c == '(' || c == '[';
}

/* Reads the name and the [index] behind it. */
static bool read_name(struct cpg_shell_reader *r, struct cpg_shell_parameter *p)
{
	struct cpg_shell_draft draft;
	struct cpg_shell_word index;
	bool closed;

	p->name = "";
	if (cpg_shell_peek(r) == '$' && begins_expansion(cpg_shell_peek_second(r)))
		return true;
	p->name = cpg_shell_read_parameter_name(r, true);
	if (!p->name)
		return false;
	if (!is_identifier(p->name) || cpg_shell_peek(r) != '[')
		return true;
	cpg_shell_next(r);
	cpg_shell_begin_word(r, &draft);
	if (!cpg_shell_read_subscript(r, "}", &closed) ||
	    !cpg_shell_finish_word(r, &draft, &index))
		return false;
	if (!closed) {
		p->op = CPG_OP_BAD;
		return true;
	}
	cpg_shell_next(r);
	p->index = cpg_shell_keep(r, &index, sizeof(index));
	return p->index != NULL;
}

/* Reads # and a parameter if that is what stands here: not so for ${#}, ${#-x}, ${#:-x}. */
static bool read_length(struct cpg_shell_reader *r, struct cpg_shell_parameter *p)
{
	struct cpg_shell_place place = r->place;

	if (cpg_shell_peek(r) != '#')
		return true;
	cpg_shell_next(r);
	if (!read_name(r, p))
		return false;
	p->length = *p->name && cpg_shell_peek(r) == '}';
	if (p->length)
		return true;
	if (is_identifier(p->name) || cpg_shell_is((unsigned char)*p->name, CLASS_DIGIT)) {
		p->op = CPG_OP_BAD;
		return true;
	}
	r->place = place;
	p->name = NULL;
	return true;
}

static bool is_indirect(struct cpg_shell_reader *r)
{
	int c = cpg_shell_peek(r) == '!' ? cpg_shell_peek_second(r) : -1;

	return cpg_shell_is(c, CLASS_NAME) || (c > 0 && strchr("#?@*", c));
}

/* ${!prefix*} and ${!prefix@}. */
static void read_prefixed(struct cpg_shell_reader *r, struct cpg_shell_parameter *p)
{
	int c = cpg_shell_peek(r);

	if (!p->indirect || p->index || !is_identifier(p->name) || (c != '*' && c != '@') ||
	    cpg_shell_peek_second(r) != '}')
		return;
	cpg_shell_next(r);
	p->indirect = false;
	p->names = true;
	p->letter = (char)c;
}

static bool read_value(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
		       const struct cpg_shell_word **out)
{
	struct cpg_shell_quoted quoted = {
		.quoting = quoting,
		.close = '}',
		.nested = true,
		.operand = true,
	};

	if (quoting == QUOTING_NONE)
		return cpg_shell_read_operand_word(r, 0, false, out);
	return cpg_shell_read_quoted_word(r, quoted, out);
}

static bool read_substring(struct cpg_shell_reader *r, struct cpg_shell_parameter *p)
{
	struct cpg_shell_quoted quoted = {
		.quoting = QUOTING_DOUBLE,
		.close = '}',
		.also = ':',
		.nested = true,
	};

	p->op = cpg_shell_peek(r) == '}' ? CPG_OP_BAD : CPG_OP_SUBSTRING;
	if (!cpg_shell_read_quoted_word(r, quoted, &p->first))
		return false;
	if (!cpg_shell_accept(r, ":"))
		return true;
	quoted.also = 0;
	return cpg_shell_read_quoted_word(r, quoted, &p->second);
}

/* Behind the first /. The pattern of // may begin with another one. */
static bool read_replacement(struct cpg_shell_reader *r, struct cpg_shell_parameter *p)
{
	bool lead;

	p->op = CPG_OP_REPLACE;
	p->doubled = cpg_shell_accept(r, "/");
	if (!p->doubled && (cpg_shell_peek(r) == '#' || cpg_shell_peek(r) == '%'))
		p->letter = (char)cpg_shell_next(r);
	lead = p->doubled && cpg_shell_peek(r) == '/';
	if (!cpg_shell_read_operand_word(r, '/', lead, &p->first))
		return false;
	return !cpg_shell_accept(r, "/") ||
	       cpg_shell_read_operand_word(r, 0, false, &p->second);
}

/* What is no letter that bash knows is an error only where there is a value. */
static bool read_transform(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			   struct cpg_shell_parameter *p)
{
	const struct cpg_shell_word *dropped;
	int c = cpg_shell_peek(r);

	p->op = CPG_OP_TRANSFORM;
	if (c <= 0 || !strchr("UuLQEPAKak", c) || cpg_shell_peek_second(r) != '}')
		return read_value(r, quoting, &dropped);
	p->letter = (char)cpg_shell_next(r);
	return true;
}

/* An operator of the table, if it is one, and its operand. */
static bool read_operand(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			 struct cpg_shell_parameter *p)
{
	int c = cpg_shell_peek(r);
	size_t i = 0;

	while (i < sizeof(operators) / sizeof(*operators) && operators[i].byte != c)
		i++;
	p->op = CPG_OP_BAD;
	if (i == sizeof(operators) / sizeof(*operators) ||
	    (p->colon && operators[i].pattern))
		return true;
	p->op = operators[i].op;
	cpg_shell_next(r);
	if (operators[i].doubles && cpg_shell_peek(r) == c) {
		cpg_shell_next(r);
		p->doubled = true;
	}
	if (!operators[i].pattern)
		return read_value(r, quoting, &p->first);
	if (p->op >= CPG_OP_UPPER && cpg_shell_peek(r) == '}')
		return true;
	return cpg_shell_read_operand_word(r, 0, false, &p->first);
}

static bool read_operator(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			  struct cpg_shell_parameter *p)
{
	int second;

	switch (cpg_shell_peek(r)) {
	case '}':
		return true;
	case '/':
		cpg_shell_next(r);
		return read_replacement(r, p);
	case '@':
		cpg_shell_next(r);
		return read_transform(r, quoting, p);
	case ':':
		cpg_shell_next(r);
		second = cpg_shell_peek(r);
		p->colon = second > 0 && strchr("-=?+", second);
		return p->colon ? read_operand(r, quoting, p) : read_substring(r, p);
	default:
		return read_operand(r, quoting, p);
	}
}

static bool read_parameter(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			   struct cpg_shell_parameter *p)
{
	if (!read_length(r, p))
		return false;
	if (p->name)
		return true;
	p->indirect = is_indirect(r);
	if (p->indirect)
		cpg_shell_next(r);
	if (!read_name(r, p))
		return false;
	if (!*p->name)
		p->op = CPG_OP_BAD;
	if (p->op == CPG_OP_BAD)
		return true;
	read_prefixed(r, p);
	return read_operator(r, quoting, p);
}

bool cpg_shell_read_brace(struct cpg_shell_reader *r, enum cpg_shell_quoting quoting,
			  struct cpg_origin origin)
{
	struct cpg_shell_parameter parameter = {0};
	const struct cpg_shell_word *dropped;
	struct cpg_shell_part *part;

	if (!read_parameter(r, quoting, &parameter))
		return false;
	if (parameter.op == CPG_OP_BAD || cpg_shell_peek(r) != '}') {
		if (!read_value(r, quoting, &dropped))
			return false;
		parameter = (struct cpg_shell_parameter){.name = "", .op = CPG_OP_BAD};
	}
	cpg_shell_next(r);
	part = cpg_shell_add_part(r, CPG_PART_PARAMETER, quoting != QUOTING_NONE);
	if (!part)
		return false;
	part->origin = origin;
	part->parameter = cpg_shell_keep(r, &parameter, sizeof(parameter));
	return part->parameter != NULL;
}
