#include "cpguard/override.h"
#include "test.h"

/* In file scope only, where it lives as long as the program. */
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct {
	const char *const *known;
	const char *value; /* NULL: there is none */
} environments[] = {
	{NULL, NULL},
	{LIST("A=b", "CPGUARD_OVERRIDES=x", "XCPGUARD_OVERRIDE=x"), NULL},
	{LIST("CPGUARD_OVERRIDE=a reason"), "a reason"},
	{LIST("CPGUARD_OVERRIDE=a=b"), "a=b"},
	{LIST("SLURM_CPGUARD_OVERRIDE=handed on"), "handed on"},
	{LIST("SLURM_CPGUARD_OVERRIDE=handed on", "CPGUARD_OVERRIDE=own"), "own"},
	{LIST("SLURM_CPGUARD_OVERRIDE=handed on", "CPGUARD_OVERRIDE="), ""},
};

static void own_value_counts_before_what_was_handed_on(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(environments) / sizeof(environments[0]); i++) {
		struct cpg_environment environment = {.known = environments[i].known};
		const char *value = cpg_override_of(&environment);

		if (!environments[i].value != !value)
			fail_msg("row %zu", i);
		if (value)
			assert_string_equal(value, environments[i].value);
	}
}

static void what_is_not_known_is_no_reason(void **state)
{
	static const char *const names[] = {"CPGUARD_OVERRIDE", "SLURM_CPGUARD_OVERRIDE",
					    NULL};
	static const struct cpg_environment unknown = {.unknown = names};
	static const struct cpg_environment more = {.more = true};

	(void)state;
	assert_null(cpg_override_of(&unknown));
	assert_null(cpg_override_of(&more));
	assert_null(cpg_override_of(NULL));
}

static void blanks_and_control_characters_give_no_reason(void **state)
{
	(void)state;
	assert_false(cpg_override_says_why(NULL));
	assert_false(cpg_override_says_why(""));
	assert_false(cpg_override_says_why(" \t\r\n\x1b\x7f"));
	assert_true(cpg_override_says_why(" x"));
	assert_true(cpg_override_says_why("0"));
	assert_true(cpg_override_says_why("\xe6\xb5\x8b"));
	assert_true(cpg_override_says_why("\xff"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_value_counts_before_what_was_handed_on),
		cmocka_unit_test(what_is_not_known_is_no_reason),
		cmocka_unit_test(blanks_and_control_characters_give_no_reason),
	};

	return cmocka_run_group_tests_name("override", tests, NULL, NULL);
}
