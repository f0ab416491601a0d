#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cpguard/environment.h"

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

static const char *const submitted[] = {
	"HOME=/home/u", "A=from submit",
	"EMPTY=",       "SLURM_JOB_NAME=j",
	"SLURMX=x",     "_SLURM_SPANK_OPTION_p_o=1",
	"AB=ab",        NULL,
};

static const struct cpg_environment submit = {.known = submitted};

/* What a look-up is to give: a value, that it is not set, or that it is not known. */
static const char not_set[] = "not set";
static const char not_known[] = "not known";

static void assert_variable(const struct cpg_environment *environment, const char *name,
			    const char *expected, const char *row)
{
	const char *value = NULL;
	int rc = cpg_environment_get(environment, name, &value);

	if (rc == 0)
		value = not_set;
	else if (rc < 0)
		value = not_known;
	if (strcmp(value, expected) != 0)
		fail_msg("%s: %s is '%s', not '%s'", row, name, value, expected);
}

static void a_variable_that_is_set_is_found_even_when_it_is_empty(void **state)
{
	(void)state;
	assert_variable(&submit, "A", "from submit", "");
	assert_variable(&submit, "AB", "ab", "");
	assert_variable(&submit, "EMPTY", "", "");
}

static void the_first_entry_of_a_name_counts(void **state)
{
	static const char *const twice[] = {"A=1", "A=2", NULL};
	const struct cpg_environment environment = {.known = twice};

	(void)state;
	assert_variable(&environment, "A", "1", "");
}

static void an_entry_without_an_equals_sign_is_no_variable(void **state)
{
	static const char *const broken[] = {"A", "", "=x", "A=1", NULL};
	const struct cpg_environment environment = {.known = broken};

	(void)state;
	assert_variable(&environment, "A", "1", "");
	assert_variable(&environment, "B", not_set, "");
}

static void a_missing_variable_is_not_known_when_there_may_be_more(void **state)
{
	const struct cpg_environment more = {.known = submitted, .more = true};
	const struct cpg_environment empty = {.known = NULL};
	const struct cpg_environment unknown = {.more = true};

	(void)state;
	assert_variable(&submit, "HF_HOME", not_set, "");
	assert_variable(&more, "HF_HOME", not_known, "");
	assert_variable(&more, "A", "from submit", "");
	assert_variable(&empty, "A", not_set, "");
	assert_variable(&unknown, "A", not_known, "");
	assert_variable(NULL, "A", not_known, "");
}

/* One value of --export, and what the job of either command then sees in A, in B, which is
 * not set at submission, in HOME and in SLURM_JOB_NAME. */
struct export_case {
	enum cpg_slurm_command command;
	const char *export;
	const char *a;
	const char *b;
	const char *home;
	const char *job_name;
};

#define SUBMITTED "from submit", not_set, "/home/u", "j"

static const struct export_case export_cases[] = {
	{CPG_SBATCH, NULL, SUBMITTED},
	{CPG_SBATCH, "ALL", SUBMITTED},
	{CPG_SBATCH, "all", SUBMITTED},
	{CPG_SBATCH, "NONE", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "none", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "NIL", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "nil", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "A", "from submit", not_known, not_known, "j"},
	{CPG_SBATCH, "B", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "A=v", "v", not_known, not_known, "j"},
	{CPG_SBATCH, "A=", "", not_known, not_known, "j"},
	{CPG_SBATCH, "A=x=y", "x=y", not_known, not_known, "j"},
	{CPG_SBATCH, "A,HOME", "from submit", not_known, "/home/u", "j"},
	{CPG_SBATCH, "A,,HOME,", "from submit", not_known, "/home/u", "j"},
	{CPG_SBATCH, " A", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "A=1,A=2", "2", not_known, not_known, "j"},
	{CPG_SBATCH, "ALL,A=v", "v", not_known, "/home/u", "j"},
	{CPG_SBATCH, "A=v,ALL", "from submit", not_known, "/home/u", "j"},
	{CPG_SBATCH, "B=v,all", "from submit", "v", "/home/u", "j"},
	{CPG_SBATCH, "ALL,A=1,ALL", "from submit", not_known, "/home/u", "j"},
	{CPG_SBATCH, "SLURM_JOB_NAME=k", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "A,NONE", "from submit", not_known, not_known, "j"},
	{CPG_SBATCH, "NONE,A", "from submit", not_known, not_known, "j"},
	{CPG_SBATCH, "'A=x,y',B=z", "x,y", "z", not_known, "j"},
	{CPG_SBATCH, "\"A=x,y\"", "x,y", not_known, not_known, "j"},
	{CPG_SBATCH, "A='x,y'", "'x,y'", not_known, not_known, "j"},
	{CPG_SBATCH, "A=\"x,y\",B", "\"x,y\"", not_known, not_known, "j"},
	{CPG_SBATCH, "A='x,B=y", "'x,B=y", not_known, not_known, "j"},
	{CPG_SBATCH, "'A=x\"'", not_known, not_known, not_known, "j"},
	{CPG_SBATCH, "'ALL'", "from submit", not_known, "/home/u", "j"},
	{CPG_SBATCH, "'", not_known, not_known, not_known, "j"},

	{CPG_SRUN, NULL, SUBMITTED},
	{CPG_SRUN, "all", SUBMITTED},
	{CPG_SRUN, "NONE", not_set, not_set, not_set, "j"},
	{CPG_SRUN, "NIL", not_set, not_set, not_set, "j"},
	{CPG_SRUN, "", not_set, not_set, not_set, "j"},
	{CPG_SRUN, "A", "from submit", not_set, not_set, "j"},
	{CPG_SRUN, "A=1,A=2", "2", not_set, not_set, "j"},
	{CPG_SRUN, "ALL,A=v", "from submit", not_set, "/home/u", "j"},
	{CPG_SRUN, "ALL,B=v", "from submit", "v", "/home/u", "j"},
	{CPG_SRUN, "A=v,none,B=w", "v", not_set, not_set, "j"},
	{CPG_SRUN, "A=v,NONE,ALL", "v", not_set, not_set, "j"},
	{CPG_SRUN, "B=v,ALL,NONE", "from submit", "v", "/home/u", "j"},
	{CPG_SRUN, "SLURM_JOB_NAME=k", not_set, not_set, not_set, "j"},
	{CPG_SRUN, "'A=x,y',B=z", "x,y", "z", not_set, "j"},

	{CPG_SALLOC, NULL, SUBMITTED},
	{CPG_SALLOC, "NONE", SUBMITTED},
};

static void assert_rows(struct cpg_arena *arena, const struct cpg_environment *environment,
			const struct export_case *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct export_case *row = &rows[i];
		struct cpg_environment job;
		char name[64];

		assert_int_equal(cpg_environment_export(arena, environment, row->command,
							row->export, &job),
				 0);
		snprintf(name, sizeof(name), "row %zu, --export=%s", i,
			 row->export ? row->export : "(none)");
		assert_variable(&job, "A", row->a, name);
		assert_variable(&job, "B", row->b, name);
		assert_variable(&job, "HOME", row->home, name);
		assert_variable(&job, "SLURM_JOB_NAME", row->job_name, name);
	}
}

static void each_command_reads_export_in_its_own_way(void **state)
{
	assert_rows(*state, &submit, export_cases,
		    sizeof(export_cases) / sizeof(export_cases[0]));
}

static void srun_passes_what_begins_with_slurm_and_the_options_of_plugins(void **state)
{
	struct cpg_environment job;

	assert_int_equal(cpg_environment_export(*state, &submit, CPG_SRUN, "NONE", &job),
			 0);
	assert_variable(&job, "SLURMX", "x", "");
	assert_variable(&job, "_SLURM_SPANK_OPTION_p_o", "1", "");
}

static void a_name_that_is_listed_as_unknown_is_not_known_unless_it_is_found(void **state)
{
	static const char *const unknown[] = {"B", "A", NULL};
	const struct cpg_environment environment = {.known = submitted, .unknown = unknown};

	(void)state;
	assert_variable(&environment, "A", "from submit", "");
	assert_variable(&environment, "B", not_known, "");
	assert_variable(&environment, "BB", not_set, "");
}

/* B may be set at submission. */
static const struct export_case partly_known_cases[] = {
	{CPG_SRUN, NULL, "from submit", not_known, "/home/u", "j"},
	{CPG_SRUN, "A,B", "from submit", not_known, not_set, "j"},
	{CPG_SRUN, "B=v", not_set, "v", not_set, "j"},
	{CPG_SRUN, "ALL,B=v", "from submit", not_known, "/home/u", "j"},
	{CPG_SBATCH, "B=v,ALL", "from submit", not_known, "/home/u", "j"},
	{CPG_SBATCH, "ALL,B=v", "from submit", "v", "/home/u", "j"},
	{CPG_SBATCH, "B=v", not_known, "v", not_known, "j"},
};

static void what_may_be_set_at_submission_is_not_known_where_it_would_win(void **state)
{
	static const char *const unknown[] = {"B", NULL};
	const struct cpg_environment partly = {.known = submitted, .unknown = unknown};

	assert_rows(*state, &partly, partly_known_cases,
		    sizeof(partly_known_cases) / sizeof(partly_known_cases[0]));
}

static void an_empty_environment_can_be_exported(void **state)
{
	const struct cpg_environment empty = {.known = NULL};
	struct cpg_environment job;

	assert_int_equal(
		cpg_environment_export(*state, &empty, CPG_SRUN, "ALL,A=1,B", &job), 0);
	assert_variable(&job, "A", "1", "");
	assert_variable(&job, "B", not_set, "");
	assert_int_equal(cpg_environment_export(*state, &empty, CPG_SBATCH, "NONE", &job),
			 0);
	assert_variable(&job, "A", not_known, "");
}

static void running_out_of_memory_is_a_failure(void **state)
{
	struct cpg_environment job;
	int failures = 0;

	(void)state;
	for (size_t budget = 0; budget < 4096; budget += 16) {
		struct cpg_arena *arena = cpg_arena_new(budget);

		assert_non_null(arena);
		if (cpg_environment_export(arena, &submit, CPG_SBATCH, "A=1,B=2,HOME",
					   &job) < 0)
			failures++;
		else
			assert_variable(&job, "B", "2", "");
		cpg_arena_free(arena);
	}
	assert_in_range(failures, 1, 255);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_variable_that_is_set_is_found_even_when_it_is_empty),
		cmocka_unit_test(the_first_entry_of_a_name_counts),
		cmocka_unit_test(an_entry_without_an_equals_sign_is_no_variable),
		cmocka_unit_test(a_missing_variable_is_not_known_when_there_may_be_more),
		cmocka_unit_test_setup_teardown(each_command_reads_export_in_its_own_way,
						make_arena, free_arena),
		cmocka_unit_test_setup_teardown(
			srun_passes_what_begins_with_slurm_and_the_options_of_plugins,
			make_arena, free_arena),
		cmocka_unit_test(
			a_name_that_is_listed_as_unknown_is_not_known_unless_it_is_found),
		cmocka_unit_test_setup_teardown(
			what_may_be_set_at_submission_is_not_known_where_it_would_win,
			make_arena, free_arena),
		cmocka_unit_test_setup_teardown(an_empty_environment_can_be_exported,
						make_arena, free_arena),
		cmocka_unit_test(running_out_of_memory_is_a_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
