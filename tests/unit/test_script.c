#include <errno.h>

#include "cpguard/script.h"
#include "cpguard/shell.h"
#include "files.h"

struct site {
	struct cpg_arena *arena;
	char *directory;
	struct cpg_environment environment;
	struct cpg_script_request request;
};

static int set_up(void **state)
{
	struct site *site = calloc(1, sizeof(*site));

	site->arena = cpg_arena_new(CPG_ARENA_BUDGET);
	site->directory = make_directory();
	site->request = (struct cpg_script_request){
		.file = "run.sh",
		.workdir = site->directory,
		.environment = &site->environment,
	};
	*state = site;
	return 0;
}

static int tear_down(void **state)
{
	struct site *site = *state;

	remove_directory(site->directory);
	cpg_arena_free(site->arena);
	free(site);
	return 0;
}

static struct cpg_script_result walk(struct site *site, const char *text)
{
	struct cpg_script_result result;

	site->request.text = cpg_text_of(text);
	assert_int_equal(cpg_script_launches(site->arena, &site->request, &result, NULL),
			 0);
	return result;
}

/* The words of a launch behind its program, joined with blanks; "?" for one not known. */
static const char *words_of(struct site *site, const struct cpg_launch *launch)
{
	struct cpg_buffer out = {.arena = site->arena};

	for (size_t i = launch->program + 1; i < launch->argc; i++)
		cpg_buffer_printf(&out, "%s%s", i > launch->program + 1 ? " " : "",
				  launch->argv[i].text ? launch->argv[i].text : "?");
	return cpg_buffer_finish(&out);
}

static void assert_one_launch(struct site *site, const char *text, const char *words)
{
	struct cpg_script_result result = walk(site, text);

	assert_int_equal(result.launches.count, 1);
	assert_string_equal(words_of(site, &result.launches.items[0]), words);
}

static void launch_has_its_words_with_the_line_of_each(void **state)
{
	struct site *site = *state;
	struct cpg_script_result result = walk(site, "#!/bin/bash\n"
						     "A=(\n"
						     "  --allgather-cp # all\n"
						     ")\n"
						     "python3 train.py ${A[@]} \\\n"
						     "  --hf-checkpoint /m\n");
	const struct cpg_launch *launch = &result.launches.items[0];

	assert_int_equal(result.launches.count, 1);
	assert_true(result.complete);
	assert_int_equal(launch->source, CPG_LAUNCH_SCRIPT);
	assert_int_equal(launch->program, 1);
	assert_string_equal(launch->workdir, site->directory);
	assert_string_equal(launch->argv[2].text, "--allgather-cp");
	assert_string_equal(launch->argv[2].origin.file, "run.sh");
	assert_int_equal(launch->argv[2].origin.line, 3);
	assert_int_equal(launch->argv[3].origin.line, 6);
	assert_false(launch->conditional);
}

static void interpreter_line_decides_what_is_read(void **state)
{
	static const struct {
		const char *line;
		size_t launches;
	} cases[] = {
		{"#!/bin/bash", 1},
		{"#!/bin/sh -e", 1},
		{"#!/usr/bin/env bash", 1},
		{"#!/usr/bin/env -S bash -eu", 1},
		{"#! /bin/dash", 1},
		{"# no interpreter", 1},
		{"#!/usr/bin/perl", 0},
		{"#!/usr/bin/env python3", 0},
		{"#!/usr/bin/env -S tclsh", 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct site *site = *state;
		struct cpg_script_result result =
			walk(site, cpg_arena_printf(site->arena, "%s\npython3 train.py a\n",
						    cases[i].line));

		if (result.launches.count != cases[i].launches || !result.complete)
			fail_msg("%s", cases[i].line);
	}
}

static void options_of_the_interpreter_line_are_honoured(void **state)
{
	assert_int_equal(
		walk(*state, "#!/bin/bash -e\nfalse\npython3 train.py\n").launches.count,
		0);
	assert_int_equal(
		walk(*state, "#!/bin/bash -u\nA=$B\npython3 train.py\n").launches.count, 0);
	assert_int_equal(
		walk(*state, "#!/bin/bash\nfalse\npython3 train.py\n").launches.count, 1);
}

static void arguments_of_the_script_are_its_parameters(void **state)
{
	static const struct cpg_word words[] = {{.text = "a b"}, {.text = "c"}};
	struct site *site = *state;

	site->request.argv = words;
	site->request.argc = 2;
	assert_one_launch(site, "python3 train.py \"$2\" \"$1\" $#\n", "c a b 2");
}

static void batch_script_does_not_know_what_lies_beside_its_copy(void **state)
{
	struct site *site = *state;
	struct cpg_script_result result;

	write_file(site->arena, site->directory, "flags.sh", "A=--allgather-cp\n");
	site->request.batch = true;
	site->request.in_job = true;
	result = walk(site, "source \"$(dirname \"$0\")/flags.sh\"\npython3 train.py $A\n");
	assert_int_equal(result.launches.count, 1);
	assert_string_equal(words_of(site, &result.launches.items[0]), "");
	result = walk(site,
		      "set -e\nsource \"$(dirname \"$0\")/flags.sh\"\npython3 train.py\n");
	assert_int_equal(result.launches.count, 0);
	assert_true(result.complete);
}

static void script_that_is_run_by_its_name_finds_what_lies_beside_it(void **state)
{
	struct site *site = *state;

	write_file(site->arena, site->directory, "flags.sh", "A=--allgather-cp\n");
	assert_one_launch(site,
			  "source \"$(dirname \"$0\")/flags.sh\"\npython3 train.py $A\n",
			  "--allgather-cp");
}

static void what_only_the_job_knows_is_unknown_before_it(void **state)
{
	static const char *const known[] = {"SLURM_JOB_ID=7", "CP=4", NULL};
	struct site *site = *state;

	site->environment.known = known;
	site->request.in_job = true;
	site->request.submit_dir = "/submit";
	assert_one_launch(
		site,
		"python3 train.py \"$CP\" \"$SLURM_JOB_ID\" \"$SLURM_SUBMIT_DIR\" "
		"\"$SLURM_NODEID\"\n",
		"4 ? /submit ?");
	site->request.in_job = false;
	assert_one_launch(site, "python3 train.py \"$SLURM_JOB_ID\"\n", "7");
}

static void export_of_the_job_reaches_its_steps(void **state)
{
	static const char *const known[] = {"CP=4", "PATH=/bin", NULL};
	struct site *site = *state;
	const char *text = "export CP\nsrun bash -c 'python3 train.py \"$CP\"'\n";

	site->environment.known = known;
	site->request.in_job = true;
	assert_one_launch(site, text, "4");
	site->request.export = "PATH";
	assert_one_launch(site, text, "");
}

static void missing_file_is_unknown_before_the_job_and_a_fact_on_the_node(void **state)
{
	struct site *site = *state;
	const char *text = "if [ -f absent ]; then python3 train.py a; fi\n";
	struct cpg_script_result result = walk(site, text);

	assert_int_equal(result.launches.count, 1);
	assert_true(result.launches.items[0].conditional);
	assert_int_equal(result.launches.items[0].condition.line, 1);
	site->request.on_node = true;
	assert_int_equal(walk(site, text).launches.count, 0);
}

/* A job that gives up before it trains does no harm, so that these are sure to start. */
static void launch_behind_a_cd_is_not_conditional(void **state)
{
	static const char *const sure[] = {
		"cd /no/such/place && python3 train.py\n",
		"cd /no/such/place || exit 1\npython3 train.py\n",
		"mkdir -p /no/such/place && cd /no/such/place && python3 train.py\n",
		"set -e\ncd /no/such/place\npython3 train.py\n",
	};
	static const char *const unsure[] = {
		"[ -d /no/such/place ] && python3 train.py\n",
		"kill -0 7 && python3 train.py\n",
		"cd /no/such/place || python3 train.py\n",
		"if cd /no/such/place; then python3 train.py; fi\n",
	};

	for (size_t i = 0; i < sizeof(sure) / sizeof(sure[0]); i++) {
		struct cpg_script_result result = walk(*state, sure[i]);

		if (result.launches.count != 1 || result.launches.items[0].conditional)
			fail_msg("%s", sure[i]);
	}
	for (size_t i = 0; i < sizeof(unsure) / sizeof(unsure[0]); i++) {
		struct cpg_script_result result = walk(*state, unsure[i]);

		if (result.launches.count != 1 || !result.launches.items[0].conditional)
			fail_msg("%s", unsure[i]);
	}
}

static void what_is_taken_for_granted_is_noted_with_its_place(void **state)
{
	static const struct {
		const char *text;
		const char *what; /* NULL: nothing */
		unsigned line;
	} rows[] = {
		{"cd . && python3 a.py", NULL, 0},
		{"cd ./none && python3 a.py", cpg_shell_enters, 1},
		{"set -e\ncd none\n:", cpg_shell_enters, 2},
		{"mkdir -p none/x || exit\npython3 a.py", cpg_shell_enters, 1},
		{"python3 a.py < none", cpg_shell_opens, 1},
		{":\necho > none/x", cpg_shell_opens, 2},
		{"mkdir none\necho > none/x", NULL, 0},
		{"set -e\ngrep x y\ngrep x z", cpg_shell_goes_on, 2},
		{"grep x y\n", NULL, 0},
		{"grep -q x y || exit 1\n", cpg_shell_goes_on, 1},
		{"grep -q x y || exit 0\n", NULL, 0},
		{"N=$(nproc)\npython3 a.py $((N * 8))", cpg_shell_expands, 2},
		{"N=2\npython3 a.py $((N * 8))", NULL, 0},
		{"N=$(awk 1)\n:\n: ${N:?}", cpg_shell_expands, 3},
	};
	struct site *site = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct cpg_script_result result = walk(site, rows[i].text);

		if (result.assumed_count != (rows[i].what != NULL) ||
		    (rows[i].what && (result.assumed[0].what != rows[i].what ||
				      result.assumed[0].origin.line != rows[i].line)))
			fail_msg("%s: %zu, %s at %u", rows[i].text, result.assumed_count,
				 result.assumed_count ? result.assumed[0].what : "nothing",
				 result.assumed_count ? result.assumed[0].origin.line : 0);
	}
}

static void script_that_takes_much_for_granted_tells_of_the_first(void **state)
{
	struct site *site = *state;
	struct cpg_buffer text = {.arena = site->arena};

	for (int i = 0; i < 2 * CPG_SHELL_ASSUMED_LIMIT; i++)
		cpg_buffer_string(&text, "cd none || exit\n");
	assert_int_equal(walk(site, cpg_buffer_finish(&text)).assumed_count,
			 CPG_SHELL_ASSUMED_LIMIT);
}

static void python_program_as_the_script_is_a_launch(void **state)
{
	static const struct cpg_word words[] = {{.text = "--allgather-cp"}};
	struct site *site = *state;

	site->request.argv = words;
	site->request.argc = 1;
	site->request.file = "dir/train.py";
	assert_one_launch(site, "#!/usr/bin/env python3\nimport this\n", "--allgather-cp");
	site->request.file = "slurm_script";
	assert_int_equal(walk(site, "#!/usr/bin/env python3\n").launches.count, 0);
	site->request.on_node = true;
	assert_one_launch(site, "#!/usr/bin/env python3\n", "--allgather-cp");
}

static void command_is_walked_through_its_wrappers(void **state)
{
	static const struct cpg_word words[] = {
		{.text = "env"},
		{.text = "A=b"},
		{.text = "bash"},
		{.text = "-c"},
		{.text = "exec python3 train.py \"$A\" $1"},
		{.text = "sh"},
		{.text = "c"},
	};
	struct site *site = *state;
	struct cpg_script_result result;

	site->request.argv = words;
	site->request.argc = 7;
	site->request.text = (struct cpg_text){NULL, 0};
	assert_int_equal(cpg_script_launches(site->arena, &site->request, &result, NULL),
			 0);
	assert_int_equal(result.launches.count, 1);
	assert_string_equal(words_of(site, &result.launches.items[0]), "b c");
}

static void text_that_is_not_known_makes_the_answer_incomplete(void **state)
{
	static const char *const texts[] = {
		"eval \"$(unheard-of)\"\n", "source /no/such/file.sh\n",
		"$(unheard-of) train.py\n", "unheard-of | bash\n",
		"./no-such-script.sh\n",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct cpg_script_result result = walk(*state, texts[i]);

		if (result.complete || !result.why)
			fail_msg("%s", texts[i]);
	}
	assert_true(walk(*state, "unheard-of --option\n").complete);
}

static void walk_without_end_is_a_limit_and_keeps_what_it_found(void **state)
{
	static const char *const texts[] = {
		"python3 train.py a\nf() { f; }\nf\n",
		"python3 train.py a\nbash \"$0\"\n",
		"python3 train.py a\necho {1..99999999}\n",
		"python3 train.py a\nA=x; for i in {1..99}; do A=$A$A; done\n",
	};
	struct site *site = *state;

	write_file(site->arena, site->directory, "run.sh", "bash \"$0\"\n");
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct cpg_arena *arena = cpg_arena_new(CPG_ARENA_BUDGET);
		struct cpg_script_result result;
		struct cpg_error err = {.code = 0};

		site->request.text = cpg_text_of(texts[i]);
		if (cpg_script_launches(arena, &site->request, &result, &err) != -1 ||
		    (err.code != CPG_E_LIMIT && err.code != ENOMEM))
			fail_msg("%zu: %d %s", i, err.code, err.text);
		assert_false(result.complete);
		assert_int_equal(result.launches.count, 1);
		cpg_arena_free(arena);
	}
}

static const struct cpg_file_made *made_for(const struct cpg_launch *launch)
{
	assert_int_equal(launch->changes.made_count, 1);
	return launch->changes.made;
}

static void launch_knows_what_the_script_wrote_by_then(void **state)
{
	struct site *site = *state;
	struct cpg_script_result result = walk(site, "cat >c.yaml <<EOF\n"
						     "a: $((1 + 1))\n"
						     "EOF\n"
						     "echo x >other\n"
						     "python3 train.py --config=c.yaml\n"
						     "echo b: >>c.yaml\n"
						     "python3 train.py --config c.yaml\n"
						     "date >c.yaml\n"
						     "python3 train.py --config c.yaml\n"
						     "python3 train.py\n");
	const struct cpg_launch *launches = result.launches.items;

	assert_int_equal(result.launches.count, 4);
	assert_string_equal(made_for(&launches[0])->path,
			    cpg_arena_printf(site->arena, "%s/c.yaml", site->directory));
	assert_string_equal(made_for(&launches[0])->text.bytes, "a: 2\n");
	assert_string_equal(made_for(&launches[1])->text.bytes, "a: 2\nb:\n");
	assert_null(made_for(&launches[2])->text.bytes);
	assert_int_equal(launches[3].changes.made_count, 0);
}

static void launch_knows_what_may_have_been_changed_by_then(void **state)
{
	struct site *site = *state;
	struct cpg_script_result result = walk(site, "python3 train.py\n"
						     "sed -i s/a/b/ c.yaml\n"
						     "python3 train.py\n"
						     "if probe; then echo x >d.yaml; fi\n"
						     "python3 train.py --config d.yaml\n");
	const struct cpg_launch *launches = result.launches.items;

	assert_int_equal(result.launches.count, 3);
	assert_null(launches[0].changes.touched);
	assert_string_equal(launches[1].changes.touched->path,
			    cpg_arena_printf(site->arena, "%s/c.yaml", site->directory));
	assert_null(made_for(&launches[2])->text.bytes);
}

static void little_memory_is_a_failure_and_never_a_crash(void **state)
{
	struct site *site = *state;
	bool failed = false;
	bool done = false;

	site->request.text = cpg_text_of(
		"A=(a b c)\nf() { python3 train.py \"${A[@]}\" \"$@\"; }\n"
		"if [ -n \"$X\" ]; then A=(d); fi\nfor i in 1 2; do f $i; done\n");
	for (size_t budget = 1024; budget < 512 << 10; budget += 3 << 10) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_script_result result;
		struct cpg_error err;

		if (cpg_script_launches(arena, &site->request, &result, &err) < 0) {
			assert_int_equal(err.code, ENOMEM);
			failed = true;
		} else {
			assert_int_equal(result.launches.count, 2);
			done = true;
		}
		cpg_arena_free(arena);
	}
	assert_true(failed);
	assert_true(done);
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(launch_has_its_words_with_the_line_of_each),
		site_test(interpreter_line_decides_what_is_read),
		site_test(options_of_the_interpreter_line_are_honoured),
		site_test(arguments_of_the_script_are_its_parameters),
		site_test(batch_script_does_not_know_what_lies_beside_its_copy),
		site_test(script_that_is_run_by_its_name_finds_what_lies_beside_it),
		site_test(what_only_the_job_knows_is_unknown_before_it),
		site_test(export_of_the_job_reaches_its_steps),
		site_test(missing_file_is_unknown_before_the_job_and_a_fact_on_the_node),
		site_test(launch_behind_a_cd_is_not_conditional),
		site_test(what_is_taken_for_granted_is_noted_with_its_place),
		site_test(script_that_takes_much_for_granted_tells_of_the_first),
		site_test(python_program_as_the_script_is_a_launch),
		site_test(command_is_walked_through_its_wrappers),
		site_test(text_that_is_not_known_makes_the_answer_incomplete),
		site_test(walk_without_end_is_a_limit_and_keeps_what_it_found),
		site_test(launch_knows_what_the_script_wrote_by_then),
		site_test(launch_knows_what_may_have_been_changed_by_then),
		site_test(little_memory_is_a_failure_and_never_a_crash),
	};

	return cmocka_run_group_tests_name("script", tests, NULL, NULL);
}
