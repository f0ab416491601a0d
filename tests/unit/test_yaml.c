#include <errno.h>
#include <string.h>

#include "cpguard/yaml.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void show(struct cpg_buffer *out, const struct cpg_yaml *value)
{
	switch (value->kind) {
	case CPG_YAML_NULL:
		cpg_buffer_string(out, "None");
		break;
	case CPG_YAML_BOOL:
		cpg_buffer_string(out, value->of.truth ? "True" : "False");
		break;
	case CPG_YAML_INT:
		cpg_buffer_string(out, value->of.integer.digits);
		break;
	case CPG_YAML_FLOAT:
		cpg_buffer_printf(out, "%.15gf", value->of.number);
		break;
	case CPG_YAML_STRING:
		cpg_buffer_string(out, "'");
		cpg_buffer_printable(out, value->of.text);
		cpg_buffer_string(out, "'");
		break;
	case CPG_YAML_TIME:
		cpg_buffer_string(out, "@");
		cpg_buffer_bytes(out, value->of.text.bytes, value->of.text.length);
		break;
	case CPG_YAML_LIST:
		cpg_buffer_string(out, "[");
		for (size_t i = 0; i < value->of.list.count; i++) {
			cpg_buffer_string(out, i ? ", " : "");
			show(out, value->of.list.items[i]);
		}
		cpg_buffer_string(out, "]");
		break;
	case CPG_YAML_MAP:
		cpg_buffer_string(out, "{");
		for (size_t i = 0; i < value->of.map.count; i++) {
			cpg_buffer_string(out, i ? ", " : "");
			show(out, value->of.map.entries[i].key);
			cpg_buffer_string(out, ": ");
			show(out, value->of.map.entries[i].value);
		}
		cpg_buffer_string(out, "}");
		break;
	}
}

static const struct cpg_yaml *parse(void **state, const char *text)
{
	const struct cpg_yaml *root;
	struct cpg_error err;

	if (cpg_yaml_parse(*state, cpg_text_of(text), "x.yaml", &root, &err) < 0)
		fail_msg("'%s': line %u: %s", text, err.line, err.text);
	return root;
}

/* Fails, naming the row, unless each text is read as what stands beside it. */
static void expect(void **state, const char *const (*rows)[2], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct cpg_buffer out = {.arena = *state};
		const char *shown;

		show(&out, parse(state, rows[i][0]));
		shown = cpg_buffer_finish(&out);
		if (strcmp(shown, rows[i][1]) != 0)
			fail_msg("'%s' is %s, not %s", rows[i][0], shown, rows[i][1]);
	}
}

/* The words of PyYAML's resolver for YAML 1.1, and their neighbours that are strings. */
static void plain_scalars_are_what_pyyaml_makes_of_them(void **state)
{
	static const char *const rows[][2] = {
		{"yes", "True"},
		{"Yes", "True"},
		{"YES", "True"},
		{"yEs", "'yEs'"},
		{"y", "'y'"},
		{"on", "True"},
		{"Off", "False"},
		{"no", "False"},
		{"true", "True"},
		{"FALSE", "False"},
		{"", "None"},
		{"~", "None"},
		{"null", "None"},
		{"nULL", "'nULL'"},
		{"None", "'None'"},
		{"0", "0"},
		{"-0", "0"},
		{"+12", "12"},
		{"1_000", "1000"},
		{"1__0_", "10"},
		{"_1", "'_1'"},
		{"010", "8"},
		{"-0_1_0", "-8"},
		{"0_", "0"},
		{"08", "'08'"},
		{"0o7", "'0o7'"},
		{"0x10", "16"},
		{"-0xF_f", "-255"},
		{"0X10", "'0X10'"},
		{"0xg", "'0xg'"},
		{"0b101", "5"},
		{"0b2", "'0b2'"},
		{"1:30", "90"},
		{"-190:20:30", "-685230"},
		{"1:60", "'1:60'"},
		{"1:.5", "'1:.5'"},
		{"1:2:", "{62: None}"},
		{"0:1", "'0:1'"},
		{"99999999999999999999", "99999999999999999999"},
		{"0x7fffffffffffffff", "9223372036854775807"},
		{"1.5", "1.5f"},
		{"1.", "1f"},
		{".5", "0.5f"},
		{"-.5", "'-.5'"},
		{"1e5", "'1e5'"},
		{"1.e5", "'1.e5'"},
		{"1.0e+5", "100000f"},
		{".1e-1", "0.01f"},
		{"1_0.5_0", "10.5f"},
		{"1:30.5", "90.5f"},
		{"0:0.5", "0.5f"},
		{".inf", "inff"},
		{"-.INF", "-inff"},
		{"+.Inf", "inff"},
		{".iNF", "'.iNF'"},
		{".NaN", "nanf"},
		{"-.nan", "'-.nan'"},
		{"2001-12-14", "@2001-12-14"},
		{"2001-1-4", "'2001-1-4'"},
		{"2001-12-14t21:59:43.10-05:00", "@2001-12-14t21:59:43.10-05:00"},
		{"2001-1-4 1:59:43 +5", "@2001-1-4 1:59:43 +5"},
		{"2001-12-14 21:59", "'2001-12-14 21:59'"},
		{"a # b", "'a'"},
		{"a#b", "'a#b'"},
		{"http://h:80/p", "'http://h:80/p'"},
		{"a\n  b\n\n  c", "'a b\\nc'"},
	};

	expect(state, rows, COUNT(rows));
}

static void quoted_and_block_scalars_are_strings(void **state)
{
	static const char *const rows[][2] = {
		{"'true'", "'true'"},
		{"\"12\"", "'12'"},
		{"''", "''"},
		{"'it''s'", "'it's'"},
		{"\"\\x41\\u00e9\\/\\\n b\"", "'A\u00e9/b'"},
		{"\"a\\0b\"", "'a\\x00b'"},
		{"|\n  true\n", "'true\\n'"},
		{"|-\n  12", "'12'"},
		{">-\n  a\n  b\n", "'a b'"},
	};

	expect(state, rows, COUNT(rows));
}

static void tags_decide_before_the_text_does(void **state)
{
	static const char *const rows[][2] = {
		{"!!str true", "'true'"},
		{"!!str", "''"},
		{"!<tag:yaml.org,2002:str> 1", "'1'"},
		{"!!int '0x10'", "16"},
		{"!!float 1", "1f"},
		{"!!float -1e5", "-100000f"},
		{"!!float .5", "0.5f"},
		{"!!bool 'yEs'", "True"},
		{"!!null anything", "None"},
		{"!!timestamp '2001-12-14'", "@2001-12-14"},
		{"! 12", "12"},
		{"! '12'", "12"},
		{"!", "None"},
		{"!!seq [!!map {a: 1}, ! {}]", "[{'a': 1}, {}]"},
	};

	expect(state, rows, COUNT(rows));
}

static void collections_are_read_in_both_styles(void **state)
{
	static const char *const rows[][2] = {
		{"a: 1\nb:\n- x\n- y: z\n", "{'a': 1, 'b': ['x', {'y': 'z'}]}"},
		{"{a: 1, b: [x, y: z, {}], 'c': , d}",
		 "{'a': 1, 'b': ['x', {'y': 'z'}, {}], 'c': None, 'd': None}"},
		{"- - a\n  - b\n-\n", "[['a', 'b'], None]"},
		{"? a\n: b\n? c", "{'a': 'b', 'c': None}"},
		{"yes: 1\n1: 2\n0x1: 3\n~: 4\n1.5: 5",
		 "{True: 1, 1: 2, 1: 3, None: 4, 1.5f: 5}"},
		{"---\na: b\n...\n", "{'a': 'b'}"},
		{"%YAML 1.1\n---\na: b\n", "{'a': 'b'}"},
		{"\xef\xbb\xbf"
		 "a: 1\nb: 2\n",
		 "{'a': 1, 'b': 2}"},
		{"a: 1\r\nb: 2\r\n", "{'a': 1, 'b': 2}"},
		{"# nothing\n", "None"},
		{"---\n", "None"},
		{"=: 1", "{'=': 1}"},
	};

	expect(state, rows, COUNT(rows));
}

static void duplicate_keys_are_kept_and_the_last_counts(void **state)
{
	const struct cpg_yaml *root = parse(state, "a: 1\n'a': 2\nb: 3\n\"a\": 4\na : 5\n");

	assert_int_equal(root->of.map.count, 5);
	assert_string_equal(cpg_yaml_find(root, "a")->value->of.integer.digits, "5");
	assert_null(cpg_yaml_find(root, "c"));
	assert_null(cpg_yaml_find(cpg_yaml_find(root, "b")->value, "a"));
	assert_null(cpg_yaml_find(parse(state, "1: a\nyes: b"), "1"));
}

static void aliases_are_the_anchors_value(void **state)
{
	static const char *const rows[][2] = {
		{"a: &x 1\nb: *x", "{'a': 1, 'b': 1}"},
		{"- &x [1, 2]\n- *x\n- {k: *x}", "[[1, 2], [1, 2], {'k': [1, 2]}]"},
		{"&k a: 1\n*k : 2", "{'a': 1, 'a': 2}"},
		{"a: &x\nb: *x", "{'a': None, 'b': None}"},
	};

	expect(state, rows, COUNT(rows));
}

/* What comes first in a list of maps, and what stands in the map itself, comes last here. */
static void merge_keys_bring_entries_in_front_of_the_own(void **state)
{
	static const char *const rows[][2] = {
		{"x: &x {a: 1, b: 2}\ny:\n  b: 3\n  <<: *x\n",
		 "{'x': {'a': 1, 'b': 2}, 'y': {'a': 1, 'b': 2, 'b': 3}}"},
		{"{<<: [{a: 1}, {a: 2, b: 3}], c: 4}", "{'a': 2, 'b': 3, 'a': 1, 'c': 4}"},
		{"{<<: {a: 1}, <<: {a: 2}}", "{'a': 1, 'a': 2}"},
		{"{<<: {<<: {a: 1}, b: 2}}", "{'a': 1, 'b': 2}"},
		{"{<<: []}", "{}"},
		{"{'<<': {a: 1}}", "{'<<': {'a': 1}}"},
	};

	expect(state, rows, COUNT(rows));
}

static void values_know_their_lines(void **state)
{
	const struct cpg_yaml *root = parse(state, "# one\nx: &x\n  a: 1\n\ny:\n  <<: *x\n"
						   "  b:\n    - 2\nz: *x\n");
	const struct cpg_yaml *y = cpg_yaml_find(root, "y")->value;

	assert_int_equal(root->line, 2);
	assert_int_equal(cpg_yaml_find(root, "y")->key->line, 5);
	assert_int_equal(cpg_yaml_find(y, "a")->key->line, 3);
	assert_int_equal(cpg_yaml_find(y, "b")->key->line, 7);
	assert_int_equal(cpg_yaml_find(y, "b")->value->of.list.items[0]->line, 8);
	assert_int_equal(cpg_yaml_find(root, "z")->key->line, 9);
}

static void truth_is_pythons(void **state)
{
	static const struct {
		const char *text;
		bool truth;
	} rows[] = {
		{"", false},          {"no", false},   {"yes", true},
		{"0", false},         {"0x0", false},  {"-1", true},
		{"0.0", false},       {"-0.0", false}, {"1e-999", true},
		{".nan", true},       {"''", false},   {"'0'", true},
		{"'false'", true},    {"[]", false},   {"[no]", true},
		{"{}", false},        {"{a: }", true}, {"1.0e-999", false},
		{"2001-01-01", true},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		if (cpg_yaml_is_true(parse(state, rows[i].text)) != rows[i].truth)
			fail_msg("'%s'", rows[i].text);
	}
}

static void values_are_described_for_sentences(void **state)
{
	static const char *const rows[][2] = {
		{"", "null"},
		{"on", "a bool"},
		{"1", "an integer"},
		{"1.", "a float"},
		{"x y", "the string 'x y'"},
		{"2001-01-01", "a date"},
		{"[]", "a list"},
		{"{}", "a mapping"},
	};

	for (size_t i = 0; i < COUNT(rows); i++)
		assert_string_equal(cpg_yaml_describe(*state, parse(state, rows[i][0])),
				    rows[i][1]);
}

struct failure {
	const char *text;
	int code;
	unsigned line;
	const char *says;
};

static void expect_failures(void **state, const struct failure *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct cpg_yaml *root;
		struct cpg_error err = {0};
		int rc = cpg_yaml_parse(*state, cpg_text_of(rows[i].text), "x.yaml", &root,
					&err);

		if (rc != -1 || err.code != rows[i].code || err.line != rows[i].line ||
		    !strstr(err.text, rows[i].says))
			fail_msg("'%s': %d, code %d, line %u: %s", rows[i].text, rc,
				 err.code, err.line, err.text);
		assert_string_equal(err.file, "x.yaml");
	}
}

static void what_safe_load_raises_on_is_a_syntax_error_with_its_line(void **state)
{
	static const struct failure rows[] = {
		{"a: 1\n b: 2", CPG_E_SYNTAX, 2, "not YAML: "},
		{"a: [1", CPG_E_SYNTAX, 2, "not YAML: "},
		{"a: 'x", CPG_E_SYNTAX, 1, "not YAML: "},
		{"a: \xff", CPG_E_SYNTAX, 0, "not YAML: "},
		{"a: \x01", CPG_E_SYNTAX, 0, "not YAML: "},
		{"a: 1\n---\nb: 2", CPG_E_SYNTAX, 2, "more than one document"},
		{"a: 1\n---\n", CPG_E_SYNTAX, 2, "more than one document"},
		{"\na: *x", CPG_E_SYNTAX, 2, "no anchor for the alias 'x'"},
		{"a: &x 1\nb: &x 2", CPG_E_SYNTAX, 2, "an anchor is there twice"},
		{"[a]: 1", CPG_E_SYNTAX, 1, "is no key"},
		{"a: 1\n? {b: c}\n: 1", CPG_E_SYNTAX, 2, "is no key"},
		{"a: <<", CPG_E_SYNTAX, 1, "are no values"},
		{"- =", CPG_E_SYNTAX, 1, "are no values"},
		{"<<: 1", CPG_E_SYNTAX, 1, "<< takes a mapping"},
		{"<<: [{}, 1]", CPG_E_SYNTAX, 1, "<< takes a mapping"},
		{"a: 0x_", CPG_E_SYNTAX, 1, "the number 0x_ has no digits"},
		{"a:\n- 2001-02-29", CPG_E_SYNTAX, 2, "no date or time 2001-02-29"},
		{"2001-01-01 24:00:00", CPG_E_SYNTAX, 1, "no date or time"},
		{"2001-01-01 0:00:00 -24", CPG_E_SYNTAX, 1, "no date or time"},
		{"!!bool maybe", CPG_E_SYNTAX, 1, "'maybe' is no bool"},
	};

	expect_failures(state, rows, COUNT(rows));
}

static void what_pyyaml_scans_more_strictly_is_an_error(void **state)
{
	static const struct failure rows[] = {
		{"a:\t1", CPG_E_SYNTAX, 1, "no tab"},
		{"a: 1\t# b", CPG_E_SYNTAX, 1, "no tab"},
		{"a: b\tc", CPG_E_SYNTAX, 1, "no tab"},
		{"[a,\tb]", CPG_E_SYNTAX, 1, "no tab"},
		{"a: |\t\n  x", CPG_E_SYNTAX, 1, "no tab"},
		{"[a?b]", CPG_E_SYNTAX, 1, ""}, /* libyaml 0.2.2 says so itself */
		{"[a, ?]]", CPG_E_SYNTAX, 1, "takes no ?"},
		{"a: &x \"b\tc\"", CPG_E_LIMIT, 1, "holds a tab"},
		{"a: &x # b\tc\n  d", CPG_E_LIMIT, 1, "holds a tab"},
		{"# a\n%YAML 1.1# b\n---\nc", CPG_E_LIMIT, 2, "right behind a number"},
		{"a: |# b\n  x", CPG_E_LIMIT, 1, "a # stands right behind"},
		{"a: 1\n\xef\xbb\xbf", CPG_E_LIMIT, 2, "byte order mark"},
	};
	static const char *const good[][2] = {
		{"a: 1 #\tb\n#\tc\nd: \"e\tf\"\ng: |\n  h\ti\nj: 'k\tl' # \tm\n",
		 "{'a': 1, 'd': 'e\\tf', 'g': 'h\\ti\\n', 'j': 'k\\tl'}"},
		{"a?b: http://x?y=z", "{'a?b': 'http://x?y=z'}"},
		{"[? a : b, 'c?'] # d?]", "[{'a': 'b'}, 'c?']"},
		{"\u65e5: \"\u672c\" #\tx\nb: 1", "{'\u65e5': '\u672c', 'b': 1}"},
	};

	expect_failures(state, rows, COUNT(rows));
	expect(state, good, COUNT(good));
}

static void what_is_not_read_here_is_told_apart_from_errors(void **state)
{
	static const struct failure rows[] = {
		{"a: !foo 1", CPG_E_LIMIT, 1, "!foo is not read here"},
		{"!!set {a, b}", CPG_E_LIMIT, 1, "is not read here"},
		{"!!python/tuple [a]", CPG_E_LIMIT, 1, "is not read here"},
		{"!!int 1e3", CPG_E_LIMIT, 1, "is not read here"},
		{"!!str [a]", CPG_E_LIMIT, 1, "is not read here"},
		{"! |\n  12\n", CPG_E_LIMIT, 1, "is not read here"},
		{"%TAG !e! tag:yaml.org,2002:\n---\n!e!str 1", CPG_E_LIMIT, 1, "%TAG"},
		{"&x << : {}", CPG_E_LIMIT, 1, "an anchor on << or ="},
		{"\n0xffffffffffffffff", CPG_E_LIMIT, 2, "is larger than cpguard reads"},
		{"1:1:1:1:1:1:1:1:1:1:1:1:1:1", CPG_E_LIMIT, 1, "is larger"},
		{"1:1:1:1:1:1:1:1:1:1:1:1:1:1.5", CPG_E_LIMIT, 1, "is larger"},
	};

	expect_failures(state, rows, COUNT(rows));
}

static void anchor_that_holds_its_own_alias_is_not_followed(void **state)
{
	static const struct failure rows[] = {
		{"&a [*a]", CPG_E_LIMIT, 1, "within its own anchor"},
		{"a: &x\n  b:\n    <<: *x", CPG_E_LIMIT, 3, "within its own anchor"},
	};

	expect_failures(state, rows, COUNT(rows));
}

/* Text that repeats `piece`, between `head` and `tail`. */
static const char *repeated(void **state, const char *head, const char *piece, size_t count,
			    const char *tail)
{
	struct cpg_buffer out = {.arena = *state};

	cpg_buffer_string(&out, head);
	for (size_t i = 0; i < count; i++)
		cpg_buffer_string(&out, piece);
	cpg_buffer_string(&out, tail);
	return cpg_buffer_finish(&out);
}

static void depth_is_limited(void **state)
{
	const char *deep = repeated(state, "", "- ", CPG_YAML_DEPTH, "a");
	const struct failure row = {repeated(state, "", "- ", CPG_YAML_DEPTH + 1, "a"),
				    CPG_E_LIMIT, 1, "too deep"};

	assert_int_equal(parse(state, deep)->kind, CPG_YAML_LIST);
	expect_failures(state, &row, 1);
}

static void number_of_values_is_limited(void **state)
{
	const char *many = repeated(state, "[", "a,", CPG_YAML_NODES - 1, "]");
	const struct failure row = {repeated(state, "[", "a,", CPG_YAML_NODES, "]"),
				    CPG_E_LIMIT, 1, "too many values"};

	assert_int_equal(parse(state, many)->of.list.count, CPG_YAML_NODES - 1);
	expect_failures(state, &row, 1);
}

static void number_of_anchors_is_limited(void **state)
{
	struct cpg_buffer out = {.arena = *state};
	struct failure row = {.code = CPG_E_LIMIT,
			      .line = CPG_YAML_ANCHORS + 1,
			      .says = "too many anchors"};

	for (unsigned i = 0; i < CPG_YAML_ANCHORS; i++)
		cpg_buffer_printf(&out, "- &a%u x\n", i);
	assert_int_equal(parse(state, cpg_buffer_finish(&out))->of.list.count,
			 CPG_YAML_ANCHORS);
	cpg_buffer_string(&out, "- &last x\n");
	row.text = cpg_buffer_finish(&out);
	expect_failures(state, &row, 1);
}

/* A billion laughs: nine levels of ten aliases each. As values they are shared; as merge keys
 * they would be copied. */
static void aliases_of_aliases_cost_no_more_than_their_text(void **state)
{
	struct cpg_buffer shared = {.arena = *state};
	struct cpg_buffer merged = {.arena = *state};
	struct failure row = {.code = CPG_E_LIMIT, .line = 5, .says = "too many values"};

	cpg_buffer_string(&shared, "- &a0 [lol]\n");
	cpg_buffer_string(&merged, "- &a0 {lol: lol}\n");
	for (unsigned i = 1; i < 10; i++) {
		const char *alias = cpg_arena_printf(*state, "*a%u, ", i - 1);

		cpg_buffer_printf(&shared, "- &a%u [%s]\n", i,
				  repeated(state, "", alias, 10, ""));
		cpg_buffer_printf(&merged, "- &a%u {<<: [%s]}\n", i,
				  repeated(state, "", alias, 20, ""));
	}
	assert_int_equal(parse(state, cpg_buffer_finish(&shared))->of.list.count, 10);
	row.text = cpg_buffer_finish(&merged);
	expect_failures(state, &row, 1);
}

static void little_memory_is_an_ordinary_failure(void **state)
{
	static const char text[] = "a: &x {b: [1, 0x2, 3.5, yes]}\nc: {<<: *x, d: 'e'}\n";
	size_t failures = 0;

	(void)state;
	for (size_t budget = 0; budget < 32768; budget += 128) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		const struct cpg_yaml *root;
		struct cpg_error err;

		if (cpg_yaml_parse(arena, cpg_text_of(text), "x", &root, &err) < 0) {
			assert_int_equal(err.code, ENOMEM);
			failures++;
		} else {
			assert_int_equal(root->of.map.count, 2);
		}
		cpg_arena_free(arena);
	}
	assert_in_range(failures, 1, 32768 / 128 - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(plain_scalars_are_what_pyyaml_makes_of_them),
		arena_test(quoted_and_block_scalars_are_strings),
		arena_test(tags_decide_before_the_text_does),
		arena_test(collections_are_read_in_both_styles),
		arena_test(duplicate_keys_are_kept_and_the_last_counts),
		arena_test(aliases_are_the_anchors_value),
		arena_test(merge_keys_bring_entries_in_front_of_the_own),
		arena_test(values_know_their_lines),
		arena_test(truth_is_pythons),
		arena_test(values_are_described_for_sentences),
		arena_test(what_safe_load_raises_on_is_a_syntax_error_with_its_line),
		arena_test(what_pyyaml_scans_more_strictly_is_an_error),
		arena_test(what_is_not_read_here_is_told_apart_from_errors),
		arena_test(anchor_that_holds_its_own_alias_is_not_followed),
		arena_test(depth_is_limited),
		arena_test(number_of_values_is_limited),
		arena_test(number_of_anchors_is_limited),
		arena_test(aliases_of_aliases_cost_no_more_than_their_text),
		arena_test(little_memory_is_an_ordinary_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
