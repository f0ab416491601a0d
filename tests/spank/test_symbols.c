/* What the built file shows to the dynamic linker: in a process of Slurm's, anything more
 * than SPANK's own symbols could stand in front of, or be replaced by, somebody else's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

/* What a plugin may define. Source: slurm/spank.h of 20.11 to 26.05. */
static const char *const definable[] = {
	"plugin_name",
	"plugin_type",
	"plugin_version",
	"spank_plugin_version",
	"spank_options",
	"slurm_spank_init",
	"slurm_spank_init_failure_mode",
	"slurm_spank_job_prolog",
	"slurm_spank_init_post_opt",
	"slurm_spank_local_user_init",
	"slurm_spank_user_init",
	"slurm_spank_task_init_privileged",
	"slurm_spank_task_init",
	"slurm_spank_task_post_fork",
	"slurm_spank_task_exit",
	"slurm_spank_job_epilog",
	"slurm_spank_slurmd_exit",
	"slurm_spank_exit",
	NULL,
};

/* What of these the two gates and Slurm's loader cannot do without. */
static const char *const needed[] = {
	"plugin_name",
	"plugin_type",
	"plugin_version",
	"slurm_spank_init",
	"slurm_spank_task_init",
	"slurm_spank_init_post_opt",
	NULL,
};

/* What Slurm offers plugins in every release from 20.11 on. */
static const char *const offered[] = {
	"spank_context",
	"spank_getenv",
	"spank_get_item",
	"spank_job_control_getenv",
	"spank_job_control_setenv",
	"spank_job_control_unsetenv",
	"spank_option_getopt",
	"spank_option_register",
	"spank_remote",
	"spank_setenv",
	"spank_strerror",
	"spank_symbol_supported",
	"spank_unsetenv",
	"slurm_debug",
	"slurm_debug2",
	"slurm_debug3",
	"slurm_error",
	"slurm_info",
	"slurm_spank_log",
	"slurm_verbose",
	NULL,
};

/* What a compiler's start-up code refers to, weakly. */
static const char *const weak[] = {
	"_ITM_deregisterTMCloneTable",
	"_ITM_registerTMCloneTable",
	"__gmon_start__",
	"__cxa_finalize",
	NULL,
};

static bool is_in(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (strcmp(*list, name) == 0)
			return true;
	return false;
}

static bool begins_with(const char *string, const char *prefix)
{
	return strncmp(string, prefix, strlen(prefix)) == 0;
}

/* The output of a program of binutils on the plugin, a line at a time. */
static FILE *inspect(const char *command)
{
	FILE *pipe = popen(text("LC_ALL=C %s '%s'", command, plugin_path()), "r");

	assert_non_null(pipe);
	return pipe;
}

static void inspected(FILE *pipe, unsigned lines)
{
	assert_int_equal(pclose(pipe), 0);
	assert_int_not_equal(lines, 0);
}

static void exported_symbols_are_those_of_spank_and_no_others(void **state)
{
	FILE *pipe = inspect("nm -D --defined-only --format=posix");
	char line[512];
	unsigned lines = 0;

	(void)state;
	while (fgets(line, sizeof(line), pipe)) {
		line[strcspn(line, " @\n")] = '\0';
		if (!is_in(definable, line))
			fail_msg("the plugin exports %s", line);
		lines++;
	}
	inspected(pipe, lines);
}

static void symbols_that_slurm_looks_for_are_exported(void **state)
{
	(void)state;
	for (const char *const *name = needed; *name; name++) {
		FILE *pipe = inspect("nm -D --defined-only --format=posix");
		char line[512];
		bool found = false;

		while (fgets(line, sizeof(line), pipe)) {
			line[strcspn(line, " @\n")] = '\0';
			found = found || strcmp(line, *name) == 0;
		}
		pclose(pipe);
		if (!found)
			fail_msg("the plugin does not export %s", *name);
	}
}

/* Whether the plugin is a build with sanitizers. Their library stands before libc, under names
 * of libc's and of its own. */
static bool is_sanitized(void)
{
	FILE *pipe = inspect("nm -D --undefined-only --format=posix");
	char line[512];
	bool sanitized = false;

	while (fgets(line, sizeof(line), pipe))
		sanitized = sanitized || begins_with(line, "__asan_") ||
			    begins_with(line, "__ubsan_") || begins_with(line, "__tsan_");
	assert_int_equal(pclose(pipe), 0);
	return sanitized;
}

static bool is_slurms_or_our_own(const char *name)
{
	return begins_with(name, "slurm_") || begins_with(name, "spank_") ||
	       begins_with(name, "cpg_");
}

static void undefined_symbols_are_those_of_spank_and_three_libraries(void **state)
{
	bool sanitized = is_sanitized();
	FILE *pipe = inspect("nm -D --undefined-only --format=posix");
	char line[512];
	unsigned lines = 0;

	(void)state;
	while (fgets(line, sizeof(line), pipe)) {
		bool of_libc = strstr(line, "@GLIBC_") != NULL;

		line[strcspn(line, " @\n")] = '\0';
		if (sanitized && !is_slurms_or_our_own(line))
			of_libc = true;
		if (!of_libc && !is_in(offered, line) && !is_in(weak, line) &&
		    !begins_with(line, "cJSON_") && !begins_with(line, "yaml_"))
			fail_msg("the plugin needs %s, which nobody promises", line);
		lines++;
	}
	inspected(pipe, lines);
}

/* Functions that keep something for the whole process, which is not the plugin's, or that take
 * locks that another thread of slurmstepd may have held when it forked the task. */
static const char *const unwelcome[] = {
	"openlog",      "closelog",      "setlogmask",     "syslog",      "vsyslog",
	"__syslog_chk", "__vsyslog_chk", "localtime",      "localtime_r", "gmtime",
	"gmtime_r",     "strftime",      "tzset",          "getpwuid",    "getpwuid_r",
	"getpwnam",     "getpwnam_r",    "setlocale",      "chdir",       "signal",
	"sigaction",    "umask",         "pthread_create", NULL,
};

static void nothing_is_needed_that_is_anothers_business(void **state)
{
	FILE *pipe = inspect("nm -D --undefined-only --format=posix");
	bool sanitized = is_sanitized();
	char line[512];
	unsigned lines = 0;

	(void)state;
	for (; fgets(line, sizeof(line), pipe); lines++) {
		line[strcspn(line, " @\n")] = '\0';
		if (!sanitized && is_in(unwelcome, line))
			fail_msg("the plugin needs %s", line);
	}
	inspected(pipe, lines);
}

static void no_library_of_slurm_is_needed(void **state)
{
	FILE *pipe = inspect("readelf -d -W");
	char line[1024];
	unsigned lines = 0;

	(void)state;
	while (fgets(line, sizeof(line), pipe)) {
		if (!strstr(line, "(NEEDED)"))
			continue;
		if (strstr(line, "slurm"))
			fail_msg("the plugin needs a library of Slurm: %s", line);
		lines++;
	}
	inspected(pipe, lines);
}

static void no_path_of_the_build_is_searched_for_libraries(void **state)
{
	FILE *pipe = inspect("readelf -d -W");
	char line[1024];
	unsigned lines = 0;

	(void)state;
	for (; fgets(line, sizeof(line), pipe); lines++)
		if (strstr(line, "(RPATH)") || strstr(line, "(RUNPATH)"))
			fail_msg("the plugin has a search path: %s", line);
	inspected(pipe, lines);
}

/* Whether a line of readelf's output has both texts. */
static bool readelf_shows(const char *options, const char *one, const char *other)
{
	FILE *pipe = inspect(text("readelf %s -W", options));
	char line[1024];
	bool shown = false;

	while (fgets(line, sizeof(line), pipe))
		shown = shown || (strstr(line, one) && strstr(line, other));
	assert_int_equal(pclose(pipe), 0);
	return shown;
}

static void symbols_are_bound_at_once_and_then_read_only(void **state)
{
	(void)state;
	assert_true(readelf_shows("-l", "GNU_RELRO", "R"));
	assert_true(readelf_shows("-d", "(FLAGS", "NOW"));
}

static void stack_is_not_executable(void **state)
{
	(void)state;
	assert_true(readelf_shows("-l", "GNU_STACK", "RW "));
	assert_false(readelf_shows("-l", "GNU_STACK", "RWE"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exported_symbols_are_those_of_spank_and_no_others),
		cmocka_unit_test(symbols_that_slurm_looks_for_are_exported),
		cmocka_unit_test(undefined_symbols_are_those_of_spank_and_three_libraries),
		cmocka_unit_test(nothing_is_needed_that_is_anothers_business),
		cmocka_unit_test(no_library_of_slurm_is_needed),
		cmocka_unit_test(no_path_of_the_build_is_searched_for_libraries),
		cmocka_unit_test(symbols_are_bound_at_once_and_then_read_only),
		cmocka_unit_test(stack_is_not_executable),
	};

	return cmocka_run_group_tests_name("spank: symbols", tests, world_make,
					   world_remove);
}
