#include "command.h"
#include "site.h"

static int set_up(void **state)
{
	struct site *site;

	if (make_site(state) < 0)
		return -1;
	site = *state;
	write_file(site->arena, site->directory, "dsa/config.json", DSA_CONFIG);
	write_file(site->arena, site->directory, "qwen/config.json", QWEN_CONFIG);
	return 0;
}

/* Runs `cpguard` in the site's directory with no environment but HOME and `variable`, which may
 * be NULL. */
static struct run run_with(struct site *site, const char *variable, const char *line)
{
	char *home = cpg_arena_printf(site->arena, "HOME=%s", site->directory);
	char *const environment[] = {home, (char *)(uintptr_t)variable, NULL};

	return run_command(site->arena, site->directory, environment, line);
}

static struct run run(struct site *site, const char *line)
{
	return run_with(site, NULL, line);
}

static void exit_status_is_the_verdict(void **state)
{
	static const struct {
		const char *line;
		int status;
		const char *last; /* line of standard output */
	} cases[] = {
		{"check --allgather-cp --context-parallel-size=2 --hf-checkpoint=dsa", 0,
		 "allow: permitted\n"},
		{"check --allgather-cp --context-parallel-size=2 --hf-checkpoint=qwen", 1,
		 "refuse: architecture_not_permitted\n"},
		{"check --allgather-cp --context-parallel-size=2", 1,
		 "refuse: checkpoint_not_given\n"},
		{"check --allgather-cp --context-parallel-size=2 "
		 "--hf-checkpoint=no/such/model",
		 3, "undecided: checkpoint_not_found\n"},
		{"check --allgather-cp --hf-checkpoint=qwen", 0, "allow: single_rank\n"},
		{"check --hf-checkpoint=qwen", 0, "allow: flag_not_given\n"},
		{"check -- hostname -f", 0, "allow: no_launch\n"},
		{"check -- python3 train.py --allgather-cp --context-parallel-size 2 "
		 "--hf-checkpoint qwen",
		 1, "refuse: architecture_not_permitted\n"},
		{"check -- python3 train.py --allgather-cp --context-parallel-size 2.0", 0,
		 "allow: command_line_rejected\n"},
		{"check -- python3 train.py --allgather-cp --context-parallel-size 2 "
		 "--debug-rollout-only",
		 0, "allow: rollout_only\n"},
		{"check --chdir=dsa -- train.py --allgather-cp --context-parallel-size 2 "
		 "--hf-checkpoint .",
		 0, "allow: permitted\n"},
		{"check --set architectures=Qwen3ForCausalLM --allgather-cp "
		 "--context-parallel-size=2 --hf-checkpoint=qwen",
		 0, "allow: permitted\n"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct run result = run(*state, cases[i].line);
		size_t length = strlen(result.out);
		size_t last = strlen(cases[i].last);

		if (result.status != cases[i].status || length < last ||
		    strcmp(result.out + length - last, cases[i].last) != 0)
			fail_msg("cpguard %s: %d %s", cases[i].line, result.status,
				 result.out);
		assert_string_equal(result.err, "");
	}
}

static void bad_usage_is_status_2_and_one_line_on_standard_error(void **state)
{
	static const struct {
		const char *line;
		const char *message;
	} cases[] = {
		{"chekc",
		 "cpguard: there is no command 'chekc'; 'cpguard --help' lists them\n"},
		{"check",
		 "cpguard: check needs an option to judge, a script, or a command behind "
		 "'--'; 'cpguard --help' lists the options\n"},
		{"check --as=cron run.sh",
		 "cpguard: --as takes batch or direct, not 'cron'\n"},
		{"explain no/such/script.sh", NULL},
		{"check --nope",
		 "cpguard: there is no such option: '--nope'; 'cpguard --help' "
		 "lists the options\n"},
		{"check --hf-checkpoint",
		 "cpguard: a value is missing behind '--hf-checkpoint'; "
		 "'cpguard --help' lists the options\n"},
		{"check --context-parallel-size=two",
		 "cpguard: --context-parallel-size takes a whole number from 1 up, not "
		 "'two'\n"},
		{"check --set mode=maybe",
		 "cpguard: setting 'mode=maybe': the value must be enforce, warn or off\n"},
		{"model",
		 "cpguard: model takes one checkpoint: cpguard model PATH_OR_ID\n"},
		{"model a b",
		 "cpguard: model takes one checkpoint: cpguard model PATH_OR_ID\n"},
		{"check --plugstack=absent.conf --allgather-cp", NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct run result = run(*state, cases[i].line);

		if (result.status != 2)
			fail_msg("cpguard %s: %d", cases[i].line, result.status);
		assert_string_equal(result.out, "");
		if (cases[i].message)
			assert_string_equal(result.err, cases[i].message);
		assert_int_equal(strncmp(result.err, "cpguard: ", 9), 0);
		assert_ptr_equal(strchr(result.err, '\n'),
				 result.err + strlen(result.err) - 1);
	}
}

static void settings_come_from_the_cpguard_line_of_a_plugstack_file(void **state)
{
	struct site *site = *state;
	struct run result;

	write_file(site->arena, site->directory, "plugstack.conf",
		   "optional other.so mode=off\n"
		   "optional /usr/lib/slurm/spank_cpguard.so "
		   "architectures=Qwen3ForCausalLM\n");
	result = run(site, "check --plugstack=plugstack.conf --allgather-cp "
			   "--context-parallel-size=2 --hf-checkpoint=qwen");
	assert_int_equal(result.status, 0);

	write_file(site->arena, site->directory, "bad.conf",
		   "# ours\noptional spank_cpguard.so mod=warn\n");
	result = run(site, "check --plugstack=bad.conf --allgather-cp");
	assert_int_equal(result.status, 2);
	assert_non_null(strstr(result.err, "cpguard: bad.conf:2: setting 'mod=warn'"));

	write_file(site->arena, site->directory, "none.conf", "optional other.so\n");
	result = run(site, "check --plugstack=none.conf --allgather-cp");
	assert_int_equal(result.status, 2);
	assert_string_equal(result.err,
			    "cpguard: none.conf: no line loads spank_cpguard.so\n");
}

static void json_is_one_object_on_one_line(void **state)
{
	struct run result =
		run(*state, "check --json --allgather-cp --context-parallel-size=2 "
			    "--hf-checkpoint=qwen");

	assert_int_equal(result.status, 1);
	assert_int_equal(
		strncmp(result.out,
			"{\"verdict\":\"refuse\",\"reason\":\"architecture_not_permitted\","
			"\"launches\":[{\"origin\":\"options\",",
			80),
		0);
	assert_ptr_equal(strchr(result.out, '\n'), result.out + strlen(result.out) - 1);
}

static void model_tells_config_architectures_and_whether_permitted(void **state)
{
	struct site *site = *state;
	struct run result = run(site, "model dsa");

	assert_int_equal(result.status, 0);
	assert_string_equal(result.out,
			    cpg_arena_printf(site->arena,
					     "checkpoint:    dsa\n"
					     "config:        %s/dsa/config.json\n"
					     "architectures: GlmMoeDsaForCausalLM\n"
					     "allgather-cp:  permitted\n",
					     site->directory));
	result = run(site, "model --json qwen");
	assert_int_equal(result.status, 1);
	assert_string_equal(result.out,
			    cpg_arena_printf(site->arena,
					     "{\"checkpoint\":\"qwen\",\"state\":\"read\","
					     "\"config\":\"%s/qwen/config.json\","
					     "\"architectures\":[\"Qwen3ForCausalLM\"],"
					     "\"permitted\":false,\"why\":null}\n",
					     site->directory));
	assert_int_equal(run(site, "model no/such/model").status, 3);
}

static void help_and_version_are_asked_for_on_standard_output(void **state)
{
	assert_int_equal(strncmp(run(*state, "--help").out, "usage: cpguard check", 20), 0);
	assert_int_equal(run(*state, "--help").status, 0);
	assert_int_equal(
		strncmp(run(*state, "check --help").out, "usage: cpguard check", 20), 0);
	assert_int_equal(strncmp(run(*state, "--version").out, "cpguard ", 8), 0);
	assert_int_equal(run(*state, "").status, 2);
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, set_up, free_site)

static void override_is_shown_as_a_submission_would_and_the_status_stays(void **state)
{
	static const char why[] = "CPGUARD_OVERRIDE=I know";
	struct run result = run_with(*state, why,
				     "check --set override=yes --allgather-cp "
				     "--context-parallel-size=2 --hf-checkpoint=qwen");

	assert_int_equal(result.status, 1);
	assert_non_null(
		strstr(result.out, "cpguard: overridden by CPGUARD_OVERRIDE=\"I know\": "));
	assert_non_null(strstr(result.out, "\nrefuse: architecture_not_permitted\n"));
	result = run_with(*state, why,
			  "check --allgather-cp --context-parallel-size=2 "
			  "--hf-checkpoint=qwen");
	assert_int_equal(result.status, 1);
	assert_non_null(strstr(result.out, "this site does not allow it"));
	result = run_with(*state, why,
			  "check --json --set override=yes --allgather-cp "
			  "--context-parallel-size=2 --hf-checkpoint=qwen");
	assert_non_null(strstr(result.out, "\"action\":\"override\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(exit_status_is_the_verdict),
		site_test(bad_usage_is_status_2_and_one_line_on_standard_error),
		site_test(settings_come_from_the_cpguard_line_of_a_plugstack_file),
		site_test(json_is_one_object_on_one_line),
		site_test(model_tells_config_architectures_and_whether_permitted),
		site_test(help_and_version_are_asked_for_on_standard_output),
		site_test(override_is_shown_as_a_submission_would_and_the_status_stays),
	};

	return cmocka_run_group_tests_name("cli", tests, NULL, NULL);
}
