#include "shell_test_private.h"

#include <errno.h>
#include <string.h>

#include "cpguard/shell_arith.h"

enum {
	NESTING_LIMIT = 200,
};

/* `test` under way. Once `over` is set the status is final. */
struct test {
	struct cpg_test_context context;
	const struct cpg_value *words;
	const char **texts; /* NULL for a word that is not known */
	size_t count;
	size_t at;
	size_t depth;
	bool over;
	bool too_deep;
	int status;
};

/* What bash cannot read is an error; with a word that is not known it may have been one that
 * it can. */
static int mistake(struct test *test)
{
	if (test->over)
		return test->status;
	test->over = true;
	test->status = 2;
	for (size_t i = 0; i < test->count; i++) {
		if (!test->texts[i])
			test->status = CPG_TEST_UNKNOWN;
	}
	return test->status;
}

static bool is(const struct test *test, size_t at, const char *text)
{
	return at < test->count && test->texts[at] && strcmp(test->texts[at], text) == 0;
}

static bool is_binary(const struct test *test, size_t at)
{
	return at < test->count && test->texts[at] && cpg_test_is_binary(test->texts[at]);
}

static bool is_unary(const struct test *test, size_t at)
{
	return at < test->count && test->texts[at] && cpg_test_is_unary(test->texts[at]);
}

/* An error in an operand ends it all. */
static int checked(struct test *test, int status)
{
	if (status == 2 && !test->over) {
		test->over = true;
		test->status = 2;
	}
	return status;
}

static int not(int status)
{
	return status == 0 || status == 1 ? !status : status;
}

static int both(int a, int b)
{
	if (a == 1 || b == 1)
		return 1;
	return a == 0 && b == 0 ? 0 : CPG_TEST_UNKNOWN;
}

static int either(int a, int b)
{
	return not(both(not(a), not(b)));
}

/* One word: whether it is not empty. */
static int one(const struct test *test, size_t at)
{
	return not(cpg_test_status(cpg_value_is_empty(test->words[at])));
}

static int unary(struct test *test, size_t at)
{
	return checked(test, cpg_test_unary_of(&test->context, test->texts[at],
					       test->words[at + 1]));
}

static int binary(struct test *test, size_t at)
{
	return checked(test, cpg_test_binary_of(&test->context, test->texts[at + 1],
						test->words[at], test->words[at + 2]));
}

static int two(struct test *test, size_t at)
{
	if (is(test, at, "!"))
		return not(one(test, at + 1));
	if (is_unary(test, at))
		return unary(test, at);
	return mistake(test);
}

static int three(struct test *test, size_t at)
{
	if (is_binary(test, at + 1))
		return binary(test, at);
	if (is(test, at + 1, "-a"))
		return both(one(test, at), one(test, at + 2));
	if (is(test, at + 1, "-o"))
		return either(one(test, at), one(test, at + 2));
	if (!test->texts[at + 1])
		return mistake(test);
	if (is(test, at, "!"))
		return not(two(test, at + 1));
	if (is(test, at, "(") && is(test, at + 2, ")"))
		return one(test, at + 1);
	return mistake(test);
}

static int parse_or(struct test *test);

static int parse_group(struct test *test)
{
	int status;

	test->at++;
	status = parse_or(test);
	if (!is(test, test->at, ")"))
		return mistake(test);
	test->at++;
	return status;
}

static int parse_term(struct test *test);

static int parse_not(struct test *test)
{
	bool inverted = false;
	int status;

	for (; is(test, test->at, "!"); test->at++)
		inverted = !inverted;
	status = parse_term(test);
	return inverted ? not(status) : status;
}

/* -t leaves a word that is no number to what follows. */
static bool takes_word(const struct test *test, size_t at)
{
	long long number;

	return !is(test, at, "-t") || !test->texts[at + 1] ||
	       cpg_test_number(test->texts[at + 1], &number);
}

static int parse_term(struct test *test)
{
	size_t at = test->at;
	size_t left = test->count - at;

	if (test->over || left == 0)
		return mistake(test);
	if (is(test, at, "!"))
		return parse_not(test);
	if (is(test, at, "("))
		return parse_group(test);
	if (left >= 3 && is_binary(test, at + 1)) {
		test->at += 3;
		return binary(test, at);
	}
	if (left >= 2 && is_unary(test, at)) {
		test->at += takes_word(test, at) ? 2 : 1;
		return unary(test, at);
	}
	test->at++;
	return one(test, at);
}

static int parse_and(struct test *test)
{
	int status = parse_term(test);

	while (!test->over && is(test, test->at, "-a")) {
		test->at++;
		status = both(status, parse_term(test));
	}
	return status;
}

static int parse_or(struct test *test)
{
	int status;

	if (++test->depth > NESTING_LIMIT) {
		test->too_deep = true;
		return mistake(test);
	}
	status = parse_and(test);
	while (!test->over && is(test, test->at, "-o")) {
		test->at++;
		status = either(status, parse_and(test));
	}
	test->depth--;
	return status;
}

static int parse_all(struct test *test)
{
	int status = parse_or(test);

	return test->at < test->count ? mistake(test) : status;
}

/* Up to four words are read by their number. */
static int by_count(struct test *test)
{
	switch (test->count) {
	case 0:
		return 1;
	case 1:
		return one(test, 0);
	case 2:
		return two(test, 0);
	case 3:
		return three(test, 0);
	case 4:
		if (is(test, 0, "!"))
			return not(three(test, 1));
		if (is(test, 0, "(") && is(test, 3, ")"))
			return two(test, 1);
		break;
	default:
		break;
	}
	return parse_all(test);
}

static int flatten(struct test *test)
{
	struct cpg_arena *arena = cpg_scope_arena(test->context.scope);

	test->texts = cpg_arena_array(arena, test->count, sizeof(*test->texts));
	if (!test->texts)
		return -1;
	for (size_t i = 0; i < test->count; i++) {
		if (!cpg_value_known(test->words[i]))
			continue;
		test->texts[i] = cpg_value_flat(arena, test->words[i]).bytes;
		if (!test->texts[i])
			return -1;
	}
	return 0;
}

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left for a test");
}

int cpg_test_arguments(struct cpg_shell_scope *scope, const struct cpg_test_files *files,
		       const struct cpg_value *words, size_t count,
		       struct cpg_test_answer *answer, struct cpg_error *err)
{
	struct test test = {
		.context = {.scope = scope, .files = files},
		.words = words,
		.count = count,
	};
	int status;

	if (flatten(&test) < 0)
		return no_memory(err);
	status = by_count(&test);
	if (test.context.no_memory)
		return no_memory(err);
	if (test.too_deep)
		return cpg_error_set(err, CPG_E_LIMIT, "a test nests deeper than %d",
				     NESTING_LIMIT);
	*answer = (struct cpg_test_answer){
		.status = test.over ? test.status : status,
		.arith = test.context.arith,
	};
	return 0;
}

int cpg_test_unary(struct cpg_shell_scope *scope, const struct cpg_test_files *files,
		   const char *op, struct cpg_value word, struct cpg_test_answer *answer,
		   struct cpg_error *err)
{
	struct cpg_test_context context = {.scope = scope, .files = files};

	*answer = (struct cpg_test_answer){.status = cpg_test_unary_of(&context, op, word)};
	answer->arith = context.arith;
	return context.no_memory ? no_memory(err) : 0;
}

/* Both sides as arithmetic. A failure is only false. */
static int arithmetic(struct cpg_test_context *context, const char *op,
		      struct cpg_value left, struct cpg_value right,
		      struct cpg_test_answer *answer, struct cpg_error *err)
{
	const struct cpg_value sides[] = {left, right};
	struct cpg_arith numbers[2];
	bool unknown = false;

	for (size_t i = 0; i < 2; i++) {
		if (cpg_arith_evaluate(context->scope, sides[i], &numbers[i], err) < 0)
			return -1;
		cpg_test_note(context, &numbers[i]);
		answer->arith = context->arith;
		if (numbers[i].state != CPG_ARITH_KNOWN)
			answer->why = numbers[i].why;
		if (numbers[i].state == CPG_ARITH_FAILED) {
			answer->status = 1;
			return 0;
		}
		unknown |= numbers[i].state == CPG_ARITH_UNKNOWN;
	}
	answer->status = CPG_TEST_UNKNOWN;
	if (!unknown)
		cpg_test_compare(op, numbers[0].value, numbers[1].value, &answer->status);
	return 0;
}

static int pattern(const struct cpg_shell_scope *scope, struct cpg_value text,
		   struct cpg_value pattern)
{
	int nocase = cpg_scope_option(scope, CPG_SHOPT_NOCASEMATCH);
	int answer = cpg_value_match(pattern, true, nocase == CPG_YES, text);

	if (nocase == CPG_UNKNOWN && cpg_value_match(pattern, true, true, text) != answer)
		return CPG_UNKNOWN;
	return answer;
}

/* Whether the order of two such texts is the same in every locale. */
static bool is_orderly(const char *text)
{
	static const char lower[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	static const char upper[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	return text[strspn(text, lower)] == '\0' || text[strspn(text, upper)] == '\0';
}

/* Whether texts are ordered by their bytes: LC_ALL, or else LC_COLLATE, or else LANG, that is not
 * empty says so; without any of them it is so, too. */
static bool is_by_bytes(const struct cpg_shell_scope *scope)
{
	static const char *const names[] = {"LC_ALL", "LC_COLLATE", "LANG"};
	static const char *const locales[] = {"C", "POSIX", "C.UTF-8", "C.utf8"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct cpg_shell_variable *variable = cpg_scope_get(scope, names[i]);
		const char *text;

		if (variable->kind == CPG_VARIABLE_UNSET)
			continue;
		if (variable->kind != CPG_VARIABLE_SCALAR ||
		    !cpg_value_known(variable->scalar))
			return false;
		text = cpg_value_flat(cpg_scope_arena(scope), variable->scalar).bytes;
		if (text && !*text)
			continue;
		for (size_t j = 0; text && j < sizeof(locales) / sizeof(locales[0]); j++) {
			if (strcmp(text, locales[j]) == 0)
				return true;
		}
		return false;
	}
	return true;
}

static int collate(struct cpg_test_context *context, struct cpg_value a, struct cpg_value b)
{
	struct cpg_arena *arena = cpg_scope_arena(context->scope);
	const char *both;
	struct cpg_value joined;

	if (cpg_value_equal(a, b) == CPG_YES)
		return CPG_NO;
	if (cpg_value_is_empty(b) == CPG_YES)
		return CPG_NO;
	if (cpg_value_is_empty(a) == CPG_YES)
		return cpg_value_is_empty(b) == CPG_NO ? CPG_YES : CPG_UNKNOWN;
	if (is_by_bytes(context->scope))
		return cpg_value_before(a, b);
	if (!cpg_value_known(a) || !cpg_value_known(b))
		return CPG_UNKNOWN;
	both = cpg_value_append(arena, a, b, &joined) < 0
		       ? NULL
		       : cpg_value_flat(arena, joined).bytes;
	if (!both)
		context->no_memory = true;
	return both && is_orderly(both) ? cpg_value_before(a, b) : CPG_UNKNOWN;
}

int cpg_test_binary(struct cpg_shell_scope *scope, const struct cpg_test_files *files,
		    const char *op, struct cpg_value left, struct cpg_value right,
		    struct cpg_test_answer *answer, struct cpg_error *err)
{
	struct cpg_test_context context = {.scope = scope, .files = files};
	int ignored;

	*answer = (struct cpg_test_answer){.status = 2};
	if (cpg_test_compare(op, 0, 0, &ignored))
		return arithmetic(&context, op, left, right, answer, err);
	if (strcmp(op, "=") == 0 || strcmp(op, "==") == 0)
		answer->status = cpg_test_status(pattern(scope, left, right));
	else if (strcmp(op, "!=") == 0)
		answer->status = not(cpg_test_status(pattern(scope, left, right)));
	else if (strcmp(op, "=~") == 0)
		answer->status = cpg_test_regex(&context, left, right);
	else if (strcmp(op, "<") == 0)
		answer->status = cpg_test_status(collate(&context, left, right));
	else if (strcmp(op, ">") == 0)
		answer->status = cpg_test_status(collate(&context, right, left));
	else
		answer->status = cpg_test_binary_of(&context, op, left, right);
	return context.no_memory ? no_memory(err) : 0;
}
