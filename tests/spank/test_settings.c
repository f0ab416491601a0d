/* The plugin's arguments in plugstack.conf, at the submit gate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

static const char *const bad_model[] = {"bad/config.json", "Qwen3ForCausalLM",
					"--allgather-cp", "--context-parallel-size", NULL};

static const char *const programs[] = {"sbatch", "srun", "salloc", NULL};

/* The three options, of that program, for that checkpoint, under these settings. */
static struct outcome *declare(const char *program, const char *const *settings,
			       const char *checkpoint)
{
	return run(&(struct run){ARGV(program, "-n1", OPTIONS(checkpoint), at("job.sh")),
				 .settings = settings});
}

/* The same as a command of srun. */
static struct outcome *command(const char *const *settings, const char *checkpoint)
{
	return run(&(struct run){ARGV("srun", "-n1", TRAIN(checkpoint)),
				 .settings = settings});
}

/* ---- mode= and scripts= ---- */

static void mode_enforce_is_the_default(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_refused(declare(*program, WORDS("mode=enforce"), at("bad")),
			      bad_model);
		check_allowed(declare(*program, WORDS("mode=enforce"), at("good")));
	}
	check_refused(command(WORDS("mode=enforce", "scripts=enforce"), at("bad")),
		      bad_model);
}

static void mode_warn_says_why_and_the_job_goes_on(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_warned(declare(*program, WORDS("mode=warn"), at("bad")), bad_model);
		check_allowed(declare(*program, WORDS("mode=warn"), at("good")));
	}
	check_warned(command(WORDS("mode=warn"), at("bad")), bad_model);
	check_allowed(command(WORDS("mode=warn"), at("good")));
}

static void mode_off_says_nothing_and_looks_at_nothing(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		struct outcome *outcome = declare(*program, WORDS("mode=off"), at("bad"));

		check_allowed(outcome);
		check_untouched(outcome, at("bad"), NULL);
	}
	check_allowed(command(WORDS("mode=off"), at("bad")));
	check_allowed(command(WORDS("mode=off", "scripts=enforce"), at("bad")));
	check_allowed(declare("sbatch", WORDS("mode=off"), at("missing")));
}

static void mode_off_still_gives_the_job_its_variables(void **state)
{
	struct outcome *outcome = declare("sbatch", WORDS("mode=off"), at("bad"));
	const char *value = submitted_variable(outcome, 0, "CPGUARD_ARGS");

	(void)state;
	check(value && strstr(value, "--allgather-cp") != NULL, outcome,
	      "scripts that use CPGUARD_ARGS would lose their flags");
}

static void last_value_of_a_setting_counts(void **state)
{
	(void)state;
	check_refused(declare("sbatch", WORDS("mode=off", "mode=enforce"), at("bad")),
		      bad_model);
	check_allowed(declare("sbatch", WORDS("mode=enforce", "mode=off"), at("bad")));
}

static void scripts_warn_lets_commands_go_on_and_refuses_options(void **state)
{
	(void)state;
	check_warned(command(WORDS("scripts=warn"), at("bad")), bad_model);
	check_allowed(command(WORDS("scripts=warn"), at("good")));
	for (const char *const *program = programs; *program; program++)
		check_refused(declare(*program, WORDS("scripts=warn"), at("bad")),
			      bad_model);
}

static void scripts_off_reads_no_command_and_refuses_options(void **state)
{
	struct outcome *outcome = command(WORDS("scripts=off"), at("bad"));

	(void)state;
	check_allowed(outcome);
	check_untouched(outcome, at("bad"), NULL);
	check_allowed(command(WORDS("scripts=off"), at("missing")));
	for (const char *const *program = programs; *program; program++)
		check_refused(declare(*program, WORDS("scripts=off"), at("bad")),
			      bad_model);
}

static void scripts_are_never_stricter_than_the_mode(void **state)
{
	(void)state;
	check_warned(command(WORDS("mode=warn", "scripts=enforce"), at("bad")), bad_model);
	check_allowed(command(WORDS("mode=warn", "scripts=off"), at("bad")));
}

/* ---- unverified= ---- */

static void unverified_refuse_is_the_default(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_refused(declare(*program, NULL, at("missing")), WORDS("missing"));
		check_refused(declare(*program, WORDS("unverified=refuse"), at("missing")),
			      WORDS("missing"));
	}
}

static void unverified_defer_and_allow_let_options_pass_with_a_line(void **state)
{
	(void)state;
	for (const char *const *setting = WORDS("unverified=defer", "unverified=allow");
	     *setting; setting++)
		for (const char *const *program = programs; *program; program++) {
			check_noticed(declare(*program, WORDS(*setting), at("missing")),
				      WORDS("missing"));
			check_refused(declare(*program, WORDS(*setting), at("bad")),
				      bad_model);
			check_refused(declare(*program, WORDS(*setting), at("nameless")),
				      WORDS("nameless/config.json"));
			check_allowed(declare(*program, WORDS(*setting), at("good")));
		}
}

static void unverified_under_mode_warn_only_warns(void **state)
{
	(void)state;
	check_warned(
		declare("sbatch", WORDS("mode=warn", "unverified=refuse"), at("missing")),
		WORDS("missing"));
}

static void unverified_is_about_options_only(void **state)
{
	(void)state;
	for (const char *const *setting =
		     WORDS("unverified=refuse", "unverified=defer", "unverified=allow");
	     *setting; setting++)
		check_noticed(command(WORDS(*setting), at("missing")), WORDS("missing"));
}

/* ---- architectures=, path_map=, hf_home= ---- */

static void architectures_of_the_site_are_permitted(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_allowed(declare(
			*program, WORDS("architectures=OtherForCausalLM,Qwen3ForCausalLM"),
			at("bad")));
		check_allowed(declare(*program, WORDS("architectures=OtherForCausalLM"),
				      at("good")));
		check_refused(declare(*program, WORDS("architectures=Qwen3"), at("bad")),
			      bad_model);
	}
	check_allowed(command(WORDS("architectures=Qwen3ForCausalLM"), at("bad")));
	check_refused(command(WORDS("architectures=OtherForCausalLM"), at("bad")),
		      WORDS("OtherForCausalLM", "Qwen3ForCausalLM"));
}

static void path_map_leads_from_a_container_to_the_host(void **state)
{
	const char *map = text("path_map=/in/side:%s", at(""));
	const char *other = text("path_map=/in/side/glm:%s", at("good"));

	(void)state;
	check_refused(declare("sbatch", WORDS(map), "/in/side/bad"), bad_model);
	check_allowed(declare("sbatch", WORDS(map), "/in/side/good"));
	check_refused(command(WORDS(map), "/in/side/bad"), bad_model);
	check_allowed(command(WORDS(map), "/in/side/good"));
	/* Repeated, and the longest that fits counts. */
	check_allowed(command(WORDS(map, other), "/in/side/glm"));
	check_allowed(command(WORDS(other, map), "/in/side/good"));
	/* A prefix of a name is none of the path. */
	check_refused(declare("sbatch", WORDS(map), "/in/sidewards/good"),
		      WORDS("/in/sidewards/good"));
}

static void hf_home_is_the_cache_when_the_environment_names_none(void **state)
{
	const char *setting = text("hf_home=%s", at("site"));
	const char *config =
		make_hub_checkpoint("site/hub", "org", "bad", "Qwen3ForCausalLM");

	(void)state;
	make_hub_checkpoint("site/hub", "org", "good", "DeepseekV32ForCausalLM");
	make_hub_checkpoint("own/hub", "org", "good", "Qwen3ForCausalLM");
	check_refused(declare("sbatch", WORDS(setting), "org/bad"), WORDS(config));
	check_allowed(declare("sbatch", WORDS(setting), "org/good"));
	check_allowed(command(WORDS(setting), "org/good"));
	check_refused(
		run(&(struct run){ARGV("srun", TRAIN("org/good")),
				  ENV(text("HF_HOME=%s", at("own"))), SETTINGS(setting)}),
		WORDS("own/hub"));
}

/* ---- settings that are wrong ---- */

static const struct {
	const char *setting;
	const char *named; /* what of it the message must show */
} wrong_settings[] = {
	{"mode=wran", "wran"},
	{"mode=", "mode"},
	{"mode", "mode"},
	{"mod=warn", "mod=warn"},
	{"MODE=warn", "MODE"},
	{"mode=warn,", "warn,"},
	{"scripts=maybe", "maybe"},
	{"unverified=deny", "deny"},
	{"path_map=/x", "/x"},
	{"nonsense", "nonsense"},
	{"=", "="},
	{"mode=\xff\x1b[31m", "mode"},
};

#define WRONG_COUNT (sizeof(wrong_settings) / sizeof(wrong_settings[0]))

static unsigned count_texts(const char *in, const char *wanted)
{
	unsigned count = 0;

	while ((in = strstr(in, wanted))) {
		count++;
		in += strlen(wanted);
	}
	return count;
}

static void wrong_setting_is_named_once_and_the_job_judged_by_the_default(void **state)
{
	(void)state;
	for (size_t i = 0; i < WRONG_COUNT; i++)
		for (const char *const *program = programs; *program; program++) {
			const char *const *settings = WORDS(wrong_settings[i].setting);
			const char *named = wrong_settings[i].named;

			check_noticed(declare(*program, settings, at("good")),
				      WORDS(named));
			check_refused(declare(*program, settings, at("bad")), bad_model);
			check_refused(declare(*program, settings, at("bad")), WORDS(named));
		}
}

static void wrong_setting_is_said_even_when_nothing_is_declared(void **state)
{
	(void)state;
	check_noticed(
		run(&(struct run){ARGV("sbatch", at("job.sh")), SETTINGS("mode=wran")}),
		WORDS("mode", "wran"));
}

static void wrong_setting_is_said_once_for_all_components(void **state)
{
	struct outcome *outcome = run(
		&(struct run){ARGV("srun", "hostname", ":", "hostname", ":", "hostname"),
			      SETTINGS("mode=wran")});

	(void)state;
	check_noticed(outcome, WORDS("wran"));
	check(count_texts(outcome->err, "wran") == 1, outcome, "it is said more than once");
}

static void wrong_setting_leaves_the_others_as_they_are(void **state)
{
	(void)state;
	check_warned(declare("sbatch", WORDS("mode=warn", "scripts=maybe", "colour=red"),
			     at("bad")),
		     WORDS("maybe", "colour", "Qwen3ForCausalLM"));
	/* The wrong value puts its own setting back to the default. */
	check_refused(declare("sbatch", WORDS("mode=warn", "mode=wran"), at("bad")),
		      WORDS("wran", "Qwen3ForCausalLM"));
}

static void very_long_setting_does_no_harm(void **state)
{
	char *setting = keep(100001);
	struct outcome *outcome;

	(void)state;
	memset(setting, 'x', 100000);
	outcome = declare("sbatch", WORDS(setting), at("good"));
	check_noticed(outcome, WORDS("xxxx"));
	check(strlen(outcome->err) < 4096, outcome, "the whole setting is printed");
	memcpy(setting, "architectures=", 14);
	check_allowed(declare("sbatch", WORDS(setting), at("good")));
}

static void hundreds_of_settings_are_taken(void **state)
{
	const char *settings[401];

	(void)state;
	for (size_t i = 0; i < 400; i++)
		settings[i] = text("path_map=/in/%zu:%s", i, at(""));
	settings[400] = NULL;
	check_refused(declare("sbatch", settings, "/in/399/bad"), bad_model);
	check_allowed(declare("sbatch", settings, "/in/0/good"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mode_enforce_is_the_default),
		cmocka_unit_test(mode_warn_says_why_and_the_job_goes_on),
		cmocka_unit_test(mode_off_says_nothing_and_looks_at_nothing),
		cmocka_unit_test(mode_off_still_gives_the_job_its_variables),
		cmocka_unit_test(last_value_of_a_setting_counts),
		cmocka_unit_test(scripts_warn_lets_commands_go_on_and_refuses_options),
		cmocka_unit_test(scripts_off_reads_no_command_and_refuses_options),
		cmocka_unit_test(scripts_are_never_stricter_than_the_mode),
		cmocka_unit_test(unverified_refuse_is_the_default),
		cmocka_unit_test(unverified_defer_and_allow_let_options_pass_with_a_line),
		cmocka_unit_test(unverified_under_mode_warn_only_warns),
		cmocka_unit_test(unverified_is_about_options_only),
		cmocka_unit_test(architectures_of_the_site_are_permitted),
		cmocka_unit_test(path_map_leads_from_a_container_to_the_host),
		cmocka_unit_test(hf_home_is_the_cache_when_the_environment_names_none),
		cmocka_unit_test(
			wrong_setting_is_named_once_and_the_job_judged_by_the_default),
		cmocka_unit_test(wrong_setting_is_said_even_when_nothing_is_declared),
		cmocka_unit_test(wrong_setting_is_said_once_for_all_components),
		cmocka_unit_test(wrong_setting_leaves_the_others_as_they_are),
		cmocka_unit_test(very_long_setting_does_no_harm),
		cmocka_unit_test(hundreds_of_settings_are_taken),
	};

	return cmocka_run_group_tests_name("spank: settings", tests, world_make,
					   world_remove);
}
