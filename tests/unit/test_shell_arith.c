#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cpguard/shell_arith.h"

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

static void set_value(struct cpg_shell_scope *scope, const char *name,
		      struct cpg_value value)
{
	const struct cpg_shell_variable variable = {.kind = CPG_VARIABLE_SCALAR,
						    .scalar = value};

	assert_int_equal(cpg_scope_set(scope, name, &variable, false), 0);
}

static struct cpg_value text(struct cpg_shell_scope *scope, const char *string)
{
	struct cpg_value value;

	assert_int_equal(cpg_value_string(cpg_scope_arena(scope), string, &value), 0);
	return value;
}

static struct cpg_value gap(struct cpg_shell_scope *scope)
{
	struct cpg_value value;

	assert_int_equal(cpg_value_unknown(cpg_scope_arena(scope), "the login sets it",
					   here, &value),
			 0);
	return value;
}

/* x is 3, y is x+1, e is empty, u is not known, a is (10 20 x). */
static struct cpg_shell_scope *make_scope(struct cpg_arena *arena)
{
	static const struct cpg_environment nothing;
	static const char *const elements[] = {"10", "20", "x"};
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_INDEXED};
	struct cpg_shell_scope *scope = cpg_scope_new(arena, &nothing);

	assert_non_null(scope);
	set_value(scope, "x", text(scope, "3"));
	set_value(scope, "y", text(scope, "x+1"));
	set_value(scope, "e", text(scope, ""));
	set_value(scope, "u", gap(scope));
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(cpg_variable_append(arena, &array,
						     text(scope, elements[i]), &array),
				 0);
	assert_int_equal(cpg_scope_set(scope, "a", &array, false), 0);
	return scope;
}

static struct cpg_arith evaluate(struct cpg_shell_scope *scope, const char *expression)
{
	struct cpg_arith result;
	struct cpg_error err;

	assert_int_equal(cpg_arith_text(scope, cpg_text_of(expression), &result, &err), 0);
	return result;
}

static struct cpg_value value_of(struct cpg_shell_scope *scope, const char *name)
{
	return cpg_scope_get(scope, name)->scalar;
}

static const char *get(struct cpg_shell_scope *scope, const char *name)
{
	const struct cpg_shell_variable *variable = cpg_scope_get(scope, name);

	if (variable->kind == CPG_VARIABLE_UNSET)
		return "-";
	if (variable->kind != CPG_VARIABLE_SCALAR)
		return "?";
	if (!cpg_value_known(variable->scalar))
		return "$";
	return cpg_value_flat(cpg_scope_arena(scope), variable->scalar).bytes;
}

struct known {
	const char *expression;
	long long value;
};

static void check_known(struct cpg_arena *arena, const struct known *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct cpg_arith result = evaluate(make_scope(arena), rows[i].expression);

		if (result.state != CPG_ARITH_KNOWN || result.value != rows[i].value)
			fail_msg("'%s' is %lld (%s)", rows[i].expression, result.value,
				 result.why ? result.why : "");
	}
}

static void operators_have_bash_s_precedence(void **state)
{
	static const struct known rows[] = {
		{"", 0},          {" \t\n", 0},     {"1+2*3", 7},
		{"(1+2)*3", 9},   {"-2**2", 4},     {"2**3**2", 512},
		{"7-3-2", 2},     {"1<<2+1", 8},    {"6&3|8", 10},
		{"5^1&3", 4},     {"1==1!=0", 1},   {"3>2>1", 0},
		{"!0+1", 2},      {"~0", -1},       {"1,2,3", 3},
		{"1?2:0?3:4", 2}, {"0?2:0?3:4", 4}, {"1||0&&0", 1},
		{"-7/2", -3},     {"-7%3", -1},     {"1 < 2 && 2 <= 2", 1},
		{"5--3", 8},      {"- - 3", 3},     {"+ +3", 3},
		{"x ? y : 9", 4},
	};

	check_known(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void constants_have_bases(void **state)
{
	static const struct known rows[] = {
		{"0x1F", 31},
		{"017", 15},
		{"2#101", 5},
		{"36#zZ", 1295},
		{"64#_@", 4094},
		{"16#fF", 255},
		{"0", 0},
		{"0x", 0},
		{"9223372036854775808", (long long)(-9223372036854775807 - 1)},
	};

	check_known(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void numbers_wrap_around_as_in_bash(void **state)
{
	static const struct known rows[] = {
		{"9223372036854775807+1", (long long)(-9223372036854775807 - 1)},
		{"-9223372036854775808/-1", (long long)(-9223372036854775807 - 1)},
		{"-9223372036854775808%-1", 0},
		{"1<<65", 2},
		{"-1>>63", -1},
		{"3**41", -420491770248316829},
	};

	check_known(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void a_variable_is_the_expression_in_its_text(void **state)
{
	static const struct known rows[] = {
		{"x", 3},     {"y*2", 8},   {"e", 0},          {"none", 0},
		{"a", 10},    {"a[1]", 20}, {"a[2]", 3},       {"a[x-2]", 20},
		{"a[-1]", 3}, {"a[9]", 0},  {"a[a[9]+1]", 20}, {"a[@]", 0},
	};

	check_known(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void assignments_change_variables(void **state)
{
	static const struct {
		const char *expression;
		long long value;
		const char *x;
		const char *n;
	} rows[] = {
		{"x = 5", 5, "5", "-"},
		{"x += 2", 5, "5", "-"},
		{"x <<= 2", 12, "12", "-"},
		{"x++", 3, "4", "-"},
		{"--x", 2, "2", "-"},
		{"n = x++ + x", 7, "4", "7"},
		{"x = n = 8", 8, "8", "8"},
		{"n = 1, x = 2", 2, "2", "1"},
		{"0 && (n = 1)", 0, "3", "-"},
		{"1 || (n = 1)", 1, "3", "-"},
		{"1 ? x = 9 : (n = 1)", 9, "9", "-"},
		{"n += 1", 1, "3", "1"},
		{"x %= 2", 1, "1", "-"},
		{"0 ? x++ : n--", 0, "3", "-1"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_shell_scope *scope = make_scope(*state);
		struct cpg_arith result = evaluate(scope, rows[i].expression);

		if (result.state != CPG_ARITH_KNOWN || result.value != rows[i].value ||
		    strcmp(get(scope, "x"), rows[i].x) != 0 ||
		    strcmp(get(scope, "n"), rows[i].n) != 0)
			fail_msg("'%s' is %lld, x is %s, n is %s", rows[i].expression,
				 result.value, get(scope, "x"), get(scope, "n"));
	}
}

static void elements_of_arrays_are_assigned(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);
	struct cpg_shell_variable map = {.kind = CPG_VARIABLE_ASSOCIATIVE};
	struct cpg_value value;

	assert_int_equal(evaluate(scope, "a[1]++, a[5] = 7, a[-1] += 1").value, 8);
	assert_int_equal(cpg_variable_at(cpg_scope_get(scope, "a"), 1, &value), CPG_YES);
	assert_string_equal(cpg_value_flat(*state, value).bytes, "21");
	assert_int_equal(cpg_variable_at(cpg_scope_get(scope, "a"), 5, &value), CPG_YES);
	assert_string_equal(cpg_value_flat(*state, value).bytes, "8");
	assert_int_equal(cpg_scope_set(scope, "m", &map, false), 0);
	assert_int_equal(evaluate(scope, "m[x] = 5, m[x] * 2").value, 10);
	assert_int_equal(cpg_variable_at_key(cpg_scope_get(scope, "m"), "x", &value),
			 CPG_YES);
}

static void what_bash_complains_of_fails(void **state)
{
	static const char *const expressions[] = {
		"1/0",        "1%0",     "x /= 0",
		"2**-1",      "1+",      "+",
		"1 2",        "(1",      "1)",
		"1?2",        "1?:2",    "x y",
		"3 = 4",      "x+1 = 2", "08",
		"2#2",        "65#1",    "1#0",
		"2#",         "0xg",     "1.5",
		"'1'",        "a[1",     "x++ ++",
		"--x--",      "@",       "1 ? x = 2 : y = 3",
		"0 && 2**-1", "1+*2",    "x=",
		"1\r",
	};

	for (size_t i = 0; i < sizeof(expressions) / sizeof(*expressions); i++) {
		struct cpg_arith result = evaluate(make_scope(*state), expressions[i]);

		if (result.state != CPG_ARITH_FAILED || !result.why || result.unset)
			fail_msg("'%s'", expressions[i]);
	}
}

static void bad_subscripts_are_reported_and_are_nothing(void **state)
{
	static const struct {
		const char *expression;
		bool reported;
		enum cpg_arith_state state;
		bool texts;
	} rows[] = {
		{"a[-1]", false, CPG_ARITH_KNOWN, false},
		{"a[-9]", true, CPG_ARITH_KNOWN, false},
		{"none[-1] + 1", true, CPG_ARITH_KNOWN, false},
		{"s[-1]", true, CPG_ARITH_KNOWN, false},
		{"s[-1] = 2", false, CPG_ARITH_KNOWN, false},
		{"a[-9] = 2", true, CPG_ARITH_KNOWN, false},
		{"a[@]", true, CPG_ARITH_KNOWN, false},
		{"m[]", true, CPG_ARITH_KNOWN, false},
		{"m[] = 2", false, CPG_ARITH_KNOWN, false},
		{"0 && a[-9]", false, CPG_ARITH_KNOWN, false},
		{"r = 2", true, CPG_ARITH_FAILED, false},
		{"a[1 +]", false, CPG_ARITH_FAILED, true},
		{"a[a[1 +]] + 1", false, CPG_ARITH_FAILED, true},
		{"1 +", false, CPG_ARITH_FAILED, false},
	};
	const struct cpg_array_element elements[] = {{.index = 0}, {.index = 1}};
	struct cpg_shell_variable a = {
		.kind = CPG_VARIABLE_INDEXED, .elements = elements, .count = 2};
	struct cpg_shell_variable m = {.kind = CPG_VARIABLE_ASSOCIATIVE};
	struct cpg_shell_variable s = {.kind = CPG_VARIABLE_SCALAR};
	struct cpg_shell_variable r = {.kind = CPG_VARIABLE_SCALAR, .readonly = true};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_shell_scope *scope = make_scope(*state);
		struct cpg_arith result;

		assert_int_equal(cpg_scope_set(scope, "a", &a, false), 0);
		assert_int_equal(cpg_scope_set(scope, "m", &m, false), 0);
		assert_int_equal(cpg_scope_set(scope, "s", &s, false), 0);
		assert_int_equal(cpg_scope_set(scope, "r", &r, false), 0);
		result = evaluate(scope, rows[i].expression);
		if (result.reported != rows[i].reported || result.state != rows[i].state ||
		    result.texts != rows[i].texts)
			fail_msg("%s: reported %d, state %d, texts %d", rows[i].expression,
				 result.reported, (int)result.state, result.texts);
	}
}

static void what_is_not_carried_out_may_divide_by_0(void **state)
{
	static const struct known rows[] = {
		{"0 && 1/0", 0}, {"1 || 1/0", 1}, {"1 ? 2 : 1/0", 2}};

	check_known(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void what_was_assigned_before_a_failure_stays(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);

	assert_int_equal(evaluate(scope, "x = 7, 1/0, x = 8").state, CPG_ARITH_FAILED);
	assert_string_equal(get(scope, "x"), "7");
}

static void an_operand_that_is_not_known_makes_the_result_unknown(void **state)
{
	static const char *const expressions[] = {"u",         "u+1",    "-u",     "x*u",
						  "u ? 1 : 2", "u && 1", "u || 0", "x = u",
						  "a[u]",      "u++"};

	for (size_t i = 0; i < sizeof(expressions) / sizeof(*expressions); i++) {
		struct cpg_arith result = evaluate(make_scope(*state), expressions[i]);

		if (result.state != CPG_ARITH_UNKNOWN)
			fail_msg("'%s'", expressions[i]);
		assert_string_equal(result.why, "the login sets it");
	}
}

static void what_is_not_come_to_does_not_matter(void **state)
{
	static const struct known rows[] = {
		{"0 && u", 0}, {"1 || u", 1}, {"1 ? 5 : u", 5}, {"u, 4", 4}, {"u = 3", 3}};

	check_known(*state, rows, sizeof(rows) / sizeof(*rows));
}

static void what_may_have_been_assigned_is_not_known(void **state)
{
	static const char *const expressions[] = {"u ? x = 5 : 0", "u && (x = 5)",
						  "u || x++", "u ? 0 : (x = 5)",
						  "u ? 1/0 : 0, x = 5"};

	for (size_t i = 0; i < sizeof(expressions) / sizeof(*expressions); i++) {
		struct cpg_shell_scope *scope = make_scope(*state);

		assert_int_equal(evaluate(scope, expressions[i]).state, CPG_ARITH_UNKNOWN);
		if (strcmp(get(scope, "x"), "$") != 0)
			fail_msg("'%s'", expressions[i]);
	}
}

static void what_is_computed_from_the_unknown_is_one_word(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);

	evaluate(scope, "n = u * 2");
	assert_string_equal(get(scope, "n"), "$");
	assert_true(cpg_value_is_solid(value_of(scope, "n")));
}

static void a_gap_in_the_expression_makes_what_it_assigns_unknown(void **state)
{
	static const struct {
		const char *before;
		const char *behind;
		const char *x;
		const char *n;
	} rows[] = {
		{"n = x * ", "", "3", "$"},       {"x += ", "", "$", "-"},
		{"", " + x++", "$", "-"},         {"", " + --x", "$", "-"},
		{"x == ", "", "3", "-"},          {"x <= ", "", "3", "-"},
		{"", " ? (n = 1) : 0", "3", "?"}, {"x <<= ", "", "$", "-"},
		{"16#n = ", "", "3", "-"},        {"x ", "= 2", "$", "-"},
		{"x", " == 2", "3", "-"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_shell_scope *scope = make_scope(*state);
		struct cpg_value expression = text(scope, rows[i].before);
		struct cpg_arith result;
		struct cpg_error err;

		assert_int_equal(
			cpg_value_append(*state, expression, gap(scope), &expression), 0);
		assert_int_equal(cpg_value_append(*state, expression,
						  text(scope, rows[i].behind), &expression),
				 0);
		assert_int_equal(cpg_arith_evaluate(scope, expression, &result, &err), 0);
		assert_int_equal(result.state, CPG_ARITH_UNKNOWN);
		if (strcmp(get(scope, "x"), rows[i].x) != 0 ||
		    strcmp(get(scope, "n"), rows[i].n) != 0)
			fail_msg("'%s' gap '%s': x is %s, n is %s", rows[i].before,
				 rows[i].behind, get(scope, "x"), get(scope, "n"));
	}
}

static void what_is_assigned_has_the_origin_of_the_expression(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);
	struct cpg_value expression;
	struct cpg_arith result;
	struct cpg_error err;

	assert_int_equal(cpg_value_text(*state, cpg_text_of("n = 2"), here, &expression),
			 0);
	assert_int_equal(cpg_arith_evaluate(scope, expression, &result, &err), 0);
	assert_int_equal(cpg_value_origin(value_of(scope, "n")).line, 3);
}

static void under_u_an_unset_variable_ends_the_shell(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);
	struct cpg_arith result;

	cpg_scope_set_option(scope, CPG_SET_NOUNSET, CPG_YES);
	result = evaluate(scope, "none + 1");
	assert_int_equal(result.state, CPG_ARITH_FAILED);
	assert_true(result.unset);
	assert_int_equal(evaluate(scope, "none = 1").value, 1);
	assert_int_equal(evaluate(scope, "0 && none2").state, CPG_ARITH_KNOWN);
	cpg_scope_set_option(scope, CPG_SET_NOUNSET, CPG_UNKNOWN);
	assert_int_equal(evaluate(scope, "none2").state, CPG_ARITH_UNKNOWN);
}

static void a_readonly_variable_fails_the_expression(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);
	struct cpg_shell_variable variable = *cpg_scope_get(scope, "x");

	variable.readonly = true;
	assert_int_equal(cpg_scope_set(scope, "x", &variable, false), 0);
	assert_int_equal(evaluate(scope, "x = 4").state, CPG_ARITH_FAILED);
	assert_string_equal(get(scope, "x"), "3");
}

static void with_allexport_what_is_assigned_is_exported(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);

	cpg_scope_set_option(scope, CPG_SET_ALLEXPORT, CPG_YES);
	evaluate(scope, "n = 1");
	assert_int_equal(cpg_scope_get(scope, "n")->exported, CPG_YES);
}

static void a_variable_that_refers_to_itself_ends(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);

	set_value(scope, "loop", text(scope, "loop + 1"));
	assert_int_equal(evaluate(scope, "n = loop").state, CPG_ARITH_UNKNOWN);
	assert_string_equal(get(scope, "n"), "?");
}

static void texts_that_double_at_each_step_end(void **state)
{
	struct cpg_shell_scope *scope = make_scope(*state);

	set_value(scope, "v0", text(scope, "1"));
	for (int i = 1; i <= 60; i++)
		set_value(scope, cpg_arena_printf(*state, "v%d", i),
			  text(scope, cpg_arena_printf(*state, "v%d+v%d", i - 1, i - 1)));
	assert_int_equal(evaluate(scope, "v10").value, 1024);
	assert_int_equal(evaluate(scope, "v60").state, CPG_ARITH_UNKNOWN);
}

static void deep_nesting_is_not_known(void **state)
{
	static const char *const openings[] = {"(",  "!",   "- ", "1?",
					       "x=", "2**", "a[", "1?1:"};

	for (size_t i = 0; i < sizeof(openings) / sizeof(*openings); i++) {
		struct cpg_buffer buffer = {.arena = *state};
		struct cpg_shell_scope *scope = make_scope(*state);

		for (int j = 0; j < 20000; j++)
			cpg_buffer_string(&buffer, openings[i]);
		cpg_buffer_string(&buffer, "1");
		assert_int_not_equal(evaluate(scope, cpg_buffer_finish(&buffer)).state,
				     CPG_ARITH_KNOWN);
	}
}

static void running_out_of_memory_is_an_error(void **state)
{
	struct cpg_shell_scope *small;
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(40000);
	struct cpg_arith result;
	struct cpg_error err = {0};
	int rc = 0;

	(void)state;
	small = make_scope(arena);
	for (int i = 0; i < 10000 && rc == 0; i++)
		rc = cpg_arith_text(small, cpg_text_of("x++"), &result, &err);
	assert_int_equal(rc, -1);
	assert_int_equal(err.code, ENOMEM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operators_have_bash_s_precedence),
		cmocka_unit_test(constants_have_bases),
		cmocka_unit_test(numbers_wrap_around_as_in_bash),
		cmocka_unit_test(a_variable_is_the_expression_in_its_text),
		cmocka_unit_test(assignments_change_variables),
		cmocka_unit_test(elements_of_arrays_are_assigned),
		cmocka_unit_test(what_bash_complains_of_fails),
		cmocka_unit_test(bad_subscripts_are_reported_and_are_nothing),
		cmocka_unit_test(what_is_not_carried_out_may_divide_by_0),
		cmocka_unit_test(what_was_assigned_before_a_failure_stays),
		cmocka_unit_test(an_operand_that_is_not_known_makes_the_result_unknown),
		cmocka_unit_test(what_is_not_come_to_does_not_matter),
		cmocka_unit_test(what_may_have_been_assigned_is_not_known),
		cmocka_unit_test(what_is_computed_from_the_unknown_is_one_word),
		cmocka_unit_test(a_gap_in_the_expression_makes_what_it_assigns_unknown),
		cmocka_unit_test(what_is_assigned_has_the_origin_of_the_expression),
		cmocka_unit_test(under_u_an_unset_variable_ends_the_shell),
		cmocka_unit_test(a_readonly_variable_fails_the_expression),
		cmocka_unit_test(with_allexport_what_is_assigned_is_exported),
		cmocka_unit_test(a_variable_that_refers_to_itself_ends),
		cmocka_unit_test(texts_that_double_at_each_step_end),
		cmocka_unit_test(deep_nesting_is_not_known),
		cmocka_unit_test(running_out_of_memory_is_an_error),
	};

	return cmocka_run_group_tests(tests, make_arena, free_arena);
}
