#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "config_cases.h"
#include "cpguard/config.h"
#include "cpguard/file.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define NAME(literal) JSON(literal)

static const char *const answer_names[] = {"unreadable", "not permitted", "permitted"};

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

/* Parses a copy of the text that ends where the memory ends, so that AddressSanitizer sees a
 * read behind it. */
static int parse(struct cpg_arena *arena, struct cpg_text json,
		 struct cpg_architectures *out, struct cpg_error *err)
{
	char *copy = malloc(json.length ? json.length : 1);
	int result;

	assert_non_null(copy);
	memcpy(copy, json.bytes, json.length);
	result = cpg_config_parse(arena, (struct cpg_text){copy, json.length},
				  "/m/x/config.json", cpg_config_permitted, 2, out, err);
	free(copy);
	return result;
}

static enum answer answer_of(const struct cpg_architectures *architectures)
{
	for (size_t i = 0; i < architectures->count; i++) {
		for (const char *const *name = cpg_config_permitted; *name; name++) {
			if (cpg_text_is(architectures->names[i], *name))
				return PERMITTED;
		}
	}
	return NOT_PERMITTED;
}

/* Returns 1, having said so, when the case has another answer. */
static int check_case(const char *name, struct cpg_text json, enum answer wanted)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	struct cpg_architectures out = {NULL, 0};
	struct cpg_error err = {.text = ""};
	enum answer answer = UNREADABLE;

	if (parse(arena, json, &out, &err) == 0)
		answer = answer_of(&out);
	if (answer == wanted)
		return 0;
	print_error("case '%s' is %s, should be %s; error: %s\n", name,
		    answer_names[answer], answer_names[wanted], err.text);
	return 1;
}

static void every_document_has_the_answer_that_python_gives(void **state)
{
	int failed = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(config_cases); i++)
		failed += check_case(config_cases[i].name, config_cases[i].json,
				     config_cases[i].answer);
	assert_int_equal(failed, 0);
}

static void every_long_document_has_the_answer_that_python_gives(void **state)
{
	int failed = 0;

	for (size_t i = 0; i < COUNT(repeated_cases); i++) {
		const struct repeated_case *c = &repeated_cases[i];
		struct cpg_buffer json = {.arena = *state};

		cpg_buffer_string(&json, c->head);
		for (size_t k = 0; k < c->times; k++)
			cpg_buffer_string(&json, c->opening);
		for (size_t k = 0; k < c->times; k++)
			cpg_buffer_string(&json, c->closing);
		cpg_buffer_string(&json, c->tail);
		assert_non_null(cpg_buffer_finish(&json));
		failed += check_case(c->name, (struct cpg_text){json.bytes, json.length},
				     c->answer);
	}
	assert_int_equal(failed, 0);
}

struct names_case {
	struct cpg_text json;
	size_t count;
	struct cpg_text names[4];
};

static const struct names_case names_cases[] = {
	{ARCHITECTURES("[\"A\", \"B\", \"A\"]"), 3, {NAME("A"), NAME("B"), NAME("A")}},
	{ARCHITECTURES("[\"A\\u0000x\", \"\\u0000\"]"), 2, {NAME("A\0x"), NAME("\0")}},
	{ARCHITECTURES("[\"\\ud800\", \"\\uDFFFx\"]"),
	 2,
	 {NAME("\xed\xa0\x80"), NAME("\xed\xbf\xbfx")}},
	{ARCHITECTURES("[\"\\ud800\\ud83d\\ude00\"]"),
	 1,
	 {NAME("\xed\xa0\x80\xf0\x9f\x98\x80")}},
	{ARCHITECTURES("[\"\\ud83d\\u0000\", \"\\ude00\\ud83d\"]"),
	 2,
	 {NAME("\xed\xa0\xbd\0"), NAME("\xed\xb8\x80\xed\xa0\xbd")}},
	{ARCHITECTURES("[\"\\ud800\\udc00\", \"\\ud800\\udbff\"]"),
	 2,
	 {NAME("\xf0\x90\x80\x80"), NAME("\xed\xa0\x80\xed\xaf\xbf")}},
	{ARCHITECTURES("[\"\\ud800xudc00\", \"\\ud800\\ndc00\", \"\\ud800\"]"),
	 3,
	 {NAME("\xed\xa0\x80xudc00"), NAME("\xed\xa0\x80\ndc00"), NAME("\xed\xa0\x80")}},
	{ARCHITECTURES("[\"\\uDBFF\\udfff\", \"\xf4\x8f\xbf\xbf\"]"),
	 2,
	 {NAME("\xf4\x8f\xbf\xbf"), NAME("\xf4\x8f\xbf\xbf")}},
	{ARCHITECTURES("[\"\\u007f\\u0080\\u07ff\\u0800\\uffff\"]"),
	 1,
	 {NAME("\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf")}},
	{ARCHITECTURES("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0022\\u005C\\u001f\"]"),
	 1,
	 {NAME("\"\\/\b\f\n\r\t\"\\\x1f")}},
	{ARCHITECTURES("[\"[{,:}] NaN\"]"), 1, {NAME("[{,:}] NaN")}},
	{ARCHITECTURES("[\"\", 1, null, true, NaN, -Infinity, \"A\"]"),
	 2,
	 {NAME(""), NAME("A")}},
	{ARCHITECTURES("[" GLM ", [\"A\", {}], {\"B\": []}, \"C\"]"),
	 2,
	 {NAME("GlmMoeDsaForCausalLM"), NAME("C")}},
	{ARCHITECTURES("{\"A\": [], \"\\u0000\": {\"x\": 1}}"), 2, {NAME("A"), NAME("\0")}},
	{ARCHITECTURES("\"a\\u0000\xc3\xa9\\ud800\""),
	 4,
	 {NAME("a"), NAME("\0"), NAME("\xc3\xa9"), NAME("\xed\xa0\x80")}},
	{ARCHITECTURES("\"\\ud83d\\ude00\\u07ff\\uffff\""),
	 3,
	 {NAME("\xf0\x9f\x98\x80"), NAME("\xdf\xbf"), NAME("\xef\xbf\xbf")}},
};

static void names_are_decoded_byte_for_byte(void **state)
{
	for (size_t i = 0; i < COUNT(names_cases); i++) {
		const struct names_case *c = &names_cases[i];
		struct cpg_architectures out = {NULL, 99};

		if (parse(*state, c->json, &out, NULL) < 0 || out.count != c->count)
			fail_msg("%s has %zu names", c->json.bytes, out.count);
		for (size_t k = 0; k < c->count; k++) {
			if (out.names[k].length != c->names[k].length ||
			    memcmp(out.names[k].bytes, c->names[k].bytes,
				   c->names[k].length) != 0)
				fail_msg("name %zu of %s differs", k, c->json.bytes);
		}
	}
}

static void what_python_takes_for_false_names_nothing(void **state)
{
	static const struct cpg_text cases[] = {
		ARCHITECTURES("null"),
		ARCHITECTURES("false"),
		ARCHITECTURES("0"),
		ARCHITECTURES("-0"),
		ARCHITECTURES("0.0"),
		ARCHITECTURES("-0.000e-5"),
		ARCHITECTURES("0e5"),
		ARCHITECTURES("0E999999999999999999999"),
		ARCHITECTURES("1e-400"),
		ARCHITECTURES("-9e-99999999999999999999"),
		ARCHITECTURES("2.4703282292062327e-324"),
		ARCHITECTURES("\"\""),
		ARCHITECTURES("[]"),
		ARCHITECTURES("[ ]"),
		ARCHITECTURES("{}"),
		JSON("{}"),
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cpg_architectures out = {NULL, 99};

		if (parse(*state, cases[i], &out, NULL) < 0 || out.count != 0)
			fail_msg("%s names something", cases[i].bytes);
	}
}

struct error_case {
	struct cpg_text json;
	int code;
	unsigned line;
	const char *text;
};

#define STOPS(value, what) \
	{ \
		ARCHITECTURES(value), CPG_E_SYNTAX, 1, \
			"config.json: architectures " what \
			", where a list of names is expected" \
	}

#define NOT_JSON(json, line, what) \
	{ \
		JSON(json), CPG_E_SYNTAX, line, "config.json is not JSON: " what \
	}

static const struct error_case error_cases[] = {
	STOPS("5", "is a number"),
	STOPS("-5.5", "is a number"),
	STOPS("0.1", "is a number"),
	STOPS("1e-300", "is a number"),
	STOPS("2.4703282292062328e-324", "is a number"),
	STOPS("1e400", "is a number"),
	STOPS("NaN", "is a number"),
	STOPS("-Infinity", "is a number"),
	STOPS("true", "is true"),
	STOPS("[[" GLM "]]", "holds a list"),
	STOPS("[\"A\", {}]", "holds an object"),
	{JSON("{\n\"x\":\n1,\n\"architectures\"\n:\n7}"), CPG_E_SYNTAX, 6,
	 "config.json: architectures is a number, where a list of names is expected"},

	NOT_JSON("nope", 1, "expected a value, found 'n'"),
	NOT_JSON("{\n  \"a\": 1,\n  \"b\": \xc3\xa9\n}", 3,
		 "expected a value, found '\xc3\xa9'"),
	NOT_JSON("{\n\n\n", 4, "expected a key in double quotes, found its end"),
	NOT_JSON("\r\r\r{\r\n\"a\"\r}", 2, "expected ':', found '}'"),
	NOT_JSON("{\"a\": [1\n2]}", 2, "expected ',' or ']', found '2'"),
	NOT_JSON("{\"a\": 1\n]", 2, "expected ',' or '}', found ']'"),
	NOT_JSON("{}\n\n}", 3, "expected nothing more, found '}'"),
	NOT_JSON("{}\0", 1, "expected nothing more, found the byte 0x00"),
	NOT_JSON("{\"a", 1, "expected the rest of a string, found its end"),
	NOT_JSON("{\"a\nb\": 1}", 1, "expected the rest of a string, found the byte 0x0a"),
	NOT_JSON("{\"a\": \"\\q\"}", 1, "expected an escape that JSON knows, found 'q'"),
	NOT_JSON("{\"\\u12g4\": 1}", 1,
		 "expected four hexadecimal digits behind \\u, found 'g'"),
	NOT_JSON("{\"a\": -}", 1, "expected a digit, found '}'"),
	NOT_JSON("{\"a\": 1.e5}", 1, "expected a digit behind the point, found 'e'"),
	NOT_JSON("{\"a\": 1e+}", 1, "expected a digit in the exponent, found '}'"),
	NOT_JSON("{\n\"caf\xe9\": 1}", 2, "it is not UTF-8"),
	NOT_JSON("{\n\x80}", 2, "it is not UTF-8"),
	NOT_JSON("\xef\xbb\xbf{}", 1, "it begins with a byte order mark"),
	NOT_JSON("\xff\xfe{\0}\0", 1, "it is UTF-16, not UTF-8"),

	{JSON("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 100\n"),
	 CPG_E_SYNTAX, 1,
	 "config.json is a git-lfs pointer, the real file was not fetched"},
	{JSON(""), CPG_E_SYNTAX, 1, "config.json is empty"},
	{JSON(" \n "), CPG_E_SYNTAX, 1, "config.json is empty"},
	{JSON("[" GLM "]"), CPG_E_SYNTAX, 1, "config.json is not a JSON object"},
};

static void errors_say_what_is_wrong_and_on_which_line(void **state)
{
	for (size_t i = 0; i < COUNT(error_cases); i++) {
		const struct error_case *c = &error_cases[i];
		struct cpg_architectures out = {NULL, 99};
		struct cpg_error err = {.text = "none"};

		if (parse(*state, c->json, &out, &err) != -1 ||
		    strcmp(err.text, c->text) != 0)
			fail_msg("%s: got '%s', want '%s'", c->json.bytes, err.text,
				 c->text);
		if (err.code != c->code || err.line != c->line)
			fail_msg("%s: got code %d on line %u", c->json.bytes, err.code,
				 err.line);
		assert_string_equal(err.file, "/m/x/config.json");
		assert_int_equal(out.count, 99);
	}
}

static void success_leaves_the_error_alone(void **state)
{
	struct cpg_error err = {.code = 7, .text = "before"};
	struct cpg_architectures out;

	assert_int_equal(parse(*state, config_cases[0].json, &out, &err), 0);
	assert_int_equal(err.code, 7);
	assert_string_equal(err.text, "before");
}

static void a_document_cut_anywhere_is_unreadable(void **state)
{
	static const struct cpg_text whole =
		JSON(" {\"x\": [-1.5e+3, {\"\\ud83d\\ude00\": NaN}, \"\xe2\x82\xac\"], "
		     "\"architectures\": [" GLM "]}");
	struct cpg_architectures out;

	for (size_t length = 0; length < whole.length; length++) {
		struct cpg_error err = {0};
		struct cpg_text part = {whole.bytes, length};

		assert_int_equal(parse(*state, part, &out, &err), -1);
		assert_int_equal(err.code, CPG_E_SYNTAX);
	}
	assert_int_equal(parse(*state, whole, &out, NULL), 0);
}

static void the_given_names_decide_where_the_loop_stops(void **state)
{
	static const char *const permitted[] = {"SiteModel"};
	struct cpg_text behind = ARCHITECTURES("[\"SiteModel\", []]");
	struct cpg_text before = ARCHITECTURES("[" GLM ", []]");
	struct cpg_architectures out;

	assert_int_equal(cpg_config_parse(*state, behind, "f", permitted, 1, &out, NULL),
			 0);
	assert_int_equal(cpg_config_parse(*state, behind, "f", NULL, 0, &out, NULL), -1);
	assert_int_equal(cpg_config_parse(*state, before, "f", permitted, 1, &out, NULL),
			 -1);
}

static void a_list_of_other_configuration_files_hides_the_answer(void **state)
{
	static const struct cpg_text hidden =
		JSON("{\"architectures\": [" GLM "],\n\"configuration_files\": []}");
	static const struct cpg_text below = JSON(
		"{\"architectures\": [" GLM "], \"x\": {\"configuration_files\": []}}");
	static const struct cpg_text cut = JSON("{\"configuration_files\": []");
	struct cpg_error err = {0};
	struct cpg_architectures out;

	assert_int_equal(parse(*state, hidden, &out, &err), -1);
	assert_int_equal(err.code, CPG_E_HIDDEN);
	assert_int_equal(err.line, 2);
	assert_int_equal(parse(*state, below, &out, &err), 0);
	assert_int_equal(parse(*state, cut, &out, &err), -1);
	assert_int_equal(err.code, CPG_E_SYNTAX);
}

/* A document whose member `name` is a string of that many characters, then `tail`. */
static struct cpg_text long_member(struct cpg_arena *arena, const char *name, int length,
				   const char *tail)
{
	return cpg_text_of(
		cpg_arena_printf(arena, "{\"%s\": \"%0*d\"%s", name, length, 0, tail));
}

static void architectures_past_the_limit_are_not_read(void **state)
{
	struct cpg_architectures out = {NULL, 0};
	struct cpg_error err = {0};

	assert_int_equal(parse(*state, long_member(*state, "architectures", 262142, "}"),
			       &out, &err),
			 0);
	assert_int_equal(out.count, 262142);
	assert_int_equal(parse(*state, long_member(*state, "architectures", 262143, "}"),
			       &out, &err),
			 -1);
	assert_int_equal(err.code, CPG_E_LIMIT);
	assert_string_equal(
		err.text, "config.json: architectures is longer than the limit of 256 KiB");
}

static void only_the_architectures_that_count_need_memory(void **state)
{
	struct cpg_arena *small __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(1000);
	const char *tail = ", \"architectures\": [" GLM "]}";
	struct cpg_text beside = long_member(*state, "x", 5000000, tail);
	struct cpg_text earlier = long_member(*state, "architectures", 5000000, tail);
	struct cpg_architectures out = {NULL, 0};

	assert_int_equal(parse(small, beside, &out, NULL), 0);
	assert_int_equal(answer_of(&out), PERMITTED);
	assert_int_equal(parse(small, earlier, &out, NULL), 0);
	assert_int_equal(answer_of(&out), PERMITTED);
}

static void at_every_budget_a_document_is_read_or_fails_for_memory(void **state)
{
	static const struct cpg_text cases[] = {
		ARCHITECTURES("[\"A\", \"B\\u0000\", " GLM ", \"C\"]"),
		ARCHITECTURES("{\"A\": 1, \"B\": 2}"),
		ARCHITECTURES("\"abc\""),
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		int read = 0;

		for (size_t budget = 0; budget < 1000; budget++) {
			struct cpg_arena *arena = cpg_arena_new(budget);
			struct cpg_architectures out = {NULL, 99};
			struct cpg_error err = {0};

			if (parse(arena, cases[i], &out, &err) == 0) {
				read++;
				assert_in_range(out.count, 2, 4);
			} else {
				assert_int_equal(read, 0);
				assert_int_equal(err.code, ENOMEM);
				assert_string_equal(err.text, "config.json cannot be read: "
							      "not enough memory");
				assert_int_equal(out.count, 99);
			}
			cpg_arena_free(arena);
		}
		assert_in_range(read, 1, 999);
	}
}

static int allocations_left;

static void *allocate_while_some_are_left(size_t size)
{
	return allocations_left-- > 0 ? malloc(size) : NULL;
}

static void without_memory_for_cjson_a_document_fails_for_memory(void **state)
{
	static const struct cpg_text json =
		ARCHITECTURES("[\"A\", {\"B\": [NaN, \"\\u0000\"]}, " GLM "]");
	cJSON_Hooks hooks = {allocate_while_some_are_left, free};
	int enough = 0;

	/* The object before any permitted name is what a complete reading stops at. */
	for (int limit = 0; limit < 100 && !enough; limit++) {
		struct cpg_architectures out;
		struct cpg_error err = {0};

		allocations_left = limit;
		cJSON_InitHooks(&hooks);
		assert_int_equal(parse(*state, json, &out, &err), -1);
		cJSON_InitHooks(NULL);
		enough = err.code == CPG_E_SYNTAX ? limit : 0;
		if (!enough)
			assert_int_equal(err.code, ENOMEM);
	}
	assert_true(enough > 5);
}

static void the_permitted_names_are_those_of_slime(void **state)
{
	(void)state;
	assert_string_equal(cpg_config_permitted[0], "DeepseekV32ForCausalLM");
	assert_string_equal(cpg_config_permitted[1], "GlmMoeDsaForCausalLM");
	assert_null(cpg_config_permitted[2]);
}

/* One row of the corpus: the file, its architectures as JSON or MISSING, its verdict. */
struct corpus_row {
	const char *file;
	const char *architectures;
	const char *verdict;
};

static void delete_tree(cJSON **tree)
{
	cJSON_Delete(*tree);
}

/* Whether the names are those of the index's JSON: the strings of a list, or the characters
 * of a string, none of which has more than one byte there. */
static int names_agree(const struct cpg_architectures *found, const char *json)
{
	cJSON *tree __attribute__((cleanup(delete_tree))) = cJSON_Parse(json);
	size_t count = 0;
	const cJSON *item;

	if (!tree)
		return strcmp(json, "MISSING") == 0 && found->count == 0;
	if (cJSON_IsString(tree)) {
		for (const char *c = tree->valuestring; *c; c++, count++) {
			if (count >= found->count || found->names[count].length != 1 ||
			    found->names[count].bytes[0] != *c)
				return 0;
		}
	}
	cJSON_ArrayForEach(item, tree)
	{
		if (!cJSON_IsString(item) || count >= found->count ||
		    !cpg_text_is(found->names[count], item->valuestring))
			return 0;
		count++;
	}
	return count == found->count;
}

/* Returns 1, having said so, when the file is not what its row says. */
static int check_corpus_row(const char *directory, const struct corpus_row *row)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	const char *path = cpg_arena_printf(arena, "%s/%s", directory, row->file);
	struct cpg_architectures found = {NULL, 0};
	struct cpg_error err = {.text = ""};
	enum answer answer = UNREADABLE;
	struct cpg_text text;

	if (cpg_file_read(arena, path, CPG_FILE_CONFIG_LIMIT, &text, &err) == 0 &&
	    cpg_config_parse(arena, text, path, cpg_config_permitted, 2, &found, &err) == 0)
		answer = answer_of(&found);
	if (answer != UNREADABLE && names_agree(&found, row->architectures) &&
	    strcmp(row->verdict, answer == PERMITTED ? "permitted" : "not_permitted") == 0)
		return 0;
	print_error("%s is %s with %zu names, should be %s with %s; error: %s\n", row->file,
		    answer_names[answer], found.count, row->verdict, row->architectures,
		    err.text);
	return 1;
}

static size_t count_json_files(const char *path)
{
	DIR *directory = opendir(path);
	const struct dirent *entry;
	size_t count = 0;

	assert_non_null(directory);
	while ((entry = readdir(directory))) {
		const char *dot = strrchr(entry->d_name, '.');

		count += dot && strcmp(dot, ".json") == 0;
	}
	closedir(directory);
	return count;
}

static void every_file_of_the_corpus_is_read_as_its_index_says(void **state)
{
	const char *directory = getenv("CPGUARD_CORPUS");
	const char *index_path;
	struct cpg_text index;
	size_t rows = 0;
	int failed = 0;
	char *next;

	if (!directory)
		skip();
	index_path = cpg_arena_printf(*state, "%s/INDEX.tsv", directory);
	assert_int_equal(cpg_file_read(*state, index_path, 1 << 20, &index, NULL), 0);
	next = cpg_arena_bytes(*state, index.bytes, index.length);
	assert_non_null(next);
	strsep(&next, "\n");
	while (next && *next) {
		char *line = strsep(&next, "\n");
		struct corpus_row row;

		row.file = strsep(&line, "\t");
		row.architectures = strsep(&line, "\t");
		row.verdict = strsep(&line, "\t");
		assert_non_null(row.verdict);
		failed += check_corpus_row(directory, &row);
		rows++;
	}
	print_message("corpus: %zu files read, %d differ\n", rows, failed);
	assert_int_equal(failed, 0);
	assert_true(rows > 0);
	assert_int_equal(rows, count_json_files(directory));
}

#define IN_ARENA(test) cmocka_unit_test_setup_teardown(test, make_arena, free_arena)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_document_has_the_answer_that_python_gives),
		IN_ARENA(every_long_document_has_the_answer_that_python_gives),
		IN_ARENA(names_are_decoded_byte_for_byte),
		IN_ARENA(what_python_takes_for_false_names_nothing),
		IN_ARENA(errors_say_what_is_wrong_and_on_which_line),
		IN_ARENA(success_leaves_the_error_alone),
		IN_ARENA(a_document_cut_anywhere_is_unreadable),
		IN_ARENA(the_given_names_decide_where_the_loop_stops),
		IN_ARENA(a_list_of_other_configuration_files_hides_the_answer),
		IN_ARENA(architectures_past_the_limit_are_not_read),
		IN_ARENA(only_the_architectures_that_count_need_memory),
		cmocka_unit_test(at_every_budget_a_document_is_read_or_fails_for_memory),
		IN_ARENA(without_memory_for_cjson_a_document_fails_for_memory),
		cmocka_unit_test(the_permitted_names_are_those_of_slime),
		IN_ARENA(every_file_of_the_corpus_is_read_as_its_index_says),
	};

	return cmocka_run_group_tests_name("config", tests, NULL, NULL);
}
