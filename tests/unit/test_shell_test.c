#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cpguard/shell_test.h"

static const struct cpg_origin here = {"run.sh", 3};

static int make_arena(void **state)
{
	*state = cpg_arena_new(CPG_ARENA_BUDGET);
	return *state ? 0 : -1;
}

static int free_arena(void **state)
{
	cpg_arena_free(*state);
	return 0;
}

/* / is a directory, /x is not there, the rest is not known. */
static int file(void *context, char op, struct cpg_value path)
{
	static const struct cpg_piece root_piece = {.text = {"/", 1}};
	static const struct cpg_piece none_piece = {.text = {"/x", 2}};

	(void)context;
	if (cpg_value_equal(path, (struct cpg_value){&root_piece, 1}) == CPG_YES)
		return op == 'd' || op == 'e' ? CPG_YES : CPG_NO;
	if (cpg_value_equal(path, (struct cpg_value){&none_piece, 1}) == CPG_YES)
		return CPG_NO;
	return CPG_UNKNOWN;
}

static int compare(void *context, const char *op, struct cpg_value a, struct cpg_value b)
{
	(void)context;
	(void)a;
	(void)b;
	return strcmp(op, "-nt") == 0 ? CPG_YES : CPG_NO;
}

static const struct cpg_test_files files = {NULL, file, compare};

/* A word: $ is a gap, a leading ' makes it quoted. */
static struct cpg_value make(struct cpg_arena *arena, const char *written)
{
	struct cpg_piece *pieces =
		cpg_arena_array(arena, strlen(written) + 1, sizeof(*pieces));
	bool quoted = *written == '\'';
	size_t count = 0;

	assert_non_null(pieces);
	written += quoted;
	while (*written) {
		size_t length = strcspn(written, "$");

		if (*written == '$')
			pieces[count++] = (struct cpg_piece){.why = "x", .quoted = quoted};
		else
			pieces[count++] = (struct cpg_piece){.text = {written, length},
							     .origin = here,
							     .quoted = quoted};
		written += *written == '$' ? 1 : length;
	}
	return (struct cpg_value){pieces, count};
}

static void set(struct cpg_shell_scope *scope, const char *name, const char *value)
{
	const struct cpg_shell_variable variable = {
		.kind = CPG_VARIABLE_SCALAR, .scalar = make(cpg_scope_arena(scope), value)};

	assert_int_equal(cpg_scope_set(scope, name, &variable, false), 0);
}

/* v is 5, empty is empty, u is unknown, a is ([2]=x), m is ([k]=x). */
static struct cpg_shell_scope *make_scope(struct cpg_arena *arena)
{
	static const struct cpg_environment nothing;
	struct cpg_shell_scope *scope = cpg_scope_new(arena, &nothing);
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_INDEXED};
	struct cpg_shell_variable map = {.kind = CPG_VARIABLE_ASSOCIATIVE};
	struct cpg_shell_variable unknown;
	struct cpg_shell_variable reference = {.kind = CPG_VARIABLE_SCALAR,
					       .nameref = true};

	assert_non_null(scope);
	set(scope, "v", "5");
	set(scope, "empty", "");
	assert_int_equal(cpg_variable_unknown(arena, "x", here, &unknown), 0);
	assert_int_equal(cpg_scope_set(scope, "u", &unknown, false), 0);
	assert_int_equal(cpg_variable_set_at(arena, &array, 2, make(arena, "x"), &array),
			 0);
	assert_int_equal(cpg_scope_set(scope, "a", &array, false), 0);
	assert_int_equal(cpg_variable_set_at_key(arena, &map, "k", make(arena, "x"), &map),
			 0);
	assert_int_equal(cpg_scope_set(scope, "m", &map, false), 0);
	reference.scalar = make(arena, "v");
	assert_int_equal(cpg_scope_set(scope, "ref", &reference, false), 0);
	return scope;
}

/* The status of `test` with the words between commas, of which _ is an empty one. */
static int test(struct cpg_arena *arena, const char *line)
{
	struct cpg_shell_scope *scope = make_scope(arena);
	struct cpg_value words[32];
	struct cpg_error err;
	size_t count = 0;
	struct cpg_test_answer answer;

	while (*line) {
		size_t length = strcspn(line, ",");

		const char *word = cpg_arena_bytes(arena, line, length);

		words[count++] = make(arena, strcmp(word, "_") == 0 ? "" : word);
		line += length + (line[length] == ',');
	}
	assert_int_equal(cpg_test_arguments(scope, &files, words, count, &answer, &err), 0);
	return answer.status;
}

struct row {
	const char *line;
	int status;
};

static void check(struct cpg_arena *arena, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int status = test(arena, rows[i].line);

		if (status != rows[i].status)
			fail_msg("[ %s ] is %d", rows[i].line, status);
	}
}

static void up_to_four_words_are_read_by_their_number(void **state)
{
	static const struct row rows[] = {
		{"", 1},         {"x", 0},       {"_", 1},        {"-z", 0},
		{"!", 0},        {"!,x", 1},     {"!,!", 1},      {"-z,_", 0},
		{"-n,_", 1},     {"a,b", 2},     {"(,)", 2},      {"a,=,a", 0},
		{"a,==,b", 1},   {"a,!=,b", 0},  {"!,=,!", 0},    {"!,-z,x", 0},
		{"(,x,)", 0},    {"x,-a,y", 0},  {"x,-o,y", 0},   {"a,b,c", 2},
		{"!,a,=,b", 0},  {"(,!,x,)", 1}, {"!,x,-a,y", 1}, {"x,-a,y,z", 2},
		{"-a,-a,-a", 0}, {"-f,=,-f", 0},
	};

	check(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void more_words_are_an_expression(void **state)
{
	static const struct row rows[] = {
		{"a,=,a,-a,b,=,b", 0}, {"a,=,a,-a,b,=,c", 1},
		{"a,=,b,-o,b,=,b", 0}, {"a,=,a,-o,x,-a,a,=,b", 0},
		{"(,a,=,b,),-o,x", 0}, {"!,(,a,=,b,)", 0},
		{"!,!,a,=,a", 0},      {"(,a,=,a,-a", 2},
		{"a,=,a,)", 2},        {"a,=,a,-a", 2},
		{"x,-a,(,-z,x,)", 1},
	};

	check(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void integers_are_compared_and_anything_else_is_an_error(void **state)
{
	static const struct row rows[] = {
		{"1,-eq,1", 0},          {"1,-ne,1", 1},
		{"1,-lt,2", 0},          {"2,-le,1", 1},
		{"2,-gt,1", 0},          {"1,-ge,2", 1},
		{" 5 ,-eq,+5", 0},       {"08,-eq,8", 0},
		{"x,-eq,1", 2},          {"1,-eq,_", 2},
		{"0x5,-eq,5", 2},        {"$,-eq,1", -1},
		{"$,-eq,x", 2},          {"99999999999999999999,-eq,1", 2},
		{"x,-eq,1,-o,a,=,a", 2},
	};

	check(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void what_is_partly_known_is_answered_where_it_can_be(void **state)
{
	static const struct row rows[] = {
		{"$", -1},
		{"a$", 0},
		{"-n,a$", 0},
		{"-z,a$", 1},
		{"-z,$", -1},
		{"$,=,a", -1},
		{"b$,=,a", 1},
		{"b$,!=,a", 0},
		{"!,b$,=,a", 0},
		{"$,=,a,-o,1,=,1", 0},
		{"$,=,a,-a,1,=,2", 1},
		{"$,=,a,-a,1,=,1", -1},
		{"a,$,b", -1},
		{"$,a", -1},
		{"$,a,b", -1},
		{"a$,<,b", 0},
		{"$,<,b", -1},
	};

	check(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void variables_and_options_are_asked_for(void **state)
{
	static const struct row rows[] = {
		{"-v,v", 0},       {"-v,empty", 0},   {"-v,none", 1},   {"-v,u", -1},
		{"-v,a", 1},       {"-v,a[2]", 0},    {"-v,a[1+1]", 0}, {"-v,a[1]", 1},
		{"-v,a[@]", 0},    {"-v,m[k]", 0},    {"-v,m[x]", 1},   {"-v,m[@]", 1},
		{"-v,v[0]", 0},    {"-v,v[1]", 1},    {"-v,0", 0},      {"-v,1", 1},
		{"-v,$", -1},      {"-v,_", 1},       {"-R,ref", 0},    {"-R,v", 1},
		{"-o,errexit", 1}, {"-o,xtrace", -1}, {"-o,bogus", 1},  {"-v,ref", 0},
	};

	check(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void files_are_the_caller_s_business(void **state)
{
	static const struct row rows[] = {
		{"-d,/", 0},    {"-f,/", 1},   {"-e,/x", 1},         {"-a,/", 0},
		{"-f,/y", -1},  {"!,-d,/", 1}, {"-d,/,-a,-e,/x", 1}, {"a,-nt,b", 0},
		{"a,-ot,b", 1}, {"-t,x", 1},   {"-t,1", -1},         {"-d,/,-o,-f,/y", 0},
	};
	struct cpg_value words[] = {make(*state, "-d"), make(*state, "/")};
	struct cpg_error err;
	struct cpg_test_answer answer;

	check(*state, rows, sizeof(rows) / sizeof(*rows));
	assert_int_equal(
		cpg_test_arguments(make_scope(*state), NULL, words, 2, &answer, &err), 0);
	assert_int_equal(answer.status, CPG_TEST_UNKNOWN);
}

static int binary(struct cpg_shell_scope *scope, const char *left, const char *op,
		  const char *right)
{
	struct cpg_arena *arena = cpg_scope_arena(scope);
	struct cpg_test_answer answer;
	struct cpg_error err;

	assert_int_equal(cpg_test_binary(scope, &files, op, make(arena, left),
					 make(arena, right), &answer, &err),
			 0);
	return answer.status;
}

static void order_of_texts_hangs_on_the_locale(void **state)
{
	static const struct {
		const char *all;
		const char *lang;
		int status;
	} rows[] = {
		{"", "en_US.UTF-8", -1}, {"C", "en_US.UTF-8", 0}, {"en_US.UTF-8", "C", -1},
		{"", "C.UTF-8", 0},      {"POSIX", "", 0},        {"$", "C", -1},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_shell_scope *scope = make_scope(*state);

		set(scope, "LC_ALL", rows[i].all);
		set(scope, "LANG", rows[i].lang);
		assert_int_equal(binary(scope, "B", "<", "a"), rows[i].status);
		assert_int_equal(binary(scope, "1.10", "<", "1.9"), rows[i].status);
		assert_int_equal(binary(scope, "a", "<", "b"), 0);
	}
}

static void
within_double_brackets_words_match_patterns_and_numbers_are_arithmetic(void **state)
{
	static const struct {
		const char *left;
		const char *op;
		const char *right;
		int status;
	} rows[] = {
		{"abc", "==", "a*", 0},
		{"abc", "=", "'a*", 1},
		{"a*", "==", "'a*", 0},
		{"abc", "!=", "b*", 0},
		{"abc", "==", "@(abc|d)", 0},
		{"a$", "==", "a*", 0},
		{"a$", "==", "b*", 1},
		{"$", "==", "b*", -1},
		{"v", "-eq", "5", 0},
		{"v+1", "-gt", "5", 0},
		{"1/0", "-eq", "1", 1},
		{"", "-eq", "0", 0},
		{"$", "-eq", "0", -1},
		{"a", "<", "b", 0},
		{"b", ">", "a", 0},
		{"B", "<", "a", 0},
		{"1.10", "<", "1.9", 0},
		{"x$", "<", "y$", 0},
		{"a", "<", "a", 1},
		{"", "<", "B", 0},
		{"B", "<", "", 1},
		{"a", "-nt", "b", 0},
		{"a", "-xx", "b", 2},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		int status =
			binary(make_scope(*state), rows[i].left, rows[i].op, rows[i].right);

		if (status != rows[i].status)
			fail_msg("[[ %s %s %s ]] is %d", rows[i].left, rows[i].op,
				 rows[i].right, status);
	}
}

static void nocasematch_counts_within_double_brackets_only(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);
	struct cpg_value words[] = {make(*state, "A"), make(*state, "="),
				    make(*state, "a")};
	struct cpg_error err;
	struct cpg_test_answer answer;

	cpg_scope_set_option(scope, CPG_SHOPT_NOCASEMATCH, CPG_YES);
	assert_int_equal(binary(scope, "A", "==", "a"), 0);
	assert_int_equal(binary(scope, "A", "=~", "^a"), 0);
	assert_int_equal(cpg_test_arguments(scope, &files, words, 3, &answer, &err), 0);
	assert_int_equal(answer.status, 1);
	cpg_scope_set_option(scope, CPG_SHOPT_NOCASEMATCH, CPG_UNKNOWN);
	assert_int_equal(binary(scope, "A", "==", "a"), CPG_TEST_UNKNOWN);
	assert_int_equal(binary(scope, "A", "==", "b"), 1);
}

static void under_u_arithmetic_tells_of_an_unset_variable(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);
	struct cpg_test_answer answer;
	struct cpg_error err;

	cpg_scope_set_option(scope, CPG_SET_NOUNSET, CPG_YES);
	assert_int_equal(cpg_test_binary(scope, &files, "-eq", make(*state, "none"),
					 make(*state, "1"), &answer, &err),
			 0);
	assert_int_equal(answer.status, 1);
	assert_true(answer.arith.unset);
	assert_non_null(answer.why);
}

static void a_unary_test_answers_as_in_brackets(void **state)
{
	struct cpg_test_answer answer;
	struct cpg_error err;

	assert_int_equal(cpg_test_unary(make_scope(*state), &files, "-n",
					make(*state, "a$"), &answer, &err),
			 0);
	assert_int_equal(answer.status, 0);
	assert_int_equal(cpg_test_unary(make_scope(*state), &files, "-Q", make(*state, "a"),
					&answer, &err),
			 0);
	assert_int_equal(answer.status, 2);
}

/* BASH_REMATCH as its elements between bars; "?" when it is unknown. */
static const char *rematch(struct cpg_shell_scope *scope)
{
	const struct cpg_shell_variable *array = cpg_scope_get(scope, "BASH_REMATCH");
	struct cpg_buffer buffer = {.arena = cpg_scope_arena(scope)};

	if (array->kind == CPG_VARIABLE_UNKNOWN)
		return "?";
	for (size_t i = 0; i < array->count; i++) {
		struct cpg_value value = array->elements[i].value;

		cpg_buffer_printf(&buffer, "%s|",
				  cpg_value_known(value)
					  ? cpg_value_flat(buffer.arena, value).bytes
					  : "$");
	}
	return cpg_buffer_finish(&buffer);
}

static void regular_expressions_fill_bash_rematch(void **state)
{
	static const struct {
		const char *text;
		const char *pattern;
		int status;
		const char *rematch;
	} rows[] = {
		{"abc", "b(c)(x)?", 0, "bc|c||"},
		{"abc", "z", 1, ""},
		{"abc", "^a.c", 0, "abc|"},
		{"abc", "", 0, "|"},
		{"a.c", "'.", 0, ".|"},
		{"abc", "'.", 1, ""},
		{"a]", "[]]", 0, "]|"},
		{"v12", "^v([0-9]+)", 0, "v12|12|"},
		{"abc", "(", 2, ""},
		{"abc", "a{1", 2, ""},
		{"$", "a", -1, "?"},
		{"abc", "(a)\\1", -1, "?"},
		{"\xc3\xa9", ".", -1, "?"},
		{"a1b2", "([a-z][0-9])+", 0, "a1b2|$|"},
		{"a", "a{900}{900}", -1, "?"},
		{"ac0", "((()|a)**())", 0, "a|$|$|$|$|"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_shell_scope *scope = make_scope(*state);
		int status = binary(scope, rows[i].text, "=~", rows[i].pattern);

		if (status != rows[i].status ||
		    strcmp(rematch(scope), rows[i].rematch) != 0)
			fail_msg("[[ %s =~ %s ]] is %d, BASH_REMATCH is %s", rows[i].text,
				 rows[i].pattern, status, rematch(scope));
	}
}

static void what_a_regular_expression_took_keeps_its_origin(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);
	struct cpg_value value;

	assert_int_equal(binary(scope, "abc", "=~", "b"), 0);
	assert_int_equal(cpg_variable_at(cpg_scope_get(scope, "BASH_REMATCH"), 0, &value),
			 CPG_YES);
	assert_int_equal(cpg_value_origin(value).line, 3);
}

static void a_pattern_or_a_text_that_is_too_long_is_not_known(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);
	char *text = cpg_arena_alloc(*state, CPG_TEST_TEXT + 2);

	assert_non_null(text);
	memset(text, 'a', CPG_TEST_TEXT + 1);
	assert_int_equal(binary(scope, text, "=~", "a"), CPG_TEST_UNKNOWN);
	assert_int_equal(binary(scope, "a", "=~", text), CPG_TEST_UNKNOWN);
	text[CPG_TEST_TEXT] = '\0';
	assert_int_equal(binary(scope, text, "=~", "(a*)*b"), 1);
}

static void nesting_without_end_is_an_error(void **state)
{
	enum {
		COUNT = 5000,
	};
	struct cpg_value *words = cpg_arena_array(*state, COUNT, sizeof(*words));
	struct cpg_error err = {0};
	struct cpg_test_answer answer;

	assert_non_null(words);
	for (size_t i = 0; i < COUNT; i++)
		words[i] = make(*state, "!");
	assert_int_equal(
		cpg_test_arguments(make_scope(*state), &files, words, COUNT, &answer, &err),
		0);
	assert_int_equal(answer.status, 2);
	for (size_t i = 0; i < COUNT; i++)
		words[i] = make(*state, "(");
	assert_int_equal(
		cpg_test_arguments(make_scope(*state), &files, words, COUNT, &answer, &err),
		-1);
	assert_int_equal(err.code, CPG_E_LIMIT);
}

static void running_out_of_memory_is_an_error(void **state)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(60000);
	struct cpg_shell_scope *scope = make_scope(arena);
	struct cpg_value text = make(*state, "abc");
	struct cpg_test_answer answer;
	struct cpg_error err = {0};
	int rc = 0;

	for (int i = 0; i < 10000 && rc == 0; i++)
		rc = cpg_test_binary(scope, &files, "=~", text, text, &answer, &err);
	assert_int_equal(rc, -1);
	assert_int_equal(err.code, ENOMEM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(up_to_four_words_are_read_by_their_number),
		cmocka_unit_test(more_words_are_an_expression),
		cmocka_unit_test(integers_are_compared_and_anything_else_is_an_error),
		cmocka_unit_test(what_is_partly_known_is_answered_where_it_can_be),
		cmocka_unit_test(variables_and_options_are_asked_for),
		cmocka_unit_test(files_are_the_caller_s_business),
		cmocka_unit_test(order_of_texts_hangs_on_the_locale),
		cmocka_unit_test(
			within_double_brackets_words_match_patterns_and_numbers_are_arithmetic),
		cmocka_unit_test(nocasematch_counts_within_double_brackets_only),
		cmocka_unit_test(under_u_arithmetic_tells_of_an_unset_variable),
		cmocka_unit_test(a_unary_test_answers_as_in_brackets),
		cmocka_unit_test(regular_expressions_fill_bash_rematch),
		cmocka_unit_test(what_a_regular_expression_took_keeps_its_origin),
		cmocka_unit_test(a_pattern_or_a_text_that_is_too_long_is_not_known),
		cmocka_unit_test(nesting_without_end_is_an_error),
		cmocka_unit_test(running_out_of_memory_is_an_error),
	};

	return cmocka_run_group_tests(tests, make_arena, free_arena);
}
