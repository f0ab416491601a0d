#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cpguard/facts.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* In the rows below, a word that is not known: one word, or any number of them. What is
 * written behind it is how it begins. */
#define ONE "\001"
#define MANY "\002"

enum {
	WORDS_MAX = 9,
};

struct row {
	const char *words[WORDS_MAX];
	const char
		*facts; /* as describe() puts them, or why the program rejects the words */
};

static struct cpg_word make_word(const char *text, unsigned line)
{
	struct cpg_word word = {.origin = {"train.sh", line}};

	if (*text != *ONE && *text != *MANY) {
		word.text = text;
		return word;
	}
	word.many = *text == *MANY;
	word.prefix = text[1] ? text + 1 : NULL;
	return word;
}

/* Reads the words behind a program; the first of them is on line 1 of train.sh. */
static int read_words(struct cpg_arena *arena, const char *const *words,
		      struct cpg_facts *facts, struct cpg_error *err)
{
	struct cpg_word argv[WORDS_MAX + 2] = {{.text = "python3"}, {.text = "train.py"}};
	struct cpg_launch launch = {.argv = argv, .argc = 2, .program = 1};

	for (size_t i = 0; i < WORDS_MAX && words[i]; i++, launch.argc++)
		argv[launch.argc] = make_word(words[i], (unsigned)i + 1);
	return cpg_facts_read(arena, &launch, facts, err);
}

static struct cpg_facts read_known(void **state, const char *const *words)
{
	struct cpg_facts facts;

	assert_int_equal(read_words(*state, words, &facts, NULL), 0);
	return facts;
}

/* "allgather size path", each `?` when it is not known, `-` for a path that is not given;
 * "rollout " or "rollout? " in front for --debug-rollout-only. */
static const char *describe(struct cpg_arena *arena, const struct cpg_facts *facts)
{
	static const char *const flags[] = {
		[CPG_NO] = "no", [CPG_YES] = "yes", [CPG_UNKNOWN] = "?"};
	static const char *const rollout[] = {
		[CPG_NO] = "", [CPG_YES] = "rollout ", [CPG_UNKNOWN] = "rollout? "};
	const struct cpg_fact_path *path = &facts->hf_checkpoint;
	const struct cpg_fact_size *size = &facts->context_parallel_size;
	const char *text = facts->rejected;

	if (!text)
		text = cpg_arena_printf(arena, "%s%s %s %s",
					rollout[facts->debug_rollout_only.value],
					flags[facts->allgather_cp.value],
					size->known ? size->size.digits : "?",
					!path->known ? "?"
					: path->path ? path->path
						     : "-");
	assert_non_null(text);
	return text;
}

static void expect(void **state, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct cpg_facts facts = read_known(state, rows[i].words);
		const char *got = describe(*state, &facts);

		if (strcmp(got, rows[i].facts) != 0)
			fail_msg("row %zu (%s %s ...): '%s', not '%s'", i, rows[i].words[0],
				 rows[i].words[0] && rows[i].words[1] ? rows[i].words[1]
								      : "",
				 got, rows[i].facts);
	}
}

#define AG "--allgather-cp"
#define CP "--context-parallel-size"
#define HF "--hf-checkpoint"
#define DEBUG "--debug-rollout-only"

static void no_words_are_the_defaults(void **state)
{
	static const struct row rows[] = {{{NULL}, "no 1 -"}};

	expect(state, rows, COUNT(rows));
}

static void the_last_value_wins_in_either_form(void **state)
{
	static const struct row rows[] = {
		{{CP, "2", AG, HF, "m"}, "yes 2 m"},
		{{CP "=2", HF "=m"}, "no 2 m"},
		{{CP, "2", CP, "1"}, "no 1 -"},
		{{CP "=2", CP, "3", CP "=4"}, "no 4 -"},
		{{HF, "a", HF "=b"}, "no 1 b"},
		{{CP, "2", "4"}, "no 2 -"},
		{{AG, AG}, "yes 1 -"},
		{{AG, "false"}, "yes 1 -"},
	};

	expect(state, rows, COUNT(rows));
}

static void options_are_matched_whole_and_to_the_letter(void **state)
{
	static const struct row rows[] = {
		{{"--allgather_cp"}, "no 1 -"},
		{{"--context_parallel_size", "4"}, "no 1 -"},
		{{"--allgather"}, "no 1 -"},
		{{"--context-parallel", "4"}, "no 1 -"},
		{{"-allgather-cp"}, "no 1 -"},
		{{"--no-allgather-cp"}, "no 1 -"},
		{{"--ALLGATHER-CP"}, "no 1 -"},
		{{"—allgather-cp"}, "no 1 -"},
		{{"--context-parallel-size", "１"}, "no 1 -"},
		{{"@args.txt"}, "no 1 -"},
		{{"--allgather-cp ", "--allgather-cpx", "=--allgather-cp"}, "no 1 -"},
		{{"--debug-rollout", "--debug-rollout-only-x"}, "no 1 -"},
	};

	expect(state, rows, COUNT(rows));
}

static void size_is_what_int_makes_of_it(void **state)
{
	static const struct row rows[] = {
		{{CP, "-1"}, "no -1 -"},
		{{CP, " 2 "}, "no 2 -"},
		{{CP, "1_0"}, "no 10 -"},
		{{CP, "+2"}, "no 2 -"},
		{{CP, "٢"}, "no 2 -"},
		{{CP, "02"}, "no 2 -"},
		{{CP, "0"}, "no 0 -"},
		{{CP, "2\n"}, "no 2 -"},
		{{CP "= 2"}, "no 2 -"},
		{{CP "=-2"}, "no -2 -"},
		{{CP, "-2\n"}, "no -2 -"},
		{{CP, "-٢"}, "no -2 -"},
		{{CP, "- 2"}, CP " takes an integer, not '- 2'"},
		{{CP, "-2.5"}, CP " takes an integer, not '-2.5'"},
		{{CP, "0x2"}, CP " takes an integer, not '0x2'"},
		{{CP, "2.0"}, CP " takes an integer, not '2.0'"},
		{{CP, ""}, CP " takes an integer, not ''"},
		{{CP "="}, CP " takes an integer, not ''"},
		{{CP, "2", CP, "x"}, CP " takes an integer, not 'x'"},
	};

	expect(state, rows, COUNT(rows));
}

static void path_is_taken_as_it_stands(void **state)
{
	static const struct row rows[] = {
		{{HF "=--allgather-cp"}, "no 1 --allgather-cp"},
		{{HF, "-x y"}, "no 1 -x y"},
		{{HF, "-"}, "no 1 -"},
		{{HF, ""}, "no 1 "},
		{{HF "="}, "no 1 "},
		{{HF "=a=b"}, "no 1 a=b"},
		{{HF, "m\n"}, "no 1 m\n"},
		{{HF, "-5"}, "no 1 -5"},
		{{HF, "-5.5"}, "no 1 -5.5"},
		{{HF, "-.5\n"}, "no 1 -.5\n"},
		{{HF, "--save=a b"}, "no 1 --save=a b"},
		{{HF, "--help me"}, "no 1 --help me"},
		{{HF, "\xff"}, "no 1 \xff"},
	};

	expect(state, rows, COUNT(rows));
}

/* "cfg custom megatron critic", as describe() puts what is not known or not given. */
static const char *describe_files(struct cpg_arena *arena, const struct cpg_facts *facts)
{
	static const char *const critics[] = {
		[CPG_NO] = "no", [CPG_YES] = "yes", [CPG_UNKNOWN] = "?"};
	const struct cpg_fact_path *const paths[] = {
		&facts->yaml_cfg, &facts->custom_config, &facts->megatron_config};
	struct cpg_buffer out = {.arena = arena};

	for (size_t i = 0; i < COUNT(paths); i++)
		cpg_buffer_printf(&out, "%s%s ", paths[i]->given ? "" : "-",
				  !paths[i]->known ? "?"
				  : paths[i]->path ? paths[i]->path
						   : "");
	cpg_buffer_string(&out, critics[facts->critic.value]);
	return cpg_buffer_finish(&out);
}

static void yaml_files_and_the_critic_are_read_as_the_other_options(void **state)
{
	static const struct row rows[] = {
		{{NULL}, "- - - no"},
		{{"--yaml-cfg", "a", "--custom-config-path=b", "--megatron-config-path",
		  "c"},
		 "a b c no"},
		{{"--custom-config-path", "a", "--custom-config-path=b"}, "- b - no"},
		{{"--custom-config-path="}, "-  - no"},
		{{"--custom_config_path", "a", "--custom-config", "b"}, "- - - no"},
		{{"--custom-config-path", ONE}, "- ? - no"},
		{{"--custom-config-path", "a", "--yaml-cfg", "b", MANY}, "? ? -? ?"},
		{{MANY, "--megatron-config-path", "c"}, "-? -? ? ?"},
		{{ONE "--yaml"}, "-? -? -? ?"},
		{{"--", "--yaml-cfg", "a"}, "- - - no"},
		{{"--advantage-estimator", "ppo"}, "- - - yes"},
		{{"--advantage-estimator=ppo", "--advantage-estimator=grpo"}, "- - - no"},
		{{"--advantage-estimator", ONE "p"}, "- - - ?"},
		{{"--advantage-estimator=ppo", MANY}, "-? -? -? ?"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		struct cpg_facts facts = read_known(state, rows[i].words);
		const char *got = describe_files(*state, &facts);

		if (strcmp(got, rows[i].facts) != 0)
			fail_msg("row %zu: '%s', not '%s'", i, got, rows[i].facts);
	}
}

static void value_that_is_missing_or_an_option_is_rejected(void **state)
{
	static const struct row rows[] = {
		{{CP}, CP " takes a value, and there is none"},
		{{AG, HF}, HF " takes a value, and there is none"},
		{{CP, "--", "2"}, CP " takes a value, not '--'"},
		{{HF, "--", "m"}, HF " takes a value, not '--'"},
		{{HF, AG}, HF " takes a value, not '" AG "'"},
		{{HF, "-x"}, HF " takes a value, not '-x'"},
		{{HF, CP "=2"}, HF " takes a value, not '" CP "=2'"},
		{{HF, "--save=x"}, HF " takes a value, not '--save=x'"},
		{{HF, "-é"}, HF " takes a value, not '-é'"},
		{{HF, "-h"}, HF " takes a value, not '-h'"},
		{{"--custom-config-path", AG},
		 "--custom-config-path takes a value, not '" AG "'"},
		{{"--advantage-estimator"},
		 "--advantage-estimator takes a value, and there is none"},
	};

	expect(state, rows, COUNT(rows));
}

static void value_for_a_flag_is_rejected(void **state)
{
	static const struct row rows[] = {
		{{AG "=true"}, AG " takes no value, not even 'true'"},
		{{AG "="}, AG " takes no value, not even ''"},
		{{DEBUG "=1"}, DEBUG " takes no value, not even '1'"},
		{{DEBUG "=a b"}, DEBUG " takes no value, not even 'a b'"},
		{{"--help=x"}, "--help takes no value, not even 'x'"},
	};

	expect(state, rows, COUNT(rows));
}

static void help_ends_the_program(void **state)
{
	static const struct row rows[] = {
		{{AG, "-h"}, "the program prints its help and ends on '-h'"},
		{{"--help"}, "the program prints its help and ends on '--help'"},
		{{"-hfoo"}, "the program prints its help and ends on '-hfoo'"},
		{{"-h x"}, "the program prints its help and ends on '-h x'"},
		{{"-hh", CP, "x"}, "the program prints its help and ends on '-hh'"},
		{{CP, "x", "-h"}, CP " takes an integer, not 'x'"},
		{{"--helpx", "-x", "--h"}, "no 1 -"},
		{{"--", "-h"}, "no 1 -"},
	};

	expect(state, rows, COUNT(rows));
}

static void bare_double_dash_ends_the_options(void **state)
{
	static const struct row rows[] = {
		{{"--", AG, CP, "2"}, "no 1 -"},
		{{AG, "--", CP, "x", HF}, "yes 1 -"},
		{{"--rollout-stop", "a", "b", "--", AG}, "no 1 -"},
	};

	expect(state, rows, COUNT(rows));
}

static void unlisted_options_and_their_values_change_nothing(void **state)
{
	static const struct row rows[] = {
		{{"--rollout-stop", "a", AG}, "yes 1 -"},
		{{"--unknown", AG}, "yes 1 -"},
		{{"--unknown", "v", CP, "2"}, "no 2 -"},
		{{"--unknown=v w", AG}, "yes 1 -"},
		{{"-x", "-1_0", "-", "---", "--=", CP, "2"}, "no 2 -"},
	};

	expect(state, rows, COUNT(rows));
}

static void debug_rollout_only_counts_when_it_is_written_out(void **state)
{
	static const struct row rows[] = {
		{{DEBUG, AG, CP, "2"}, "rollout yes 2 -"},
		{{AG, "x", DEBUG}, "rollout yes 1 -"},
		{{"--", DEBUG}, "no 1 -"},
		{{"--debug_rollout_only"}, "no 1 -"},
	};

	expect(state, rows, COUNT(rows));
}

static void what_releases_of_python_read_differently_is_not_known(void **state)
{
	static const struct row rows[] = {
		/* A negative number to 3.14, an option to those before it. */
		{{CP, "-1_0", AG}, "yes ? -"},
		{{HF, "-1e5", CP, "2"}, "no 2 ?"},
		{{HF, "-5."}, "no 1 ?"},
		{{HF, "-.5x"}, "no 1 ?"},
		{{HF, "-5\n\n"}, "no 1 ?"},
		{{HF, "-1x", HF, "m"}, "no 1 m"},
		/* Rejected for one reason or the other. */
		{{CP, "-5x"}, CP " takes an integer, not '-5x'"},
		/* Digits that not all of them know. */
		{{CP, "\U00011f51"}, "no ? -"},
		{{CP, "-\U00011f51"}, "no ? -"},
		{{HF, "-\U00011f51"}, "no 1 ?"},
		{{HF, "-1.\U00011f51"}, "no 1 ?"},
		{{HF, "-\U00011f51.1"}, "no 1 ?"},
		{{HF, "-..5"}, HF " takes a value, not '-..5'"},
	};

	expect(state, rows, COUNT(rows));
}

static void word_that_may_be_anything_leaves_only_earlier_flags_known(void **state)
{
	static const struct row rows[] = {
		{{ONE}, "rollout? ? ? ?"},
		{{MANY}, "rollout? ? ? ?"},
		{{AG, CP, "2", HF, "m", MANY}, "rollout? yes ? ?"},
		{{DEBUG, ONE}, "rollout ? ? ?"},
		{{AG, ONE}, "rollout? yes ? ?"},
		{{MANY "m"}, "rollout? ? ? ?"},
		{{MANY "--save="}, "rollout? ? ? ?"},
		{{MANY CP "="}, "rollout? ? ? ?"},
		{{ONE "-"}, "rollout? ? ? ?"},
		{{ONE "--"}, "rollout? ? ? ?"},
		{{ONE "--all"}, "rollout? ? ? ?"},
		{{ONE AG}, "rollout? ? ? ?"},
		{{ONE HF}, "rollout? ? ? ?"},
	};

	expect(state, rows, COUNT(rows));
}

static void nothing_is_certain_behind_a_word_that_may_be_anything(void **state)
{
	static const struct row rows[] = {
		{{MANY, AG, CP, "2", HF "=m", DEBUG}, "rollout? ? ? ?"},
		{{AG, MANY, AG, CP "=2"}, "rollout? yes ? ?"},
		{{MANY, CP, "x"}, "rollout? ? ? ?"},
		{{MANY, AG "=true"}, "rollout? ? ? ?"},
		{{MANY, "-h"}, "rollout? ? ? ?"},
		{{MANY, HF}, "rollout? ? ? ?"},
		{{MANY, HF, AG}, "rollout? ? ? ?"},
		{{MANY, CP, "--", AG}, "rollout? ? ? ?"},
		/* An error before it is one whatever it is. */
		{{CP, "x", MANY}, CP " takes an integer, not 'x'"},
	};

	expect(state, rows, COUNT(rows));
}

static void word_behind_the_end_of_options_does_no_harm(void **state)
{
	static const struct row rows[] = {
		{{AG, CP, "2", "--", MANY, ONE}, "yes 2 -"},
	};

	expect(state, rows, COUNT(rows));
}

static void word_that_begins_with_an_option_and_a_value_is_that_option(void **state)
{
	static const struct row rows[] = {
		{{AG, CP, "2", ONE CP "="}, "yes ? -"},
		{{ONE CP "=4", CP, "2"}, "no 2 -"},
		{{HF, "m", ONE HF "=/m/", AG}, "yes 1 ?"},
		{{ONE AG "="}, AG " takes no value, and one is attached"},
		{{ONE DEBUG "=x"}, DEBUG " takes no value, and one is attached"},
		{{ONE "-hx"}, "the program prints its help and ends on '-hx'"},
		{{HF, ONE CP "="}, HF " takes a value, not '" CP "='"},
	};

	expect(state, rows, COUNT(rows));
}

static void word_that_cannot_be_one_of_the_options_sets_nothing(void **state)
{
	static const struct row rows[] = {
		{{AG, CP, "2", ONE "m"}, "yes 2 -"},
		{{CP, "2", ONE "--save="}, "no 2 -"},
		{{CP, "2", ONE "--sav"}, "no 2 -"},
		{{CP, "2", ONE "--allgather-cp-x"}, "no 2 -"},
		{{CP, "2", ONE "-x"}, "no 2 -"},
		/* Unlike a whole --save, it may end in its own value. */
		{{CP, "2", ONE "--sav", ONE}, "rollout? ? ? ?"},
	};

	expect(state, rows, COUNT(rows));
}

static void word_where_a_value_stands_is_that_value(void **state)
{
	static const struct row rows[] = {
		{{AG, CP, ONE}, "yes ? -"},
		{{AG, CP, ONE, CP, "2"}, "yes 2 -"},
		{{CP, ONE "1", AG}, "yes ? -"},
		{{CP, ONE "-", AG}, "yes ? -"},
		{{HF, ONE "/models/", CP, "2"}, "no 2 ?"},
		{{HF, ONE "--save="}, "no 1 ?"},
		{{HF, MANY, AG}, "rollout? ? ? ?"},
		{{CP, MANY, "2"}, "rollout? ? ? ?"},
		{{AG, CP, "2", "--save", ONE}, "yes 2 -"},
		{{AG, CP, "2", "--save", ONE "x"}, "yes 2 -"},
	};

	expect(state, rows, COUNT(rows));
}

static void word_behind_what_takes_no_value_may_be_an_option(void **state)
{
	static const struct row rows[] = {
		{{AG, CP, "2", "--save", MANY}, "rollout? yes ? ?"},
		{{AG, CP, "2", "--save", ONE "-"}, "rollout? yes ? ?"},
		{{AG, CP, "2", "--save", ONE, ONE}, "rollout? yes ? ?"},
		{{CP, "2", "--save=x", ONE}, "rollout? ? ? ?"},
		{{CP, "2", "--save x", ONE}, "rollout? ? ? ?"},
		{{CP, "2", AG, ONE}, "rollout? yes ? ?"},
		{{CP, "2", ONE}, "rollout? ? ? ?"},
		{{CP "=2", ONE}, "rollout? ? ? ?"},
		{{CP, "2", "v", ONE}, "rollout? ? ? ?"},
		{{CP, "2", "-x", ONE}, "rollout? ? ? ?"},
		{{CP, "2", "--no-save-optim", ONE}, "rollout? ? ? ?"},
		{{CP, "2", "--use-kl-loss", ONE}, "rollout? ? ? ?"},
		{{CP, "2", "--enable-x", ONE}, "rollout? ? ? ?"},
		{{CP, "2", "--disable-x", ONE}, "rollout? ? ? ?"},
	};

	expect(state, rows, COUNT(rows));
}

static void facts_know_where_they_were_written(void **state)
{
	static const char *const words[] = {"x", AG, CP, "2", HF "=m", DEBUG, AG, NULL};
	struct cpg_facts facts = read_known(state, words);

	assert_true(facts.allgather_cp.given);
	assert_int_equal(facts.allgather_cp.origin.line, 7);
	assert_string_equal(facts.allgather_cp.origin.file, "train.sh");
	assert_true(facts.context_parallel_size.given);
	assert_int_equal(facts.context_parallel_size.origin.line, 3);
	assert_true(facts.hf_checkpoint.given);
	assert_int_equal(facts.hf_checkpoint.origin.line, 5);
	assert_int_equal(facts.debug_rollout_only.origin.line, 6);
}

static void option_that_may_not_count_is_still_given(void **state)
{
	static const char *const words[] = {MANY, AG, CP, "2", NULL};
	struct cpg_facts facts = read_known(state, words);

	assert_int_equal(facts.allgather_cp.value, CPG_UNKNOWN);
	assert_true(facts.allgather_cp.given);
	assert_int_equal(facts.allgather_cp.origin.line, 2);
	assert_false(facts.context_parallel_size.known);
	assert_true(facts.context_parallel_size.given);
	assert_int_equal(facts.context_parallel_size.origin.line, 3);
	assert_false(facts.hf_checkpoint.given);
	assert_false(facts.debug_rollout_only.given);
}

static void words_up_to_the_program_are_not_its_own(void **state)
{
	const struct cpg_word argv[] = {
		{.text = "python3"}, {.text = "-m"}, {.text = "train"}};
	struct cpg_launch launch = {.argv = argv, .argc = 3, .program = 2};
	struct cpg_facts facts;

	assert_int_equal(cpg_facts_read(*state, &launch, &facts, NULL), 0);
	assert_string_equal(describe(*state, &facts), "no 1 -");
}

static void long_value_is_shown_by_its_beginning_in_whole_characters(void **state)
{
	static const char *const words[] = {
		CP, "0123456789012345678901234567890123456789012345678901234567890123", CP,
		"012345678901234567890123456789012345678901234567890123456789012€x", NULL};
	struct cpg_facts facts = read_known(state, words);

	assert_string_equal(facts.rejected, CP
			    " takes an integer, not '0123456789012345678901234567890123456"
			    "78901234567890123456789012...'");
}

static struct cpg_facts declared(void)
{
	return (struct cpg_facts){
		.allgather_cp = {.value = CPG_YES},
		.context_parallel_size = {.known = true, .given = true, .size = {4, "4"}},
		.hf_checkpoint = {.known = true, .path = "d"},
	};
}

static void declared_options_fill_what_is_not_known(void **state)
{
	static const char *const words[] = {MANY, AG, CP, "2", HF, "m", NULL};
	struct cpg_facts facts = read_known(state, words);
	struct cpg_facts options = declared();

	cpg_facts_fill(&facts, &options);
	assert_string_equal(describe(*state, &facts), "rollout? yes 4 d");
	assert_null(facts.allgather_cp.origin.file);
	assert_null(facts.context_parallel_size.origin.file);
	assert_null(facts.hf_checkpoint.origin.file);
	assert_true(facts.allgather_cp.given);
	assert_true(facts.hf_checkpoint.given);
}

static void declared_options_leave_what_is_known(void **state)
{
	static const char *const words[] = {CP, "2", HF, "m", NULL};
	static const char *const none[] = {NULL};
	struct cpg_facts facts = read_known(state, words);
	struct cpg_facts defaults = read_known(state, none);
	struct cpg_facts options = declared();

	cpg_facts_fill(&facts, &options);
	assert_string_equal(describe(*state, &facts), "no 2 m");
	assert_string_equal(facts.context_parallel_size.origin.file, "train.sh");
	cpg_facts_fill(&defaults, &options);
	assert_string_equal(describe(*state, &defaults), "no 1 -");
}

static void what_is_not_declared_fills_nothing(void **state)
{
	static const char *const words[] = {MANY, NULL};
	struct cpg_facts facts = read_known(state, words);
	struct cpg_facts options = {
		.context_parallel_size = {.known = true, .size = {1, "1"}},
		.hf_checkpoint.known = true,
	};

	cpg_facts_fill(&facts, &options);
	assert_string_equal(describe(*state, &facts), "rollout? ? ? ?");
}

static void running_out_of_memory_is_an_ordinary_failure(void **state)
{
	static const struct row rows[] = {
		{{CP, "1234567890123456789012345", AG}, "yes 1234567890123456789012345 -"},
		{{AG "=true"}, AG " takes no value, not even 'true'"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		size_t failures = 0;

		for (size_t budget = 0;; budget++) {
			struct cpg_arena *arena = cpg_arena_new(budget);
			struct cpg_error err = {0};
			struct cpg_facts facts;
			int rc = read_words(arena, rows[i].words, &facts, &err);

			if (rc == 0)
				assert_string_equal(describe(*state, &facts),
						    rows[i].facts);
			else
				assert_int_equal(err.code, ENOMEM);
			cpg_arena_free(arena);
			if (rc == 0)
				break;
			failures++;
		}
		assert_true(failures > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(no_words_are_the_defaults),
		arena_test(the_last_value_wins_in_either_form),
		arena_test(options_are_matched_whole_and_to_the_letter),
		arena_test(size_is_what_int_makes_of_it),
		arena_test(path_is_taken_as_it_stands),
		arena_test(yaml_files_and_the_critic_are_read_as_the_other_options),
		arena_test(value_that_is_missing_or_an_option_is_rejected),
		arena_test(value_for_a_flag_is_rejected),
		arena_test(help_ends_the_program),
		arena_test(bare_double_dash_ends_the_options),
		arena_test(unlisted_options_and_their_values_change_nothing),
		arena_test(debug_rollout_only_counts_when_it_is_written_out),
		arena_test(what_releases_of_python_read_differently_is_not_known),
		arena_test(word_that_may_be_anything_leaves_only_earlier_flags_known),
		arena_test(nothing_is_certain_behind_a_word_that_may_be_anything),
		arena_test(word_behind_the_end_of_options_does_no_harm),
		arena_test(word_that_begins_with_an_option_and_a_value_is_that_option),
		arena_test(word_that_cannot_be_one_of_the_options_sets_nothing),
		arena_test(word_where_a_value_stands_is_that_value),
		arena_test(word_behind_what_takes_no_value_may_be_an_option),
		arena_test(facts_know_where_they_were_written),
		arena_test(option_that_may_not_count_is_still_given),
		arena_test(words_up_to_the_program_are_not_its_own),
		arena_test(long_value_is_shown_by_its_beginning_in_whole_characters),
		arena_test(declared_options_fill_what_is_not_known),
		arena_test(declared_options_leave_what_is_known),
		arena_test(what_is_not_declared_fills_nothing),
		arena_test(running_out_of_memory_is_an_ordinary_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
