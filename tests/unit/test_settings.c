#include <errno.h>
#include <string.h>

#include "cpguard/settings.h"
#include "test.h"

static struct cpg_settings applied(struct cpg_arena *arena, const char *argument)
{
	struct cpg_settings settings;

	cpg_settings_default(&settings);
	assert_int_equal(cpg_settings_apply(arena, &settings, argument, NULL), 0);
	return settings;
}

static void assert_rejected(struct cpg_arena *arena, const char *argument,
			    const char *sentence)
{
	struct cpg_settings settings;
	struct cpg_error err = {.code = 0};

	cpg_settings_default(&settings);
	if (cpg_settings_apply(arena, &settings, argument, &err) != -1)
		fail_msg("'%s' was taken", argument);
	assert_int_equal(err.code, CPG_E_USAGE);
	assert_string_equal(err.text, sentence);
}

static void defaults_enforce_everything_and_permit_the_built_in_models(void **state)
{
	struct cpg_settings settings;

	(void)state;
	cpg_settings_default(&settings);
	assert_int_equal(settings.mode, CPG_MODE_ENFORCE);
	assert_int_equal(settings.scripts, CPG_MODE_ENFORCE);
	assert_int_equal(settings.unverified, CPG_UNVERIFIED_REFUSE);
	assert_int_equal(settings.permitted_count, 2);
	assert_string_equal(settings.permitted[0], "DeepseekV32ForCausalLM");
	assert_string_equal(settings.permitted[1], "GlmMoeDsaForCausalLM");
	assert_int_equal(settings.path_map_count, 0);
	assert_null(settings.hf_home);
	assert_false(settings.override);
	assert_int_equal(settings.log, CPG_LOG_NONE);
}

static void every_named_value_is_taken(void **state)
{
	assert_int_equal(applied(*state, "mode=enforce").mode, CPG_MODE_ENFORCE);
	assert_int_equal(applied(*state, "mode=warn").mode, CPG_MODE_WARN);
	assert_int_equal(applied(*state, "mode=off").mode, CPG_MODE_OFF);
	assert_int_equal(applied(*state, "scripts=warn").scripts, CPG_MODE_WARN);
	assert_int_equal(applied(*state, "scripts=off").scripts, CPG_MODE_OFF);
	assert_int_equal(applied(*state, "unverified=defer").unverified,
			 CPG_UNVERIFIED_DEFER);
	assert_int_equal(applied(*state, "unverified=allow").unverified,
			 CPG_UNVERIFIED_ALLOW);
	assert_string_equal(applied(*state, "hf_home=/hub").hf_home, "/hub");
	assert_true(applied(*state, "override=yes").override);
	assert_false(applied(*state, "override=no").override);
	assert_int_equal(applied(*state, "log=syslog").log, CPG_LOG_SYSLOG);
	assert_int_equal(applied(*state, "log=none").log, CPG_LOG_NONE);
}

static void architectures_are_added_to_the_built_in_ones(void **state)
{
	struct cpg_settings settings =
		applied(*state, "architectures=FooForCausalLM,Bar2LM");

	assert_int_equal(settings.permitted_count, 4);
	assert_string_equal(settings.permitted[1], "GlmMoeDsaForCausalLM");
	assert_string_equal(settings.permitted[2], "FooForCausalLM");
	assert_string_equal(settings.permitted[3], "Bar2LM");
}

static void path_maps_add_up_and_the_last_value_of_others_wins(void **state)
{
	struct cpg_settings settings = applied(*state, "path_map=/a:/b");

	assert_int_equal(cpg_settings_apply(*state, &settings, "path_map=/c:/d/e", NULL),
			 0);
	assert_int_equal(cpg_settings_apply(*state, &settings, "mode=off", NULL), 0);
	assert_int_equal(cpg_settings_apply(*state, &settings, "mode=warn", NULL), 0);
	assert_int_equal(settings.path_map_count, 2);
	assert_string_equal(settings.path_maps[0].inside, "/a");
	assert_string_equal(settings.path_maps[0].outside, "/b");
	assert_string_equal(settings.path_maps[1].inside, "/c");
	assert_string_equal(settings.path_maps[1].outside, "/d/e");
	assert_int_equal(settings.mode, CPG_MODE_WARN);
}

static void unknown_names_and_values_are_named_with_what_there_is(void **state)
{
	static const char *const maps[] = {"path_map=/a", "path_map=a:/b", "path_map=/a:b",
					   "path_map=/a:/b:/c", "path_map="};

	assert_rejected(
		*state, "mod=warn",
		"setting 'mod=warn': there is no such setting (there are mode, scripts, "
		"unverified, architectures, path_map, hf_home, override, log)");
	assert_rejected(*state, "mode=maybe",
			"setting 'mode=maybe': the value must be enforce, warn or off");
	assert_rejected(*state, "mode",
			"setting 'mode': the value must be enforce, warn or off");
	assert_rejected(*state, "mode=warn\r",
			"setting 'mode=warn\r': the value must be enforce, warn or off");
	assert_rejected(
		*state, "unverified=later",
		"setting 'unverified=later': the value must be refuse, defer or allow");
	assert_rejected(
		*state, "architectures=A,,B",
		"setting 'architectures=A,,B': the value must be names such as A,B");
	assert_rejected(*state, "architectures=2A",
			"setting 'architectures=2A': the value must be names such as A,B");
	assert_rejected(*state, "hf_home=hub",
			"setting 'hf_home=hub': the value must be an absolute directory");
	assert_rejected(*state, "override=1",
			"setting 'override=1': the value must be no or yes");
	assert_rejected(*state, "log=/dev/log",
			"setting 'log=/dev/log': the value must be none or syslog");
	for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		struct cpg_settings settings;

		cpg_settings_default(&settings);
		assert_int_equal(cpg_settings_apply(*state, &settings, maps[i], NULL), -1);
		assert_int_equal(settings.path_map_count, 0);
	}
}

static void bad_value_puts_its_own_setting_back_to_the_default(void **state)
{
	struct cpg_settings settings = applied(*state, "mode=off");

	assert_int_equal(cpg_settings_apply(*state, &settings, "unverified=allow", NULL),
			 0);
	assert_int_equal(cpg_settings_apply(*state, &settings, "mode=on", NULL), -1);
	assert_int_equal(settings.mode, CPG_MODE_ENFORCE);
	assert_int_equal(settings.unverified, CPG_UNVERIFIED_ALLOW);
	settings = applied(*state, "override=yes");
	assert_int_equal(cpg_settings_apply(*state, &settings, "override=maybe", NULL), -1);
	assert_false(settings.override);
	settings = applied(*state, "log=syslog");
	assert_int_equal(cpg_settings_apply(*state, &settings, "log=syslogd", NULL), -1);
	assert_int_equal(settings.log, CPG_LOG_NONE);
}

static void scripts_are_never_stricter_than_the_mode(void **state)
{
	struct cpg_settings settings = applied(*state, "mode=warn");

	assert_int_equal(cpg_settings_scripts(&settings), CPG_MODE_WARN);
	assert_int_equal(cpg_settings_apply(*state, &settings, "scripts=off", NULL), 0);
	assert_int_equal(cpg_settings_scripts(&settings), CPG_MODE_OFF);
	settings = applied(*state, "scripts=warn");
	assert_int_equal(cpg_settings_scripts(&settings), CPG_MODE_WARN);
}

static void lack_of_memory_is_an_error_of_its_own(void **state)
{
	struct cpg_arena *arena = cpg_arena_new(16);
	struct cpg_settings settings;
	struct cpg_error err;

	(void)state;
	cpg_settings_default(&settings);
	assert_int_equal(cpg_settings_apply(arena, &settings, "architectures=A,B", &err),
			 -1);
	assert_int_equal(err.code, ENOMEM);
	assert_int_equal(settings.permitted_count, 2);
	assert_int_equal(cpg_settings_apply(arena, &settings, "path_map=/a:/b", &err), -1);
	assert_int_equal(err.code, ENOMEM);
	assert_int_equal(settings.path_map_count, 0);
	cpg_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(defaults_enforce_everything_and_permit_the_built_in_models),
		arena_test(every_named_value_is_taken),
		arena_test(architectures_are_added_to_the_built_in_ones),
		arena_test(path_maps_add_up_and_the_last_value_of_others_wins),
		arena_test(unknown_names_and_values_are_named_with_what_there_is),
		arena_test(bad_value_puts_its_own_setting_back_to_the_default),
		arena_test(scripts_are_never_stricter_than_the_mode),
		arena_test(lack_of_memory_is_an_error_of_its_own),
	};

	return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
