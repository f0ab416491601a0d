#include <string.h>

#include "cpguard/report.h"
#include "files.h"

static const char *const variables[] = {"HOME=/home/miles", NULL};
static const struct cpg_environment environment = {.known = variables};

enum { MOST_WORDS = 8 };

struct launch_case {
	const char *words[MOST_WORDS];
	size_t program;
	const char *workdir;
	const char *script;
	bool miles;
};

static const struct launch_case cases[] = {
	{{"python3", "train.py"}, 1, "/root/slime", NULL, false},
	{{"python3", "train.py"}, 1, NULL, NULL, false},
	/* A name of a path, whole and as it is written. */
	{{"python3", "/root/miles/train.py"}, 1, "/", NULL, true},
	{{"python3", "miles/train.py"}, 1, "/", NULL, true},
	{{"python3", "../miles/train.py"}, 1, "/", NULL, true},
	{{"python3", "/root/miles-2/train.py"}, 1, "/", NULL, false},
	{{"python3", "/root/smiles/train.py"}, 1, "/", NULL, false},
	{{"python3", "/root/Miles/train.py"}, 1, "/", NULL, false},
	{{"python3", "/root/miles.py"}, 1, "/", NULL, false},
	{{"/opt/miles/bin/python3", "train.py"}, 1, "/", NULL, true},
	{{"/root/miles/train.py"}, 0, "/", NULL, true},
	{{"python3", "train.py"}, 1, "/root/miles", NULL, true},
	{{"python3", "train.py"}, 1, "/root/miles/scripts", NULL, true},
	{{"python3", "train.py"}, 1, "/", "/root/miles/scripts/run.sh", true},
	{{"python3", "train.py"}, 1, "/", "miles/run.sh", true},
	{{"python3", "train.py"}, 1, "/", "miles.sh", false},
	/* A module. */
	{{"python3", "-m", "miles.train"}, 2, "/", NULL, true},
	{{"python3", "-mmiles.train"}, 1, "/", NULL, true},
	{{"python3", "-umslime.miles"}, 1, "/", NULL, true},
	{{"miles"}, 0, "/", NULL, true},
	{{"python3", "-m", "slime.train"}, 2, "/", NULL, false},
	{{"python3", "-m", "smiles.train"}, 2, "/", NULL, false},
	/* The options that only the fork has. */
	{{"python3", "train.py", "--miles-router-timeout=3"}, 1, "/", NULL, true},
	{{"python3", "train.py", "--x", "--miles-dsa-topk-backend"}, 1, "/", NULL, true},
	{{"python3", "train.py", "--miles"}, 1, "/", NULL, false},
	{{"python3", "train.py", "-miles-x"}, 1, "/", NULL, false},
	{{"python3", "train.py", "--", "--miles-x"}, 1, "/", NULL, false},
	{{"python3", "--miles-x", "train.py"}, 2, "/", NULL, false},
	/* What other arguments name. */
	{{"python3", "train.py", "--save", "/data/miles/ckpt"}, 1, "/", NULL, false},
	{{"python3", "train.py", "--hf-checkpoint=/m/miles/x"}, 1, "/", NULL, false},
	{{"python3", "train.py", "miles"}, 1, "/", NULL, false},
	/* People may have that name, too. */
	{{"python3", "/home/miles/slime/train.py"}, 1, "/home/miles", NULL, false},
	{{"python3", "train.py"}, 1, "/home/miles/slime", "/home/miles/run.sh", false},
	{{"python3", "train.py"}, 1, "/home/miles/miles", NULL, true},
	{{"python3", "/home/other/miles/train.py"}, 1, "/", NULL, true},
};

static void the_fork_is_known_by_its_name_in_paths_and_by_its_options(void **state)
{
	bool failed = false;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cpg_launch launch = {
			.source = CPG_LAUNCH_SCRIPT,
			.program = cases[i].program,
			.workdir = cases[i].workdir,
			.environment = &environment,
		};
		struct cpg_word *words =
			cpg_words_of(*state, cases[i].words, MOST_WORDS, &launch.argc);

		words[launch.program].origin.file = cases[i].script;
		launch.argv = words;
		if (!!cpg_launch_miles(*state, &launch) == cases[i].miles)
			continue;
		print_error("row %zu: %s %s\n", i, cases[i].words[launch.program],
			    cases[i].workdir);
		failed = true;
	}
	assert_false(failed);
}

static void an_option_of_the_fork_may_have_a_value_that_is_not_known(void **state)
{
	const struct cpg_word words[] = {
		{.text = "train.py"},
		{.prefix = "--miles-router-timeout="},
	};
	const struct cpg_launch launch = {
		.source = CPG_LAUNCH_COMMAND, .argv = words, .argc = 2, .workdir = "/"};
	const char *shown = cpg_launch_miles(*state, &launch);

	assert_non_null(shown);
	assert_string_equal(shown, "--miles-router-timeout=");
}

static void a_program_may_be_known_in_part(void **state)
{
	static const struct {
		struct cpg_word word;
		bool miles;
	} rows[] = {
		{{.suffix = "/miles/train.py"}, true},
		{{.suffix = "/train.py"}, false},
		{{.suffix = "miles/train.py"}, false},
		{{.prefix = "/root/miles/", .suffix = "/train.py"}, true},
		{{.prefix = "/root/miles", .suffix = "/train.py"}, false},
		{{.prefix = "/home/miles/x", .suffix = "/train.py"}, false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cpg_launch launch = {
			.source = CPG_LAUNCH_COMMAND,
			.argv = &rows[i].word,
			.argc = 1,
			.environment = &environment,
		};

		if (!!cpg_launch_miles(*state, &launch) != rows[i].miles)
			fail_msg("row %zu", i);
	}
}

static void the_directory_of_a_container_is_that_of_the_host(void **state)
{
	static const struct cpg_mount mount = {"/workspace", "/-h/miles"};
	static const struct cpg_container container = {&mount, 1};
	const struct cpg_word word = {.text = "train.py"};
	struct cpg_launch launch = {
		.argv = &word, .argc = 1, .workdir = "/workspace", .container = &container};

	assert_non_null(cpg_launch_miles(*state, &launch));
	launch.container = &cpg_container_closed;
	assert_null(cpg_launch_miles(*state, &launch));
}

static struct cpg_result evaluate(struct cpg_arena *arena, struct cpg_settings *settings,
				  struct cpg_request *request, const char *script)
{
	struct cpg_result result;

	cpg_settings_default(settings);
	request->settings = settings;
	request->environment = &environment;
	request->script = cpg_text_of(script);
	request->script_file = "job.sh";
	cpg_request_evaluate(arena, request, &result);
	return result;
}

#define BAD " --allgather-cp --context-parallel-size 2\n"

static void the_fork_is_not_judged_by_the_rule_of_slime(void **state)
{
	struct cpg_settings settings;
	struct cpg_request request = {.workdir = "/root/slime"};
	struct cpg_result result =
		evaluate(*state, &settings, &request, "python3 /root/miles/train.py" BAD);
	const char *text;

	assert_int_equal(result.verdict, CPG_ALLOW);
	assert_int_equal(result.reason, CPG_REASON_NOT_SLIME);
	assert_string_equal(cpg_reason_name(result.reason), "not_slime");
	assert_int_equal(
		cpg_finding_action(&settings, CPG_GATE_SUBMIT, &result.findings[0]),
		CPG_ACTION_NONE);
	text = cpg_report_explain(*state, &result);
	assert_non_null(strstr(text, "'/root/miles/train.py' shows that this is miles"));
	assert_non_null(strstr(text, "allow: not_slime"));
	text = cpg_report_json(*state, &settings, &result);
	assert_non_null(strstr(text, "\"reason\":\"not_slime\""));
	assert_non_null(strstr(text, "'/root/miles/train.py' shows that this is miles"));
}

static void the_fork_beside_slime_vouches_for_itself_alone(void **state)
{
	struct cpg_settings settings;
	struct cpg_request request = {.workdir = "/root/slime"};
	struct cpg_result result =
		evaluate(*state, &settings, &request,
			 "python3 /root/miles/train.py" BAD "python3 train.py" BAD);

	assert_int_equal(result.count, 2);
	assert_int_equal(result.findings[0].reason, CPG_REASON_NOT_SLIME);
	assert_int_equal(result.findings[1].reason, CPG_REASON_CHECKPOINT_NOT_GIVEN);
	assert_int_equal(result.verdict, CPG_REFUSE);
}

/* Options have no program; the directory is all that they show. */
static void what_is_declared_is_the_forks_in_its_directory(void **state)
{
	struct cpg_settings settings;
	struct cpg_request request = {
		.workdir = "/root/miles",
		.options = {.hf_checkpoint = "/m/miles/x",
			    .allgather_cp = true,
			    .context_parallel_size = "2"},
	};

	assert_int_equal(evaluate(*state, &settings, &request, "").reason,
			 CPG_REASON_NOT_SLIME);
	request.workdir = "/root/slime";
	assert_int_equal(evaluate(*state, &settings, &request, "").reason,
			 CPG_REASON_CHECKPOINT_NOT_FOUND);
}

/* They know --context-parallel-size, and no --allgather-cp. */
static void other_trainers_are_left_alone(void **state)
{
	static const char *const scripts[] = {
		"torchrun --nnodes 2 pretrain_gpt.py --context-parallel-size 8 $ARGS",
		"python3 -m nemo.train --context-parallel-size 4 --hf-checkpoint /m",
		"python3 finetune.py --context-parallel-size=2 \"$@\"",
	};

	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		struct cpg_settings settings;
		struct cpg_request request = {.workdir = "/root"};
		struct cpg_result result =
			evaluate(*state, &settings, &request, scripts[i]);

		assert_int_equal(result.count, 1);
		assert_int_equal(result.findings[0].reason, CPG_REASON_FLAG_NOT_GIVEN);
		assert_int_equal(
			cpg_finding_action(&settings, CPG_GATE_SUBMIT, &result.findings[0]),
			CPG_ACTION_NONE);
	}
}

/* Words that are not known may hold the flag; that is nothing to speak of. */
static void other_trainers_with_unknown_words_are_passed_over_in_silence(void **state)
{
	struct cpg_settings settings;
	struct cpg_request request = {.workdir = "/root"};
	struct cpg_result result = evaluate(
		*state, &settings, &request,
		"torchrun pretrain_gpt.py --context-parallel-size 8 $(arguments)\n");

	assert_int_equal(result.count, 1);
	assert_int_equal(result.findings[0].reason, CPG_REASON_ARGUMENT_UNKNOWN);
	assert_int_equal(
		cpg_finding_action(&settings, CPG_GATE_SUBMIT, &result.findings[0]),
		CPG_ACTION_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(the_fork_is_known_by_its_name_in_paths_and_by_its_options),
		arena_test(an_option_of_the_fork_may_have_a_value_that_is_not_known),
		arena_test(a_program_may_be_known_in_part),
		arena_test(the_directory_of_a_container_is_that_of_the_host),
		arena_test(the_fork_is_not_judged_by_the_rule_of_slime),
		arena_test(the_fork_beside_slime_vouches_for_itself_alone),
		arena_test(what_is_declared_is_the_forks_in_its_directory),
		arena_test(other_trainers_are_left_alone),
		arena_test(other_trainers_with_unknown_words_are_passed_over_in_silence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
