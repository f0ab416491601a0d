#include "shell_arith_private.h"

#include <limits.h>
#include <string.h>

enum {
	STEPS_LIMIT = 1 << 16,
};

/* What a part of the expression is. */
struct operand {
	struct cpg_arith_number number;
	bool assignable; /* a variable by itself */
	struct cpg_arith_place place;
};

static const struct cpg_arith_number unknown_number = {false, 0};

static struct cpg_arith_number of(long long value)
{
	return (struct cpg_arith_number){true, value};
}

static bool takes(struct cpg_arith_run *run, enum cpg_arith_kind kind)
{
	if (run->token.kind != kind)
		return false;
	cpg_arith_next(run);
	return true;
}

static long long wrap(unsigned long long value)
{
	return (long long)value;
}

/* Division, with what the processor would not do. */
static struct cpg_arith_number divide(struct cpg_arith_run *run, enum cpg_arith_operator op,
				      long long a, long long b)
{
	bool rest = op == CPG_ARITH_MOD;

	if (b == 0 && run->mode != CPG_ARITH_SKIP)
		return cpg_arith_wrong(run, "division by 0");
	if (b == 0)
		b = 1;
	if (b == -1)
		return of(rest ? 0 : wrap(0 - (unsigned long long)a));
	return of(rest ? a % b : a / b);
}

static struct cpg_arith_number apply(struct cpg_arith_run *run, enum cpg_arith_operator op,
				     struct cpg_arith_number left,
				     struct cpg_arith_number right)
{
	unsigned long long a = (unsigned long long)left.value;
	unsigned long long b = (unsigned long long)right.value;

	if (!left.known || !right.known)
		return unknown_number;
	switch (op) {
	case CPG_ARITH_OR:
		return of(wrap(a | b));
	case CPG_ARITH_XOR:
		return of(wrap(a ^ b));
	case CPG_ARITH_AND:
		return of(wrap(a & b));
	case CPG_ARITH_EQ:
		return of(a == b);
	case CPG_ARITH_NE:
		return of(a != b);
	case CPG_ARITH_LT:
		return of(left.value < right.value);
	case CPG_ARITH_GT:
		return of(left.value > right.value);
	case CPG_ARITH_LE:
		return of(left.value <= right.value);
	case CPG_ARITH_GE:
		return of(left.value >= right.value);
	case CPG_ARITH_SHL:
		return of(wrap(a << (b & 63)));
	case CPG_ARITH_SHR:
		return of(left.value >> (b & 63));
	case CPG_ARITH_ADD:
		return of(wrap(a + b));
	case CPG_ARITH_SUB:
		return of(wrap(a - b));
	case CPG_ARITH_MUL:
		return of(wrap(a * b));
	case CPG_ARITH_DIV:
	case CPG_ARITH_MOD:
		return divide(run, op, left.value, right.value);
	case CPG_ARITH_NONE:
		break;
	}
	return right;
}

/* Goes one level deeper. At the limit nothing more is read. The caller comes back up. */
static bool descend(struct cpg_arith_run *run)
{
	if (++run->depth <= CPG_ARITH_NESTING && ++run->steps <= STEPS_LIMIT)
		return true;
	if (run->end == CPG_ARITH_GOING)
		run->end = CPG_ARITH_GIVEN_UP;
	run->token = (struct cpg_arith_token){.kind = CPG_ARITH_END};
	cpg_arith_unsure(run, "the expression is too large");
	return false;
}

static struct operand parse_comma(struct cpg_arith_run *run);
static struct operand parse_condition(struct cpg_arith_run *run);
static struct operand parse_unary(struct cpg_arith_run *run);

static struct operand plain(struct cpg_arith_number number)
{
	return (struct operand){.number = number};
}

/* ++ or -- before a name, or behind one; the result is the new value. */
static struct cpg_arith_number step(struct cpg_arith_run *run,
				    struct cpg_arith_place *place,
				    struct cpg_arith_number old, bool up)
{
	struct cpg_arith_number new =
		apply(run, up ? CPG_ARITH_ADD : CPG_ARITH_SUB, old, of(1));

	cpg_arith_write(run, place, new);
	return new;
}

static struct operand parse_prefix_step(struct cpg_arith_run *run, bool up)
{
	struct cpg_arith_place place;
	struct cpg_arith_number number;

	cpg_arith_next(run);
	if (run->token.kind != CPG_ARITH_NAME)
		return plain(
			cpg_arith_wrong(run, "++ or -- before something else than a name"));
	place = run->token.place;
	/* Whether what follows is a token at all, bash sees before it changes the variable;
	 * whether it fits, after that. */
	cpg_arith_next(run);
	number = step(run, &place, cpg_arith_read(run, &place), up);
	if (run->token.kind == CPG_ARITH_POST_INCREMENT ||
	    run->token.kind == CPG_ARITH_POST_DECREMENT)
		number = cpg_arith_wrong(run, "++ or -- behind something else than a name");
	return plain(number);
}

/* A name, with ++ or -- behind it, or what may be assigned to. It is not read where = follows:
 * its text may not be a number. */
static struct operand parse_name(struct cpg_arith_run *run)
{
	struct operand operand = {.assignable = true, .place = run->token.place};
	enum cpg_arith_kind kind;

	cpg_arith_next(run);
	kind = run->token.kind;
	if (kind == CPG_ARITH_ASSIGN && run->token.op == CPG_ARITH_NONE)
		return operand;
	operand.number = cpg_arith_read(run, &operand.place);
	if (kind != CPG_ARITH_POST_INCREMENT && kind != CPG_ARITH_POST_DECREMENT)
		return operand;
	step(run, &operand.place, operand.number, kind == CPG_ARITH_POST_INCREMENT);
	operand.assignable = false;
	run->token.kind = CPG_ARITH_NUMBER;
	cpg_arith_next(run);
	return operand;
}

static struct operand parse_primary(struct cpg_arith_run *run)
{
	struct operand operand;

	switch (run->token.kind) {
	case CPG_ARITH_INCREMENT:
	case CPG_ARITH_DECREMENT:
		return parse_prefix_step(run, run->token.kind == CPG_ARITH_INCREMENT);
	case CPG_ARITH_OPEN:
		cpg_arith_next(run);
		operand = parse_comma(run);
		if (run->token.kind != CPG_ARITH_CLOSE)
			return plain(cpg_arith_wrong(run, "a missing )"));
		cpg_arith_next(run);
		return plain(operand.number);
	case CPG_ARITH_NUMBER:
		operand = plain(run->token.number);
		cpg_arith_next(run);
		return operand;
	case CPG_ARITH_NAME:
		return parse_name(run);
	default:
		return plain(cpg_arith_wrong(run, "a missing operand"));
	}
}

static struct operand parse_sign(struct cpg_arith_run *run)
{
	enum cpg_arith_kind kind = run->token.kind;
	bool minus = run->token.op == CPG_ARITH_SUB;
	struct cpg_arith_number number;

	cpg_arith_next(run);
	number = parse_unary(run).number;
	if (!number.known)
		return plain(number);
	if (kind == CPG_ARITH_NOT)
		return plain(of(!number.value));
	if (kind == CPG_ARITH_COMPLEMENT)
		return plain(of(~number.value));
	return plain(minus ? apply(run, CPG_ARITH_SUB, of(0), number) : number);
}

static bool is_sign(const struct cpg_arith_token *token)
{
	if (token->kind == CPG_ARITH_BINARY)
		return token->op == CPG_ARITH_ADD || token->op == CPG_ARITH_SUB;
	return token->kind == CPG_ARITH_NOT || token->kind == CPG_ARITH_COMPLEMENT;
}

static struct operand parse_unary(struct cpg_arith_run *run)
{
	struct operand operand = plain(unknown_number);

	if (descend(run))
		operand = is_sign(&run->token) ? parse_sign(run) : parse_primary(run);
	run->depth--;
	return operand;
}

static struct cpg_arith_number power(struct cpg_arith_run *run,
				     struct cpg_arith_number base,
				     struct cpg_arith_number exponent)
{
	unsigned long long factor = (unsigned long long)base.value;
	unsigned long long result = 1;

	if (exponent.known && exponent.value < 0)
		return cpg_arith_wrong(run, "an exponent less than 0");
	if (!base.known || !exponent.known)
		return unknown_number;
	for (long long left = exponent.value; left; left >>= 1) {
		if (left & 1)
			result *= factor;
		factor *= factor;
	}
	return of(wrap(result));
}

static struct operand parse_power(struct cpg_arith_run *run)
{
	struct operand base = parse_unary(run);
	struct cpg_arith_number exponent = unknown_number;

	if (run->token.kind != CPG_ARITH_POWER)
		return base;
	cpg_arith_next(run);
	if (descend(run))
		exponent = parse_power(run).number;
	run->depth--;
	return plain(power(run, base.number, exponent));
}

/* How tightly the binary operators bind; the logical ones are 0 and 1. */
enum {
	LEVEL_LOGIC_OR,
	LEVEL_LOGIC_AND,
};

static const signed char levels[] = {
	[CPG_ARITH_NONE] = -1, [CPG_ARITH_OR] = 2,  [CPG_ARITH_XOR] = 3,
	[CPG_ARITH_AND] = 4,   [CPG_ARITH_EQ] = 5,  [CPG_ARITH_NE] = 5,
	[CPG_ARITH_LT] = 6,    [CPG_ARITH_GT] = 6,  [CPG_ARITH_LE] = 6,
	[CPG_ARITH_GE] = 6,    [CPG_ARITH_SHL] = 7, [CPG_ARITH_SHR] = 7,
	[CPG_ARITH_ADD] = 8,   [CPG_ARITH_SUB] = 8, [CPG_ARITH_MUL] = 9,
	[CPG_ARITH_DIV] = 9,   [CPG_ARITH_MOD] = 9,
};

static int level_of(const struct cpg_arith_token *token)
{
	if (token->kind == CPG_ARITH_LOGIC_OR)
		return LEVEL_LOGIC_OR;
	if (token->kind == CPG_ARITH_LOGIC_AND)
		return LEVEL_LOGIC_AND;
	return token->kind == CPG_ARITH_BINARY ? levels[token->op] : -1;
}

/* The mode of a side that is taken when `taken` is not 0. */
static enum cpg_arith_mode side_mode(const struct cpg_arith_run *run,
				     struct cpg_arith_number taken)
{
	if (run->mode == CPG_ARITH_SKIP || (taken.known && taken.value))
		return run->mode;
	return taken.known ? CPG_ARITH_SKIP : CPG_ARITH_MAYBE;
}

static struct cpg_arith_number truth(struct cpg_arith_number number, bool inverted)
{
	if (number.known)
		number.value = (number.value != 0) != inverted;
	return number;
}

static struct operand parse_level(struct cpg_arith_run *run, int level);

/* The right side of && or ||, carried out unless the left side decides. */
static struct cpg_arith_number parse_logic(struct cpg_arith_run *run, int level,
					   struct cpg_arith_number left)
{
	bool either = level == LEVEL_LOGIC_OR;
	enum cpg_arith_mode outer = run->mode;
	struct cpg_arith_number right;

	run->mode = side_mode(run, truth(left, either));
	right = truth(parse_level(run, level + 1).number, false);
	run->mode = outer;
	left = truth(left, false);
	return left.known && left.value != either ? right : left;
}

/* What operators bind at least as tightly as that level does. */
static struct operand parse_level(struct cpg_arith_run *run, int level)
{
	struct operand left = parse_power(run);

	for (int next = level_of(&run->token); next >= level;
	     next = level_of(&run->token)) {
		enum cpg_arith_operator op = run->token.op;
		struct cpg_arith_number right;

		cpg_arith_next(run);
		if (next <= LEVEL_LOGIC_AND) {
			left = plain(parse_logic(run, next, left.number));
			continue;
		}
		right = parse_level(run, next + 1).number;
		left = plain(apply(run, op, left.number, right));
	}
	return left;
}

/* The two sides of ? : behind a condition. */
static struct cpg_arith_number parse_sides(struct cpg_arith_run *run,
					   struct cpg_arith_number condition)
{
	enum cpg_arith_mode outer = run->mode;
	struct cpg_arith_number yes;
	struct cpg_arith_number no;

	cpg_arith_next(run);
	run->mode = side_mode(run, condition);
	yes = parse_comma(run).number;
	if (run->token.kind != CPG_ARITH_COLON)
		return cpg_arith_wrong(run, "a missing :");
	cpg_arith_next(run);
	run->mode = outer;
	run->mode = side_mode(run, truth(condition, true));
	no = parse_condition(run).number;
	run->mode = outer;
	if (!condition.known)
		return condition;
	return condition.value ? yes : no;
}

static struct operand parse_condition(struct cpg_arith_run *run)
{
	struct operand condition = parse_level(run, LEVEL_LOGIC_OR);

	if (run->token.kind != CPG_ARITH_QUESTION)
		return condition;
	if (descend(run))
		condition = plain(parse_sides(run, condition.number));
	run->depth--;
	return condition;
}

static struct operand parse_assignment(struct cpg_arith_run *run)
{
	struct operand left = parse_condition(run);
	enum cpg_arith_operator op = run->token.op;
	struct cpg_arith_number right = unknown_number;

	if (run->token.kind != CPG_ARITH_ASSIGN)
		return left;
	if (!left.assignable)
		return plain(cpg_arith_wrong(run, "an assignment to no variable"));
	cpg_arith_next(run);
	if (descend(run))
		right = parse_assignment(run).number;
	run->depth--;
	if (op != CPG_ARITH_NONE)
		right = apply(run, op, left.number, right);
	cpg_arith_write(run, &left.place, right);
	return plain(right);
}

static struct operand parse_comma(struct cpg_arith_run *run)
{
	struct operand operand = parse_assignment(run);

	while (takes(run, CPG_ARITH_COMMA))
		operand = plain(parse_assignment(run).number);
	return operand;
}

struct cpg_arith_number cpg_arith_inner(struct cpg_arith_run *run, const char *text)
{
	struct cpg_arith_run outer = *run;
	struct cpg_arith_number number = of(0);

	if (text[strspn(text, " \t\n")] == '\0')
		return number;
	run->at = text;
	run->token.kind = CPG_ARITH_END;
	cpg_arith_next(run);
	number = parse_comma(run).number;
	if (run->end == CPG_ARITH_GOING && run->token.kind != CPG_ARITH_END)
		number = cpg_arith_wrong(run, "a syntax error in the expression");
	run->at = outer.at;
	run->token = outer.token;
	return number;
}
